/// SweepBand: a slope sweep over a band of rows, in one pass.
///
/// A row is swept as soon as the grants of the next row to the north are known. Its cells are then finished, and their
/// gains are applied while the data is still in the cache. Bands are independent: each computes the grants of the
/// adjacent rows itself, and the gains of its outermost rows are kept until all bands have finished. Buffers of rows
/// are kept between sweeps, because allocating them would cost more than a sweep that moves little.
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

/// Gains of rows that are applied once all bands have finished.
class KeptRows {
 public:
  /// Rows at each end of a band that the adjacent bands read: two for the grants, and one for the margin of those.
  static constexpr int kSeen = 3;

  void prepare(Grid const& grid, int segments, int band_rows);
  bool keeps(int y) const { return place(y) != kNowhere; }
  Quanta* gains(int y) { return gains_.row(place(y)); }
  std::span<SegmentBits> receivers(int y) {
    return std::span(receivers_).subspan(static_cast<std::size_t>(place(y)) * words_, words_);
  }
  /// Calls `visit(y)` for the kept rows of a band.
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
  std::size_t words_ = 0;  ///< mark words per row
  PaddedGrid<Quanta> gains_;
  std::vector<SegmentBits> receivers_;
};

/// One sweep of one soil.
struct Sweep {
  Terrain& terrain;
  SlopeRule const& rule;
  Slide const& slide;
  SweepMarks const& woken;  ///< segments in which something has changed; the sweep visits these and their neighbours
  SweepMarks& unsettled;    ///< output: segments that this sweep leaves unsettled
  KeptRows& kept;
};

class SweepBand {
 public:
  /// For any rows of a land.
  explicit SweepBand(Terrain const& terrain);
  /// Sweeps the rows `first` to `last` - 1.
  void run(Sweep const& sweep, int first, int last);

 private:
  static constexpr int kRowsAtHand = 3;

  /// State of a buffered row.
  struct Donors {
    std::vector<MarkWord> marks;
    std::vector<SegmentBits> granted;  ///< segments whose grants may not be 0
    bool any = false;                  ///< true if there are marks or grants
  };
  Donors& donors(int y) { return donors_[static_cast<std::size_t>(y + kRowsAtHand) % kRowsAtHand]; }
  float* grants(int y) { return grants_.row((y + kRowsAtHand) % kRowsAtHand); }
  bool inside(int y) const { return grid_.periodic() || (y >= 0 && y < grid_.height); }
  /// Finds the segments of a row that must be visited; returns whether there are any.
  bool find_candidates(Sweep const& sweep, int y);
  /// Finds the segments that hold a donor, and the fraction of its request that each donor can afford.
  void grant(Sweep const& sweep, int y);
  /// Finds the segments beside a donor; returns whether there are any.
  bool find_receivers(int y);
  /// Computes from the grants the flows within a row and to the next row to the north.
  void flow(Sweep const& sweep, int y, kernel::SegmentList receivers);
  /// Sums the flows and applies or keeps them; marks what is unsettled.
  void settle(Sweep const& sweep, int y, kernel::SegmentList receivers);
  /// Handles a row whose last cell is not the last of its segment.
  void end_row(std::span<MarkWord> marks) const;

  Grid grid_;
  int first_ = 0;
  int segments_;
  RowWindow<Quanta> heights_;
  PaddedGrid<float> grants_;  ///< fraction of its request that a donor can afford; 0 where nothing moves
  std::array<Donors, kRowsAtHand> donors_;
  FlowRow flows_, south_;
  PaddedGrid<Quanta> gains_;
  std::vector<SegmentBits> candidates_, receivers_;  ///< of one row
  std::vector<std::int32_t> numbers_;
  std::vector<Quanta> room_, padded_;
};

/// Applies the gains of row `y` in the marked segments.
void lay_down_row(Sweep const& sweep, int y, Quanta const* gains, std::span<SegmentBits const> receivers);

}  // namespace barchan::gravity
