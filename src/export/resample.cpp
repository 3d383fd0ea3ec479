#include "export/resample.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/scheduler.hpp"
#include "base/work_watch.hpp"

namespace barchan {

namespace {

/// A line of cells as one parabola per cell, and its integral from the first edge.
class ParabolaLine {
 public:
  ParabolaLine(int cells, ResampleStyle const& style)
      : style_(style),
        values_(static_cast<std::size_t>(cells)),
        left_(values_.size()),
        right_(values_.size()),
        sums_(values_.size() + 1) {}

  /// Takes the values of the cells, which are `stride` apart.
  void take(float const* first, std::size_t stride) {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = static_cast<double>(first[i * stride]);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      left_[i] = style_.flat ? values_[i] : edge(static_cast<int>(i));
      right_[i] = style_.flat ? values_[i] : edge(static_cast<int>(i) + 1);
      sums_[i + 1] = sums_[i] + values_[i];
      if (style_.bounded) bound(i);
    }
  }

  /// Integral from the first edge to `position`, in cells.
  double integral(double position) const {
    const auto cell = std::min(static_cast<std::size_t>(position), values_.size() - 1);
    const double t = position - static_cast<double>(cell);
    const double rise = right_[cell] - left_[cell];
    const double bend = 6.0 * values_[cell] - 3.0 * (left_[cell] + right_[cell]);
    return sums_[cell] + t * (left_[cell] + t * (0.5 * (rise + bend) - t * bend / 3.0));
  }

 private:
  /// Cell `i`, which may lie beyond the ends of the line.
  double value(int i) const {
    const int cells = static_cast<int>(values_.size());
    if (style_.periodic) return values_[static_cast<std::size_t>((i % cells + cells) % cells)];
    return values_[static_cast<std::size_t>(std::clamp(i, 0, cells - 1))];
  }

  /// Value at the edge between the cells `i` - 1 and `i`. It lies between their values.
  double edge(int i) const {
    const double before = value(i - 1), after = value(i);
    const double mean = 7.0 / 12.0 * (before + after) - (value(i - 2) + value(i + 1)) / 12.0;
    return std::clamp(mean, std::min(before, after), std::max(before, after));
  }

  /// Changes the edges of a cell so that its parabola stays between them.
  void bound(std::size_t i) {
    const double mean = values_[i];
    if ((right_[i] - mean) * (mean - left_[i]) <= 0.0) {
      left_[i] = right_[i] = mean;
      return;
    }
    const double rise = right_[i] - left_[i];
    const double offset = rise * (mean - 0.5 * (left_[i] + right_[i]));
    if (offset > rise * rise / 6.0) left_[i] = 3.0 * mean - 2.0 * right_[i];
    if (offset < -rise * rise / 6.0) right_[i] = 3.0 * mean - 2.0 * left_[i];
  }

  ResampleStyle style_;
  std::vector<double> values_, left_, right_, sums_;
};

/// Lines of a grid: `count` lines of `cells` values, which are `stride` apart; the lines are `pitch` apart.
struct GridLines {
  int count, cells;
  std::size_t stride, pitch;
};

/// Resamples all lines to `samples` values each.
void resample_lines(float const* source, GridLines const& from, float* target, GridLines const& to,
                    std::pair<ResampleStyle, Scheduler const*> const& how) {
  const double step = static_cast<double>(from.cells) / to.cells;
  constexpr int kLinesPerPiece = 16;
  for_watched_ranges(*how.second, from.count, kLinesPerPiece, [&](int first, int end) {
    ParabolaLine line(from.cells, how.first);
    for (int i = first; i < end; ++i) {
      line.take(source + static_cast<std::size_t>(i) * from.pitch, from.stride);
      float* const out = target + static_cast<std::size_t>(i) * to.pitch;
      double before = 0.0;
      for (int k = 0; k < to.cells; ++k) {
        const double after = line.integral(std::min((k + 1) * step, static_cast<double>(from.cells)));
        out[static_cast<std::size_t>(k) * to.stride] = static_cast<float>((after - before) / step);
        before = after;
      }
    }
  });
}

}  // namespace

SampleGrid resampled(SampleGrid source, int width, int height, ResampleStyle const& style, Scheduler const& scheduler) {
  if (source.width == width && source.height == height) return source;
  const std::pair how{style, &scheduler};
  const auto wide = static_cast<std::size_t>(width), old = static_cast<std::size_t>(source.width);
  std::vector<float> rows(wide * static_cast<std::size_t>(source.height));
  resample_lines(source.values.data(), {source.height, source.width, 1, old}, rows.data(),
                 {source.height, width, 1, wide}, how);
  SampleGrid target;
  target.width = width;
  target.height = height;
  target.spacing_x = source.spacing_x * source.width / width;
  target.spacing_y = source.spacing_y * source.height / height;
  source.values = {};
  target.values.resize(target.samples());
  resample_lines(rows.data(), {width, source.height, wide, 1}, target.values.data(), {width, height, wide, 1}, how);
  return target;
}

std::vector<std::uint8_t> resampled_gaps(SampleGrid cells, int width, int height, Scheduler const& scheduler) {
  // A sample of which exactly half has no data has data, whatever the sum is rounded to.
  constexpr float kMoreThanHalf = 0.5f + 1e-5f;
  const SampleGrid shares = resampled(std::move(cells), width, height, {.flat = true}, scheduler);
  std::vector<std::uint8_t> gaps(shares.values.size());
  std::ranges::transform(shares.values, gaps.begin(), [](float share) { return share > kMoreThanHalf ? 1 : 0; });
  return gaps;
}

}  // namespace barchan
