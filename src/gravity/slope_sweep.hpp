/// SlopeSweep: one step of diffusion, the operator that settling and creep share.
///
/// Between each pair of eight-connected neighbours at distance d, a share of what stands higher than slope * d moves
/// over. All pairs act on the same frozen surface, so that the order of cells does not matter; a donor never gives more
/// than it has; every amount is an integer that leaves one cell and arrives in the other. Edges on an axis carry the
/// diffusivity, those on a diagonal half of it each: together a land feels twice of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "base/marks.hpp"
#include "base/padded_grid.hpp"
#include "gravity/edges.hpp"
#include "gravity/slide.hpp"
#include "gravity/slope_sweep_kernel.hpp"

namespace barchan {

/// A diffusivity cut into sweeps that are stable.
struct SweepPlan {
  int sweeps;
  float share;  ///< of an excess, that one sweep moves between neighbours (half of it across diagonals)
};
/// `diffusivity` in m2/s, `dt` in s.
SweepPlan plan_sweeps(Grid const& grid, float diffusivity, float dt);
/// A sweep costs the same however little it moves: gentle diffusion of a few steps, `most` at the most, is done at
/// once, in their middle. Of how many steps it is done in this one; 0: in another.
int steps_due(Grid const& grid, float diffusivity, float dt, std::uint64_t step, int most);
/// Added to amounts before they are cut to whole quanta: those below one are neither lost nor favoured over time.
float sweep_dither(std::uint64_t step, int sweep);

/// Who has marked the segments that a sweep is to look at.
enum class WokenBy : std::uint8_t {
  others,     ///< anybody: slopes to all segments around may be new
  last_sweep  ///< only the sweep before, whose `unsettled` they are: only where it did anything at their ends
};

class SlopeSweep {
 public:
  void prepare(Terrain const& terrain);
  /// Forgets the sweep before; call when others have changed the land.
  void begin(Grid const& grid);
  /// Sweeps the covers of one soil in the segments marked in `woken` (a mark a segment of the columns) and those around
  /// them.
  void run(Terrain& terrain, gravity::SlopeRule const& rule, std::span<std::uint8_t const> woken,
           gravity::Slide const& slide, WokenBy by = WokenBy::others);
  /// Segments that the last sweep changed or in which sand still stands above the slope.
  std::span<std::uint8_t const> unsettled() const { return unsettled_; }

 private:
  using Marks = MarkTable<std::uint8_t>;

  kernel::SegmentMarks unsettled_row(int y) {
    return {Marks(unsettled_, segments_).row(y).data(), Marks(ends_, segments_).row(y).data()};
  }
  /// Marks what is unsettled, and what lies beside an end where it is.
  void mark_beside(Grid const& grid, Marks to, Scheduler const& scheduler);

  /// Which segments hold a donor, and what share of its wishes each donor can afford.
  void grant(Terrain const& terrain, gravity::SlopeRule const& rule, Scheduler const& scheduler);
  /// From the grants: what crosses each edge, summed into `change_`.
  void flow(Terrain const& terrain, gravity::SlopeRule const& rule, Scheduler const& scheduler);
  /// Adds `change_` to the columns of the receivers.
  void exchange(Terrain& terrain, gravity::SlopeRule const& rule, gravity::Slide const& slide) const;

  int segments_ = 0;                     ///< in a row
  PaddedGrid<float> grant_;              ///< share of its wishes that a donor can afford; 0 where nothing wants to move
  PaddedGrid<Quanta> change_;            ///< net change of a cell
  std::vector<std::uint8_t> candidate_;  ///< segments next to a woken one
  std::vector<std::uint8_t> unsettled_;  ///< after `grant` those that hold a donor
  std::vector<std::uint8_t> ends_;       ///< of those, at which ends: kernel::kWestEnd, kEastEnd
  std::vector<std::uint8_t> receiver_;   ///< segments next to a donor
};

}  // namespace barchan
