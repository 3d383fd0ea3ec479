/// SlopeSweep: one step of diffusion, the operator that settling and creep share.
///
/// Between each pair of eight-connected neighbours at distance d, a fraction of the drop beyond slope * d moves over.
/// All pairs read the same surface, so the order of cells does not matter. A donor never gives more than it has. Every
/// amount is an integer that leaves one cell and arrives in another. Axis edges carry the diffusivity, diagonal ones
/// half of it each; the effective diffusivity of the land is twice the given one.
#pragma once

#include <cstdint>
#include <vector>

#include "base/scheduler.hpp"
#include "gravity/edges.hpp"
#include "gravity/slide.hpp"
#include "gravity/sweep_band.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// A diffusion step divided into stable sweeps.
struct SweepPlan {
  int sweeps;
  float share;  ///< fraction of an excess that one sweep moves between neighbours (half of it on diagonals)
};
/// `diffusivity` in m2/s, `dt` in s.
SweepPlan plan_sweeps(Grid const& grid, float diffusivity, float dt);
/// A sweep costs the same however little it moves, so weak diffusion of several steps (at most `most`) is done in one
/// sweep, in the middle of these steps. Returns the number of steps to do in this one; 0: none now.
int steps_due(Grid const& grid, float diffusivity, float dt, std::uint64_t step, int most);
/// Added to amounts before they are truncated to whole quanta, so that amounts below one quantum keep their mean over
/// time.
float sweep_dither(std::uint64_t step, int sweep);

class SlopeSweep {
 public:
  void prepare(Terrain const& terrain);
  /// Sweeps the covers of one soil in the segments marked in `woken` and those beside their ends.
  void run(Terrain& terrain, gravity::SlopeRule const& rule, gravity::SweepMarks const& woken,
           gravity::Slide const& slide);
  /// What the last sweep changed, and where sand is still steeper than the slope.
  gravity::SweepMarks const& unsettled() const { return unsettled_; }

 private:
  gravity::SweepMarks unsettled_;
  std::vector<gravity::SweepBand> bands_;
  gravity::KeptRows kept_;
};

}  // namespace barchan
