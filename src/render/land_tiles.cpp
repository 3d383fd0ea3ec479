#include "render/land_tiles.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace barchan {
namespace {

constexpr int kChunksAlong = 4;            // of the longer side
constexpr int kLeastCells = 2;             // of a chunk's side
constexpr int kMostChunksAway = 64;        // from the eye's, in each way: bounds the work for very long lands
constexpr float kFullDetailChunks = 1.6f;  // distance in chunks within which nothing is left out

/// Six planes (a, b, c, d), inside where positive.
std::array<glm::vec4, 6> frustum(glm::mat4 const& m) {
  const auto row = [&m](int i) { return glm::vec4(m[0][i], m[1][i], m[2][i], m[3][i]); };
  return {row(3) + row(0), row(3) - row(0), row(3) + row(1), row(3) - row(1), row(3) + row(2), row(3) - row(2)};
}

bool in_view(std::array<glm::vec4, 6> const& planes, glm::vec3 low, glm::vec3 high) {
  return std::all_of(planes.begin(), planes.end(), [&](glm::vec4 const& p) {
    const glm::vec3 corner(p.x > 0 ? high.x : low.x, p.y > 0 ? high.y : low.y, p.z > 0 ? high.z : low.z);
    return p.x * corner.x + p.y * corner.y + p.z * corner.z + p.w >= 0.0f;
  });
}

}  // namespace

int choose_detail(int wanted, Grid const& grid, bool software) {
  constexpr int kLeast = 16, kMost = 2048, kSoftware = 128, kLeastAutomatic = 256, kMostAutomatic = 1024;
  if (wanted <= 0) {
    const int side = std::max(grid.width, grid.height);
    wanted = software ? kSoftware : std::clamp(side, kLeastAutomatic, kMostAutomatic);
  }
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::clamp(wanted, kLeast, kMost))));
}

ChunkPlan plan_chunks(Grid const& grid, int detail) {
  const float longer = static_cast<float>(std::max(grid.width, grid.height));
  const auto along = [longer](int side) {
    return std::max(1, static_cast<int>(std::lround(kChunksAlong * static_cast<float>(side) / longer)));
  };
  return {std::max(detail / kChunksAlong, kLeastCells), {along(grid.width), along(grid.height)}};
}

std::vector<LandLevel> tile_land(TilingRequest const& request) {
  Grid const& grid = request.grid;
  const ChunkPlan plan = plan_chunks(grid, request.detail);
  const glm::vec2 land = glm::vec2(grid.width, grid.height) * grid.cell_size;
  const glm::vec2 size = land / glm::vec2(plan.count);
  const float side = std::max(size.x, size.y);
  const glm::vec2 eye(request.eye.x, request.eye.y);

  glm::ivec2 first(0), last = plan.count - 1;
  if (request.repeated) {
    const glm::ivec2 home(glm::floor(eye / size));
    const glm::ivec2 away = glm::min(glm::ivec2(glm::ceil(request.reach / size)), glm::ivec2(kMostChunksAway));
    first = home - away;
    last = home + away;
  }
  const float above = std::max({request.height_range.x - request.eye.z, request.eye.z - request.height_range.y, 0.0f});
  const auto cells_at = [&](int x, int y) {
    const glm::vec2 low = glm::vec2(x, y) * size;
    const glm::vec2 gap = glm::max(glm::max(low - eye, eye - (low + size)), glm::vec2(0.0f));
    const float distance = std::sqrt(glm::dot(gap, gap) + above * above) / side;
    // A cut block is seen whole: all of it stays fine.
    if (!request.repeated || distance <= kFullDetailChunks) return plan.cells;
    const int halvings = static_cast<int>(std::floor(std::log2(distance / kFullDetailChunks))) + 1;
    return std::max(plan.cells >> std::min(halvings, 16), std::min(kLeastCells, plan.cells));
  };
  // Cells of the grid that one cell of the mesh spans choose the mip.
  const float grid_cells = side / grid.cell_size;
  const auto mip = [&](int cells) { return std::max(0.0f, std::log2(grid_cells / static_cast<float>(cells))); };

  const auto planes = frustum(request.view_projection);
  std::map<int, std::vector<LandChunk>, std::greater<>> levels;
  for (int y = first.y; y <= last.y; ++y) {
    for (int x = first.x; x <= last.x; ++x) {
      const glm::vec2 low = glm::vec2(x, y) * size;
      const glm::vec2 nearest = glm::clamp(eye, low, low + size);
      if (request.repeated && glm::distance(nearest, eye) > request.reach) continue;
      if (!in_view(planes, {low.x, low.y, request.height_range.x},
                   {low.x + size.x, low.y + size.y, request.height_range.y})) {
        continue;
      }
      const int cells = cells_at(x, y);
      const auto edge = [&](int nx, int ny) {
        const int other = cells_at(nx, ny);
        return other < cells ? static_cast<float>(other) : 0.0f;
      };
      const auto corner = [&](int cx, int cy) {
        return mip(std::min({cells_at(cx - 1, cy - 1), cells_at(cx, cy - 1), cells_at(cx - 1, cy), cells_at(cx, cy)}));
      };
      levels[cells].push_back({{x, y, size.x, size.y},
                               {edge(x - 1, y), edge(x + 1, y), edge(x, y - 1), edge(x, y + 1)},
                               {mip(cells), static_cast<float>(cells)},
                               {corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)}});
    }
  }
  std::vector<LandLevel> result;
  for (auto& [cells, chunks] : levels) {
    std::sort(chunks.begin(), chunks.end(), [&](LandChunk const& a, LandChunk const& b) {
      const auto gap = [&](LandChunk const& c) { return glm::distance((glm::vec2(c.placement) + 0.5f) * size, eye); };
      return gap(a) < gap(b);
    });
    result.push_back({cells, std::move(chunks)});
  }
  return result;
}

}  // namespace barchan
