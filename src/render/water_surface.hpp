/// WaterSurface: the water of a view, extended over its shores, and its damp ground, in the layout of the shaders. Pure
/// code.
///
/// A shore lies between cells, where the interpolated depth is zero. So dry cells need a depth too: minus the height of
/// their ground above the level that the adjacent water would have there.
#pragma once

#include <vector>

#include <glm/vec4.hpp>

#include "world/terrain_view.hpp"

namespace barchan::render {

struct WaterSurface {
  std::vector<glm::vec4> body;  ///< depth m (negative where the ground is dry), foam, mud, wetness of the ground 0 to 1
  std::vector<glm::vec4> top;   ///< level m, flow m/s, unused
};
/// Returns one value per cell; empty if the view has no water. Ground beside water and damp ground look wet.
WaterSurface water_surface(TerrainView const& view);

/// Visible wetness of damp ground, 0 to 1 per cell. It is less than that of ground beside water and fades with height.
/// Empty if no ground is damp.
std::vector<float> dampness(TerrainView const& view);

/// Returns, row by row, the fraction of the cells of each of the `count` chunks of a land that contain or adjoin water.
std::vector<float> wet_chunks(TerrainView const& view, glm::ivec2 count);
}  // namespace barchan::render
