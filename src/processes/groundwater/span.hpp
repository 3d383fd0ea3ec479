/// Spans of the ground water's time.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/quanta.hpp"

namespace barchan::groundwater {

inline constexpr double kDay = 86400.0;  ///< s
inline constexpr double kMetresPerMillimetre = 0.001;

struct Span {
  double begin = 0.0, end = 0.0;  ///< s

  double seconds() const { return end - begin; }
  /// Whole quanta that a rate (m/s, >= 0) makes of it: the same in total however it is cut.
  QuantaSum quanta(double rate) const {
    constexpr double kMost = 0x1p50;  // more than any column holds
    const double per_second = rate * kQuantaPerMetre;
    return static_cast<QuantaSum>(std::min(std::floor(per_second * end) - std::floor(per_second * begin), kMost));
  }
};

/// A part of a step.
struct Part : Span {
  bool first = false, last = false;
  QuantaSum drizzle = 0, dries = 0;  ///< that come to each column, and that the air takes out of it at most
  float seepage = 0.0f;              ///< m/d that a quantum makes which comes out
};

}  // namespace barchan::groundwater
