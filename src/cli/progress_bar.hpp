/// ProgressBar: how far a simulation on the command line has come.
#pragma once

#include <chrono>
#include <cstdint>

namespace barchan {

/// A progress bar on standard error, if that is a terminal. Its destructor erases it.
class ProgressBar {
 public:
  /// `total`: number of steps.
  explicit ProgressBar(std::uint64_t total, bool quiet = false);
  ~ProgressBar();
  ProgressBar(ProgressBar const&) = delete;
  ProgressBar& operator=(ProgressBar const&) = delete;

  /// Draws the bar anew, at most ten times per second. `done`: number of steps so far.
  void update(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t total_;
  bool shown_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_ = begin_;
};

/// Steps per second; 0 if no time has passed.
inline double rate_of(std::uint64_t steps, double seconds) {
  return seconds > 0.0 ? static_cast<double>(steps) / seconds : 0.0;
}

}  // namespace barchan
