#include "wind/sweep_kernel.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/vectorize.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
Extremes extremes(Quanta const* elevation, Patch patch) {
  Quanta lowest = elevation[0];
  Quanta highest = elevation[0];
  for (std::size_t y = 0; y < patch.rows; ++y) {
    Quanta const* const row = elevation + y * patch.stride;
    for (std::size_t i = 0; i < patch.columns; ++i) {
      const Quanta e = row[i];
      lowest = e < lowest ? e : lowest;
      highest = e > highest ? e : highest;
    }
  }
  return {lowest, highest};
}

namespace {

/// Side of the blocks that are transposed in registers.
constexpr std::size_t kBlock = 8;
using FloatRow = float __attribute__((vector_size(kBlock * sizeof(float))));
using WordRow = std::uint32_t __attribute__((vector_size(kBlock * sizeof(std::uint32_t))));
struct Block {
  FloatRow rows[kBlock];
};

/// Transposes a block: swaps neighbours, then pairs, then halves.
inline void turn(Block& block) {
  FloatRow* const r = block.rows;
  FloatRow t[kBlock];
  for (std::size_t k = 0; k < kBlock; k += 2) {
    t[k] = __builtin_shufflevector(r[k], r[k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    t[k + 1] = __builtin_shufflevector(r[k], r[k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (std::size_t k = 0; k < kBlock; k += 4) {
    for (std::size_t j = 0; j < 2; ++j) {
      r[k + 2 * j] = __builtin_shufflevector(t[k + j], t[k + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      r[k + 2 * j + 1] = __builtin_shufflevector(t[k + j], t[k + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (std::size_t k = 0; k < kBlock / 2; ++k) {
    t[k] = __builtin_shufflevector(r[k], r[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    t[k + 4] = __builtin_shufflevector(r[k], r[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (std::size_t k = 0; k < kBlock; ++k) r[k] = t[k];
}

}  // namespace

BARCHAN_VECTOR_CLONES
void heights_above(Quanta origin, Quanta const* elevation, std::size_t count, float* heights) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) heights[i] = metres_above(elevation[i], origin);
}

BARCHAN_VECTOR_CLONES
void add_heights(Quanta origin, Quanta const* elevation, std::size_t count, float weight, float* sums) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) sums[i] += weight * metres_above(elevation[i], origin);
}

BARCHAN_VECTOR_CLONES
void add_weighted(float const* values, std::size_t count, float weight, float* sums) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) sums[i] += weight * values[i];
}

BARCHAN_VECTOR_CLONES
void turn_heights(Quanta origin, Quanta const* elevation, Patch patch, float* heights, std::size_t turned_stride) {
  const auto [rows, columns, stride] = patch;
  const std::size_t whole_rows = rows / kBlock * kBlock;
  const std::size_t whole_columns = columns / kBlock * kBlock;
  for (std::size_t y = 0; y < whole_rows; y += kBlock) {
    for (std::size_t c = 0; c < whole_columns; c += kBlock) {
      Block block;
      for (std::size_t k = 0; k < kBlock; ++k) {
        WordRow words;
        std::memcpy(&words, elevation + (y + k) * stride + c, sizeof words);
        block.rows[k] =
            __builtin_convertvector(words - static_cast<std::uint32_t>(origin), FloatRow) * kMetresPerQuantum;
      }
      turn(block);
      for (std::size_t k = 0; k < kBlock; ++k) {
        std::memcpy(heights + (c + k) * turned_stride + y, &block.rows[k], sizeof block.rows[k]);
      }
    }
  }
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t c = y < whole_rows ? whole_columns : 0; c < columns; ++c) {
      heights[c * turned_stride + y] = metres_above(elevation[y * stride + c], origin);
    }
  }
}

BARCHAN_VECTOR_CLONES
void turn_back(float const* turned, std::size_t turned_stride, Patch patch, float* values) {
  const auto [rows, columns, stride] = patch;
  const std::size_t whole_rows = rows / kBlock * kBlock;
  const std::size_t whole_columns = columns / kBlock * kBlock;
  for (std::size_t y = 0; y < whole_rows; y += kBlock) {
    for (std::size_t c = 0; c < whole_columns; c += kBlock) {
      Block block;
      for (std::size_t k = 0; k < kBlock; ++k) {
        std::memcpy(&block.rows[k], turned + (c + k) * turned_stride + y, sizeof block.rows[k]);
      }
      turn(block);
      for (std::size_t k = 0; k < kBlock; ++k) {
        std::memcpy(values + (y + k) * stride + c, &block.rows[k], sizeof block.rows[k]);
      }
    }
  }
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t c = y < whole_rows ? whole_columns : 0; c < columns; ++c) {
      values[y * stride + c] = turned[c * turned_stride + y];
    }
  }
}

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
