/// The brush with which a droplet touches the land: cells around a real-valued place, four lanes at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "barchan/land/columns.hpp"
#include "processes/water_particles/droplet_kernel.hpp"

namespace barchan::water {

inline constexpr int kLanes = 4;
// Vectors of the compiler's own: the same arithmetic lane by lane on every machine.
using Floats = float __attribute__((vector_size(16)));
using Integers = std::int32_t __attribute__((vector_size(16)));
using Unsigned = std::uint32_t __attribute__((vector_size(16)));

/// Largest whole number not above `x`, for |x| < 2^31; inline on every instruction set.
inline int floor_of(float x) {
  const int whole = static_cast<int>(x);
  return whole - (x < static_cast<float>(whole) ? 1 : 0);
}

inline Floats all_lanes(float x) { return Floats{x, x, x, x}; }
inline Integers masked(Integers mask, Integers x) { return mask & x; }
inline Floats masked(Integers mask, Floats x) { return reinterpret_cast<Floats>(mask & reinterpret_cast<Integers>(x)); }
inline Floats chosen(Integers mask, Floats yes, Floats no) { return masked(mask, yes) + masked(~mask, no); }
inline Floats positive(Floats x) { return masked(x > Floats{}, x); }
inline Floats smaller(Floats a, Floats b) { return masked(a < b, a) + masked(a >= b, b); }
inline float sum_of(Floats x) { return (x[0] + x[1]) + (x[2] + x[3]); }
inline Quanta sum_of(Integers x) { return (x[0] + x[1]) + (x[2] + x[3]); }

/// Cells whose centres lie within a radius of a point, weighted 1 - d^2 / R^2, as a box of rows by groups of lanes.
/// Cells of the box beyond the radius or beyond a wall or an open edge have weight 0.
class Brush {
 public:
  Brush(Grid const& grid, int x, int y, float offset_x, float offset_y, float radius);

  static constexpr int kSide = (2 * kWidestBrush / kLanes + 1) * kLanes;
  static constexpr int kMostGroups = kSide * kSide / kLanes;

  int x() const { return middle_x_; }  ///< cell of the middle
  int y() const { return middle_y_; }
  int rows() const { return rows_; }
  int groups() const { return groups_; }
  int row(int j) const { return y_[static_cast<std::size_t>(j)]; }
  /// Columns of a group are neighbours in memory.
  bool contiguous() const { return contiguous_; }
  int column(int i) const { return contiguous_ ? first_ + i : x_[static_cast<std::size_t>(i)]; }
  Floats weights(int j, int group) const {
    return positive(all_lanes(square_ - near_y_[static_cast<std::size_t>(j)]) -
                    near_x_[static_cast<std::size_t>(group)]);
  }
  float total() const { return total_; }
  /// Cells from the brush's middle to the lanes of a group, to the east, and to a row, to the north.
  Floats east(int group) const { return east_[static_cast<std::size_t>(group)]; }
  float north(int j) const { return north_[static_cast<std::size_t>(j)]; }

  /// Four cells of row `j`.
  Integers load(Quanta const* row, int group) const {
    Integers lanes;
    if (contiguous_) {
      std::memcpy(&lanes, row + first_ + group * kLanes, sizeof lanes);
    } else {
      for (int i = 0; i < kLanes; ++i) lanes[i] = row[x_[static_cast<std::size_t>(group * kLanes + i)]];
    }
    return lanes;
  }

 private:
  static constexpr float kFar = 1e9f;  ///< square of the distance of a cell that does not exist

  int middle_x_, middle_y_;
  int rows_ = 0, groups_ = 0, first_ = 0;
  bool contiguous_ = false;
  std::array<int, kSide> x_, y_;
  std::array<Floats, kSide / kLanes> near_x_, east_;
  std::array<float, kSide> near_y_, north_;
  float square_ = 1.0f;
  float total_ = 0.0f;
};

inline Brush::Brush(Grid const& grid, int x, int y, float offset_x, float offset_y, float radius)
    : middle_x_(x), middle_y_(y), square_(radius * radius) {
  const auto wrapped = [](int place, int count) { return ((place % count) + count) % count; };

  const float centre_x = offset_x - 0.5f;
  const int low_x = -floor_of(radius - centre_x);
  const int high_x = floor_of(centre_x + radius);
  groups_ = (high_x - low_x) / kLanes + 1;
  first_ = x + low_x;
  contiguous_ = first_ >= 0 && first_ + groups_ * kLanes <= grid.width;
  Floats distance = all_lanes(static_cast<float>(low_x) - centre_x) + Floats{0.0f, 1.0f, 2.0f, 3.0f};
  for (int g = 0; g < groups_; ++g) {
    east_[static_cast<std::size_t>(g)] = distance;
    near_x_[static_cast<std::size_t>(g)] = distance * distance;
    distance += all_lanes(static_cast<float>(kLanes));
  }
  if (!contiguous_) {
    for (int i = 0; i < groups_ * kLanes; ++i) {
      const int place = first_ + i;
      const bool exists = grid.periodic() || (place >= 0 && place < grid.width);
      x_[static_cast<std::size_t>(i)] = exists ? wrapped(place, grid.width) : 0;
      if (!exists) near_x_[static_cast<std::size_t>(i / kLanes)][i % kLanes] = kFar;
    }
  }

  const float centre_y = offset_y - 0.5f;
  const int low_y = -floor_of(radius - centre_y);
  const int high_y = floor_of(centre_y + radius);
  for (int k = low_y; k <= high_y; ++k) {
    int place = y + k;
    if (place < 0 || place >= grid.height) {
      if (!grid.periodic()) continue;
      place = wrapped(place, grid.height);
    }
    const float away = static_cast<float>(k) - centre_y;
    y_[static_cast<std::size_t>(rows_)] = place;
    north_[static_cast<std::size_t>(rows_)] = away;
    near_y_[static_cast<std::size_t>(rows_)] = away * away;
    ++rows_;
  }

  Floats sum{};
  for (int j = 0; j < rows_; ++j) {
    for (int g = 0; g < groups_; ++g) sum += weights(j, g);
  }
  total_ = sum_of(sum);
}

/// Phases that turn reals into whole quanta, cell after cell: a golden-ratio sequence from a random start, so that
/// each cell's amount is right on average and their sum is right to within a few quanta.
class Dither {
 public:
  explicit Dither(float start)
      : phase_(fraction(all_lanes(start) + Floats{0.0f, kGolden, 2 * kGolden - 1, 3 * kGolden - 1})) {}
  /// Whole quanta of four amounts >= 0.
  Integers round(Floats amounts) {
    const Integers whole = __builtin_convertvector(amounts + phase_, Integers);
    phase_ = fraction(phase_ + all_lanes(4 * kGolden - 2));
    return whole;
  }

 private:
  static constexpr float kGolden = 0.618033989f;
  static Floats fraction(Floats x) { return x - masked(x >= all_lanes(1.0f), all_lanes(1.0f)); }
  Floats phase_;
};

/// Adds four counts to `target` (cells) and marks the segments of the box's row.
inline void add_lanes(Ground const& ground, Quanta* target, Brush const& brush, int j, int group, Integers counts) {
  Quanta* const row = target + ground.grid.index(0, brush.row(j));
  if (brush.contiguous() && !ground.shared) {
    Quanta* const place = row + brush.column(group * kLanes);
    Integers sum;
    std::memcpy(&sum, place, sizeof sum);
    sum += counts;
    std::memcpy(place, &sum, sizeof sum);
    return;
  }
  for (int i = 0; i < kLanes; ++i) {
    if (counts[i] == 0) continue;
    Quanta& slot = row[brush.column(group * kLanes + i)];
    if (ground.shared) {
      std::atomic_ref<Quanta>(slot).fetch_add(counts[i], std::memory_order_relaxed);
    } else {
      slot += counts[i];
    }
  }
}

/// Calls `visit(segment)` for the segments of a row that the brush may touch, some of them more than once.
template <class Visit>
void for_segments(Brush const& brush, Visit visit) {
  const int last = brush.groups() * kLanes - 1;
  const int stride = brush.contiguous() ? kSegment : 1;
  for (int i = 0; i < last; i += stride) visit(brush.column(i) / kSegment);
  visit(brush.column(last) / kSegment);
}

/// Marks the segments that row `j` of the brush may touch.
inline void mark_row(Ground const& ground, Brush const& brush, int j) {
  std::uint8_t* const row =
      ground.touched + static_cast<std::size_t>(brush.row(j)) * static_cast<std::size_t>(ground.segments_per_row);
  for_segments(brush, [&](int segment) {
    std::uint8_t& flag = row[segment];
    if (ground.shared) {
      std::atomic_ref<std::uint8_t>(flag).store(1, std::memory_order_relaxed);
    } else {
      flag = 1;
    }
  });
}

}  // namespace barchan::water
