/// The inner loops of the wind's projection on the relief.
#pragma once

#include <cstddef>
#include <cstdint>

#include "barchan/base/quanta.hpp"

namespace barchan::kernel {

/// Linear interpolation between two rows: `a` at `t` = 0, `b` at 1.
void blend_between(float const* a, float const* b, float t, std::size_t count, float* out);

/// A place between two columns of a coarse row.
struct BetweenColumns {
  std::int32_t left, right;
  float t;  ///< 0 at `left`, 1 at `right`
};

/// One row of the local wind from coarse rows of its two components (in shares of the prevailing speed), interpolated:
/// unit vectors and their length.
void local_wind_row(BetweenColumns const* places, std::size_t count, float const* coarse_x, float const* coarse_y,
                    float* x, float* y, float* ratio);

/// 1 + `speed_up` times metres above the mean surface, not below `least`; `mean` in metres above `origin`.
void speed_up_row(Quanta origin, Quanta const* elevation, std::size_t count, float mean, float speed_up, float least,
                  float* ratio);
/// The same, multiplied by `projected`.
void speed_up_row_of(Quanta origin, Quanta const* elevation, std::size_t count, float mean, float speed_up, float least,
                     float const* projected, float* ratio);

}  // namespace barchan::kernel
