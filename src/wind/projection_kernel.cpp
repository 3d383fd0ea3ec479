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
void stress_row(StressCells cells, CoarseStress coarse, StressRow local) {
  constexpr float kLeastAlong = 0.3f;  // where the wind is weaker along its way, it turns no farther
  constexpr float kSteepest = 1.0f;    // tangent of the largest angle by which it turns
  float const* const along = coarse.along;
  float const* const across = coarse.across;
  float* const x = local.x;
  float* const y = local.y;
  float* const stress = local.stress;
  const float most = cells.most;
#pragma GCC ivdep
  for (std::size_t i = 0; i < cells.count; ++i) {
    const std::int32_t left = cells.places[i].left;
    const std::int32_t right = cells.places[i].right;
    const float t = cells.places[i].t;
    const float with = 1.0f + (along[left] + t * (along[right] - along[left]));
    const float aside = across[left] + t * (across[right] - across[left]);
    const float tangent = aside / (with > kLeastAlong ? with : kLeastAlong);
    const float above = tangent > -kSteepest ? tangent : -kSteepest;
    const float turn = above < kSteepest ? above : kSteepest;
    const float inverse = 1.0f / std::sqrt(1.0f + turn * turn);
    const float wind_x = x[i];
    const float wind_y = y[i];
    x[i] = (wind_x - turn * wind_y) * inverse;
    y[i] = (wind_y + turn * wind_x) * inverse;
    const float positive = with > 0.0f ? with : 0.0f;
    stress[i] = positive < most ? positive : most;
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
