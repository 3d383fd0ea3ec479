/// Conditions of kernels as masks of bits, so that loops become vectors in which conditions depend on one another.
#pragma once

#include <bit>
#include <cstdint>

namespace barchan::kernel {

/// All bits are set, or none.
using Mask = std::int32_t;

inline Mask mask_if(bool is) { return -static_cast<Mask>(is); }
inline std::int32_t choose(Mask mask, std::int32_t yes, std::int32_t no) { return (yes & mask) | (no & ~mask); }
inline float choose(Mask mask, float yes, float no) {
  return std::bit_cast<float>(choose(mask, std::bit_cast<std::int32_t>(yes), std::bit_cast<std::int32_t>(no)));
}

}  // namespace barchan::kernel
