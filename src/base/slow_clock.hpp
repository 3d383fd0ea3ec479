/// Clock of a slow process. It collects time until an update of the land is worth its cost.
#pragma once

#include <optional>

#include "base/archive.hpp"

namespace barchan {

inline constexpr double kSecondsPerYear = 365.25 * 86400.0;

/// Years per second of a slow process: those of the site's calendar if it follows it, otherwise its own.
constexpr double slow_pace(std::optional<double> calendar, double own) { return calendar.value_or(own); }

class SlowClock {
 public:
  static constexpr int kMostSteps = 25;  ///< largest number of steps between two updates

  /// Advances by one step of length `time`, in units of the process. Returns the time since the last update if an
  /// update is due, otherwise 0. It is due when one more such step would exceed `most`, or after kMostSteps steps.
  double due(double time, double most) {
    waits_ += time;
    if (++steps_ < kMostSteps && waits_ + time <= most) return 0.0;
    const double passed = waits_;
    *this = SlowClock();
    return passed;
  }

  void keep(Archive& archive) {
    archive.value(waits_);
    archive.value(steps_);
    archive.require(waits_ >= 0.0 && waits_ < kLongest && steps_ >= 0 && steps_ < kMostSteps,
                    "the clock of a slow process is out of range");
  }

 private:
  static constexpr double kLongest = 1e9;

  double waits_ = 0.0;
  int steps_ = 0;
};

}  // namespace barchan
