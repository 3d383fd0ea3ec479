/// Rows with margins, so that kernels may read whole segments and one cell beyond every edge.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/land_vector.hpp"

namespace barchan {

/// Three adjacent rows of one array.
template <class T>
struct RowTriple {
  T const* south;
  T const* row;
  T const* north;
};

/// Grid of values with margins.
template <class T>
class PaddedGrid {
 public:
  PaddedGrid() = default;
  /// Sets all values and margins to 0.
  PaddedGrid(int width, int height) { prepare(width, height); }
  /// Sets all values and margins to 0.
  void prepare(int width, int height) {
    width_ = static_cast<std::size_t>(width);
    height_ = height;
    stride_ = (width_ + kPad - 1) / kPad * kPad + 2 * kPad;
    values_.assign(stride_ * static_cast<std::size_t>(height_ + 2), T{});
  }
  bool empty() const { return values_.empty(); }
  /// Cell 0 of row `y`, -1 <= y <= height.
  T* row(int y) { return values_.data() + static_cast<std::size_t>(y + 1) * stride_ + kPad; }
  T const* row(int y) const { return values_.data() + static_cast<std::size_t>(y + 1) * stride_ + kPad; }
  /// Row `y` and its neighbours, from cell `x` on.
  RowTriple<T> around(int y, int x) const { return {row(y - 1) + x, row(y) + x, row(y + 1) + x}; }
  void fill(T value) { std::fill(values_.begin(), values_.end(), value); }
  /// Fills a row and its margins.
  void fill_row(int y, T value) { std::fill_n(row(y) - kPad, stride_, value); }
  /// Fills the margin after the end of a row.
  void fill_tail(int y, T value) { std::fill(row(y) + width_, row(y) - kPad + stride_, value); }

  /// Copies the opposite ends of a row into its margins.
  void wrap_row(int y) {
    T* const cells = row(y);
    cells[-1] = cells[width_ - 1];
    cells[width_] = cells[0];
  }
  /// Copies the end cells of a row into its margins.
  void extend_row(int y) {
    T* const cells = row(y);
    cells[-1] = cells[0];
    cells[width_] = cells[width_ - 1];
  }
  /// Fills all margins from the opposite sides.
  void wrap() {
    for (int y = 0; y < height_; ++y) wrap_row(y);
    copy_row(height_ - 1, -1);
    copy_row(0, height_);
  }
  /// Fills the margins as walls. Each margin cell is as high as the highest of the three nearest cells of the edge, so
  /// that nothing moves there.
  void wall() {
    for (int y = 0; y < height_; ++y) {
      T const* const south = row(std::max(y - 1, 0));
      T const* const north = row(std::min(y + 1, height_ - 1));
      T* const cells = row(y);
      const auto highest = [&](std::size_t x) { return std::max({south[x], cells[x], north[x]}); };
      cells[-1] = highest(0);
      cells[width_] = highest(width_ - 1);
    }
    copy_row(0, -1);
    copy_row(height_ - 1, height_);
  }

 private:
  static constexpr std::size_t kPad = kSegment;

  void copy_row(int from, int to) { std::copy_n(row(from) - kPad, stride_, row(to) - kPad); }

  std::size_t width_ = 0, stride_ = 0;
  int height_ = 0;
  LandVector<T> values_;
};

/// Values that kernels read beyond the edges of a land that is not periodic.
enum class Beyond {
  wall,     ///< the highest of the three nearest cells, so that nothing moves there
  nearest,  ///< the value at the edge
};

/// A few rows of a grid, copied singly with their margins, so that the data in use stays in the cache.
template <class T>
class RowWindow {
 public:
  /// Holds `rows` rows of `cells`, which has grid.cells() entries and must outlive the window.
  RowWindow(Grid const& grid, std::span<T const> cells, int rows, Beyond beyond)
      : grid_(grid),
        cells_(cells.data()),
        beyond_(beyond),
        held_(static_cast<std::size_t>(rows), kNone),
        rows_(grid.width, rows) {}

  /// Discards all rows and reads from `cells` from now on.
  void begin(std::span<T const> cells) {
    cells_ = cells.data();
    std::ranges::fill(held_, kNone);
  }
  /// Copies those of the rows `first` to `last` that are missing. A row beyond the edges is the wrapped row on a
  /// periodic land, otherwise the nearest row.
  void fetch(int first, int last) {
    for (int y = first; y <= last; ++y) {
      if (held_[slot(y)] == y) continue;
      held_[slot(y)] = y;
      copy(grid_.resolve_y(y), static_cast<int>(slot(y)));
    }
  }
  /// Cell 0 of a fetched row.
  T const* row(int y) const { return rows_.row(static_cast<int>(slot(y))); }
  /// A fetched row and its neighbours, from cell `x` on.
  RowTriple<T> around(int y, int x) const { return {row(y - 1) + x, row(y) + x, row(y + 1) + x}; }

 private:
  static constexpr int kNone = std::numeric_limits<int>::min();

  T const* row_of(int y) const { return cells_ + grid_.index(0, grid_.resolve_y(y)); }
  std::size_t slot(int y) const { return (static_cast<std::size_t>(y) + held_.size()) % held_.size(); }
  void copy(int from, int to) {
    T const* const source = row_of(from);
    std::copy_n(source, grid_.width, rows_.row(to));
    // All cells of the margin after the row have the same height, so nothing moves there.
    rows_.fill_tail(to, grid_.periodic() ? source[0] : margin(from, grid_.width - 1));
    rows_.row(to)[-1] = grid_.periodic() ? source[grid_.width - 1] : margin(from, 0);
  }
  T margin(int y, int x) const {
    if (beyond_ == Beyond::nearest) return row_of(y)[x];
    return std::max({row_of(y - 1)[x], row_of(y)[x], row_of(y + 1)[x]});
  }

  Grid grid_;
  T const* cells_;
  Beyond beyond_;
  std::vector<int> held_;  ///< row held in each slot
  PaddedGrid<T> rows_;
};

}  // namespace barchan
