/// Conversion between floats and half-precision floats, written without branches and for 32 bits, so that loops over it
/// are vectorised.
#pragma once

#include <bit>
#include <cstdint>

namespace barchan::kernel {

/// The bits of the half that is nearest to `value`, which must be finite. Too large values become the largest half.
inline std::uint32_t half_bits(float value) {
  constexpr std::uint32_t kLargest = 0x477fe000, kLeastNormal = 0x38800000, kBias = 0x38000000, kHalfOne = 0x3f000000;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t whole = bits & 0x7fffffff, size = whole < kLargest ? whole : kLargest;
  const std::uint32_t normal = (size + 0xfff + (size >> 13 & 1) - kBias) >> 13;
  // A small value is rounded by adding it to 0.5, whose last bit is worth as much as that of the smallest halves.
  const std::uint32_t tiny = std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + 0.5f) - kHalfOne;
  return (bits >> 16 & 0x8000) | (size < kLeastNormal ? tiny : normal);
}

/// The value of a finite half.
inline float value_of_half(std::uint16_t half) {
  constexpr float kScale = 0x1p112f;  // the difference between the biases of the exponents
  const std::uint32_t size = (half & 0x7fffu) << 13, sign = (half & 0x8000u) << 16;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) * kScale) | sign);
}

}  // namespace barchan::kernel
