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
#include <span>
#include <vector>

#include "base/padded_grid.hpp"
#include "gravity/edges.hpp"
#include "gravity/slide.hpp"
#include "gravity/slope_sweep_kernel.hpp"
#include "gravity/sweep_marks.hpp"
#include "land/terrain.hpp"

namespace barchan::gravity {

/// Gains of rows that are laid down when all bands are done.
class KeptRows {
 public:
  /// Rows at each end of a band that the bands beside it look at: two for the grants, and one for what stands beyond
  /// the ends of those.
  static constexpr int kSeen = 3;

  void prepare(Grid const& grid, int segments, int band_rows);
  bool keeps(int y) const { return place(y) != kNowhere; }
  Quanta* gains(int y) { return gains_.row(place(y)); }
  std::span<SegmentBits> receivers(int y) {
    return std::span(receivers_).subspan(static_cast<std::size_t>(place(y)) * words_, words_);
  }
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

  int width_ = 0, height_ = 0, band_rows_ = 1;
  std::size_t words_ = 0;  ///< of marks, a row
  PaddedGrid<Quanta> gains_;
  std::vector<SegmentBits> receivers_;
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
    std::vector<MarkWord> marks;
    std::vector<SegmentBits> granted;  ///< segments whose grants may not be 0
    bool any = false;                  ///< else neither marks nor grants
  };
  Donors& donors(int y) { return donors_[static_cast<std::size_t>(y + kRowsAtHand) % kRowsAtHand]; }
  float* grants(int y) { return grants_.row((y + kRowsAtHand) % kRowsAtHand); }
  bool inside(int y) const { return grid_.periodic() || (y >= 0 && y < grid_.height); }
  /// Finds the segments of a row to look at; says whether there are any.
  bool find_candidates(Sweep const& sweep, int y);
  /// Which segments hold a donor, and what share of its wishes each donor can afford.
  void grant(Sweep const& sweep, int y);
  /// Finds the segments beside a donor; says whether there are any.
  bool find_receivers(int y);
  /// From the grants: what crosses the edges of a row and those to the row north of it.
  void flow(Sweep const& sweep, int y, kernel::SegmentList receivers);
  /// Sums flows and lays them down or keeps them; marks what is unsettled.
  void settle(Sweep const& sweep, int y, kernel::SegmentList receivers);
  /// The last cell of a row is not the last of its segment.
  void end_row(std::span<MarkWord> marks) const;

  Grid grid_;
  int first_ = 0;
  int segments_;
  RowWindow<Quanta> heights_;
  PaddedGrid<float> grants_;  ///< share of its wishes that a donor can afford; 0 where nothing wants to move
  std::array<Donors, kRowsAtHand> donors_;
  FlowRow flows_, south_;
  PaddedGrid<Quanta> gains_;
  std::vector<SegmentBits> candidates_, receivers_;  ///< of one row
  std::vector<std::int32_t> numbers_;
  std::vector<Quanta> room_, padded_;
};

/// Lays down what cells of row `y` gain, in the segments that are marked.
void lay_down_row(Sweep const& sweep, int y, Quanta const* gains, std::span<SegmentBits const> receivers);

}  // namespace barchan::gravity
