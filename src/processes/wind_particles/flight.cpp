#include "processes/wind_particles/flight.hpp"

#include <algorithm>
#include <cmath>

namespace barchan {

namespace {

constexpr float kTaper = 20.0f;  // m; at the end of its path, distance over which a particle deposits its load
// Least part of the path that each sub-step uses up, as a fraction of the distance the wind covers.
constexpr float kLeastAdvance = 0.1f;
constexpr float kLeastSpread = 0.5f;     // cells; sand is always distributed among neighbouring cells
constexpr float kLeastWind = 0.1f;       // m/s; slower winds are divided into sub-steps as this one
constexpr float kLongestSubstep = 0.4f;  // s
constexpr float kAlmost = 1e-3f;         // tolerance for rounding, in sub-steps

/// Time in which the wind crosses a cell, s.
float crossing(Grid const& grid, float wind_speed) { return grid.cell_size / std::max(wind_speed, kLeastWind); }

}  // namespace

std::int32_t most_exchange(std::size_t population) {
  return std::max(kMostInOneCell / std::max(static_cast<std::int32_t>(population), 1), 1);
}

FlightPlan plan_flight(Grid const& grid, float wind_speed, float due) {
  const float usual = std::min(crossing(grid, wind_speed), kLongestSubstep);
  const float count = due / usual;
  const int substeps = std::min(static_cast<int>(count + kAlmost), kMostSubsteps);
  if (substeps == 0) return {};
  // If more sub-steps are due than allowed, each becomes longer.
  const bool behind = count > static_cast<float>(kMostSubsteps + 1);
  return {substeps, behind ? due / static_cast<float>(kMostSubsteps) : usual};
}

FlightPlan plan_article_flight(Grid const& grid, float wind_speed, float time_step) {
  const auto wanted = static_cast<int>(std::ceil(time_step / crossing(grid, wind_speed)));
  const int substeps = std::clamp(wanted, 1, kMostSubsteps);
  return {substeps, time_step / static_cast<float>(substeps)};
}

kernel::FlightRule flight_rule(WindParticlesParameters const& parameters, Grid const& grid, WindField const& wind,
                               std::size_t population, float dt) {
  const float speed = wind.speed();
  const float drag = parameters.drag * speed;
  const float share = static_cast<float>(grid.cells()) / std::max(static_cast<float>(population), 1.0f);
  return {.dt = dt,
          .step_per_cell = dt / grid.cell_size,
          .cell_size = grid.cell_size,
          .wind_x = wind.direction().x,
          .wind_y = wind.direction().y,
          .wind_speed = speed,
          .gravity = parameters.gravity,
          .drag = drag,
          .lift = parameters.lift,
          .kick = parameters.turbulence * speed * std::sqrt(drag * dt),
          .steering = parameters.steering,
          .inverse_layer = 1.0f / parameters.boundary_layer,
          .suspension = parameters.suspension,
          .deposition = parameters.deposition,
          .grainfall = parameters.grainfall * dt,
          .shadow_fall = 1.0f / kShadowLength,
          .spread = std::max(parameters.spread / grid.cell_size, kLeastSpread),
          .inverse_taper = 1.0f / kTaper,
          .abrasion = parameters.abrasion * parameters.saturation * share * static_cast<float>(kQuantaPerMetre),
          .most_load = kMostInOneCell,
          .most_exchange = most_exchange(population),
          .most_wear = static_cast<float>(kQuantaPerMetre),
          .least_advance = kLeastAdvance * speed * dt};
}

}  // namespace barchan
