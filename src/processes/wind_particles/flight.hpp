/// Division of a step of the world into sub-steps of flight, and the constants of a sub-step.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "processes/wind_particles/parameters.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

inline constexpr float kShadowLength = 2.0f;  ///< distance over which the load is deposited in full shadow, m
inline constexpr int kMostSubsteps = 16;      ///< per step of the world
/// Most quanta that all particles together may exchange with one cell in a sub-step.
inline constexpr std::int32_t kMostInOneCell = 1 << 30;

/// Most quanta that each of `population` particles may exchange in a sub-step. Even if all are over one cell, the sum
/// does not overflow.
std::int32_t most_exchange(std::size_t population);

/// Division of flight time into equal sub-steps.
struct FlightPlan {
  int substeps = 0;
  float dt = 0.0f;  ///< duration of a sub-step, s
};

/// Plans whole sub-steps for `due` seconds of flight. In each sub-step the wind crosses one cell, so that hops do not
/// depend on the time step of the world. The remaining time is carried over to the next step.
FlightPlan plan_flight(Grid const& grid, float wind_speed, float due);

/// With the article's law a sub-step is the time step of the world, divided if the wind would cross more than a cell.
FlightPlan plan_article_flight(Grid const& grid, float wind_speed, float time_step);

/// The constants of a sub-step of `dt` seconds for `population` particles.
kernel::FlightRule flight_rule(WindParticlesParameters const& parameters, Grid const& grid, WindField const& wind,
                               std::size_t population, float dt);

}  // namespace barchan
