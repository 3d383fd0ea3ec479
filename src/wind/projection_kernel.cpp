#include "wind/projection_kernel.hpp"

#include <cmath>

#include "base/vectorize.hpp"
#include "wind/sweep_kernel.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
void blend_between(float const* a, float const* b, float t, std::size_t count, float* out) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) out[i] = a[i] + t * (b[i] - a[i]);
}

BARCHAN_VECTOR_CLONES
void local_wind_row(BetweenColumns const* places, std::size_t count, CoarseRow coarse, LocalRow local) {
  float const* const coarse_x = coarse.x;
  float const* const coarse_y = coarse.y;
  float* const x = local.x;
  float* const y = local.y;
  float* const ratio = local.ratio;
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t left = places[i].left;
    const std::int32_t right = places[i].right;
    const float t = places[i].t;
    const float wx = coarse_x[left] + t * (coarse_x[right] - coarse_x[left]);
    const float wy = coarse_y[left] + t * (coarse_y[right] - coarse_y[left]);
    const float length = std::sqrt(wx * wx + wy * wy);
    const float inverse = 1.0f / length;
    x[i] = wx * inverse;
    y[i] = wy * inverse;
    ratio[i] = length;
  }
}

BARCHAN_VECTOR_CLONES
void speed_up_row(SpeedUp rule, Quanta const* elevation, std::size_t count, float const* projected, float* ratio) {
  const auto [origin, mean, per_metre, least] = rule;
  if (projected == nullptr) {
#pragma GCC ivdep
    for (std::size_t i = 0; i < count; ++i) {
      const float r = 1.0f + per_metre * (metres_above(elevation[i], origin) - mean);
      ratio[i] = r > least ? r : least;
    }
    return;
  }
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float r = 1.0f + per_metre * (metres_above(elevation[i], origin) - mean);
    ratio[i] = (r > least ? r : least) * projected[i];
  }
}

}  // namespace barchan::kernel
