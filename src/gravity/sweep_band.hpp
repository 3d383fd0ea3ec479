/// SweepBand: a slope sweep over a band of rows, in one go through them.
///
/// A row is swept as soon as the grants of the row north of it are known; then its cells are done with, and what they
/// gain is laid down while all of it is still close to the processor. Bands know nothing of each other: each finds the
/// grants of the rows beside it for itself, and what the outermost of its own rows gain is kept until all bands are
/// done with them. Rows at hand outlive a sweep: where little moves, to make them anew would cost more than the sweep.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "barchan/land/terrain.hpp"
#include "base/marks.hpp"
#include "base/padded_grid.hpp"
#include "gravity/edges.hpp"
#include "gravity/slide.hpp"
#include "gravity/slope_sweep_kernel.hpp"

namespace barchan::gravity {

/// Marks of all segments of a land.
struct SweepMarks {
  std::vector<std::uint8_t> any;   ///< 1 where anything is done
  std::vector<std::uint8_t> ends;  ///< of those, at which ends: kWestEnd, kEastEnd

  /// Nothing is done anywhere.
  void prepare(std::size_t segments) {
    any.assign(segments, 0);
    ends.assign(segments, 0);
  }
  /// What is disturbed in the columns.
  void look(Columns const& columns) {
    any.assign(columns.disturbed().begin(), columns.disturbed().end());
    ends.assign(columns.disturbed_ends().begin(), columns.disturbed_ends().end());
  }
  /// Besides, what the others mark.
  void add(SweepMarks const& others) {
    std::ranges::transform(any, others.any, any.begin(), std::bit_or<std::uint8_t>());
    std::ranges::transform(ends, others.ends, ends.begin(), std::bit_or<std::uint8_t>());
  }
  /// Row `y` of a land of so many segments a row.
  kernel::SegmentMarks row(int y = 0, int segments = 0) {
    const std::ptrdiff_t first = std::ptrdiff_t{y} * segments;
    return {any.data() + first, ends.data() + first};
  }
};

/// Gains of rows that are laid down when all bands are done.
class KeptRows {
 public:
  /// Rows at each end of a band that the bands beside it look at: two for the grants, and one for what stands beyond
  /// the ends of those.
  static constexpr int kSeen = 3;

  void prepare(Grid const& grid, int segments, int band_rows);
  bool keeps(int y) const { return place(y) != kNowhere; }
  Quanta* gains(int y) { return gains_.row(place(y)); }
  std::span<std::uint8_t> receivers(int y) { return MarkTable(std::span(receivers_), segments_).row(place(y)); }
  /// Calls `visit(y)` for the rows of a band that are kept.
  template <class Visit>
  void for_each(int first, int last, Visit const& visit) const {
    for (int y = first; y < last; ++y) {
      if (keeps(y)) visit(y);
    }
  }

 private:
  static constexpr int kNowhere = -1;

  int place(int y) const {
    const int band = y / band_rows_, first = band * band_rows_;
    const int left = std::min(first + band_rows_, height_) - 1 - y;
    if (y - first < kSeen) return band * 2 * kSeen + y - first;
    return left < kSeen ? band * 2 * kSeen + kSeen + left : kNowhere;
  }

  int width_ = 0, height_ = 0, segments_ = 0, band_rows_ = 1;
  PaddedGrid<Quanta> gains_;
  std::vector<std::uint8_t> receivers_;
};

/// One sweep, of one soil.
struct Sweep {
  Terrain& terrain;
  SlopeRule const& rule;
  Slide const& slide;
  SweepMarks const& woken;  ///< where something was done: here and beside it is to be looked
  SweepMarks& unsettled;    ///< becomes what this sweep leaves
  KeptRows& kept;
};

class SweepBand {
 public:
  /// Of any rows of a land.
  explicit SweepBand(Terrain const& terrain);
  /// Sweeps the rows `first` to `last` - 1.
  void run(Sweep const& sweep, int first, int last);

 private:
  static constexpr int kRowsAtHand = 3;

  /// What is known of a row at hand.
  struct Donors {
    SweepMarks marks;
    bool any = false;  ///< else neither marks nor grants
  };
  Donors& donors(int y) { return donors_[static_cast<std::size_t>(y + kRowsAtHand) % kRowsAtHand]; }
  float* grants(int y) { return grants_.row((y + kRowsAtHand) % kRowsAtHand); }
  bool inside(int y) const { return grid_.periodic() || (y >= 0 && y < grid_.height); }
  /// Segments of a row to look at.
  kernel::SegmentList candidates(Sweep const& sweep, int y);
  /// Which segments hold a donor, and what share of its wishes each donor can afford.
  void grant(Sweep const& sweep, int y);
  /// Segments beside a donor.
  kernel::SegmentList receivers(int y);
  /// From the grants: what crosses the edges of a row and those to the row north of it.
  void flow(Sweep const& sweep, int y, kernel::SegmentList receivers);
  /// Sums flows and lays them down or keeps them; marks what is unsettled.
  void settle(Sweep const& sweep, int y, kernel::SegmentList receivers);

  Grid grid_;
  int first_ = 0;
  int segments_;
  RowWindow<Quanta> heights_;
  PaddedGrid<float> grants_;  ///< share of its wishes that a donor can afford; 0 where nothing wants to move
  std::array<Donors, kRowsAtHand> donors_;
  FlowRow flows_, south_;
  PaddedGrid<Quanta> gains_;
  std::vector<std::uint8_t> marks_;  ///< of the candidates, then of the receivers of a row
  std::vector<std::uint8_t> ends_;   ///< room for kernel::mark_beside
  std::vector<std::int32_t> numbers_;
  std::vector<Quanta> room_, padded_;
};

/// Lays down what cells of row `y` gain, in the segments that are marked.
void lay_down_row(Sweep const& sweep, int y, Quanta const* gains, std::span<std::uint8_t const> receivers);

}  // namespace barchan::gravity
