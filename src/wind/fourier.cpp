#include "wind/fourier.hpp"

#include <algorithm>

#include "base/math.hpp"
#include "base/scheduler.hpp"

namespace barchan {

namespace {

constexpr int kColumnsTogether = 64;  // columns that one thread transforms at once; they stay in its cache
constexpr int kTile = 16;             // side of the tiles that are transposed at once

}  // namespace

void ComplexPlane::resize(int new_rows, int new_columns) {
  rows = new_rows;
  columns = new_columns;
  const std::size_t size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  re.resize(size);
  im.resize(size);
}

kernel::ComplexRow ComplexPlane::row(int y, int first_column) {
  const std::size_t at =
      static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(first_column);
  return {re.data() + at, im.data() + at};
}

ColumnTransform::ColumnTransform(int length) : length_(length), roots_(static_cast<std::size_t>(length / 2)) {
  for (std::size_t k = 0; k < roots_.size(); ++k) {
    const auto [sine, cosine] = math::sine_cosine_degrees(360.0 * static_cast<double>(k) / length);
    roots_[k] = {static_cast<float>(cosine), static_cast<float>(-sine)};
  }
}

void ColumnTransform::forward(ComplexPlane& plane, Scheduler const& scheduler) const {
  scheduler.for_ranges(plane.columns, kColumnsTogether, [&](int first, int last) {
    const auto count = static_cast<std::size_t>(last - first);
    for (int size = length_; size > 1; size /= 2) {
      for (int k = 0; k < size / 2; ++k) {
        const kernel::Root root = roots_[static_cast<std::size_t>(k * (length_ / size))];
        for (int y = k; y < length_; y += size) {
          kernel::split_rows(root, count, plane.row(y, first), plane.row(y + size / 2, first));
        }
      }
    }
  });
}

void ColumnTransform::inverse(ComplexPlane& plane, Scheduler const& scheduler) const {
  scheduler.for_ranges(plane.columns, kColumnsTogether, [&](int first, int last) {
    const auto count = static_cast<std::size_t>(last - first);
    for (int size = 2; size <= length_; size *= 2) {
      for (int k = 0; k < size / 2; ++k) {
        const kernel::Root root = roots_[static_cast<std::size_t>(k * (length_ / size))];
        for (int y = k; y < length_; y += size) {
          kernel::join_rows({root.re, -root.im}, count, plane.row(y, first), plane.row(y + size / 2, first));
        }
      }
    }
  });
}

int ColumnTransform::reversed(int i) const {
  int turned = 0;
  for (int bit = 1; bit < length_; bit *= 2) {
    turned = 2 * turned + (i & 1);
    i /= 2;
  }
  return turned;
}

void transpose(ComplexPlane const& plane, ComplexPlane& out, Scheduler const& scheduler) {
  out.resize(plane.columns, plane.rows);
  const auto columns = static_cast<std::size_t>(plane.columns);
  const auto rows = static_cast<std::size_t>(plane.rows);
  const auto turn = [&](LandVector<float> const& from, LandVector<float>& to) {
    scheduler.for_ranges(plane.columns, kTile, [&](int first, int last) {
      for (int top = 0; top < plane.rows; top += kTile) {
        for (auto x = static_cast<std::size_t>(first); x < static_cast<std::size_t>(last); ++x) {
          const auto end = static_cast<std::size_t>(std::min(top + kTile, plane.rows));
          for (auto y = static_cast<std::size_t>(top); y < end; ++y) to[x * rows + y] = from[y * columns + x];
        }
      }
    });
  };
  turn(plane.re, out.re);
  turn(plane.im, out.im);
}

}  // namespace barchan
