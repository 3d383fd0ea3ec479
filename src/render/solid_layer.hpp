/// Solids: walls, houses and towers, with upright sides over the cells that they stand on.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/drawn.hpp"
#include "render/gl.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// A corner of a face.
struct SolidCorner {
  glm::vec3 position;  ///< m
  glm::vec3 normal;
  /// Of a door or a window: across from its middle and up from its lower edge, m; and which it is, an Opening. Of a
  /// wall: the way along it, m. Of a roof: where its cells have this corner, m.
  glm::vec3 opening{0.0f};

  bool operator==(SolidCorner const&) const = default;
};
/// Roofs and sides of all obstacles, three corners a triangle. Pure code.
std::vector<SolidCorner> solid_faces(TerrainView const& view);

/// Does any stand there?
bool any_solid(TerrainView const& view);

/// The land without them, m: under them it goes on as it does beside them, under sand on them it stays. Pure code.
std::vector<float> heights_without_solids(TerrainView const& view);

class SolidLayer {
 public:
  /// Sends faces that are not those of before.
  void upload(std::vector<SolidCorner> const& faces);
  bool empty() const { return faces_.empty(); }
  /// Draws them with the program in use. Returns what was sent.
  Drawn draw() const;

 private:
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer corners_ = GlBuffer::make();
  std::vector<SolidCorner> faces_;
};

}  // namespace barchan::render
