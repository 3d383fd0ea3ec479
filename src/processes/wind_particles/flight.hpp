/// How a step of the world is cut into sub-steps of flight, and the constants of one of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "processes/wind_particles/parameters.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

inline constexpr float kShadowLength = 2.0f;  ///< m over which the load falls out in the full shadow
inline constexpr int kMostSubsteps = 16;      ///< in one step of the world
/// Quanta that all particles together may exchange with one cell in a sub-step.
inline constexpr std::int32_t kMostInOneCell = 1 << 30;

struct FlightPlan {
  int substeps = 0;
  float dt = 0.0f;  ///< s, of one sub-step
};

/// The whole sub-steps in `due` seconds of flight. Each takes the wind one cell far, whatever the world's time step is:
/// a hop looks the same at every time step. What is left over waits for the next step.
FlightPlan plan_flight(Grid const& grid, float wind_speed, float due);

/// By the article's law a sub-step is the world's time step, cut where the wind would pass more than a cell.
FlightPlan plan_article_flight(Grid const& grid, float wind_speed, float time_step);

/// The rule of a sub-step of `dt` seconds for `population` particles.
kernel::FlightRule flight_rule(WindParticlesParameters const& parameters, Grid const& grid, WindField const& wind,
                               std::size_t population, float dt);

}  // namespace barchan
