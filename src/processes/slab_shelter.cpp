#include "processes/slab_shelter.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/math.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 64;
constexpr float kHeldInBelt = 0.5f;  // of the lift, Taylor & Keyser's k_p

float either(float a, float b) { return 1.0f - (1.0f - a) * (1.0f - b); }

}  // namespace

SlabShelter ShelterMaps::renew(Terrain const& terrain, StepContext const& context, SlabPlan const& plan,
                               ReverseEddy const* eddy, LeeWake const* wake) {
  std::vector<float> const& shadow = context.wind.shadow();
  if (eddy == nullptr) return {.trap = shadow, .hold = shadow};
  Grid const& grid = terrain.grid;
  trap_.resize(grid.cells());
  hold_.resize(grid.cells());
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = grid.index(0, first); i < grid.index(0, last); ++i) {
      const bool foot = eddy->foot()[i] != 0;
      const float rate = eddy->belt()[i];
      const float sticks = rate > 0.0f ? 1.0f - math::decay(rate * plan.hops_per_chance) : 0.0f;
      trap_[i] = foot ? 1.0f : either(shadow[i], sticks);
      hold_[i] = foot ? 1.0f : either(shadow[i], kHeldInBelt * std::min(rate, 1.0f));
    }
  });
  for (LeeWake::Margin const& at : wake->margin()) {
    if (eddy->foot()[at.cell] != 0) continue;
    trap_[at.cell] *= at.still;
    hold_[at.cell] *= at.still;
  }
  return {.trap = trap_, .hold = hold_, .foot = eddy->foot(), .wake = wake};
}

}  // namespace barchan
