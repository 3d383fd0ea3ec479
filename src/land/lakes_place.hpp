/// Cells ordered by elevation, in which a lake finds the next cell to wet or dry.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/quanta.hpp"

namespace barchan::lakes {

using Cell = std::int32_t;
inline constexpr Cell kNowhere = -1;  ///< beyond the edge

/// A cell and its elevation as one number. Lower places come first. Of equally high places, the one with the lower
/// index comes first.
class Place {
 public:
  Place(Quanta elevation, Cell cell)
      : key_(std::uint64_t{static_cast<std::uint32_t>(elevation) ^ kSign} << 32 | static_cast<std::uint32_t>(cell)) {}
  /// A place that compares greater than all others.
  static Place highest() { return {std::numeric_limits<Quanta>::max(), kNowhere}; }

  Quanta elevation() const { return static_cast<Quanta>(static_cast<std::uint32_t>(key_ >> 32) ^ kSign); }
  Cell cell() const { return static_cast<Cell>(static_cast<std::uint32_t>(key_)); }
  auto operator<=>(Place const&) const = default;

 private:
  static constexpr std::uint32_t kSign = 0x80000000u;
  std::uint64_t key_;
};

/// A heap of places. Outdated entries stay until they reach the top or tidy() removes them. `After(a, b)` returns
/// whether a comes later than b.
template <class After>
class PlaceQueue {
 public:
  bool empty() const { return places_.empty(); }
  Place top() const { return places_.front(); }
  void pop() {
    std::pop_heap(places_.begin(), places_.end(), After{});
    places_.pop_back();
  }
  void push(Place place) {
    places_.push_back(place);
    std::push_heap(places_.begin(), places_.end(), After{});
  }
  /// Returns whether the queue has doubled since it was last tidied.
  bool untidy() const { return places_.size() > tidy_at_; }
  /// Removes duplicates and the entries for which `holds(place)` is false.
  template <class Holds>
  void tidy(Holds const& holds) {
    std::erase_if(places_, [&](Place place) { return !holds(place); });
    // Sorted entries form a heap.
    std::sort(places_.begin(), places_.end(), [](Place a, Place b) { return After{}(b, a); });
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
    tidy_at_ = 2 * places_.size() + kSlack;
  }
  void clear() { places_.clear(); }
  /// Replaces the contents by the places that `fill(places)` adds, in any order and possibly with duplicates.
  template <class Fill>
  void assign(Fill const& fill) {
    places_.clear();
    fill(places_);
    tidy([](Place) { return true; });
  }
  /// Adds the entries of another queue.
  void join(PlaceQueue const& other) {
    if (other.places_.size() < places_.size() / kFew) {
      for (Place place : other.places_) push(place);
    } else {
      places_.insert(places_.end(), other.places_.begin(), other.places_.end());
      std::make_heap(places_.begin(), places_.end(), After{});
    }
    tidy_at_ += other.tidy_at_;
  }
  std::vector<Place> const& places() const { return places_; }

 private:
  static constexpr std::size_t kSlack = 64;
  static constexpr std::size_t kFew = 8;  ///< a queue of less than one in so many entries is added entry by entry

  std::vector<Place> places_;
  std::size_t tidy_at_ = kSlack;
};

}  // namespace barchan::lakes
