/// Changes: the time of the last change of each stretch of a land. Data that depends on the land is updated only where
/// it has changed.
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

/// Time stamp of a change. Later stamps are larger; 0 is before every change.
using Moment = std::uint32_t;

/// A reader stores the result of look(). At its next look it calls since() with this result. Stretches whose stamp is
/// at or after the returned moment may have changed, possibly already before the last look. A copy of a land, or a land
/// that replaces another, counts as changed everywhere. The stamps are not part of the state: no behaviour of a world
/// may depend on them.
class Changes {
 public:
  class Look;

  Changes() = default;
  /// Marks all stretches of the land as changed.
  explicit Changes(Grid const& grid);
  Changes(Changes const& other) { *this = other; }
  Changes& operator=(Changes const& other);
  ~Changes() = default;

  /// Starts a new moment for the marks that follow.
  void advance() { ++now_; }
  /// Marks cell `column` of a row.
  void mark(std::size_t row, std::size_t column) {
    stamps_[row * stretches_ + column / kStretch] = now_;
    newest_[row] = now_;
  }
  /// Marks the cells of the marked segments of a row. `marks[0]` belongs to segment `first`.
  void mark_segments(std::size_t row, std::size_t first, std::span<std::uint8_t const> marks);
  /// Marks all cells.
  void mark_all();

  /// Returns a record of the current land and moment.
  Look look() const;
  /// First moment whose stamps may be newer than `last`. If that was a look at another land, 0, which selects
  /// everything.
  Moment since(Look const& last) const;
  /// Stamps of the stretches of row `y`.
  std::span<Moment const> row(int y) const {
    return std::span(stamps_).subspan(static_cast<std::size_t>(y) * stretches_, stretches_);
  }
  /// Calls `visit(CellRun)` for each run of stretches of row `y` that have changed since then. `width`: cells in the
  /// row.
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
  /// Returns whether anything in row `y` has changed since then.
  bool any(int y, Moment since) const { return newest_[static_cast<std::size_t>(y)] >= since; }
  /// Returns whether anything in any row has changed since then.
  bool any(Moment since) const {
    return std::ranges::any_of(newest_, [since](Moment moment) { return moment >= since; });
  }

 private:
  struct Identity {};

  std::shared_ptr<Identity const> land_;  ///< identity of the land, shared with all looks at it; each land has its own
  Moment now_ = 1;
  std::size_t stretches_ = 0;
  std::vector<Moment> stamps_;
  std::vector<Moment> newest_;  ///< newest stamp of each row
};

/// The land and the moment of a reader's last look. A default Look has not seen any land.
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
