#include "land/changes.hpp"

#include <algorithm>

namespace barchan {

Changes::Changes(Grid const& grid)
    : land_(std::make_shared<Identity const>()),
      stretches_(static_cast<std::size_t>(stretches_of(grid))),
      stamps_(stretches_ * static_cast<std::size_t>(grid.height), now_),
      newest_(static_cast<std::size_t>(grid.height), now_) {}

Changes& Changes::operator=(Changes const& other) {
  land_ = std::make_shared<Identity const>();
  stretches_ = other.stretches_;
  stamps_.assign(other.stamps_.size(), now_);
  newest_.assign(other.newest_.size(), now_);
  return *this;
}

void Changes::mark_segments(std::size_t row, std::size_t first, std::span<std::uint8_t const> marks) {
  constexpr std::size_t kPerStretch = kStretch / kSegment;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == 0) continue;
    mark(row, (first + i) * kSegment);
    i += kPerStretch - 1 - (first + i) % kPerStretch;  // to the last segment of the stretch
  }
}

void Changes::mark_all() {
  std::ranges::fill(stamps_, now_);
  std::ranges::fill(newest_, now_);
}

Changes::Look Changes::look() const { return {land_, now_}; }

Moment Changes::since(Look const& last) const { return last.land_ == land_ ? last.moment_ : 0; }

}  // namespace barchan
