/// Changes: when each stretch of a land last changed, so that what follows from the land is worked out anew only there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/grid.hpp"

namespace barchan {

/// A moment; later ones are larger. 0 lies before every change.
using Moment = std::uint32_t;

/// Who looks at a land keeps the `look()`. At its next look it asks `since(look)`: what bears a stamp of that moment or
/// a later one may have changed, maybe before the last look too. Of a copy, and of a land that takes another's place,
/// all has changed. This is no state of a world: nothing that a world does may depend on it.
class Changes {
 public:
  class Look;

  Changes() = default;
  /// All stretches of the land change now.
  explicit Changes(Grid const& grid);
  Changes(Changes const& other) { *this = other; }
  Changes& operator=(Changes const& other);
  ~Changes() = default;

  /// What is marked from here on changes at a later moment.
  void advance() { ++now_; }
  /// Cell `column` of a row changes.
  void mark(std::size_t row, std::size_t column) {
    stamps_[row * stretches_ + column / kStretch] = now_;
    newest_[row] = now_;
  }
  /// Those segments of a row change that are marked: `marks[0]` is that of segment `first`.
  void mark_segments(std::size_t row, std::size_t first, std::span<std::uint8_t const> marks);
  /// All cells change.
  void mark_all();

  /// The land as it is now.
  Look look() const;
  /// From when on stamps tell of changes since then; 0, and so all of them, where that was another land.
  Moment since(Look const& last) const;
  /// Stamps of the stretches of row `y`.
  std::span<Moment const> row(int y) const {
    return std::span(stamps_).subspan(static_cast<std::size_t>(y) * stretches_, stretches_);
  }
  /// Calls `visit(CellRun)` for the runs of stretches of row `y`, `width` cells long, that have changed since then.
  template <class Visit>
  void for_cell_runs(int width, int y, Moment since, Visit visit) const {
    const std::span<Moment const> stamps = row(y);
    const auto end = static_cast<std::size_t>(width);
    for (std::size_t s = 0; s < stamps.size(); ++s) {
      if (stamps[s] < since) continue;
      const std::size_t first = s * kStretch;
      while (s + 1 < stamps.size() && stamps[s + 1] >= since) ++s;
      visit(CellRun{first, std::min((s + 1) * kStretch, end) - first});
    }
  }
  /// Has anything in row `y` changed since then?
  bool any(int y, Moment since) const { return newest_[static_cast<std::size_t>(y)] >= since; }
  /// Has anything at all?
  bool any(Moment since) const {
    return std::ranges::any_of(newest_, [since](Moment moment) { return moment >= since; });
  }

 private:
  struct Identity {};

  std::shared_ptr<Identity const> land_;  ///< who keeps a look keeps this: no other land has the same
  Moment now_ = 1;
  std::size_t stretches_ = 0;
  std::vector<Moment> stamps_;
  std::vector<Moment> newest_;  ///< of each row
};

/// When somebody looked, and at which land. At first nobody has looked at any.
class Changes::Look {
 public:
  Look() = default;

 private:
  friend class Changes;
  Look(std::shared_ptr<Identity const> land, Moment moment) : land_(std::move(land)), moment_(moment) {}

  std::shared_ptr<Identity const> land_;
  Moment moment_ = 0;
};

}  // namespace barchan
