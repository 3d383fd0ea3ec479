/// A progress bar on standard error, when that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>

namespace barchan {

class ProgressBar {
 public:
  /// Shows nothing when `shown` is false.
  ProgressBar(std::uint64_t total, bool shown);
  ~ProgressBar();
  ProgressBar(ProgressBar const&) = delete;
  ProgressBar& operator=(ProgressBar const&) = delete;

  void update(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t total_;
  bool shown_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_ = begin_;
};

/// True when standard error is a terminal.
bool stderr_is_terminal();

}  // namespace barchan
