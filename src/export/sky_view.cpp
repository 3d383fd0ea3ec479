#include "export/sky_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/scheduler.hpp"
#include "base/work_watch.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

constexpr int kSkyDirections = 16;
/// Distances at which the horizon is searched, cells.
constexpr std::array kDistances{1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64};

/// A cell from which another is seen, and 1 / distance.
struct Look {
  int dx, dy;
  float per_metre;
};

std::vector<std::vector<Look>> looks(float cell_size) {
  std::vector<std::vector<Look>> directions;
  for (int i = 0; i < kSkyDirections; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kSkyDirections;
    std::vector<Look>& line = directions.emplace_back();
    for (const int distance : kDistances) {
      const int dx = static_cast<int>(std::lround(distance * std::cos(angle)));
      const int dy = static_cast<int>(std::lround(distance * std::sin(angle)));
      line.push_back({dx, dy, 1.0f / (cell_size * std::hypot(static_cast<float>(dx), static_cast<float>(dy)))});
    }
  }
  return directions;
}

}  // namespace

std::vector<float> sky_view(Terrain const& terrain, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns const& columns = terrain.columns;
  std::vector<float> heights(grid.cells());
  for (std::size_t i = 0; i < heights.size(); ++i) {
    heights[i] = static_cast<float>(to_metres(QuantaSum{columns.elevation(i)} + terrain.standing_water(i)));
  }
  const std::vector<std::vector<Look>> directions = looks(grid.cell_size);
  std::vector<float> sky(heights.size());
  constexpr int kRows = 8;
  for_watched_ranges(scheduler, grid.height, kRows, [&](int first, int end) {
    for (int y = first; y < end; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const float height = heights[grid.index(x, y)];
        float sum = 0.0f;
        for (std::vector<Look> const& line : directions) {
          float steepest = 0.0f;  // tangent of the horizon's elevation angle
          for (Look const& look : line) {
            const std::size_t there = grid.index(grid.resolve_x(x + look.dx), grid.resolve_y(y + look.dy));
            steepest = std::max(steepest, (heights[there] - height) * look.per_metre);
          }
          sum += 1.0f / (1.0f + steepest * steepest);  // cos^2 of the angle
        }
        sky[grid.index(x, y)] = sum / kSkyDirections;
      }
    }
  });
  return sky;
}

}  // namespace barchan
