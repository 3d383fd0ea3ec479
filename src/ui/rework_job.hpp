/// ReworkJob: computes a changed past on a thread of its own.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <thread>

#include "history/history.hpp"

namespace barchan::ui {

class ReworkJob {
 public:
  /// Begins, and gives up what it was computing before. `title`: name of the changed act.
  void begin(Rework rework, std::string title);
  void cancel();
  bool active() const { return rework_.has_value(); }
  /// Fraction that has been computed.
  double progress() const { return progress_.load(std::memory_order_relaxed); }
  bool finished() const { return done_.load(std::memory_order_acquire); }
  /// Waits until it has finished.
  void wait();
  /// Once finished: goes on with what has been done in the history since. Returns false if there was nothing.
  bool extend(History& history);
  /// Once finished: the result. Throws what the computation threw. It is not active any more.
  Rework take();
  std::string const& title() const { return title_; }

 private:
  void start();

  std::optional<Rework> rework_;
  std::string title_;
  std::exception_ptr error_;
  std::atomic<double> progress_{0.0};
  std::atomic<bool> done_{false};
  std::jthread thread_;  // last: it uses all other members
};

}  // namespace barchan::ui
