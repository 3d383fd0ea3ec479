/// Inner loops of sweeps over the land: heights above its lowest point, and the rays of a shadow.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// Metres of `elevation` above `origin`, the lowest point. The difference of two int32 fits an unsigned one.
inline float metres_above(Quanta elevation, Quanta origin) {
  return static_cast<float>(static_cast<std::uint32_t>(elevation) - static_cast<std::uint32_t>(origin)) *
         kMetresPerQuantum;
}

/// Part of a grid: `rows` rows of `columns` cells, `stride` apart.
struct Patch {
  std::size_t rows, columns, stride;
};

struct Extremes {
  Quanta lowest, highest;
};
/// Extremes of the elevations of a patch of at least one cell.
Extremes extremes(Quanta const* elevation, Patch patch);
/// Extremes of `count` elevations, at least one.
inline Extremes extremes(Quanta const* elevation, std::size_t count) { return extremes(elevation, {1, count, count}); }

/// Metres of `count` elevations above `origin`, the lowest point.
void heights_above(Quanta origin, Quanta const* elevation, std::size_t count, float* heights);

/// Adds `weight` times those heights to `sums`, in metres.
void add_heights(Quanta origin, Quanta const* elevation, std::size_t count, float weight, float* sums);

/// Adds `weight` times `values` to `sums`.
void add_weighted(float const* values, std::size_t count, float weight, float* sums);

/// Number of columns that are transposed at once: wide enough that a row fills more than a few cache lines.
inline constexpr std::size_t kTurnedColumns = 64;
/// Heights in metres above `origin` of a patch of at most kTurnedColumns columns, transposed: column `c` becomes the
/// row at `heights + c * turned_stride`.
void turn_heights(Quanta origin, Quanta const* elevation, Patch patch, float* heights, std::size_t turned_stride);
/// Transposes rows of `turned_stride` back into the cells of a patch.
void turn_back(float const* turned, std::size_t turned_stride, Patch patch, float* values);

/// Changes of the rays from one row to the next.
struct RayStep {
  float shift;      ///< columns by which a ray shifts per row, -1 to 1
  float drop_low;   ///< m by which the ray of the low angle falls per row
  float drop_high;  ///< m by which the ray of the high angle falls per row
};
/// Heights of the rays over the previous row, read at columns -1 to count (one margin cell on each side), and over this
/// row (the caller fills its margins).
struct RayRows {
  float const *low, *high;
  float *next_low, *next_high;
};
/// Shadow of a row, and height of the low ray above it (m).
struct ShadowRow {
  float *shadow, *bubble;
};

/// Advances both rays by one row.
void advance_rays(RayStep step, std::size_t count, float const* height, RayRows rays, ShadowRow out);

}  // namespace barchan::kernel
