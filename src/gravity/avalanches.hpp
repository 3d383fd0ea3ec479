/// Avalanches: sand that stands steeper than its angle of repose rolls to the foot of the slope within one step.
///
/// Model: a fraction of the sand in a cell that exceeds the angle of repose starts to roll. It rolls one cell per pass
/// until the ground is flatter. Rolling sand is part of the surface that other sand rolls over. All cells of a pass
/// read the same state of the land; every amount is an integer that leaves one cell and arrives in another. Avalanches
/// serve models that deposit more per step than diffusion (gravity/gravity) can carry away, and sand with a static
/// angle above its angle of repose. The origin of the constants is in `docs/decisions/gravity.md`.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "gravity/avalanches_kernel.hpp"
#include "gravity/slide.hpp"
#include "gravity/slope_strength.hpp"
#include "land/terrain.hpp"

namespace barchan {

class Avalanches {
 public:
  void prepare(Terrain const& terrain);
  /// Lets everything that stands steeper than the static angle run down, in at most `passes` passes. Sand that is still
  /// rolling after them stays in its cell until the next call. Reads the disturbed segments and those around them.
  /// Soils slide one after the other, each at its own angles and over all others. Films overturn first
  /// (gravity/overturn).
  void run_down(Terrain& terrain, int passes, gravity::Slide const& slide);

 private:
  class RollingRange;

  /// One pass: sand starts to roll or comes to rest, then the rolling sand moves by one cell.
  void roll(Terrain const& terrain, kernel::RunDownRule const& rule, float dither, Scheduler const& scheduler);
  void copy_in(Terrain const& terrain, SoilId soil, std::span<std::uint8_t const> woken, Scheduler const& scheduler);
  /// Stops all rolling sand.
  void copy_out(Terrain& terrain, SoilId soil, gravity::Slide const& slide);

  /// The land while sand runs down it, with margins: its present state, and its state after the pass.
  struct Slope : gravity::SlidingGround {
    PaddedGrid<Quanta> next_surface;
    PaddedGrid<Quanta> rolling, next_rolling;  ///< moving sand
  };

  Slope slope_;  ///< empty until the first avalanche
  gravity::SlopeStrength strength_;
  std::vector<std::uint8_t> disturbed_;  ///< segments disturbed by the last pass
  std::vector<std::uint8_t> moved_;      ///< segments changed by this pass
  std::vector<std::uint8_t> fresh_;      ///< segments written by the last pass, in which both states differ
  std::vector<std::uint8_t> steep_;      ///< segments with sand that is too steep but too little for an avalanche
};

}  // namespace barchan
