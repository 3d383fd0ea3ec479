/// The direction in which the brightness of a picture changes.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/picture_fixture.hpp"

namespace barchan::test {

/// Direction in which the brightness of a part of a picture changes most, and how clear it is.
struct Waves {
  double degrees = 0.0;    ///< anticlockwise from east, 0 to 180
  double sharpness = 0.0;  ///< 0: all directions equal; 1: only one direction
};

inline Waves waves_of(render::Image const& image, int left, int right) {
  double xx = 0.0, xy = 0.0, yy = 0.0;
  const auto bright = [&](int x, int y) { return static_cast<double>(luminance(image.pixel(x, y))); };
  for (int y = 2; y + 2 < image.height; ++y) {
    for (int x = std::max(left, 2); x < std::min(right, image.width - 2); ++x) {
      const double east = bright(x + 1, y) - bright(x - 1, y), north = bright(x, y - 1) - bright(x, y + 1);
      xx += east * east;
      xy += east * north;
      yy += north * north;
    }
  }
  const double angle = 0.5 * std::atan2(2.0 * xy, xx - yy) * 180.0 / std::numbers::pi;
  return {angle < 0.0 ? angle + 180.0 : angle, std::hypot(xx - yy, 2.0 * xy) / (xx + yy)};
}

/// Angle between two lines, degrees.
inline double apart(double a, double b) { return std::abs(std::remainder(a - b, 180.0)); }

}  // namespace barchan::test
