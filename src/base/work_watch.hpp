/// WorkWatch: follows long work on the present thread, and can stop it.
#pragma once

#include <functional>

namespace barchan {

class Scheduler;

/// While a WorkWatch exists, it receives the progress of the work on its thread. Long loops report it with
/// WorkWatch::at(). Without a watch, the call does nothing. Work on other threads is not watched.
class WorkWatch {
 public:
  /// `tell` is called very often with the completed fraction, 0 to 1. It may throw to stop the work.
  explicit WorkWatch(std::function<void(double)> tell);
  ~WorkWatch();
  WorkWatch(WorkWatch const&) = delete;
  WorkWatch& operator=(WorkWatch const&) = delete;

  /// The fraction of the present work, or of the present part of it, that is done.
  static void at(double fraction);

 private:
  friend class WorkPart;
  std::function<void(double)> tell_;
  WorkWatch* outer_;
  double from_ = 0.0, to_ = 1.0;  ///< of the present part
};

/// While it lives, at() gets fractions of a part of the work, from `from` to `to`. Parts may contain parts.
class WorkPart {
 public:
  WorkPart(double from, double to);
  ~WorkPart();
  WorkPart(WorkPart const&) = delete;
  WorkPart& operator=(WorkPart const&) = delete;

 private:
  WorkWatch* watch_;
  double from_ = 0.0, to_ = 1.0;  ///< of the part around it
};

/// Calls `body` as Scheduler::for_ranges() does. If the thread is watched, WorkWatch::at() is called now and then.
void for_watched_ranges(Scheduler const& scheduler, int count, int grain, std::function<void(int, int)> const& body);

}  // namespace barchan
