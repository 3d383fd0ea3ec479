#include "sim/shadow_kernel.hpp"

#include <algorithm>
#include <cstdint>

#include "sim/vectorize.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
void advance_rays(RayStep step, std::size_t count, float const* height, float const* low, float const* high,
                  float* next_low, float* next_high, float* shadow, float* bubble) {
  constexpr float kThinnest = 1e-6f;                // m; keeps the division finite where both rays coincide
  const float behind = std::max(step.shift, 0.0f);  // weight of the column to the left
  const float ahead = std::max(-step.shift, 0.0f);  // weight of the column to the right
  const float straight = 1.0f - behind - ahead;
  const float drop_low = step.drop_low;
  const float drop_high = step.drop_high;
  float const* const low_left = low - 1;
  float const* const low_right = low + 1;
  float const* const high_left = high - 1;
  float const* const high_right = high + 1;
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

BARCHAN_VECTOR_CLONES
Extremes extremes(Quanta const* elevation, std::size_t count) {
  Quanta lowest = elevation[0];
  Quanta highest = elevation[0];
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta e = elevation[i];
    lowest = e < lowest ? e : lowest;
    highest = e > highest ? e : highest;
  }
  return {lowest, highest};
}

namespace {

/// The difference of two int32 fits an unsigned one.
inline float metres_above(Quanta elevation, Quanta origin) {
  return static_cast<float>(static_cast<std::uint32_t>(elevation) - static_cast<std::uint32_t>(origin)) *
         kMetresPerQuantum;
}

}  // namespace

BARCHAN_VECTOR_CLONES
void heights_above(Quanta origin, Quanta const* elevation, std::size_t count, float* heights) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) heights[i] = metres_above(elevation[i], origin);
}

BARCHAN_VECTOR_CLONES
void turn_heights(Quanta origin, Quanta const* elevation, std::size_t stride, std::size_t rows, std::size_t columns,
                  float* heights, std::size_t turned_stride) {
  for (std::size_t y = 0; y < rows; ++y) {
    Quanta const* const from = elevation + y * stride;
    for (std::size_t c = 0; c < columns; ++c) heights[c * turned_stride + y] = metres_above(from[c], origin);
  }
}

BARCHAN_VECTOR_CLONES
void turn_back(float const* turned, std::size_t turned_stride, std::size_t rows, std::size_t columns, float* values,
               std::size_t stride) {
  for (std::size_t y = 0; y < rows; ++y) {
    float* const to = values + y * stride;
    for (std::size_t c = 0; c < columns; ++c) to[c] = turned[c * turned_stride + y];
  }
}

}  // namespace barchan::kernel
