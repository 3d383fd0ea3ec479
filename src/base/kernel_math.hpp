/// Arithmetic for kernels without branches and without libm, so that the compiler can vectorise loops over it.
#pragma once

#include <bit>
#include <cstdint>

namespace barchan::kernel {

inline float positive(float x) { return x > 0.0f ? x : 0.0f; }
inline float larger(float a, float b) { return a > b ? a : b; }
inline float at_most_one(float x) { return x < 1.0f ? x : 1.0f; }
inline float bounded(float x, float least, float most) {
  const float enough = x < least ? least : x;
  return enough > most ? most : enough;
}

/// Largest integer not above x, for |x| well below 2^31.
inline std::int32_t floor_to_int(float x) {
  const auto cut = static_cast<std::int32_t>(x);
  return cut - (static_cast<float>(cut) > x ? 1 : 0);
}

/// Logarithm of x > 0 to base 2; error below 2e-7 or two units in the last place. x must not be subnormal.
inline float binary_logarithm(float x) {
  // x is m times a power of two, with m between sqrt(1/2) and sqrt(2); ln m = 2 artanh((m - 1) / (m + 1)).
  constexpr std::int32_t kRootOfHalf = 0x3f3504f3, kFractionBits = 23;
  const std::int32_t powers = (std::bit_cast<std::int32_t>(x) - kRootOfHalf) >> kFractionBits;
  const float m = std::bit_cast<float>(std::bit_cast<std::int32_t>(x) - (powers << kFractionBits));
  const float s = (m - 1.0f) / (m + 1.0f);
  const float square = s * s;
  constexpr float kTwoPerLogarithmOfTwo = 2.8853900817779268f;
  return static_cast<float>(powers) +
         kTwoPerLogarithmOfTwo * s * (1.0f + square * (1.0f / 3 + square * (1.0f / 5 + square * (1.0f / 7))));
}

/// 2^x; relative error below 2e-7. Beyond +-126 it returns the value at +-126.
inline float power_of_two(float x) {
  constexpr float kMost = 126.0f;
  constexpr std::int32_t kBias = 127, kFractionBits = 23;
  const float capped = x > kMost ? kMost : x;
  const float within = capped < -kMost ? -kMost : capped;
  const std::int32_t whole = floor_to_int(within + 0.5f);
  const float r = 0.6931471805599453f * (within - static_cast<float>(whole));
  const float series =
      1.0f +
      r * (1.0f + r * (0.5f + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720 + r / 5040))))));
  return series * std::bit_cast<float>((whole + kBias) << kFractionBits);
}

/// x^exponent for x > 0, not subnormal; exact for exponent 1. Relative error below 2e-6 for x from 1e-6 to 1e6 and
/// exponents from 0 to 2.
inline float power(float x, float exponent) { return x * power_of_two((exponent - 1.0f) * binary_logarithm(x)); }

}  // namespace barchan::kernel
