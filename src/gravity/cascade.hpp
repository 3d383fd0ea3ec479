/// Cascade: the one relaxation operator. Loose material that stands steeper than its angle of repose runs down.
///
/// Model: between each pair of eight-connected neighbours at distance d, what stands higher than tan(repose) * d moves
/// at a rate. All pairs act on the same frozen surface, so that the order of cells does not matter; a donor never gives
/// more than it has; every amount is an integer that leaves one cell and arrives in the other.
///
/// Source: the local, time-deferred cascade of the particle-based wind erosion article (2020); distance-aware
/// diagonals after Taylor & Keyser 2023; Musgrave, Kolb & Mace 1989. Deviations: relaxes all disturbed cells, not only
/// those under a particle; slope is compared per metre, so diagonals and cell sizes agree; exact in quanta.
/// Limits: a planar face at 22.5 degrees to the grid stands up to 8.2 % steeper in tangent, as eight neighbours allow.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "barchan/base/parameter.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "base/padded_grid.hpp"

namespace barchan {

/// Live parameters of the one cascade (group `cascade`).
struct CascadeParameters {
  float roughness = 0.65f;     ///< tangent of the angle of repose of sand (0.65 = 33 degrees)
  float settling = 2.0f;       ///< m2/s: how fast what stands too steep runs down
  float static_excess = 0.0f;  ///< degrees above the angle of repose at which sand at rest begins to slide
};

/// Rows of the group `cascade`.
std::span<ParameterRow const> cascade_parameter_rows();

class Cascade {
 public:
  void prepare(Terrain const& terrain);
  /// Relaxes the disturbed cells for `dt` seconds; `step` seeds the rounding of amounts below one quantum.
  void relax(Terrain& terrain, float settling, float dt, std::uint64_t step, Scheduler const& scheduler);

  /// Moves sand down every slope, however gentle, with diffusivity `diffusivity` m2/s for `dt` seconds: the creep of
  /// grains that impacts push along (reptation).
  void creep(Terrain& terrain, float diffusivity, float dt, std::uint64_t step, Scheduler const& scheduler);

  /// Lets everything that stands steeper than the static angle run down at once: what a cell holds above the angle of
  /// repose begins to roll and rolls on, one cell a pass, to where the ground lies flatter, for at most `passes`
  /// passes; what still rolls then stays where it is until the next call. For models that lay down more in a step than
  /// diffusion can carry away.
  void run_down(Terrain& terrain, int passes, std::uint64_t step, Scheduler const& scheduler);

  /// Largest share of an excess that may pass between two neighbours in one sweep. With half of it across diagonals the
  /// fastest mode of the grid is damped by 1 - 8 x share: to -0.6 of itself, well inside the stable |factor| < 1.
  static constexpr float kStableShare = 0.2f;
  static constexpr int kMostSweeps = 16;
  /// Cells that a slide of sand which stood above its angle of repose runs down in one step.
  static constexpr int kSlidePasses = 100;

 private:
  class RollingRange;

  void sweep(Terrain& terrain, float repose, float share, float dither, Scheduler const& scheduler);
  /// From the grants: what crosses each edge whose slope is above `limit`, summed into `change_`.
  void flow(Terrain& terrain, float limit, float share, float dither, Scheduler const& scheduler);
  /// Adds `change_` to the columns of the receivers.
  void exchange(Terrain& terrain, Scheduler const& scheduler) const;
  /// One pass of `run_down`: sand begins to roll and comes to rest, then what rolls moves on.
  void roll(Terrain const& terrain, float dither, Scheduler const& scheduler);

  /// The land while sand runs down it, with margins: as it is, and as it will be after the pass.
  struct Slope {
    /// Once; later calls do nothing.
    void prepare(Grid const& grid) {
      if (prepared) return;
      for (PaddedGrid<Quanta>* cells : {&surface, &rolling, &next_surface, &next_rolling, &floor})
        cells->prepare(grid.width, grid.height);
      prepared = true;
    }
    void turn() {
      std::swap(surface, next_surface);
      std::swap(rolling, next_rolling);
    }
    bool prepared = false;
    PaddedGrid<Quanta> surface, next_surface;  ///< elevation, with the sand that rolls
    PaddedGrid<Quanta> rolling, next_rolling;  ///< on its way down
    PaddedGrid<Quanta> floor;                  ///< surface without any sand
  };

  std::vector<float> grant_;    ///< share of its wishes that a donor can afford; 0 where nothing wants to move
  std::vector<Quanta> change_;  ///< net change of a cell in this sweep
  Slope slope_;
  std::vector<std::uint8_t> candidate_;  ///< segments next to a disturbed one; in `run_down`: disturbed by this pass
  std::vector<std::uint8_t> donor_;      ///< segments that hold a donor; in `run_down`: disturbed by the last pass
  std::vector<std::uint8_t> receiver_;   ///< segments next to a donor
};

}  // namespace barchan
