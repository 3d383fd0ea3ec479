#include "processes/wind_particles/smooth_land.hpp"

#include <algorithm>

namespace barchan {

void PaddedElevation::fill(Grid const& grid, std::span<Quanta const> elevation, int margin,
                           Scheduler const& scheduler) {
  margin_ = margin;
  stride_ = grid.width + 2 * margin;
  cells_.resize(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(grid.height + 2 * margin));
  scheduler.for_ranges(grid.height + 2 * margin, 64, [&](int first, int last) {
    for (int row = first; row < last; ++row) {
      Quanta const* const from = elevation.data() + grid.index(0, grid.resolve_y(row - margin));
      Quanta* const to = cells_.data() + static_cast<std::ptrdiff_t>(row) * stride_;
      std::copy_n(from, grid.width, to + margin);
      for (int m = 1; m <= margin; ++m) {
        to[margin - m] = from[grid.resolve_x(-m)];
        to[margin + grid.width - 1 + m] = from[grid.resolve_x(grid.width - 1 + m)];
      }
    }
  });
}

void SmoothLand::fill(Terrain const& terrain, Quanta mean, float width, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  std::span<Quanta const> const elevation = terrain.columns.elevations();
  stride_ = grid.width + 2;
  const auto size = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(grid.height);
  metres_.resize(size);
  next_.resize(size);
  const auto count = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(grid.height, 64, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      float* const to = metres_.data() + static_cast<std::ptrdiff_t>(y) * stride_ + 1;
      kernel::metres_above(elevation.data() + grid.index(0, y), mean, to, count);
      to[-1] = to[grid.resolve_x(-1)];
      to[grid.width] = to[grid.resolve_x(grid.width)];
    }
  });
  // A binomial pass of spacing d has variance d^2 / 2 along each axis; the third one takes what the first two let
  // through.
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
      kernel::blend_rows(row(grid.resolve_y(y - distance)), row(y), row(grid.resolve_y(y + distance)), middle, count);
      for (int m = 1; m <= distance; ++m) {
        middle[-m] = middle[grid.resolve_x(-m)];
        middle[grid.width - 1 + m] = middle[grid.resolve_x(grid.width - 1 + m)];
      }
      float* const to = next_.data() + static_cast<std::ptrdiff_t>(y) * stride_ + 1;
      kernel::blend_along(middle, distance, to, count);
      to[-1] = to[grid.resolve_x(-1)];
      to[grid.width] = to[grid.resolve_x(grid.width)];
    }
  });
  metres_.swap(next_);
}

kernel::SmoothRows SmoothLand::rows(Grid const& grid, int y) const {
  return {row(grid.resolve_y(y - 1)), row(y), row(grid.resolve_y(y + 1))};
}

}  // namespace barchan
