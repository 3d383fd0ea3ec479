#include "processes/slab_plan.hpp"

#include <algorithm>
#include <cmath>

namespace barchan {

namespace {

constexpr float kReferenceSpeed = 10.0f;  // m/s: the wind in which a hop is as long as `hop_length` says
/// Flights that must fit between two turns of the wind: sand in the air turns with it, and crests of winds more than 90
/// degrees apart come out wrong when more than a third of it does.
constexpr float kFlightsInSpell = 2.7f;
/// Steps that a flight takes at most. The fewer, the less sand is in the air and laid down at once, and the less does
/// that depend on the time step and the cell size.
constexpr float kStepsOfFlight = 2.0f;
constexpr float kMostSubsteps = 32.0f;
/// Quanta (128 m) that flat sand may keep in the air over a cell; less is lifted where it would be more.
constexpr float kMostAirborne = 128.0f * static_cast<float>(kQuantaPerMetre);

}  // namespace

SlabPlan plan_slabs(SlabDunesParameters const& parameters, Grid const& grid, StepContext const& context) {
  SlabPlan plan;
  plan.hop = parameters.hop_length * context.wind.speed() / kReferenceSpeed;
  plan.deposit_sand = parameters.deposit_sand;
  plan.deposit_bare = parameters.deposit_bare;
  plan.inflow = parameters.inflow;
  plan.most_hops = parameters.most_hops;
  const float flight = plan.hop / (plan.deposit_sand * grid.cell_size);  // cells
  plan.reach = std::min(flight, 1.0f);
  plan.rest_sand = std::min(plan.reach / flight, 1.0f);
  plan.rest_bare = std::min(plan.rest_sand * plan.deposit_bare / plan.deposit_sand, 1.0f);
  plan.lift =
      std::min(parameters.lift_rate * context.dt * static_cast<float>(kQuantaPerMetre), kMostAirborne * plan.rest_sand);
  plan.cover = std::max(plan.lift, 1.0f);
  const float spell = std::max(context.wind.shortest_spell() / context.dt, 1.0f);  // steps
  const float flights = std::max(1.0f / kStepsOfFlight, kFlightsInSpell / spell);  // flown within a step
  plan.substeps = static_cast<int>(std::clamp(std::ceil(flights / plan.rest_sand), 1.0f, kMostSubsteps));
  return plan;
}

}  // namespace barchan
