#include "wind/relief.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "wind/sweep_kernel.hpp"

namespace barchan {

namespace {

/// Standard deviation of the Gaussian over its radius: the circle of this radius holds 86 % of its weight.
constexpr float kDeviationOfRadius = 0.5f;
/// Largest radius as a fraction of the land's shorter side (beyond it a periodic land would be smoothed flat).
constexpr float kLargestRadius = 0.25f;
/// A coarse cell is at most this fraction of the Gaussian's deviation; interpolation is then accurate to 1 %.
constexpr float kCellOfDeviation = 1.0f / 3.0f;
constexpr int kCoarsest = 16;
/// Box passes that approximate a Gaussian.
constexpr int kBoxPasses = 3;
constexpr int kColumnsPerBlock = 32;

/// Weight of the two scales, and how strongly each deflects (Paris et al. 2019).
struct Scale {
  float weight, deflection;
};
constexpr Scale kSmall{0.2f, 5.0f};
constexpr Scale kLarge{0.8f, 30.0f};
/// Largest fraction of the wind that a slope takes away: some remains even before a wall.
constexpr float kMostBlocked = 0.9f;

/// Index `i` on a line of `n` cells continued beyond its ends: wrapped or reflected.
int continued(int i, int n, bool periodic) {
  if (i >= 0 && i < n) return i;
  const int period = periodic ? n : 2 * n;
  const int wrapped = ((i % period) + period) % period;
  return wrapped < n ? wrapped : period - 1 - wrapped;
}

/// A box of fractional width: `reach` whole cells on each side and a fraction of the next.
struct Box {
  int reach;
  float edge, inverse;

  /// `variance` is that of the Gaussian, in cells squared. The box has this variance divided by the number of passes
  /// (Gwosdek et al. 2011).
  explicit Box(float variance) {
    const float v = variance / static_cast<float>(kBoxPasses);
    reach = static_cast<int>(std::floor((std::sqrt(12.0f * v + 1.0f) - 1.0f) * 0.5f));
    const auto l = static_cast<float>(reach);
    const float width = 2.0f * l + 1.0f;
    edge = std::clamp(width * (l * (l + 1.0f) - 3.0f * v) / (6.0f * (v - (l + 1.0f) * (l + 1.0f))), 0.0f, 1.0f);
    inverse = 1.0f / (width + 2.0f * edge);
  }
};

/// Lines of a matrix that are smoothed together.
struct Lines {
  int count;        ///< cells per line
  int first, last;  ///< indices of the lines, one per lane
  std::size_t cell_stride, lane_stride;

  std::size_t lanes() const { return static_cast<std::size_t>(last - first); }
  std::size_t at(int cell, std::size_t lane) const {
    return static_cast<std::size_t>(cell) * cell_stride + (static_cast<std::size_t>(first) + lane) * lane_stride;
  }
};

/// Smooths `count` cells of all lanes; the lanes of cell `i` begin at `cells + i * lanes`.
std::vector<float> smoothed(Box const& box, int count, bool periodic, std::vector<float> cells) {
  const std::size_t lanes = cells.size() / static_cast<std::size_t>(count);
  std::vector<float> next(cells.size());
  std::vector<double> sum(lanes);
  const auto line = [&](int i) {
    return cells.data() + static_cast<std::size_t>(continued(i, count, periodic)) * lanes;
  };
  for (int pass = 0; pass < kBoxPasses; ++pass) {
    std::fill(sum.begin(), sum.end(), 0.0);
    for (int k = -box.reach; k <= box.reach; ++k) {
      float const* const cell = line(k);
      for (std::size_t j = 0; j < lanes; ++j) sum[j] += static_cast<double>(cell[j]);
    }
    for (int i = 0; i < count; ++i) {
      float const* const behind = line(i - box.reach - 1);
      float const* const last = line(i - box.reach);
      float const* const ahead = line(i + box.reach + 1);
      float* const out = next.data() + static_cast<std::size_t>(i) * lanes;
      for (std::size_t j = 0; j < lanes; ++j) {
        out[j] = (static_cast<float>(sum[j]) + box.edge * (behind[j] + ahead[j])) * box.inverse;
        sum[j] += static_cast<double>(ahead[j]) - static_cast<double>(last[j]);
      }
    }
    cells.swap(next);
  }
  return cells;
}

/// Smooths lines of a matrix in place.
void smooth_lines(Box const& box, Lines const& lines, bool periodic, std::span<float> values) {
  std::vector<float> cells;
  cells.reserve(static_cast<std::size_t>(lines.count) * lines.lanes());
  for (int i = 0; i < lines.count; ++i) {
    for (std::size_t j = 0; j < lines.lanes(); ++j) cells.push_back(values[lines.at(i, j)]);
  }
  cells = smoothed(box, lines.count, periodic, std::move(cells));
  std::size_t k = 0;
  for (int i = 0; i < lines.count; ++i) {
    for (std::size_t j = 0; j < lines.lanes(); ++j) values[lines.at(i, j)] = cells[k++];
  }
}

void smooth(CoarseGrid const& grid, float deviation, bool periodic, Scheduler const& scheduler,
            std::span<float> heights) {
  const auto width = static_cast<std::size_t>(grid.width);
  const Box along_x((deviation / grid.cell_x) * (deviation / grid.cell_x));
  const Box along_y((deviation / grid.cell_y) * (deviation / grid.cell_y));
  scheduler.for_ranges(grid.height, kColumnsPerBlock, [&](int first, int last) {
    smooth_lines(along_x, {grid.width, first, last, 1, width}, periodic, heights);
  });
  scheduler.for_ranges(grid.width, kColumnsPerBlock, [&](int first, int last) {
    smooth_lines(along_y, {grid.height, first, last, width, 1}, periodic, heights);
  });
}

/// Part of cell `i` of `fine` cells that lies in cell `j` of `coarse` cells over the same length.
float overlap(int i, int j, int fine, int coarse) {
  const auto n = static_cast<std::int64_t>(fine);
  const auto m = static_cast<std::int64_t>(coarse);
  const std::int64_t first = std::max(i * m, j * n);
  const std::int64_t last = std::min((i + 1) * m, (j + 1) * n);
  return static_cast<float>(std::max<std::int64_t>(last - first, 0)) / static_cast<float>(m);
}

/// First and last + 1 of the `fine` cells that overlap cell `j` of `coarse`.
std::pair<int, int> covered(int j, int fine, int coarse) {
  const auto n = static_cast<std::int64_t>(fine);
  return {static_cast<int>(j * n / coarse), static_cast<int>(((j + 1) * n + coarse - 1) / coarse)};
}

/// The gradient at any position of the tensor's grid.
class GradientSampler {
 public:
  GradientSampler(SmoothGradient const& gradient, CoarseGrid const& grid, bool periodic)
      : gradient_(gradient),
        columns_(places_between(grid.width, gradient.grid.width, periodic)),
        rows_(places_between(grid.height, gradient.grid.height, periodic)) {}

  glm::vec2 at(int i, int j) const {
    kernel::BetweenColumns const& c = columns_[static_cast<std::size_t>(i)];
    kernel::BetweenColumns const& r = rows_[static_cast<std::size_t>(j)];
    const auto sample = [&](std::vector<float> const& values) {
      const auto row = [&](std::int32_t y) {
        float const* const line =
            values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(gradient_.grid.width);
        return line[c.left] + c.t * (line[c.right] - line[c.left]);
      };
      const float below = row(r.left);
      return below + r.t * (row(r.right) - below);
    };
    return {sample(gradient_.x), sample(gradient_.y)};
  }

 private:
  SmoothGradient const& gradient_;
  std::vector<kernel::BetweenColumns> columns_, rows_;
};

}  // namespace

CoarseGrid coarse_grid(Grid const& grid, float deviation) {
  int factor = 1;
  while (factor < kCoarsest && static_cast<float>(2 * factor) * grid.cell_size <= deviation * kCellOfDeviation) {
    factor *= 2;
  }
  CoarseGrid coarse;
  coarse.width = std::max((grid.width + factor / 2) / factor, 1);
  coarse.height = std::max((grid.height + factor / 2) / factor, 1);
  coarse.cell_x = grid.cell_size * static_cast<float>(grid.width) / static_cast<float>(coarse.width);
  coarse.cell_y = grid.cell_size * static_cast<float>(grid.height) / static_cast<float>(coarse.height);
  return coarse;
}

std::vector<float> coarse_heights(Terrain const& terrain, std::span<float const> above, CoarseGrid const& coarse,
                                  Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  std::span<Quanta const> const elevation = terrain.columns.elevations();
  const Quanta lowest = kernel::extremes(elevation.data(), elevation.size()).lowest;
  const auto coarse_width = static_cast<std::size_t>(coarse.width);
  std::vector<float> heights(coarse_width * static_cast<std::size_t>(coarse.height));
  const float share = static_cast<float>(coarse.width) * static_cast<float>(coarse.height) /
                      (static_cast<float>(grid.width) * static_cast<float>(grid.height));
  const auto row_width = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(coarse.height, 4, [&](int first, int last) {
    std::vector<float> sums(row_width);
    for (int j = first; j < last; ++j) {
      std::fill(sums.begin(), sums.end(), 0.0f);
      const auto [y0, y1] = covered(j, grid.height, coarse.height);
      for (int y = y0; y < y1; ++y) {
        const float weight = overlap(y, j, grid.height, coarse.height);
        kernel::add_heights(lowest, elevation.data() + grid.index(0, y), row_width, weight, sums.data());
        if (above.empty()) continue;
        kernel::add_weighted(above.data() + grid.index(0, y), row_width, weight, sums.data());
      }
      for (int i = 0; i < coarse.width; ++i) {
        const auto [x0, x1] = covered(i, grid.width, coarse.width);
        float sum = 0.0f;
        for (int x = x0; x < x1; ++x) {
          const bool whole = x > x0 && x + 1 < x1;
          sum += (whole ? 1.0f : overlap(x, i, grid.width, coarse.width)) * sums[static_cast<std::size_t>(x)];
        }
        heights[static_cast<std::size_t>(j) * coarse_width + static_cast<std::size_t>(i)] = sum * share;
      }
    }
  });
  return heights;
}

SmoothGradient smooth_gradient(Terrain const& terrain, float deviation, Scheduler const& scheduler) {
  SmoothGradient gradient;
  gradient.grid = coarse_grid(terrain.grid, deviation);
  const CoarseGrid coarse = gradient.grid;
  const bool periodic = terrain.grid.periodic();
  std::vector<float> heights = coarse_heights(terrain, {}, coarse, scheduler);
  smooth(coarse, deviation, periodic, scheduler, heights);
  gradient.x.resize(heights.size());
  gradient.y.resize(heights.size());
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>(continued(y, coarse.height, periodic)) * static_cast<std::size_t>(coarse.width) +
           static_cast<std::size_t>(continued(x, coarse.width, periodic));
  };
  for (int y = 0; y < coarse.height; ++y) {
    for (int x = 0; x < coarse.width; ++x) {
      const std::size_t i = at(x, y);
      gradient.x[i] = (heights[at(x + 1, y)] - heights[at(x - 1, y)]) / (2.0f * coarse.cell_x);
      gradient.y[i] = (heights[at(x, y + 1)] - heights[at(x, y - 1)]) / (2.0f * coarse.cell_y);
    }
  }
  return gradient;
}

std::vector<kernel::BetweenColumns> places_between(int count, int coarse, bool periodic) {
  std::vector<kernel::BetweenColumns> places(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double at = (i + 0.5) * coarse / count - 0.5;
    const double left = std::floor(at);
    places[static_cast<std::size_t>(i)] = {continued(static_cast<int>(left), coarse, periodic),
                                           continued(static_cast<int>(left) + 1, coarse, periodic),
                                           static_cast<float>(at - left)};
  }
  return places;
}

ReliefTensor make_relief_tensor(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  const float widest = kLargestRadius * grid.cell_size * static_cast<float>(std::min(grid.width, grid.height));
  const auto gradient_of = [&](float radius) {
    return smooth_gradient(terrain, kDeviationOfRadius * std::min(radius, widest), scheduler);
  };
  const SmoothGradient small = gradient_of(parameters.projection_small);
  const SmoothGradient large = gradient_of(parameters.projection_large);
  const CoarseGrid finer = small.grid.width >= large.grid.width ? small.grid : large.grid;
  const GradientSampler small_at(small, finer, grid.periodic());
  const GradientSampler large_at(large, finer, grid.periodic());

  ReliefTensor tensor{.width = finer.width, .height = finer.height, .xx = {}, .xy = {}, .yy = {}};
  const std::size_t cells = static_cast<std::size_t>(finer.width) * static_cast<std::size_t>(finer.height);
  tensor.xx.assign(cells, 0.0f);
  tensor.xy.assign(cells, 0.0f);
  tensor.yy.assign(cells, 0.0f);
  scheduler.for_ranges(finer.height, 32, [&](int first, int last) {
    std::size_t i = static_cast<std::size_t>(first) * static_cast<std::size_t>(finer.width);
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < finer.width; ++x, ++i) {
        for (auto const& [scale, gradient] : {std::pair{kSmall, small_at.at(x, y)}, {kLarge, large_at.at(x, y)}}) {
          const float square = gradient.x * gradient.x + gradient.y * gradient.y;
          const float left_over = 1.0f - std::min(std::sqrt(square), kMostBlocked);
          // k (|g|^2 I - g g'): the component along the contour is amplified, by at most the wind itself.
          const float k = scale.deflection * square > 1.0f ? 1.0f / square : scale.deflection;
          tensor.xx[i] += scale.weight * (left_over + k * gradient.y * gradient.y);
          tensor.xy[i] -= scale.weight * (k * gradient.x * gradient.y);
          tensor.yy[i] += scale.weight * (left_over + k * gradient.x * gradient.x);
        }
      }
    }
  });
  return tensor;
}

}  // namespace barchan
