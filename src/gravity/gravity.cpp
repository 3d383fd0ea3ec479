#include "gravity/gravity.hpp"

#include "base/marks.hpp"
#include "gravity/overturn.hpp"

namespace barchan {

namespace {

/// Most cells that a slide of sand with a static angle runs down in one step.
constexpr int kSlidePasses = 100;
/// Most steps whose settling is done at once.
constexpr int kMostSteps = 8;

}  // namespace

void Gravity::prepare(Terrain const& terrain) {
  sweep_.prepare(terrain);
  avalanches_.prepare(terrain);
  strength_.prepare();
}

void Gravity::relax(Terrain& terrain, float rate, float dt, gravity::Slide const& slide) {
  // Soils with a static angle slide within the step or not at all.
  bool slides = false;
  gravity::for_each_cover_soil(terrain.columns, [&](SoilId soil) {
    slides |= terrain.soils[soil].static_slope > terrain.soils[soil].repose_slope;
  });
  if (slides) avalanches_.run_down(terrain, kSlidePasses, slide);
  const int steps = steps_due(terrain.grid, rate, dt, slide.step, kMostSteps);
  if (steps == 0 || !any_marked(terrain.columns.disturbed())) return;
  const SweepPlan plan = plan_sweeps(terrain.grid, rate, dt * static_cast<float>(steps));
  strength_.look(terrain, slide.scheduler);
  for (int i = 0; i < plan.sweeps && any_marked(terrain.columns.disturbed()); ++i) {
    // Films are overturned before each sweep, because a sweep may clear marks that the previous one has set beside
    // them.
    gravity::overturn_films(terrain, slide.scheduler);
    sweep(terrain, {.slope = 0.0f, .share = plan.share, .dither = sweep_dither(slide.step, i), .strength = &strength_},
          slide);
  }
}

void Gravity::sweep(Terrain& terrain, gravity::SlopeRule rule, gravity::Slide const& slide) {
  // Works on a copy of the marks, because slides change those of the columns.
  woken_.look(terrain.columns);
  unsettled_.prepare(terrain.columns);
  gravity::for_each_cover_soil(terrain.columns, [&](SoilId soil) {
    rule.soil = soil;
    rule.slope = terrain.soils[soil].static_slope;
    rule.rest = gravity::rest_limit(terrain.grid, rule.slope);
    sweep_.run(terrain, rule, woken_, slide);
    unsettled_.add(sweep_.unsettled());
  });
  unsettled_.tell(terrain.columns);
}

}  // namespace barchan
