/// SlopeSweep: one step of diffusion, the operator that settling and creep share.
///
/// Between each pair of eight-connected neighbours at distance d, a fraction of the drop beyond slope * d moves
/// from the higher to the lower.
/// All pairs read the same surface, so the order of cells does not matter. A donor never gives more than it has. Every
/// amount is an integer that leaves one cell and arrives in another. Axis edges use the diffusivity, diagonal ones
/// half of it; the effective diffusivity of the land is twice the given one.
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
/// Divides a step of `dt` seconds into sweeps; `diffusivity` in m2/s.
SweepPlan plan_sweeps(Grid const& grid, float diffusivity, float dt);
/// Returns the number of steps (at most `most`) whose diffusion is done in this step; 0: none now. A sweep that moves
/// little costs the same as any other, so weak diffusion of several steps is done in one sweep, in the middle of them.
int steps_due(Grid const& grid, float diffusivity, float dt, std::uint64_t step, int most);
/// Number added to amounts before they are truncated to whole quanta, so that amounts below one quantum keep their mean
/// over time.
float sweep_dither(std::uint64_t step, int sweep);

class SlopeSweep {
 public:
  void prepare(Terrain const& terrain);
  /// Sweeps the covers of one soil in the segments marked in `woken` and those beside their ends.
  void run(Terrain& terrain, gravity::SlopeRule const& rule, gravity::SweepMarks const& woken,
           gravity::Slide const& slide);
  /// Marks of the segments that the last sweep changed and of those where sand is still steeper than the slope.
  gravity::SweepMarks const& unsettled() const { return unsettled_; }

 private:
  gravity::SweepMarks unsettled_;
  std::vector<gravity::SweepBand> bands_;
  gravity::KeptRows kept_;
};

}  // namespace barchan
