#include "barchan/land/changes.hpp"

#include <algorithm>
#include <atomic>

namespace barchan {

namespace {

/// One clock for all lands, so that one that takes another's place is never older than what was seen of that.
Moment next_moment() {
  static std::atomic<Moment> clock{1};
  return clock.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

Changes::Changes(Grid const& grid)
    : stretches_(static_cast<std::size_t>(stretches_of(grid))),
      stamps_(stretches_ * static_cast<std::size_t>(grid.height)) {
  mark_all();
}

Changes& Changes::operator=(Changes const& other) {
  stretches_ = other.stretches_;
  stamps_.resize(other.stamps_.size());
  mark_all();
  return *this;
}

void Changes::advance() { now_ = next_moment(); }

void Changes::mark_all() {
  advance();
  std::ranges::fill(stamps_, now_);
}

bool Changes::since(Moment moment, int y) const {
  return std::ranges::any_of(row(y), [moment](Moment stamp) { return stamp >= moment; });
}

}  // namespace barchan
