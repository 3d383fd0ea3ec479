#include "render/packed_kernel.hpp"

#include "base/vectorize.hpp"
#include "render/half.hpp"

namespace barchan::kernel {

namespace {

constexpr float kHollow = 1.5f;                                 // hollowness per relative depth of a hollow
constexpr float kLowestShadow = 0.10f, kShallowShadow = 0.35f;  // cells; between them a shadow becomes visible

inline HalfTexel texel(float r, float g, float b, float a) {
  const auto bits = [](float value) { return HalfTexel{half_bits(value)}; };
  return bits(r) | bits(g) << 16 | bits(b) << 32 | bits(a) << 48;
}

/// Sum of the nine cells around `x` with the weights 1 2 1 in both directions.
inline float weighed(float const* sum, std::size_t x) { return (sum[x] + sum[x]) + ((sum - 1)[x] + sum[x + 1]); }

inline float smoothed(float t) {
  const float low = t > 0.0f ? t : 0.0f, inside = low < 1.0f ? low : 1.0f;
  return inside * inside * (3.0f - 2.0f * inside);
}

}  // namespace

BARCHAN_VECTOR_CLONES
void weigh_rows(NeighbourRows rows, std::size_t count, float* sum) {
  for (std::size_t x = 0; x < count; ++x) sum[x] = (rows.south[x] + rows.north[x]) + (rows.here[x] + rows.here[x]);
}

BARCHAN_VECTOR_CLONES
void rise_between(NeighbourRows rows, std::size_t count, float* rise) {
  for (std::size_t x = 0; x < count; ++x) rise[x] = rows.north[x] - rows.south[x];
}

BARCHAN_VECTOR_CLONES
void pack_surface(SurfaceRow const& row, std::size_t count, HalfTexel* texels) {
  const SurfaceRow r = row;
  const float per_rise = 0.125f * r.per_metre, per_shade = 0.0625f * r.per_metre;
  constexpr float kPerDepth = 1.0f / (kShallowShadow - kLowestShadow);
#pragma GCC ivdep
  for (std::size_t x = 0; x < count; ++x) {
    // Central differences, averaged over three rows with the weights 1 2 1. This removes the steps of crests and keeps
    // their course.
    const float slope_x = per_rise * (r.height_sum[x + 1] - (r.height_sum - 1)[x]);
    const float slope_y = per_rise * weighed(r.rise, x);
    const float own = 0.0625f * weighed(r.sun_sum, x);
    const float lit = own < r.beyond[x] ? own : r.beyond[x];
    // A shadow that hardly reaches above the ground comes from a single slab of sand, and would be a dark spot.
    const float faint = 1.0f - smoothed((per_shade * weighed(r.shade_sum, x) - kLowestShadow) * kPerDepth);
    texels[x] = texel(slope_x, slope_y, r.sand[x], lit > faint ? lit : faint);
  }
}

BARCHAN_VECTOR_CLONES
void pack_cover(CoverRow const& row, std::size_t count, HalfTexel* texels) {
  const CoverRow r = row;
  const float per_mean = kHollow * 0.25f * r.per_metre, per_height = kHollow * 4.0f * r.per_metre;
#pragma GCC ivdep
  for (std::size_t x = 0; x < count; ++x) {
    const float hollow = per_mean * weighed(r.height_sum, x) - per_height * r.height[x];
    texels[x] = texel(r.sky[x], r.dust[x], hollow, r.turn[x]);
  }
}

}  // namespace barchan::kernel
