/// What the sweeps of the cascade share: rows with margins, flows across edges, marks of segments.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "barchan/base/grid.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/columns.hpp"
#include "base/aligned_vector.hpp"
#include "gravity/cascade_kernel.hpp"

namespace barchan::cascade {

inline constexpr int kRowGrain = 32;
inline constexpr float kDiagonal = 1.41421356f;

/// Limits and shares of row `y`; nothing passes the edges of a land that is not periodic.
inline kernel::CascadeRule rule_of(Grid const& grid, int y, float repose, float share, float dither) {
  const float limit = repose * grid.cell_size * static_cast<float>(kQuantaPerMetre);
  const float south = grid.periodic() || y > 0 ? share : 0.0f;
  const float north = grid.periodic() || y + 1 < grid.height ? share : 0.0f;
  return {.limit_axis = limit,
          .limit_diagonal = limit * kDiagonal,
          .share_axis = share,
          .share_south = south,
          .share_south_diagonal = 0.5f * south,
          .share_north = north,
          .share_north_diagonal = 0.5f * north,
          .dither = dither};
}

/// Rows of a grid copied out one by one, with margins on both sides: wrapped, or walls that nothing passes.
template <class T>
class RowWindow {
 public:
  RowWindow(Grid const& grid, T const* cells, int rows)
      : grid_(grid), cells_(cells), stride_(row_stride(grid)), rows_(stride_ * static_cast<std::size_t>(rows)) {}

  /// Copies row `y` of the grid (wrapped, or the nearest) in.
  void fetch(int y) {
    const int from = grid_.resolve_y(y);
    T const* const source = row_of(from);
    T* const to = at(y);
    const auto width = static_cast<std::size_t>(grid_.width);
    std::copy_n(source, width, to);
    const bool wrap = grid_.periodic();
    to[-1] = wrap ? source[width - 1] : wall(from, 0);
    // What lies beyond the neighbour of the last cell moves nothing: it is level.
    std::fill(to + width, to + stride_ - kSegment, wrap ? source[0] : wall(from, grid_.width - 1));
  }
  T const* row(int y) const { return const_cast<RowWindow*>(this)->at(y); }

  static std::size_t row_stride(Grid const& grid) {
    return static_cast<std::size_t>((grid.width + kSegment - 1) / kSegment * kSegment + 2 * kSegment);
  }

 private:
  T const* row_of(int y) const { return cells_ + grid_.index(0, grid_.resolve_y(y)); }
  /// Rows take turns in the window.
  T* at(int y) {
    const auto slots = rows_.size() / stride_;
    return rows_.data() + (static_cast<std::size_t>(y) + slots) % slots * stride_ + kSegment;
  }
  /// A wall stands as high as the highest cell beside it, so nothing runs into it, and grants nothing.
  T wall(int y, int x) const {
    if constexpr (std::is_integral_v<T>) {
      return std::max({row_of(y - 1)[x], row_of(y)[x], row_of(y + 1)[x]});
    } else {
      return T{0};
    }
  }

  Grid const& grid_;
  T const* cells_;
  std::size_t stride_;
  AlignedVector<T> rows_;
};

/// The flows of one row, with margins.
class FlowRow {
 public:
  explicit FlowRow(Grid const& grid)
      : stride_(RowWindow<Quanta>::row_stride(grid)),
        width_(static_cast<std::size_t>(grid.width)),
        flows_(4 * stride_) {}

  kernel::EdgeFlows from(int x) {
    Quanta* const first = flows_.data() + kSegment + x;
    return {first, first + stride_, first + 2 * stride_, first + 3 * stride_};
  }
  void clear() {
    if (!empty_) std::fill(flows_.begin(), flows_.end(), 0);
    empty_ = true;
  }
  void fill() { empty_ = false; }
  /// What crosses the ends of a periodic row is seen from both of them.
  void wrap() {
    const kernel::EdgeFlows flows = from(0);
    flows.east[-1] = flows.east[width_ - 1];
    flows.north_east[-1] = flows.north_east[width_ - 1];
    flows.north_west[width_] = flows.north_west[0];
  }

 private:
  std::size_t stride_, width_;
  AlignedVector<Quanta> flows_;
  bool empty_ = true;
};

/// Marks of the segments of one row and of those beside it.
using MarkRows = kernel::RowTriple<std::uint8_t>;

/// Marks every segment of a row that is marked or touches one that is.
inline void dilate_row(bool periodic, std::size_t segments, MarkRows from, std::uint8_t* to) {
  const auto column = [&](std::size_t s) {
    return static_cast<std::uint8_t>(from.south[s] | from.row[s] | from.north[s]);
  };
  std::uint8_t before = periodic ? column(segments - 1) : std::uint8_t{0};
  std::uint8_t now = column(0);
  const std::uint8_t beyond = periodic ? now : std::uint8_t{0};
  for (std::size_t s = 0; s < segments; ++s) {
    const std::uint8_t next = s + 1 < segments ? column(s + 1) : beyond;
    to[s] = static_cast<std::uint8_t>(before | now | next);
    before = now;
    now = next;
  }
}

/// The same for all rows, across periodic edges too.
inline void dilate(Grid const& grid, int segments, std::span<std::uint8_t const> from, std::vector<std::uint8_t>& to,
                   Scheduler const& scheduler) {
  const auto n = static_cast<std::size_t>(segments);
  const auto row = [&](int y) { return from.data() + static_cast<std::size_t>(grid.resolve_y(y)) * n; };
  scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      dilate_row(grid.periodic(), n, {row(y - 1), row(y), row(y + 1)}, to.data() + static_cast<std::size_t>(y) * n);
    }
  });
}

/// Calls `visit(first segment, last segment)` for the runs of marked segments of one row.
template <class Visit>
void for_runs(std::uint8_t const* marks, int count, Visit visit) {
  for (int s = 0; s < count;) {
    if (marks[s] == 0) {
      ++s;
      continue;
    }
    int end = s + 1;
    while (end < count && marks[end] != 0) ++end;
    visit(s, end);
    s = end;
  }
}

}  // namespace barchan::cascade
