/// A grid of values with margins: rows that kernels may read in whole segments, one cell beyond every edge.
#pragma once

#include <algorithm>
#include <cstddef>

#include "barchan/base/grid.hpp"
#include "barchan/land/columns.hpp"
#include "base/aligned_vector.hpp"

namespace barchan {

template <class T>
class PaddedGrid {
 public:
  PaddedGrid() = default;
  /// All values and margins are 0.
  PaddedGrid(int width, int height) { prepare(width, height); }
  /// All values and margins become 0.
  void prepare(int width, int height) {
    width_ = static_cast<std::size_t>(width);
    height_ = height;
    stride_ = (width_ + kPad - 1) / kPad * kPad + 2 * kPad;
    values_.assign(stride_ * static_cast<std::size_t>(height_ + 2), T{});
  }
  /// Cell 0 of row `y`, -1 <= y <= height.
  T* row(int y) { return values_.data() + static_cast<std::size_t>(y + 1) * stride_ + kPad; }
  T const* row(int y) const { return values_.data() + static_cast<std::size_t>(y + 1) * stride_ + kPad; }
  /// A row with its margins.
  void fill_row(int y, T value) { std::fill_n(row(y) - kPad, stride_, value); }
  /// What stands beyond the end of a row.
  void fill_tail(int y, T value) { std::fill(row(y) + width_, row(y) - kPad + stride_, value); }

  /// What stands beyond the ends of a row is what stands on the opposite side.
  void wrap_row(int y) {
    T* const cells = row(y);
    cells[-1] = cells[width_ - 1];
    cells[width_] = cells[0];
  }
  /// What stands beyond the edges is what stands on the opposite side.
  void wrap() {
    for (int y = 0; y < height_; ++y) wrap_row(y);
    copy_row(height_ - 1, -1);
    copy_row(0, height_);
  }
  /// Walls: beyond the edges stands the highest of the three nearest cells of the edge, so that nothing runs there.
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
  AlignedVector<T> values_;
};

}  // namespace barchan
