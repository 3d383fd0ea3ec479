#include "processes/slab_dunes/plan.hpp"

#include <algorithm>
#include <cmath>

#include "land/inflow_stock.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr float kReferenceSpeed = 10.0f;  // m/s; wind in which a hop has the length `hop_length`
/// Lengths of flight that sand covers in the last step before the wind turns, after which all but a fifteenth is at
/// rest. Sand in the air would turn with the wind, which deforms the crests of winds more than 90 degrees apart.
constexpr float kFlightsToRest = 2.7f;
/// Steps that a flight of sand takes, at most. A soil that settles more slowly is in the air proportionally longer, but
/// flies no faster. With fewer steps, less sand is in the air, less is deposited at once, and the result depends less
/// on the time step and the cell size.
constexpr float kStepsOfFlight = 2.0f;
constexpr float kMostSubsteps = 32.0f, kMostToRest = 200.0f;
/// Sand that flat ground may keep in the air over a cell, quanta (128 m). If it would be more, less is lifted.
constexpr float kMostAirborne = 128.0f * static_cast<float>(kQuantaPerMetre);

/// Lift where the stress of the wind is largest, relative to that from flat ground: the power 3/2 of that stress.
constexpr float kMostLift = 4.0f;
static_assert(kMostLift * kMostLift >= ShearStress::kMost * ShearStress::kMost * ShearStress::kMost);

/// Lift of a soil relative to a soil without a threshold. With hop lengths proportional to the wind speed, the flux is
/// that of Owen (1964): proportional to u (u^2 - threshold^2).
float strength(Soil const& soil, float wind_speed) {
  if (soil.threshold_speed <= 0.0f) return 1.0f;
  const float beyond = wind_speed * wind_speed - soil.threshold_speed * soil.threshold_speed;
  return std::max(beyond, 0.0f) / (kReferenceSpeed * kReferenceSpeed);
}

/// Length of a hop of a soil in this wind, m. `aloft`: time in the air relative to that of sand.
float hop_of(SlabDunesParameters const& parameters, float wind_speed, float aloft) {
  return parameters.hop_length * wind_speed / kReferenceSpeed * aloft;
}

float time_aloft(Soil const& soil) { return Soil{}.settling_speed / soil.settling_speed; }

float lift_rate_of(SlabDunesParameters const& parameters, Soil const& soil, float wind_speed) {
  return parameters.lift_rate * soil.suspension * strength(soil, wind_speed);
}

}  // namespace

double flux_over_flat_ground(SlabDunesParameters const& parameters, Soil const& soil, float wind_speed) {
  return static_cast<double>(lift_rate_of(parameters, soil, wind_speed)) *
         static_cast<double>(hop_of(parameters, wind_speed, time_aloft(soil))) /
         static_cast<double>(parameters.deposit_sand);
}

SlabPlan plan_slabs(SlabDunesParameters const& parameters, Terrain const& terrain, SoilId which,
                    StepContext const& context) {
  Grid const& grid = terrain.grid;
  Soil const& soil = terrain.soils[which];
  SlabPlan plan;
  plan.transport = parameters.transport;
  const float aloft = time_aloft(soil);
  plan.hop = hop_of(parameters, context.wind.speed(), aloft);
  plan.after_hop.sand = parameters.deposit_sand;
  plan.after_hop.bare = parameters.deposit_bare;
  // Only sand is in the inflow stock.
  if (which == kSand) plan.inflow = parameters.inflow * InflowStock(grid, context.ledger).left(parameters.stock);
  plan.most_hops = parameters.most_hops;
  const float cells = plan.hop / (plan.after_hop.sand * grid.cell_size);  // length of a flight, cells
  plan.reach = std::min(cells, 1.0f);
  const float flight = cells / plan.reach;  // in sub-steps
  if (parameters.transport == Transport::field) plan.hops_per_chance = 1.0f / (flight * plan.after_hop.sand);
  const float lift_rate = lift_rate_of(parameters, soil, context.wind.speed());
  const float most_lift = context.wind.stress().empty() ? 1.0f : kMostLift;
  plan.lift =
      std::min(lift_rate * context.dt * static_cast<float>(kQuantaPerMetre), kMostAirborne / (most_lift * flight));
  plan.sand_depth = std::max(plan.lift, 1.0f);
  const float each_step = std::clamp(std::ceil(flight / (kStepsOfFlight * std::max(aloft, 1.0f))), 1.0f, kMostSubsteps);
  plan.flies_out = context.wind.turns_next();
  plan.substeps =
      static_cast<int>(plan.flies_out ? std::clamp(std::ceil(kFlightsToRest * flight), 1.0f, kMostToRest) : each_step);
  // As with single slabs, nothing rests before the end of the first hop. All later hops become an exponential flight of
  // the same mean length.
  const float sure = std::round(flight * plan.after_hop.sand);
  plan.first_way = static_cast<int>(std::min({sure, flight - 1.0f, each_step}));
  const auto first = static_cast<float>(plan.first_way);
  plan.rest.sand = 1.0f / (flight - first);
  plan.rest.bare = 1.0f / std::max(flight * plan.after_hop.sand / plan.after_hop.bare - first, 1.0f);
  return plan;
}

glm::ivec2 even_way(SlabPlan const& plan, StepContext const& context, int number) {
  // Sub-steps are counted from the beginning of the world.
  const double substep = static_cast<double>(context.step) * plan.substeps + static_cast<double>(number);
  const auto cells = [&](float component) {
    const double way = static_cast<double>(component) * static_cast<double>(plan.reach);
    return static_cast<int>(std::floor((substep + 1.0) * way + 0.5) - std::floor(substep * way + 0.5));
  };
  const glm::vec2 direction = context.wind.direction();
  return {cells(direction.x), cells(direction.y)};
}

}  // namespace barchan
