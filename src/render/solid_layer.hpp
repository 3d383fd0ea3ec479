/// Solids: walls, houses and towers, with vertical sides over the cells on which they stand.
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
  /// Door or window: distance across from its middle and up from its lower edge, m, and its kind (Opening). Wall: path
  /// length along it, m. Roof: position of this corner of its cells, m.
  glm::vec3 opening{0.0f};

  bool operator==(SolidCorner const&) const = default;
};
/// Roofs and sides of all obstacles, three corners per triangle. Pure code.
std::vector<SolidCorner> solid_faces(TerrainView const& view);

/// Returns whether there are any obstacles.
bool any_solid(TerrainView const& view);

/// The land without obstacles, m: the ground beside them continues under them, but stays under sand. Pure code.
std::vector<float> heights_without_solids(TerrainView const& view);

class SolidLayer {
 public:
  /// Sends the faces if they differ from the last ones.
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
