#include "gravity/creep.hpp"

namespace barchan {

void Creep::prepare(Terrain const& terrain) {
  sweep_.prepare(terrain);
  everywhere_.prepare(terrain.columns);
  everywhere_.mark_all();
}

void Creep::run(Terrain& terrain, float diffusivity, float dt, gravity::Slide const& slide,
                std::span<float const> hold) {
  // Creep visits all segments, but only cells that change are marked as disturbed. So settling need not examine a plain
  // that only passes sand on.
  const SweepPlan plan = plan_sweeps(terrain.grid, diffusivity, dt);
  for (int i = 0; i < plan.sweeps; ++i) {
    gravity::for_each_cover_soil(terrain.columns, [&](SoilId soil) {
      if (terrain.soils[soil].suspension <= 0.0f) return;
      sweep_.run(terrain,
                 {.slope = 0.0f,
                  .share = plan.share,
                  .dither = sweep_dither(slide.step, i),
                  .soil = soil,
                  .hold = hold,
                  .movement = gravity::Movement::creep},
                 everywhere_, slide);
    });
  }
}

}  // namespace barchan
