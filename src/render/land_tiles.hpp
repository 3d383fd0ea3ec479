/// Land tiles: the chunks of the land that a picture needs, and the resolution of each. Pure code.
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "base/grid.hpp"

namespace barchan::render {

/// One chunk, in the layout of the vertex shader.
struct LandChunk {
  glm::vec4 placement;     ///< position in the grid of chunks; size in m
  glm::vec4 coarser;       ///< cells along the edges of coarser neighbours (west, east, south, north); 0: not coarser
  glm::vec2 level;         ///< mip of the height map; cells per side
  glm::vec4 corner_level;  ///< mip at the corners (sw, se, nw, ne): that of the coarsest chunk at each
};

/// Chunks of one resolution.
struct LandLevel {
  int cells = 0;  ///< per side
  std::vector<LandChunk> chunks;
};

/// The surroundings that are drawn beyond the edges of the land.
enum class Beyond {
  nothing,  ///< the land is a block, cut out of the world
  copies,   ///< copies of the land, up to the horizon; those of an open land are mirrored
};

/// Input of tile_land().
struct TilingRequest {
  Grid grid;
  glm::vec2 height_range{0.0f};  ///< lowest and highest elevation including the surroundings, m
  Beyond beyond = Beyond::nothing;
  int detail = 128;     ///< mesh cells along the longer side of the land, near the eye
  glm::vec3 eye{0.0f};  ///< m
  glm::mat4 view_projection{1.0f};
  float reach = 0.0f;  ///< distance from the eye to which copies are drawn, m
};

/// Visible chunks, from the finest level to the coarsest. Each doubling of the distance halves the number of cells per
/// side of a chunk. Neighbours of different resolution share the points of their edge, so there are no cracks.
std::vector<LandLevel> tile_land(TilingRequest const& request);

/// Cells of a chunk at full detail, and number of chunks along each side of the land.
struct ChunkPlan {
  int cells = 32;
  glm::ivec2 count{4};
};
ChunkPlan plan_chunks(Grid const& grid, int detail);

/// Mesh cells along the longer side of a land, independent of its grid: `wanted`, rounded up to a power of two from 16
/// to 2048. If `wanted` is 0: 512 with a graphics card, 128 on software renderers, and 64 on software renderers that
/// draw few pixels, because finer triangles would be smaller than a pixel. `fineness`: see DrawTarget.
int choose_detail(int wanted, bool software, float fineness);

}  // namespace barchan::render
