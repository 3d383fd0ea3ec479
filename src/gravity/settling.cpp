#include "gravity/settling.hpp"

namespace barchan {

namespace {

/// Cells that a slide of sand which stood above its angle of repose runs down in one step.
constexpr int kSlidePasses = 100;

}  // namespace

void Settling::prepare(Terrain const& terrain) {
  sweep_.prepare(terrain);
  avalanches_.prepare(terrain);
}

void Settling::relax(Terrain& terrain, float rate, float dt, std::uint64_t step, Scheduler const& scheduler) {
  Soil const& sand = terrain.soils[kSand];
  // Sand that may stand steeper than it comes to rest slides at once or not at all.
  if (sand.static_slope > sand.repose_slope) avalanches_.run_down(terrain, kSlidePasses, step, scheduler);
  const SweepPlan plan = plan_sweeps(terrain.grid, rate, dt);
  const float rest = gravity::rest_limit(terrain.grid, sand.static_slope);
  sweep_.begin(terrain.grid);
  for (int i = 0; i < plan.sweeps; ++i) {
    sweep_.run(terrain,
               {.slope = sand.static_slope, .share = plan.share, .dither = sweep_dither(step, i), .rest = rest},
               terrain.columns.disturbed(), scheduler);
    terrain.columns.set_disturbed(sweep_.unsettled());
  }
}

}  // namespace barchan
