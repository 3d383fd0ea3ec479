/// Grain flows: what stands steeper than its angle of repose slides down a slip face, cell by cell, within one step.
///
/// Model: each cell that stands too steep gives what is too much, at once and together, to the neighbour over its
/// steepest edge: all of a thin excess, a share of what is more. So sand that comes over a brink goes to where there is
/// room for it. All cells of a pass act on the same frozen land; every amount is an integer that leaves one cell and
/// arrives in the other. For what is laid down on slip faces step by step; what collapses from a height rolls out
/// (gravity/avalanches). `docs/decisions/gravity.md`, "Slip faces shed grain flows", has why.
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
  /// Lets what stands too steep slide for at most `passes` passes, one cell in each; what still stands too steep then
  /// waits for the next call. Looks at the disturbed segments and those around them. Soils slide one after the other,
  /// each at its own angle and over all others; first films come down (overturn). Those that may stand steeper than
  /// they come to rest are left to the avalanches of settling.
  void run_down(Terrain& terrain, int passes, gravity::Slide const& slide);

 private:
  class Pass;

  void copy_in(Terrain const& terrain, SoilId soil, std::span<std::uint8_t const> woken, Scheduler const& scheduler);
  void copy_out(Terrain& terrain, SoilId soil, gravity::Slide const& slide);
  /// Fits what stands beyond the ends of a row to what stands in it.
  void close(Grid const& grid, int y);

  gravity::SlidingGround ground_;
  gravity::SlopeStrength strength_;
  PaddedGrid<Quanta> slides_;                        ///< of a pass; 0 between calls
  PaddedGrid<std::uint8_t> gives_, moved_;           ///< marks of blocks: in this pass, by the last one
  std::vector<std::uint8_t> row_gives_, row_moved_;  ///< of rows with such marks
  std::vector<std::uint8_t> row_changed_;            ///< of rows in which anything has moved since the first pass
  std::vector<std::uint8_t> restless_;               ///< segments in which the last pass has moved something
};

}  // namespace barchan
