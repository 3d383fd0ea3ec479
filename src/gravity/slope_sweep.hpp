/// SlopeSweep: one step of diffusion, the operator that settling and creep share.
///
/// Between each pair of eight-connected neighbours at distance d, a share of what stands higher than slope * d moves
/// over. All pairs act on the same frozen surface, so that the order of cells does not matter; a donor never gives more
/// than it has; every amount is an integer that leaves one cell and arrives in the other. Edges on an axis carry the
/// diffusivity, those on a diagonal half of it each: together a land feels twice of it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/scheduler.hpp"
#include "gravity/edges.hpp"
#include "gravity/slide.hpp"
#include "gravity/sweep_band.hpp"
#include "land/terrain.hpp"

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

class SlopeSweep {
 public:
  void prepare(Terrain const& terrain);
  /// Sweeps the covers of one soil in the segments marked in `woken` and in those beside their ends.
  void run(Terrain& terrain, gravity::SlopeRule const& rule, gravity::SweepMarks const& woken,
           gravity::Slide const& slide);
  /// What the last sweep changed, and where sand still stands above the slope.
  gravity::SweepMarks const& unsettled() const { return unsettled_; }

 private:
  gravity::SweepMarks unsettled_;
  std::vector<gravity::SweepBand> bands_;
  gravity::KeptRows kept_;
};

}  // namespace barchan
