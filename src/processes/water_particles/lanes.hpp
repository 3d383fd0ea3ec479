/// Branch-free arithmetic for one number or four lanes of numbers, and the rounding of real amounts to whole quanta.
#pragma once

#include <cstdint>

#include "base/quanta.hpp"
#include "base/vectorize.hpp"

// The clones are faster only if everything is inlined into them, which clang does not do.
#if defined(__clang__)
#define BARCHAN_WATER_KERNEL
#else
#define BARCHAN_WATER_KERNEL BARCHAN_VECTOR_CLONES __attribute__((flatten))
#endif

namespace barchan::water {

inline constexpr int kLanes = 4;
// Compiler vector types: the same arithmetic, lane by lane, on every machine.
using Floats = float __attribute__((vector_size(16)));
using Integers = std::int32_t __attribute__((vector_size(16)));
using Unsigned = std::uint32_t __attribute__((vector_size(16)));

inline Integers masked(Integers mask, Integers x) { return mask & x; }
inline Floats masked(Integers mask, Floats x) { return reinterpret_cast<Floats>(mask & reinterpret_cast<Integers>(x)); }
inline Floats chosen(Integers mask, Floats yes, Floats no) { return masked(mask, yes) + masked(~mask, no); }
inline float chosen(bool mask, float yes, float no) { return mask ? yes : no; }
template <class T>
T positive(T x) {
  return chosen(x > T{}, x, T{});
}
template <class T>
T smaller(T a, T b) {
  return chosen(a < b, a, b);
}
inline float sum_of(Floats x) { return (x[0] + x[1]) + (x[2] + x[3]); }
inline Quanta sum_of(Integers x) { return (x[0] + x[1]) + (x[2] + x[3]); }
inline float least_of(Floats x) { return smaller(smaller(x[0], x[1]), smaller(x[2], x[3])); }

inline constexpr float kFarAbove = 4e9f;  ///< quanta; higher than any ground
inline constexpr float kGolden = 0.618033989f;
/// Rounding phases of four cells, a golden ratio apart: each cell's amount is right on average, and their sum is right
/// to within a few quanta.
inline constexpr float kTurns[kLanes] = {0.0f, kGolden, 2 * kGolden - 1, 3 * kGolden - 1};

/// Fractional part of x, for 0 <= x < 2.
template <class T>
T fraction(T x) {
  return x - chosen(x >= T{} + 1.0f, T{} + 1.0f, T{});
}

}  // namespace barchan::water
