/// Avalanches: what stands steeper than its angle of repose rolls down to the foot of the slope within one step.
///
/// Model: of what a cell holds above the angle of repose a share begins to roll and rolls on, one cell a pass, to where
/// the ground lies flatter. What rolls is part of the surface over which it rolls. All cells of a pass act on the same
/// frozen land; every amount is an integer that leaves one cell and arrives in the other. For models that lay down more
/// in a step than diffusion (gravity/settling) can carry away, and for sand that may stand steeper than it comes to
/// rest. `docs/decisions/gravity.md`, "Avalanches roll", has how the constants were found.
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
  /// Lets everything that stands steeper than the static angle run down at once, for at most `passes` passes; what
  /// still rolls then stays where it is until the next call. Looks at the disturbed segments and those around them.
  /// Soils slide one after the other, each at its own angles and over all others; first films come down (overturn).
  void run_down(Terrain& terrain, int passes, gravity::Slide const& slide);

 private:
  class RollingRange;

  /// One pass: soil begins to roll and comes to rest, then what rolls moves on.
  void roll(Terrain const& terrain, kernel::RunDownRule const& rule, float dither, Scheduler const& scheduler);
  void copy_in(Terrain const& terrain, SoilId soil, std::span<std::uint8_t const> woken, Scheduler const& scheduler);
  /// Whatever still rolls stops.
  void copy_out(Terrain& terrain, SoilId soil, gravity::Slide const& slide);

  /// The land while sand runs down it, with margins: as it is, and as it will be after the pass.
  struct Slope : gravity::SlidingGround {
    PaddedGrid<Quanta> next_surface;
    PaddedGrid<Quanta> rolling, next_rolling;  ///< on its way down
  };

  Slope slope_;  ///< empty until the first avalanche
  gravity::SlopeStrength strength_;
  std::vector<std::uint8_t> disturbed_;  ///< segments that the last pass disturbed
  std::vector<std::uint8_t> moved_;      ///< in this pass
  std::vector<std::uint8_t> fresh_;      ///< written by the last pass, so that both lands differ there
  std::vector<std::uint8_t> steep_;      ///< with sand that stands too steep, but is too little for avalanches
};

}  // namespace barchan
