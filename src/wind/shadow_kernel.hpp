/// The inner loops of the shadow sweep.
#pragma once

#include <cstddef>

#include "barchan/base/quanta.hpp"

namespace barchan::kernel {

/// How one row of rays follows from the row behind it.
struct RayStep {
  float shift;      ///< columns by which a ray moves per row, -1 .. 1
  float drop_low;   ///< m by which the ray of the low angle falls per row
  float drop_high;  ///< m by which the ray of the high angle falls per row
};

/// Advances both rays by one row and writes the shadow of this row and by how much the low ray passes above it (m).
/// `low`, `high`: heights of the rays over the row behind, read at columns -1 .. count (one pad each side); `next_low`,
/// `next_high`: the same over this row (pads are left to the caller).
void advance_rays(RayStep step, std::size_t count, float const* height, float const* low, float const* high,
                  float* next_low, float* next_high, float* shadow, float* bubble);

struct Extremes {
  Quanta lowest, highest;
};
/// Of `count` elevations, at least one.
Extremes extremes(Quanta const* elevation, std::size_t count);

/// Metres of `count` elevations above `origin`, the lowest point.
void heights_above(Quanta origin, Quanta const* elevation, std::size_t count, float* heights);

/// Columns that are turned into rows and back at once: wide enough that a row is more than a few cache lines.
inline constexpr std::size_t kTurnedColumns = 64;

/// The same of the first `columns` (at most kTurnedColumns) cells of `rows` rows, `stride` apart, turned: column `c`
/// becomes the row at `heights + c * turned_stride`.
void turn_heights(Quanta origin, Quanta const* elevation, std::size_t stride, std::size_t rows, std::size_t columns,
                  float* heights, std::size_t turned_stride);
/// Turns rows of `turned_stride` back into the first `columns` cells of `rows` rows, `stride` apart.
void turn_back(float const* turned, std::size_t turned_stride, std::size_t rows, std::size_t columns, float* values,
               std::size_t stride);

}  // namespace barchan::kernel
