/// Surroundings: what is drawn beyond the edges of a land. A periodic land is repeated, an open one is mirrored at each
/// edge (copy_warp.hpp). Beyond a side that the sea covers there is only sea, and beyond a dry side only land. Pure
/// code.
#pragma once

#include <optional>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "world/terrain_view.hpp"

namespace barchan::render {

/// The sea beyond the edges.
struct SeaBeyond {
  std::optional<float> level;  ///< m; empty if the sea covers no part of the edge
  /// Slope with which the ground sinks beyond the west, east, south and north side, m per land size. Negative beside
  /// dry sides, beyond which no mirrored sea lies.
  glm::vec4 sides{0.0f};
  float deepest = 0.0f;  ///< greatest sinking, m

  /// Height of ground or water at a point, which is `height` on the land that appears there, m.
  float height_at(glm::vec2 metres, glm::vec2 land, float height) const;
};
SeaBeyond sea_beyond(TerrainView const& view);

/// Visibility of the sun beyond the edges. It differs from that of the land: mirrored ground throws other shadows, and
/// obstacles are not repeated.
struct SunBeyond {
  glm::ivec2 size{0};             ///< of the map; 0 if the sun is that of the land
  float lands = 1.0f;             ///< sides of the land per side of the map, after which it repeats
  float error = 0.0f;             ///< of the visibility, because the cells of the map are coarser
  std::vector<float> visibility;  ///< 0 to 1, row-major
};
/// `without_solids` holds the heights without obstacles, m; empty if there are none.
SunBeyond sun_beyond(TerrainView const& view, std::vector<float> const& without_solids);

}  // namespace barchan::render
