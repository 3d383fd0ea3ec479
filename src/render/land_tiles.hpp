/// Land tiles: which chunks of the land a picture needs, and how fine each must be. Pure code.
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "base/grid.hpp"

namespace barchan::render {

/// One chunk as the vertex shader takes it.
struct LandChunk {
  glm::vec4 placement;     ///< place in the grid of chunks; size m
  glm::vec4 coarser;       ///< cells along the edges of coarser neighbours (west, east, south, north), else 0
  glm::vec2 level;         ///< mip of the height map; cells a side
  glm::vec4 corner_level;  ///< mip at the corners, the coarsest of the chunks that meet there (sw, se, nw, ne)
};

/// Chunks of one fineness.
struct LandLevel {
  bool apron = false;  ///< beyond the edges of a land that ends in a plain
  int cells = 0;       ///< a side
  std::vector<LandChunk> chunks;
};

/// What is drawn beyond the edges of the land.
enum class Beyond {
  nothing,  ///< the land is a block, cut out of the world
  copies,   ///< the same land again and again, up to the horizon
  plain,    ///< its apron, and around that a plain up to the horizon
};

struct TilingRequest {
  Grid grid;
  glm::vec2 height_range{0.0f};  ///< lowest and highest m, the apron's too
  Beyond beyond = Beyond::nothing;
  float apron = 0.0f;   ///< m, width of the apron around a land that ends in a plain
  int detail = 128;     ///< mesh cells along the longer side of the land, near by
  glm::vec3 eye{0.0f};  ///< m
  glm::mat4 view_projection{1.0f};
  float reach = 0.0f;  ///< m from the eye to which copies or the plain are drawn
};

/// Chunks in view, those of the land before those of its apron, finest level first. A chunk halves its cells with each
/// doubling of its distance; neighbours of different fineness share their edge's points, so there are no cracks. The
/// plain itself is four large flat chunks.
std::vector<LandLevel> tile_land(TilingRequest const& request);

/// Cells of a chunk at full detail, and how many chunks lie along each side of the land.
struct ChunkPlan {
  int cells = 32;
  glm::ivec2 count{4};
};
ChunkPlan plan_chunks(Grid const& grid, int detail);

/// Mesh cells along the longer side of a land, whatever its grid: `wanted` rounded to a power of two within the
/// renderer's limits, or, when 0, 128 on software renderers and else 512. On software renderers that draw few pixels
/// (`fineness`, along a side over those that are shown) it is 64: more faces would be smaller than these.
int choose_detail(int wanted, bool software, float fineness);

}  // namespace barchan::render
