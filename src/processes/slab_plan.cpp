#include "processes/slab_plan.hpp"

#include <algorithm>
#include <cmath>

namespace barchan {

namespace {

constexpr float kReferenceSpeed = 10.0f;  // m/s: the wind in which a hop is as long as `hop_length` says
/// Flights that must fit between two turns of the wind: sand in the air turns with it, and crests of winds more than 90
/// degrees apart come out wrong when more than a third of it does.
constexpr float kFlightsInSpell = 2.7f;
constexpr float kMostSubsteps = 32.0f;
constexpr float kMostLift = 1e8f;  // quanta (380 m)

}  // namespace

SlabPlan plan_slabs(SlabDunesParameters const& parameters, Grid const& grid, StepContext const& context) {
  SlabPlan plan;
  plan.lift = std::min(parameters.lift_rate * context.dt * static_cast<float>(kQuantaPerMetre), kMostLift);
  plan.cover = std::max(plan.lift, 1.0f);
  plan.hop = parameters.hop_length * context.wind.speed() / kReferenceSpeed;
  plan.deposit_sand = parameters.deposit_sand;
  plan.deposit_bare = parameters.deposit_bare;
  plan.inflow = parameters.inflow;
  plan.most_hops = parameters.most_hops;
  const float flight = plan.hop / (plan.deposit_sand * grid.cell_size);  // cells
  plan.reach = std::min(flight, 1.0f);
  plan.rest_sand = std::min(plan.reach / flight, 1.0f);
  plan.rest_bare = std::min(plan.rest_sand * plan.deposit_bare / plan.deposit_sand, 1.0f);
  const float spell = std::max(context.wind.shortest_spell() / context.dt, 1.0f);  // steps
  plan.substeps =
      static_cast<int>(std::clamp(std::ceil(kFlightsInSpell / plan.rest_sand / spell), 1.0f, kMostSubsteps));
  return plan;
}

}  // namespace barchan
