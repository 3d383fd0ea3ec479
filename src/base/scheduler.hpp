/// Parallel loop over independent ranges on a fixed number of threads.
#pragma once

#include <functional>
#include <memory>

namespace barchan {

/// Runs ranges of work on a number of threads, on which results do not depend: the data alone determines the ranges,
/// and each range runs exactly once.
class Scheduler {
 public:
  /// `threads`: 1 to 256. With 1, everything runs on the calling thread. Throws std::invalid_argument for any other
  /// number.
  explicit Scheduler(int threads = 1);
  ~Scheduler();
  Scheduler(Scheduler&&) noexcept;
  Scheduler& operator=(Scheduler&&) noexcept;

  int threads() const { return threads_; }

  /// Calls `body(first, end)` for pieces of [0, count) of length `grain`; the last piece may be shorter.
  void for_ranges(int count, int grain, std::function<void(int, int)> const& body) const;

 private:
  struct Arena;
  int threads_ = 1;
  std::unique_ptr<Arena> arena_;
};

}  // namespace barchan
