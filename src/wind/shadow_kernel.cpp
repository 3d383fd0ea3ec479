#include "wind/shadow_kernel.hpp"

#include <algorithm>

#include "base/vectorize.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
void advance_rays(RayStep step, std::size_t count, float const* height, RayRows rays, ShadowRow out) {
  constexpr float kThinnest = 1e-6f;                // m; keeps the division finite where both rays coincide
  const float behind = std::max(step.shift, 0.0f);  // weight of the column to the left
  const float ahead = std::max(-step.shift, 0.0f);  // weight of the column to the right
  const float straight = 1.0f - behind - ahead;
  const float drop_low = step.drop_low;
  const float drop_high = step.drop_high;
  float const* const low = rays.low;
  float const* const high = rays.high;
  float const* const low_left = low - 1;
  float const* const low_right = low + 1;
  float const* const high_left = high - 1;
  float const* const high_right = high + 1;
  float* const next_low = rays.next_low;
  float* const next_high = rays.next_high;
  float* const shadow = out.shadow;
  float* const bubble = out.bubble;
#pragma GCC ivdep
  for (std::size_t c = 0; c < count; ++c) {
    const float h = height[c];
    const float l = low[c] * straight + low_left[c] * behind + low_right[c] * ahead - drop_low;
    const float g = high[c] * straight + high_left[c] * behind + high_right[c] * ahead - drop_high;
    const float gap = l - g;
    const float part = (l - h) / (gap > kThinnest ? gap : kThinnest);
    const float positive = part > 0.0f ? part : 0.0f;
    shadow[c] = positive < 1.0f ? positive : 1.0f;
    bubble[c] = l > h ? l - h : 0.0f;
    next_low[c] = l > h ? l : h;
    next_high[c] = g > h ? g : h;
  }
}

}  // namespace barchan::kernel
