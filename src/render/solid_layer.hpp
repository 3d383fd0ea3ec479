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
  /// Door or window: horizontal distance from its middle and height above its lower edge, m; its kind (Opening). Wall:
  /// path length along it, m. Roof: position of this corner on the grid, before smoothing, m.
  glm::vec3 opening{0.0f};

  bool operator==(SolidCorner const&) const = default;
};
/// Roofs and sides of all obstacles, three corners per triangle. Pure code.
std::vector<SolidCorner> solid_faces(TerrainView const& view);

/// Returns whether there are any obstacles.
bool any_solid(TerrainView const& view);

/// Heights of the land without obstacles, m. The ground beside an obstacle continues under it, unless sand covers the
/// obstacle. Pure code.
std::vector<float> heights_without_solids(TerrainView const& view);

class SolidLayer {
 public:
  /// Sends the faces if they differ from the last ones.
  void upload(std::vector<SolidCorner> const& faces);
  bool empty() const { return faces_.empty(); }
  /// Draws the faces with the program in use. Returns what was drawn.
  Drawn draw() const;

 private:
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer corners_ = GlBuffer::make();
  std::vector<SolidCorner> faces_;
};

}  // namespace barchan::render
