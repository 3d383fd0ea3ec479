/// Grain flows: sand that stands steeper than its angle of repose slides down a slip face, cell by cell, within one
/// step.
///
/// Model: each cell that is too steep gives its excess to the neighbour over its steepest edge: all of it up to a thin
/// layer, and a fraction of the remainder. So sand that crosses a brink moves on until its slope is stable. All cells
/// of a pass read the same state of the land; every amount is an integer that leaves one cell and arrives in another.
/// Grain flows serve sand that is deposited on slip faces step by step; sand that collapses from a height rolls out
/// (gravity/avalanches). The reasons are in `docs/decisions/gravity.md`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "gravity/grain_flows_kernel.hpp"
#include "gravity/slide.hpp"
#include "gravity/slope_strength.hpp"
#include "land/terrain.hpp"

namespace barchan {

class GrainFlows {
 public:
  void prepare(Terrain const& terrain);
  /// Lets sand that is too steep slide for at most `passes` passes, one cell per pass. Sand that is still
  /// too steep afterwards waits for the next call. Reads the disturbed segments and those around them. Soils slide one
  /// after the other, each at its own angle and over all others. Films overturn first (gravity/overturn). Soils with a
  /// static angle above their angle of repose are left to the avalanches of gravity/gravity. So is what lies in cells
  /// that `porch` closes.
  void run_down(Terrain& terrain, int passes, gravity::Slide const& slide, Porch const& porch = {});

 private:
  class Pass;

  void copy_in(Terrain const& terrain, SoilId soil, std::span<std::uint8_t const> woken, Scheduler const& scheduler);
  void copy_out(Terrain& terrain, SoilId soil, gravity::Slide const& slide);
  /// Keeps the sand of closed cells where it lies.
  void hold_closed(Grid const& grid, Porch const& porch);
  /// Leaves the woken segments with closed cells to gravity.
  void leave_closed(Terrain const& terrain, std::span<std::uint8_t const> woken, Porch const& porch);
  /// Fills the margins of a row.
  void close(Grid const& grid, int y);

  gravity::SlidingGround ground_;
  bool holds_ = false;  ///< the floors of closed cells differ from those of the land
  gravity::SlopeStrength strength_;
  PaddedGrid<Quanta> slides_;                        ///< slides of one pass; 0 between calls
  PaddedGrid<std::uint8_t> gives_, moved_;           ///< marks of blocks: in this pass, by the last pass
  std::vector<std::uint8_t> row_gives_, row_moved_;  ///< rows that have such marks
  std::vector<std::uint8_t> row_changed_;            ///< rows in which anything has moved since the first pass
  std::vector<std::uint8_t> restless_;               ///< segments in which the last pass moved something
};

}  // namespace barchan
