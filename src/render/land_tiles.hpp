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
  glm::vec4 placement;     ///< position in the grid of chunks; size in m
  glm::vec4 coarser;       ///< cells along the edges of coarser neighbours (west, east, south, north), else 0
  glm::vec2 level;         ///< mip of the height map; cells per side
  glm::vec4 corner_level;  ///< mip at the corners, the coarsest of the chunks that share them (sw, se, nw, ne)
};

/// Chunks of one resolution.
struct LandLevel {
  bool apron = false;  ///< beyond the edges of a land that ends in a plain
  int cells = 0;       ///< per side
  std::vector<LandChunk> chunks;
};

/// What is drawn beyond the edges of the land.
enum class Beyond {
  nothing,  ///< the land is a block, cut out of the world
  copies,   ///< copies of the land, up to the horizon
  plain,    ///< its apron, and around that a plain up to the horizon
};

/// What tile_land() needs to know.
struct TilingRequest {
  Grid grid;
  glm::vec2 height_range{0.0f};  ///< lowest and highest elevation including the apron, m
  Beyond beyond = Beyond::nothing;
  float apron = 0.0f;   ///< width of the apron around a land that ends in a plain, m
  int detail = 128;     ///< mesh cells along the longer side of the land, near the eye
  glm::vec3 eye{0.0f};  ///< m
  glm::mat4 view_projection{1.0f};
  float reach = 0.0f;  ///< distance from the eye to which copies or the plain are drawn, m
};

/// Visible chunks: those of the land before those of its apron, finest level first. With each doubling of the distance
/// a chunk has half as many cells per side; neighbours of different resolution share the points of their edge, so there
/// are no cracks. The plain is four large flat chunks.
std::vector<LandLevel> tile_land(TilingRequest const& request);

/// Cells of a chunk at full detail, and number of chunks along each side of the land.
struct ChunkPlan {
  int cells = 32;
  glm::ivec2 count{4};
};
ChunkPlan plan_chunks(Grid const& grid, int detail);

/// Mesh cells along the longer side of a land, whatever its grid: `wanted` rounded to a power of two within the limits
/// of the renderer. If `wanted` is 0: 512, or 128 on software renderers, or 64 on software renderers that draw few
/// pixels (`fineness`: drawn over shown pixels along a side), where smaller triangles would be below a pixel.
int choose_detail(int wanted, bool software, float fineness);

}  // namespace barchan::render
