/// The clock of a slow process: it lets time pass until a round over the land is worth it.
#pragma once

#include "base/archive.hpp"

namespace barchan {

class SlowClock {
 public:
  static constexpr int kMostSteps = 25;  ///< that pass between two rounds

  /// A step in which `time` passes, in units of the process. Returns what has passed since the last round if one is
  /// due, else 0: when with another such step that would be more than `most`, or after kMostSteps.
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
