#include "gravity/creep.hpp"

namespace barchan {

void Creep::prepare(Terrain const& terrain) {
  sweep_.prepare(terrain);
  everywhere_.assign(terrain.columns.disturbed().size(), 1);
}

void Creep::run(Terrain& terrain, float diffusivity, float dt, std::uint64_t step, Scheduler const& scheduler) {
  const SweepPlan plan = plan_sweeps(terrain.grid, diffusivity, dt);
  for (int i = 0; i < plan.sweeps; ++i) {
    sweep_.run(terrain, {.slope = 0.0f, .share = plan.share, .dither = sweep_dither(step, i)}, everywhere_, scheduler);
    terrain.columns.set_disturbed(sweep_.unsettled());
  }
}

}  // namespace barchan
