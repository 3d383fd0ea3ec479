/// WaterSurface: the water of a view, extended over its shores, and its damp ground, as the shaders take them. Pure
/// code.
///
/// The shore is where the depth is zero between cells. So dry cells need a depth too: the height of their ground above
/// the level that the adjacent water would have there, negated.
#pragma once

#include <vector>

#include <glm/vec4.hpp>

#include "world/terrain_view.hpp"

namespace barchan::render {

struct WaterSurface {
  std::vector<glm::vec4> body;  ///< depth m (negative where the ground is dry), foam, mud, wetness of the ground 0 to 1
  std::vector<glm::vec4> top;   ///< level m, flow m/s, unused
};
/// One value per cell; empty without water. Ground beside water, and damp ground, is wet.
WaterSurface water_surface(TerrainView const& view);

/// How wet damp ground looks, 0 to 1 per cell: less than ground that water has just left, fading with height. Empty if
/// no ground is damp.
std::vector<float> dampness(TerrainView const& view);

/// Which of the `count` chunks of a land contain or adjoin water, row by row.
std::vector<bool> wet_chunks(TerrainView const& view, glm::ivec2 count);
}  // namespace barchan::render
