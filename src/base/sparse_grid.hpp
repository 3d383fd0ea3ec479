/// Grids that are 0 except in some stretches of cells. Their cost depends only on these stretches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "base/marks.hpp"

namespace barchan {

/// Calls `visit(CellRun)` for each run of marked stretches of a row of `grid`.
template <class Visit>
void for_cell_runs(Grid const& grid, std::span<std::uint8_t const> marks, Visit visit) {
  for_runs(marks, [&](int begin, int end) {
    const int first = begin * kStretch;
    visit(CellRun{static_cast<std::size_t>(first),
                  static_cast<std::size_t>(std::min(end * kStretch, grid.width) - first)});
  });
}

/// Returns whether any of the cells is not 0. Stops at the first segment with such a cell.
template <class T>
bool any_of_cells(T const* cells, std::size_t count) {
  constexpr std::size_t kAtOnce = kSegment;
  for (std::size_t i = 0; i < count; i += kAtOnce) {
    unsigned found = 0;
    for (std::size_t k = i; k < std::min(i + kAtOnce, count); ++k) found |= cells[k] != T{} ? 1u : 0u;
    if (found != 0) return true;
  }
  return false;
}

/// One value per cell, row-major. All values in an unmarked stretch are 0.
template <class T>
class SparseGrid {
 public:
  /// Sets all values to 0 and clears all marks.
  void prepare(Grid const& grid) {
    grid_ = grid;
    stretches_ = static_cast<std::size_t>(stretches_of(grid));
    cells_.assign(grid.cells(), T{});
    marks_.assign(stretches_ * static_cast<std::size_t>(grid.height), 0);
    rows_.assign(static_cast<std::size_t>(grid.height), 0);
  }
  bool empty() const { return cells_.empty(); }
  LandVector<T> const& cells() const { return cells_; }
  /// All cells, writable anywhere. Marks all stretches.
  LandVector<T>& open_cells() {
    mark_all();
    return cells_;
  }
  T operator[](std::size_t cell) const { return cells_[cell]; }
  /// Cell 0 of row `y`. A caller that writes there must mark the stretch.
  T* row(int y) { return cells_.data() + grid_.index(0, y); }
  T const* row(int y) const { return cells_.data() + grid_.index(0, y); }
  /// Marks of the stretches of row `y`, 0 or 1 each.
  std::span<std::uint8_t const> marks(int y) const { return std::span(marks_).subspan(first_of(y), stretches_); }
  /// The same marks, writable.
  std::span<std::uint8_t> open_marks(int y) {
    rows_[static_cast<std::size_t>(y)] = 1;
    return std::span(marks_).subspan(first_of(y), stretches_);
  }
  /// Returns whether stretches of row `y`, or of rows `first` to `last - 1`, may be marked. If false, none of them is.
  bool any(int y) const { return rows_[static_cast<std::size_t>(y)] != 0; }
  bool any(int first, int last) const {
    return any_marked(
        std::span(rows_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
  }
  /// Adds to one cell. Not thread-safe.
  void add(std::size_t cell, T value) {
    const auto width = static_cast<std::size_t>(grid_.width);
    cells_[cell] += value;
    open_marks(static_cast<int>(cell / width))[cell % width / kStretch] = 1;
  }
  /// Sets row `y` to 0.
  void clear_row(int y) {
    if (!any(y)) return;
    for_cell_runs(grid_, marks(y), [&](CellRun run) { std::fill_n(row(y) + run.first, run.count, T{}); });
    unmark_row(y);
  }
  /// Sets rows `first` to `last - 1` to 0.
  void clear_rows(int first, int last) {
    if (!any(first, last)) return;
    for (int y = first; y < last; ++y) clear_row(y);
  }
  /// Clears the marks of row `y`, whose values must already be 0.
  void unmark_row(int y) {
    std::ranges::fill(open_marks(y), std::uint8_t{0});
    rows_[static_cast<std::size_t>(y)] = 0;
  }
  /// Replaces the marks of row `y` by `wanted`. Sets stretches that lose their mark to 0.
  void keep_only(int y, std::span<std::uint8_t const> wanted) {
    const std::span<std::uint8_t> marks = open_marks(y);
    for (std::size_t s = 0; s < stretches_; ++s) {
      if (marks[s] > wanted[s]) std::fill_n(row(y) + s * kStretch, cells_in(s), T{});
    }
    std::ranges::copy(wanted, marks.begin());
    rows_[static_cast<std::size_t>(y)] = any_marked(wanted) ? 1 : 0;
  }
  /// Sets all values to 0.
  void clear() { clear_rows(0, grid_.height); }
  /// Calls `visit(y, CellRun)` for each run of marked stretches of all rows.
  template <class Visit>
  void for_each_run(Visit visit) const {
    for (int y = 0; y < grid_.height; ++y) {
      if (any(y)) for_cell_runs(grid_, marks(y), [&](CellRun run) { visit(y, run); });
    }
  }
  /// Reads or writes all values. Their number must equal the current number of cells.
  void keep(Archive& archive) {
    archive.table(cells_, cells_.size());
    if (archive.reading()) mark_all();
  }
  /// Clears the marks of stretches that are all 0, in rows `first` to `last - 1`.
  void tighten_rows(int first, int last) {
    if (!any(first, last)) return;
    for (int y = first; y < last; ++y) {
      if (!any(y)) continue;
      const std::span<std::uint8_t> marks = open_marks(y);
      for (std::size_t s = 0; s < stretches_; ++s) {
        if (marks[s] != 0) marks[s] = any_of_cells(row(y) + s * kStretch, cells_in(s)) ? 1 : 0;
      }
      rows_[static_cast<std::size_t>(y)] = any_marked(marks) ? 1 : 0;
    }
  }

 private:
  std::size_t first_of(int y) const { return static_cast<std::size_t>(y) * stretches_; }
  std::size_t cells_in(std::size_t stretch) const {
    return std::min(static_cast<std::size_t>(kStretch), static_cast<std::size_t>(grid_.width) - stretch * kStretch);
  }
  void mark_all() {
    std::ranges::fill(marks_, std::uint8_t{1});
    std::ranges::fill(rows_, std::uint8_t{1});
  }

  Grid grid_;
  std::size_t stretches_ = 0;
  LandVector<T> cells_;
  std::vector<std::uint8_t> marks_;
  std::vector<std::uint8_t> rows_;  ///< 0: the row has no marked stretch
};

/// Adds the marks of `from` to those of `to`.
inline void add_marks(std::span<std::uint8_t const> from, std::span<std::uint8_t> to) {
  std::ranges::transform(to, from, to.begin(), [](std::uint8_t a, std::uint8_t b) { return a | b; });
}

}  // namespace barchan
