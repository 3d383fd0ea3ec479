#include "processes/wind_particles/smooth_land.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "processes/wind_particles/saltation_kernel.hpp"

namespace barchan {

namespace {

/// Fills the margins of a row according to the boundary condition.
void close_row(PaddedGrid<float>& cells, Grid const& grid, int y) {
  grid.periodic() ? cells.wrap_row(y) : cells.extend_row(y);
}

}  // namespace

void SmoothLand::prepare(Grid const& grid) {
  metres_.prepare(grid.width, grid.height);
  next_.prepare(grid.width, grid.height);
}

void SmoothLand::fill(Terrain const& terrain, Quanta mean, float width, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Quanta const* const elevation = terrain.columns.elevations().data();
  const auto count = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(grid.height, 64, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      kernel::metres_above(elevation + grid.index(0, y), mean, metres_.row(y), count);
      close_row(metres_, grid, y);
    }
  });
  // A binomial pass of spacing d has a variance of d^2 / 2 along each axis. The third pass removes the wavelengths that
  // the first two let through.
  const int distance = static_cast<int>(width / grid.cell_size + 0.5f);
  if (distance < 1) return;
  pass(grid, distance, scheduler);
  pass(grid, distance, scheduler);
  pass(grid, (distance + 1) / 2, scheduler);
}

void SmoothLand::pass(Grid const& grid, int distance, Scheduler const& scheduler) {
  const auto count = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    std::vector<float> wide(count + 2 * static_cast<std::size_t>(distance));
    float* const middle = wide.data() + distance;
    for (int y = first; y < last; ++y) {
      PaddedGrid<float> const& from = metres_;
      kernel::blend_rows({from.row(grid.resolve_y(y - distance)), from.row(y), from.row(grid.resolve_y(y + distance))},
                         middle, count);
      for (int m = 1; m <= distance; ++m) {
        middle[-m] = middle[grid.resolve_x(-m)];
        middle[grid.width - 1 + m] = middle[grid.resolve_x(grid.width - 1 + m)];
      }
      kernel::blend_along(middle, distance, next_.row(y), count);
      close_row(next_, grid, y);
    }
  });
  std::swap(metres_, next_);
}

}  // namespace barchan
