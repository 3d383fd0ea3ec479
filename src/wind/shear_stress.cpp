#include "wind/shear_stress.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "base/math.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/projection_kernel.hpp"
#include "wind/relief.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

/// Standard deviation of the Gaussian that smooths the relief, m, but at least a cell: the height of the layer in which
/// sand flies. Ripples below it do not change the stress.
constexpr float kSmoothing = 2.0f;
constexpr int kMostCells = 2048;  // of the grid along a side; a land with longer sides is smoothed more
constexpr int kRowGrain = 32;

float smoothing(Grid const& grid) {
  const float side = grid.cell_size * static_cast<float>(std::max(grid.width, grid.height));
  return std::max({kSmoothing, grid.cell_size, side / static_cast<float>(kMostCells)});
}

/// Smallest power of two of cells that are at most as long as the smoothing.
int side_of(int cells, Grid const& grid) {
  const float wanted = std::ceil(static_cast<float>(cells) * grid.cell_size / smoothing(grid));
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(wanted, 1.0f))));
}

/// Wave numbers (rad/m) of a transform of cells of the length `cell`, in the order of its rows, and their weights.
struct Waves {
  std::vector<float> numbers, weights;

  Waves(ColumnTransform const& transform, float cell, float deviation)
      : numbers(static_cast<std::size_t>(transform.length())), weights(numbers.size()) {
    const int n = transform.length();
    for (int i = 0; i < n; ++i) {
      const int turns = i <= n / 2 ? i : i - n;
      const auto k = static_cast<float>(2.0 * math::kPi * turns / (n * static_cast<double>(cell)));
      const auto at = static_cast<std::size_t>(transform.reversed(i));
      // The shortest wave has no direction.
      numbers[at] = 2 * i == n ? 0.0f : k;
      weights[at] = math::decay(0.5f * k * k * deviation * deviation);
    }
  }
};

}  // namespace

CoarseGrid ShearStress::grid_of(Grid const& grid) {
  CoarseGrid coarse;
  coarse.width = side_of(grid.width, grid);
  coarse.height = side_of(grid.height, grid);
  coarse.cell_x = grid.cell_size * static_cast<float>(grid.width) / static_cast<float>(coarse.width);
  coarse.cell_y = grid.cell_size * static_cast<float>(grid.height) / static_cast<float>(coarse.height);
  return coarse;
}

void ShearStress::load(std::vector<float> const& heights, CoarseGrid const& coarse, bool periodic) {
  // A land with edges is continued by its mirror image, which has no steps.
  const int copies = periodic ? 1 : 2;
  plane_.resize(copies * coarse.height, copies * coarse.width);
  std::ranges::fill(plane_.im, 0.0f);
  for (int y = 0; y < plane_.rows; ++y) {
    const auto from = static_cast<std::size_t>(std::min(y, 2 * coarse.height - 1 - y));
    const auto width = static_cast<std::size_t>(coarse.width);
    float const* const row = heights.data() + from * width;
    float* const out = plane_.row(y).re;
    std::copy_n(row, width, out);
    if (!periodic) std::reverse_copy(row, row + width, out + width);
  }
}

void ShearStress::renew(Terrain const& terrain, std::span<float const> bubble, StressRule const& rule,
                        Scheduler const& scheduler) {
  const CoarseGrid coarse = grid_of(terrain.grid);
  load(coarse_heights(terrain, bubble, coarse, scheduler), coarse, terrain.grid.periodic());
  const ColumnTransform along_y(plane_.rows), along_x(plane_.columns);
  const float deviation = smoothing(terrain.grid);
  const Waves waves_x(along_x, coarse.cell_x, deviation), waves_y(along_y, coarse.cell_y, deviation);

  along_y.forward(plane_, scheduler);
  transpose(plane_, spectrum_, scheduler);
  along_x.forward(spectrum_, scheduler);
  const float scale = 1.0f / (static_cast<float>(plane_.rows) * static_cast<float>(plane_.columns));
  scheduler.for_ranges(spectrum_.rows, kRowGrain, [&](int first, int last) {
    for (int x = first; x < last; ++x) {
      const auto i = static_cast<std::size_t>(x);
      kernel::respond_row({.along = rule.along,
                           .shift = rule.shift,
                           .wind_x = rule.wind.x,
                           .wind_y = rule.wind.y,
                           .wave_x = waves_x.numbers[i],
                           .weight = scale * waves_x.weights[i]},
                          waves_y.numbers.data(), waves_y.weights.data(), waves_y.numbers.size(), spectrum_.row(x));
    }
  });
  along_x.inverse(spectrum_, scheduler);
  transpose(spectrum_, plane_, scheduler);
  along_y.inverse(plane_, scheduler);
}

void ShearStress::lay_out(Grid const& grid, LocalWind& local, LandVector<float>& stress,
                          Scheduler const& scheduler) const {
  const CoarseGrid coarse = grid_of(grid);
  const auto columns = places_between(grid.width, coarse.width, grid.periodic());
  const auto rows = places_between(grid.height, coarse.height, grid.periodic());
  const auto width = static_cast<std::size_t>(coarse.width);
  const auto stride = static_cast<std::size_t>(plane_.columns);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<float> along(width), across(width);
    for (int y = first; y < last; ++y) {
      auto const& [below, above, t] = rows[static_cast<std::size_t>(y)];
      const std::size_t b = static_cast<std::size_t>(below) * stride, a = static_cast<std::size_t>(above) * stride;
      kernel::blend_between(plane_.re.data() + b, plane_.re.data() + a, t, width, along.data());
      kernel::blend_between(plane_.im.data() + b, plane_.im.data() + a, t, width, across.data());
      const std::size_t at = grid.index(0, y);
      kernel::stress_row({columns.data(), columns.size(), kMost}, {along.data(), across.data()},
                         {local.x.data() + at, local.y.data() + at, stress.data() + at});
    }
  });
}

}  // namespace barchan
