/// Conditions in kernels as bit masks, so that the compiler can vectorise loops with conditions that depend on each
/// other.
#pragma once

#include <bit>
#include <cstdint>

namespace barchan::kernel {

/// A condition: all bits are set (true) or none (false).
using Mask = std::int32_t;

inline Mask mask_if(bool is) { return -static_cast<Mask>(is); }
inline std::int32_t choose(Mask mask, std::int32_t yes, std::int32_t no) { return (yes & mask) | (no & ~mask); }
inline float choose(Mask mask, float yes, float no) {
  return std::bit_cast<float>(choose(mask, std::bit_cast<std::int32_t>(yes), std::bit_cast<std::int32_t>(no)));
}

}  // namespace barchan::kernel
