#include "wind/projection_kernel.hpp"

#include <cmath>

#include "base/vectorize.hpp"
#include "wind/heights_kernel.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
void blend_between(float const* a, float const* b, float t, std::size_t count, float* out) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) out[i] = a[i] + t * (b[i] - a[i]);
}

BARCHAN_VECTOR_CLONES
void local_wind_row(BetweenColumns const* places, std::size_t count, float const* coarse_x, float const* coarse_y,
                    float* x, float* y, float* ratio) {
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
void speed_up_row(Quanta origin, Quanta const* elevation, std::size_t count, float mean, float speed_up, float least,
                  float* ratio) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float r = 1.0f + speed_up * (metres_above(elevation[i], origin) - mean);
    ratio[i] = r > least ? r : least;
  }
}

BARCHAN_VECTOR_CLONES
void speed_up_row_of(Quanta origin, Quanta const* elevation, std::size_t count, float mean, float speed_up, float least,
                     float const* projected, float* ratio) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float r = 1.0f + speed_up * (metres_above(elevation[i], origin) - mean);
    ratio[i] = (r > least ? r : least) * projected[i];
  }
}

}  // namespace barchan::kernel
