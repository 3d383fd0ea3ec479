/// Small arithmetic of the kernels, without branches and without libm, so that loops over it become vectors.
#pragma once

#include <cstdint>

namespace barchan::kernel {

inline float positive(float x) { return x > 0.0f ? x : 0.0f; }
inline float larger(float a, float b) { return a > b ? a : b; }
inline float at_most_one(float x) { return x < 1.0f ? x : 1.0f; }

/// Largest integer not above x, for |x| far below 2^31.
inline std::int32_t floor_to_int(float x) {
  const auto cut = static_cast<std::int32_t>(x);
  return cut - (static_cast<float>(cut) > x ? 1 : 0);
}

}  // namespace barchan::kernel
