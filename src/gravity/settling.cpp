#include "gravity/settling.hpp"

#include <algorithm>
#include <functional>
#include <span>

#include "base/marks.hpp"
#include "gravity/overturn.hpp"

namespace barchan {

namespace {

/// Cells that a slide of sand which stood above its angle of repose runs down in one step.
constexpr int kSlidePasses = 100;
/// Steps whose settling is done at once.
constexpr int kMostSteps = 8;

}  // namespace

void Settling::prepare(Terrain const& terrain) {
  sweep_.prepare(terrain);
  avalanches_.prepare(terrain);
  strength_.prepare();
}

void Settling::relax(Terrain& terrain, float rate, float dt, gravity::Slide const& slide) {
  // What may stand steeper than it comes to rest slides at once or not at all.
  bool slides = false;
  gravity::for_each_cover_soil(terrain.columns, [&](SoilId soil) {
    slides |= terrain.soils[soil].static_slope > terrain.soils[soil].repose_slope;
  });
  if (slides) avalanches_.run_down(terrain, kSlidePasses, slide);
  const int steps = steps_due(terrain.grid, rate, dt, slide.step, kMostSteps);
  if (steps == 0) return;
  const SweepPlan plan = plan_sweeps(terrain.grid, rate, dt * static_cast<float>(steps));
  strength_.look(terrain, slide.scheduler);
  // Where sand is all that slides, nobody does anything between two sweeps.
  Columns const& columns = terrain.columns;
  const auto sand_alone = [&] {
    const SoilSet sand = soil_bit(kSand);
    return columns.cover_soils_anywhere() == sand && (columns.strata().empty() || columns.loose() == sand);
  };
  bool was_alone = false;
  for (int i = 0; i < plan.sweeps && any_marked(terrain.columns.disturbed()); ++i) {
    // Before each: what one sweep changes beside a film, the next forgets.
    gravity::overturn_films(terrain, slide.scheduler);
    sweep(terrain, {.slope = 0.0f, .share = plan.share, .dither = sweep_dither(slide.step, i), .strength = &strength_},
          slide, was_alone && sand_alone() ? gravity::WokenBy::last_sweep : gravity::WokenBy::others);
    was_alone = sand_alone();
  }
}

void Settling::sweep(Terrain& terrain, gravity::SlopeRule rule, gravity::Slide const& slide, gravity::WokenBy by) {
  const auto sweep_soil = [&](SoilId soil, std::span<std::uint8_t const> woken, gravity::WokenBy woken_by) {
    rule.soil = soil;
    rule.slope = terrain.soils[soil].static_slope;
    rule.rest = gravity::rest_limit(terrain.grid, rule.slope);
    sweep_.run(terrain, rule, woken, slide, woken_by);
  };
  // A copy, for what slides marks the columns' own. The sweep before knows for itself what it has left.
  const std::span<std::uint8_t const> disturbed = terrain.columns.disturbed();
  if (by == gravity::WokenBy::others) woken_.assign(disturbed.begin(), disturbed.end());
  if (terrain.columns.cover_soils_anywhere() == soil_bit(kSand)) {
    sweep_soil(kSand, woken_, by);
    terrain.columns.set_disturbed(sweep_.unsettled());
    return;
  }
  unsettled_.assign(disturbed.size(), 0);
  gravity::for_each_cover_soil(terrain.columns, [&](SoilId soil) {
    sweep_soil(soil, woken_, gravity::WokenBy::others);
    std::ranges::transform(unsettled_, sweep_.unsettled(), unsettled_.begin(), std::bit_or<std::uint8_t>());
  });
  terrain.columns.set_disturbed(unsettled_);
}

}  // namespace barchan
