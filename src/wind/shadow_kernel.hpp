/// The inner loop of the shadow sweep.
#pragma once

#include <cstddef>

namespace barchan::kernel {

/// How one row of rays follows from the row behind it.
struct RayStep {
  float shift;      ///< columns by which a ray moves per row, -1 .. 1
  float drop_low;   ///< m by which the ray of the low angle falls per row
  float drop_high;  ///< m by which the ray of the high angle falls per row
};
/// Heights of the rays over the row behind, read at columns -1 .. count (one pad each side), and over this row (pads
/// are left to the caller).
struct RayRows {
  float const *low, *high;
  float *next_low, *next_high;
};
/// The shadow of a row and by how much the low ray passes above it (m).
struct ShadowRow {
  float *shadow, *bubble;
};

/// Advances both rays by one row.
void advance_rays(RayStep step, std::size_t count, float const* height, RayRows rays, ShadowRow out);

}  // namespace barchan::kernel
