/// The loop primitive: independent ranges on a fixed number of threads.
#pragma once

#include <functional>
#include <memory>

namespace barchan {

/// Runs ranges of work on `threads` threads. What is computed must not depend on the number of threads: ranges are
/// cut by the data alone, and each range is run exactly once.
class Scheduler {
 public:
  /// 1 <= threads <= 256; 1 runs everything on the calling thread.
  explicit Scheduler(int threads = 1);
  ~Scheduler();
  Scheduler(Scheduler&&) noexcept;
  Scheduler& operator=(Scheduler&&) noexcept;

  int threads() const { return threads_; }

  /// Calls `body(first, last)` over [0, count) in pieces of `grain` (the last one shorter).
  void for_ranges(int count, int grain, std::function<void(int, int)> const& body) const;

 private:
  struct Arena;
  int threads_ = 1;
  std::unique_ptr<Arena> arena_;
};

}  // namespace barchan
