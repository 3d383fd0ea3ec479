/// WaterSurface: a view's water, drawn on over its shores, and its damp ground, as the shaders take them. Pure code.
///
/// The shore is where the depth passes through zero between cells, so dry cells need one too: how far their ground
/// stands above the level that the water beside them would have there.
#pragma once

#include <vector>

#include <glm/vec4.hpp>

#include "world/terrain_view.hpp"

namespace barchan::render {

struct WaterSurface {
  std::vector<glm::vec4> body;  ///< depth m (below 0 where the ground is dry), foam, mud, wetness of the ground 0 .. 1
  std::vector<glm::vec4> top;   ///< level m, flow m/s, unused
};
/// Values a cell; none without water. Where the ground is damp it is wet beside its water too.
WaterSurface water_surface(TerrainView const& view);

/// How wet damp ground looks, 0 .. 1, a value a cell: less than what water has just left, fading above it; none where
/// no ground is damp.
std::vector<float> dampness(TerrainView const& view);

/// Which of the chunks of a land (`count` along x and along y) have water in them or at their edges, row by row.
std::vector<bool> wet_chunks(TerrainView const& view, glm::ivec2 count);
}  // namespace barchan::render
