/// Transfer curve of sRGB (IEC 61966-2-1), by square roots and Newton's method. It gives the same bits on every
/// machine, so that colours can be part of the state.
#pragma once

#include <cmath>

namespace barchan::srgb {

/// Linear light of an encoded value. Both are 0 to 1.
inline double decoded(double encoded) {
  if (encoded <= 0.04045) return encoded / 12.92;
  const double base = (encoded + 0.055) / 1.055;  // to be raised to the power of 2.4
  const double square = base * base;
  double root = 1.0;  // fifth root of the square
  for (int i = 0; i < 64; ++i) root = (4.0 * root + square / (root * root * root * root)) / 5.0;
  return square * root;
}

/// Encoded value of linear light. Both are 0 to 1.
inline double encoded(double light) {
  if (light <= 0.0031308) return 12.92 * light;
  double root = 1.0;  // cube root of the light
  for (int i = 0; i < 64; ++i) root = (2.0 * root + light / (root * root)) / 3.0;
  const double twelfth = std::sqrt(std::sqrt(root));
  return 1.055 * (twelfth * twelfth * twelfth * twelfth * twelfth) - 0.055;
}

}  // namespace barchan::srgb
