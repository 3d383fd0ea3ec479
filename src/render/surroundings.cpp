#include "render/surroundings.hpp"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "base/scheduler.hpp"
#include "render/copy_warp.hpp"
#include "world/sunlight.hpp"

namespace barchan::render {
namespace {

constexpr float kSeaSide = 0.75f;    // fraction of a side that the sea must cover
constexpr float kSeaSinks = 4.0f;    // sinking one land size away, in height ranges of the land
constexpr float kSeaDeepest = 2.0f;  // in height ranges of the land
// Cells along the longer side of the map of the sun. On a larger land its cells are coarser.
constexpr int kSunSide = 512;
constexpr float kCoarseError = 0.3f;

}  // namespace

float SeaBeyond::height_at(glm::vec2 metres, glm::vec2 land, float height) const {
  if (!level) return height;
  const glm::vec2 beyond = (metres - glm::clamp(metres, glm::vec2(0.0f), land)) / land;
  const glm::vec4 away = glm::max(glm::vec4(-beyond.x, beyond.x, -beyond.y, beyond.y), 0.0f);
  const float sinks = std::min(glm::dot(glm::max(sides, 0.0f), away), deepest);
  const bool changed = sinks > 0.0f || glm::dot(glm::min(sides, 0.0f), away) < 0.0f;
  return changed ? std::max(height - sinks, *level) : height;
}

SeaBeyond sea_beyond(TerrainView const& view) {
  SeaBeyond sea;
  if (!view.water.sea || view.grid.periodic()) return sea;
  Grid const& grid = view.grid;
  const auto covered = [&](int x, int y) { return view.elevation[grid.index(x, y)] < *view.water.sea ? 1.0f : 0.0f; };
  glm::vec4 cells(0.0f);
  for (int y = 0; y < grid.height; ++y) cells += glm::vec4(covered(0, y), covered(grid.width - 1, y), 0.0f, 0.0f);
  for (int x = 0; x < grid.width; ++x) cells += glm::vec4(0.0f, 0.0f, covered(x, 0), covered(x, grid.height - 1));
  if (cells == glm::vec4(0.0f)) return sea;
  sea.level = view.water.sea;
  const glm::vec4 shares = cells / glm::vec4(grid.height, grid.height, grid.width, grid.width);
  const float range = view.elevation_maximum - view.elevation_minimum;
  for (int side = 0; side < 4; ++side) {
    if (shares[side] > kSeaSide) sea.sides[side] = kSeaSinks * range;
    if (shares[side] == 0.0f) sea.sides[side] = -1.0f;
  }
  sea.deepest = kSeaDeepest * range;
  return sea;
}

SunBeyond sun_beyond(TerrainView const& view, std::vector<float> const& without_solids) {
  Grid const& land = view.grid;
  SunBeyond beyond;
  const bool mirrored = !land.periodic();
  if (view.sun_visibility.size() != land.cells() || !(mirrored || !without_solids.empty())) return beyond;
  auto const& ground = without_solids.empty() ? view.elevation : without_solids;
  const int copies = mirrored ? 2 : 1;
  const int coarse = (copies * std::max(land.width, land.height) + kSunSide - 1) / kSunSide;
  // Whole coarse cells fill each land; the last one may be cut.
  const glm::ivec2 cells = (glm::ivec2(land.width, land.height) + coarse - 1) / coarse;
  const Grid grid{.width = copies * cells.x,
                  .height = copies * cells.y,
                  .cell_size = land.cell_size * static_cast<float>(coarse),
                  .boundary = Boundary::periodic};
  std::vector<Quanta> heights(grid.cells());
  const auto along = [&](int at, int count, int last) {
    return std::min(coarse * copied_from(at, count, land.boundary) + coarse / 2, last);
  };
  for (int y = 0; y < grid.height; ++y) {
    const int from_y = along(y, cells.y, land.height - 1);
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = land.index(along(x, cells.x, land.width - 1), from_y);
      const float depth = view.water.depth.empty() ? 0.0f : view.water.depth[cell];
      heights[grid.index(x, y)] = to_quanta(static_cast<double>(ground[cell] + depth));
    }
  }
  const Scheduler scheduler(1);
  beyond.size = {grid.width, grid.height};
  beyond.lands = static_cast<float>(copies);
  beyond.error = coarse > 1 ? kCoarseError : 0.0f;
  beyond.visibility = Sunlight(grid, heights, scheduler).sun(view.sun);
  return beyond;
}

}  // namespace barchan::render
