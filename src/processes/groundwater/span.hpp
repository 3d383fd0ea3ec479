/// Time spans on the groundwater's clock.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/quanta.hpp"

namespace barchan::groundwater {

inline constexpr double kDay = 86400.0;  ///< s
inline constexpr double kMetresPerMillimetre = 0.001;

/// A time span; fractions of a quantum are carried from one span to the next.
struct Span {
  double begin = 0.0, end = 0.0;  ///< s

  double seconds() const { return end - begin; }
  /// Whole quanta that a rate (m/s, >= 0) yields over the span. The total does not depend on how time is divided.
  QuantaSum quanta(double rate) const {
    constexpr double kMost = 0x1p50;  // more than any column can hold
    const double per_second = rate * kQuantaPerMetre;
    return static_cast<QuantaSum>(std::min(std::floor(per_second * end) - std::floor(per_second * begin), kMost));
  }
};

/// A part of a step.
struct Part : Span {
  bool first = false, last = false;
  QuantaSum drizzle = 0, dries = 0;  ///< recharge of each column, and the upper limit of its evaporation
  float seepage = 0.0f;              ///< seepage rate per quantum that comes out, m/d
};

}  // namespace barchan::groundwater
