/// The inner loops over heights above the lowest point of the land.
#pragma once

#include <cstddef>
#include <cstdint>

#include "barchan/base/quanta.hpp"

namespace barchan::kernel {

/// Metres of `elevation` above `origin`, the lowest point: the difference of two int32 fits an unsigned one.
inline float metres_above(Quanta elevation, Quanta origin) {
  return static_cast<float>(static_cast<std::uint32_t>(elevation) - static_cast<std::uint32_t>(origin)) *
         kMetresPerQuantum;
}

struct Extremes {
  Quanta lowest, highest;
};
/// Of `count` elevations, at least one.
Extremes extremes(Quanta const* elevation, std::size_t count);

/// Metres of `count` elevations above `origin`, the lowest point.
void heights_above(Quanta origin, Quanta const* elevation, std::size_t count, float* heights);

/// Adds `weight` times those metres to `sums`.
void add_heights(Quanta origin, Quanta const* elevation, std::size_t count, float weight, float* sums);

/// Columns that are turned into rows and back at once: wide enough that a row is more than a few cache lines.
inline constexpr std::size_t kTurnedColumns = 64;
/// Cells of the grid that are turned: the first `columns` (at most kTurnedColumns) of `rows` rows, `stride` apart.
struct Patch {
  std::size_t rows, columns, stride;
};
/// Metres of a patch above `origin`, turned: column `c` becomes the row at `heights + c * turned_stride`.
void turn_heights(Quanta origin, Quanta const* elevation, Patch patch, float* heights, std::size_t turned_stride);
/// Turns rows of `turned_stride` back into the cells of a patch.
void turn_back(float const* turned, std::size_t turned_stride, Patch patch, float* values);

}  // namespace barchan::kernel
