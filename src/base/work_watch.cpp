#include "base/work_watch.hpp"

#include <algorithm>
#include <utility>

#include "base/scheduler.hpp"

namespace barchan {

namespace {

/// The innermost watch of the thread; null: nobody watches.
WorkWatch*& innermost() {
  static thread_local WorkWatch* watch = nullptr;
  return watch;
}

}  // namespace

WorkWatch::WorkWatch(std::function<void(double)> tell)
    : tell_(std::move(tell)), outer_(std::exchange(innermost(), this)) {}
WorkWatch::~WorkWatch() { innermost() = outer_; }

void WorkWatch::at(double fraction) {
  WorkWatch* const watch = innermost();
  if (watch != nullptr) watch->tell_(watch->from_ + fraction * (watch->to_ - watch->from_));
}

WorkPart::WorkPart(double from, double to) : watch_(innermost()) {
  if (watch_ == nullptr) return;
  from_ = watch_->from_;
  to_ = watch_->to_;
  watch_->from_ = from_ + from * (to_ - from_);
  watch_->to_ = from_ + to * (to_ - from_);
}
WorkPart::~WorkPart() {
  if (watch_ == nullptr) return;
  watch_->from_ = from_;
  watch_->to_ = to_;
}

void for_watched_ranges(Scheduler const& scheduler, int count, int grain, std::function<void(int, int)> const& body) {
  if (innermost() == nullptr) return scheduler.for_ranges(count, grain, body);
  constexpr int kParts = 32, kRangesPerThread = 4;
  // Each part ends with a wait for all threads, so that all of them need enough to do.
  const int ranges = std::max(kRangesPerThread * scheduler.threads(), (count / grain + kParts - 1) / kParts);
  const int part = grain * std::clamp(ranges, 1, std::max(1, count / grain + 1));
  for (int begin = 0; begin < count; begin += part) {
    WorkWatch::at(static_cast<double>(begin) / count);
    scheduler.for_ranges(std::min(part, count - begin), grain,
                         [&](int first, int end) { body(begin + first, begin + end); });
  }
}

}  // namespace barchan
