/// Sine, cosine and other functions by polynomials. They give the same bits with every C library.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace barchan::math {

inline constexpr double kPi = 3.14159265358979323846;

struct SineCosine {
  double sine, cosine;
};

/// Sine and cosine of an angle in degrees. Exact at multiples of 90; error below 1e-15 elsewhere. Taylor series on +-45
/// degrees, up to the order at which the next term is below double precision.
inline SineCosine sine_cosine_degrees(double degrees) {
  const double quarter = std::floor(degrees / 90.0 + 0.5);
  const double x = (degrees - quarter * 90.0) * (kPi / 180.0);
  const double y = x * x;
  const double sine =
      x * (1.0 + y * (-1.0 / 6 +
                      y * (1.0 / 120 +
                           y * (-1.0 / 5040 +
                                y * (1.0 / 362880 + y * (-1.0 / 39916800 +
                                                         y * (1.0 / 6227020800.0 + y * (-1.0 / 1307674368000.0))))))));
  const double cosine =
      1.0 +
      y * (-1.0 / 2 +
           y * (1.0 / 24 + y * (-1.0 / 720 +
                                y * (1.0 / 40320 + y * (-1.0 / 3628800 + y * (1.0 / 479001600.0 +
                                                                              y * (-1.0 / 87178291200.0 +
                                                                                   y * (1.0 / 20922789888000.0))))))));
  const int turn = static_cast<int>(quarter - 4.0 * std::floor(quarter / 4.0));
  switch (turn) {
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    case 3:
      return {-cosine, sine};
    default:
      return {sine, cosine};
  }
}

/// Tangent of an angle in degrees, |degrees| < 90.
inline float tangent_degrees(float degrees) {
  const SineCosine angle = sine_cosine_degrees(static_cast<double>(degrees));
  return static_cast<float>(angle.sine / angle.cosine);
}

/// Direction of the vector (x, y) in degrees anticlockwise from east, 0 <= degrees < 360; 0 for a zero vector. Error
/// below 1e-9.
inline double direction_degrees(double x, double y) {
  const double along = std::abs(x);
  const double across = std::abs(y);
  const double larger = along > across ? along : across;
  if (!(larger > 0.0)) return 0.0;
  const double ratio = (along > across ? across : along) / larger;
  // tan(a - 22.5) leaves at most 22.5 degrees on either side for the arctangent series.
  constexpr double kTangent = 0.41421356237309504880;
  const double t = (ratio - kTangent) / (1.0 + ratio * kTangent);
  const double y2 = t * t;
  double series = 0.0;
  for (int k = 13; k >= 0; --k) series = 1.0 / (2 * k + 1) - y2 * series;
  const double folded = 22.5 + t * series * (180.0 / kPi);
  const double quadrant = across > along ? 90.0 - folded : folded;
  const double half = x < 0.0 ? 180.0 - quadrant : quadrant;
  const double degrees = y < 0.0 ? 360.0 - half : half;
  return degrees < 360.0 ? degrees : 0.0;
}

/// exp(-x) for x >= 0. Relative error below 2e-4 up to x = 80 (below 1e-6 up to x = 1); 0 beyond. Reduces x to a small
/// range, then sums a series. It has no branches, so that loops over it can be vectorised.
inline float decay(float x) {
  const float r = x * (1.0f / 128.0f);
  // exp(-r) on [0, 0.625] to seventh order, then seven squarings.
  float e =
      1.0f +
      r * (-1.0f +
           r * (0.5f + r * (-1.0f / 6 + r * (1.0f / 24 + r * (-1.0f / 120 + r * (1.0f / 720 - r * (1.0f / 5040)))))));
  for (int i = 0; i < 7; ++i) e *= e;
  return x < 80.0f ? e : 0.0f;
}

/// Fraction of a difference that decays in the time `x` (in time constants): 1 - exp(-x), accurate for small x. It has
/// no branches.
inline float decayed(float x) {
  constexpr float kSmall = 0.1f;  // below it, five terms of the series reach single precision
  const float series =
      x * (1.0f - x * (1.0f / 2) * (1.0f - x * (1.0f / 3) * (1.0f - x * (1.0f / 4) * (1.0f - x * (1.0f / 5)))));
  return x > kSmall ? 1.0f - decay(x) : series;
}

/// ln(1 + x) for 0 <= x < 1e300. Relative error below 1e-15, also for small x.
inline double logarithm_from_one(double x) {
  // 1 + x is m times a power of two, with m between sqrt(1/2) and sqrt(2); ln m = 2 artanh((m - 1) / (m + 1)).
  constexpr double kLogarithmOfTwo = 0.69314718055994530942;
  constexpr double kRootOfTwo = 1.41421356237309504880;
  double part = x;  // m - 1
  double powers = 0.0;
  if (x >= kRootOfTwo - 1.0) {
    constexpr std::uint64_t kFraction = (std::uint64_t{1} << 52) - 1;
    const auto bits = std::bit_cast<std::uint64_t>(1.0 + x);
    powers = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
    part = std::bit_cast<double>((bits & kFraction) | (std::uint64_t{1023} << 52)) - 1.0;
    if (part >= kRootOfTwo - 1.0) {
      part = 0.5 * part - 0.5;
      powers += 1.0;
    }
  }
  const double s = part / (2.0 + part);
  const double square = s * s;
  constexpr double kTerms[]{1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                            1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3,  1.0};
  // Near 0 the last four terms give full double precision.
  constexpr double kNear = 1e-4;
  constexpr std::size_t kFew = 8;
  double series = 0.0;
  for (std::size_t k = square < kNear ? kFew : 0; k < std::size(kTerms); ++k) series = kTerms[k] + square * series;
  return powers * kLogarithmOfTwo + 2.0 * s * series;
}

/// share^exponent for 0 <= share <= 1 and exponent >= 0, with 16 binary places of the exponent. It gives the same bits
/// on every machine, because IEEE square roots are exactly rounded.
inline float power_of_share(float share, float exponent) {
  float result = 1.0f;
  for (; exponent >= 1.0f && result > 0.0f; exponent -= 1.0f) result *= share;
  float root = share;
  for (int place = 0; place < 16; ++place) {
    root = std::sqrt(root);
    exponent *= 2.0f;
    if (exponent < 1.0f) continue;
    result *= root;
    exponent -= 1.0f;
  }
  return result;
}

}  // namespace barchan::math
