/// The distance between the stripes that mark cells without data, in pictures and in the window.
#pragma once

#include <algorithm>

namespace barchan {

/// Distance from one dark stripe to the next in a picture with this many rows, pixels.
inline int hatch_period(int rows) {
  constexpr int kLeast = 8, kPeriodsPerPicture = 72;
  return std::max(kLeast, rows / kPeriodsPerPicture);
}

}  // namespace barchan
