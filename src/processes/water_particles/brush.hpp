/// The brush of a droplet: the cells around a real-valued place with which it exchanges sediment, four lanes at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "base/kernel_math.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/lanes.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

/// The cells whose centres lie within a radius R of a place. A cell at distance d has the weight 1 - d^2 / R^2. They
/// are stored as a box of rows, each divided into groups of four cells. Cells of the box outside the radius, or beyond
/// a wall or an open edge, have weight 0.
class Brush {
 public:
  /// Four adjacent cells in a row of the box.
  struct Group {
    std::size_t row, index;
  };

  Brush(Grid const& grid, Place const& place, float radius);

  static constexpr int kSide = (2 * kWidestBrush / kLanes + 1) * kLanes;
  static constexpr int kMostGroups = kSide * kSide / kLanes;

  std::size_t middle() const { return middle_; }  ///< index of the cell at the centre
  int rows() const { return rows_; }
  int columns() const { return groups_ * kLanes; }
  int row(int j) const { return y_[static_cast<std::size_t>(j)]; }
  int column(int i) const { return contiguous_ ? first_ + i : x_[static_cast<std::size_t>(i)]; }
  /// Returns whether the columns are adjacent in memory. They are, unless the box crosses a periodic seam.
  bool contiguous() const { return contiguous_; }
  /// Sum of the weights.
  float total() const { return total_; }

  /// Calls `visit(group)` for all groups, row by row.
  template <class Visit>
  void for_groups(Visit visit) const {
    for (int j = 0; j < rows_; ++j) {
      for (int g = 0; g < groups_; ++g) visit(Group{static_cast<std::size_t>(j), static_cast<std::size_t>(g)});
    }
  }
  Floats weights(Group group) const { return positive(square_ - near_y_[group.row] - near_x_[group.index]); }
  /// Distance of the cells from the place, to the east and to the north, in cells.
  Floats east(Group group) const { return east_[group.index]; }
  float north(Group group) const { return north_[group.row]; }
  /// Index of the cell in lane `lane` of a group.
  std::size_t cell(Group group, int lane) const {
    const int i = static_cast<int>(group.index) * kLanes + lane;
    return static_cast<std::size_t>(y_[group.row]) * width_ + static_cast<std::size_t>(column(i));
  }
  /// Gathers the values of the four cells of a group.
  Integers load(Quanta const* cells, Group group) const {
    Integers lanes;
    if (contiguous_) {
      std::memcpy(&lanes, cells + cell(group, 0), sizeof lanes);
    } else {
      for (int i = 0; i < kLanes; ++i) lanes[i] = cells[cell(group, i)];
    }
    return lanes;
  }

 private:
  static constexpr float kFar = 1e9f;  ///< squared distance given to a cell that does not exist

  std::size_t middle_, width_;
  int rows_ = 0, groups_ = 0, first_ = 0;
  bool contiguous_ = false;
  std::array<int, kSide> x_, y_;
  std::array<Floats, kSide / kLanes> near_x_, east_;
  std::array<float, kSide> near_y_, north_;
  float square_ = 1.0f;
  float total_ = 0.0f;
};

inline Brush::Brush(Grid const& grid, Place const& place, float radius)
    : middle_(grid.index(place.x, place.y)), width_(static_cast<std::size_t>(grid.width)), square_(radius * radius) {
  using kernel::floor_to_int;
  const float centre_x = place.offset_x - 0.5f;
  const int low_x = -floor_to_int(radius - centre_x);
  const int high_x = floor_to_int(centre_x + radius);
  groups_ = (high_x - low_x) / kLanes + 1;
  first_ = place.x + low_x;
  contiguous_ = first_ >= 0 && first_ + columns() <= grid.width;
  Floats distance = static_cast<float>(low_x) - centre_x + Floats{0.0f, 1.0f, 2.0f, 3.0f};
  for (std::size_t g = 0; g < static_cast<std::size_t>(groups_); ++g) {
    east_[g] = distance;
    near_x_[g] = distance * distance;
    distance += static_cast<float>(kLanes);
  }
  if (!contiguous_) {
    for (int i = 0; i < columns(); ++i) {
      x_[static_cast<std::size_t>(i)] = grid.resolve_x(first_ + i);
      const bool exists = grid.periodic() || grid.contains(first_ + i, 0);
      if (!exists) near_x_[static_cast<std::size_t>(i / kLanes)][i % kLanes] = kFar;
    }
  }

  const float centre_y = place.offset_y - 0.5f;
  const int low_y = -floor_to_int(radius - centre_y);
  const int high_y = floor_to_int(centre_y + radius);
  for (int k = low_y; k <= high_y; ++k) {
    if (!grid.periodic() && !grid.contains(0, place.y + k)) continue;
    const auto row = static_cast<std::size_t>(rows_++);
    y_[row] = grid.resolve_y(place.y + k);
    north_[row] = static_cast<float>(k) - centre_y;
    near_y_[row] = north_[row] * north_[row];
  }

  Floats sum{};
  for_groups([&](Group group) { sum += weights(group); });
  total_ = sum_of(sum);
}

/// Rounds amounts to whole quanta, group after group, with a phase that carries on from one group to the next.
class Dither {
 public:
  explicit Dither(float start) : phase_(fraction(start + Floats{kTurns[0], kTurns[1], kTurns[2], kTurns[3]})) {}
  /// Rounds four amounts. Amounts that are not positive become 0.
  Integers round(Floats amounts) {
    const Integers whole = __builtin_convertvector(positive(amounts) + phase_, Integers);
    phase_ = fraction(phase_ + (4 * kGolden - 2));
    return masked(amounts > Floats{}, whole);
  }

 private:
  Floats phase_;
};

/// Adds the counts of a group of cells to `target`.
inline void add_lanes(QuantaSum* target, Brush const& brush, Brush::Group group, Integers counts) {
  if (brush.contiguous()) {
    QuantaSum* const place = target + brush.cell(group, 0);
    for (int i = 0; i < kLanes; ++i) place[i] += counts[i];
    return;
  }
  for (int i = 0; i < kLanes; ++i) {
    if (counts[i] != 0) target[brush.cell(group, i)] += counts[i];
  }
}

/// Calls `visit(segment)` for the segments that the brush may touch. A segment may be visited more than once.
template <class Visit>
void for_segments(RoundLand const& land, Brush const& brush, Visit visit) {
  const int last = brush.columns() - 1;
  const int stride = brush.contiguous() ? kSegment : 1;
  for (int j = 0; j < brush.rows(); ++j) {
    for (int i = 0; i < last; i += stride) visit(land.segment(brush.column(i), brush.row(j)));
    visit(land.segment(brush.column(last), brush.row(j)));
  }
}

}  // namespace barchan::water
