/// Antecedent rain: the water of a land on which it has already rained for some time.
///
/// Model. Water runs along the routes of steepest descent at the terminal speed of droplets and evaporates on its way.
/// Lakes hold the water that has come to rest in them, and overflow where they are full. The routes are followed from
/// many places at which water arrives. The discharge of a cell is the sum of the flows along the routes through it, and
/// droplets are placed on the routes at equal intervals of time.
///
/// Limits: the ground does not change and absorbs no water. Droplets begin without sediment. In a river that is wider
/// than a cell, the water is spread evenly over the width.
#pragma once

#include <cstddef>
#include <vector>

#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "processes/water_particles/births.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/routes.hpp"

namespace barchan {
struct Terrain;
}  // namespace barchan

namespace barchan::water {

/// What happened before the first step.
struct Antecedent {
  double seconds = 0.0;           ///< time for which water has arrived
  double lake_evaporation = 0.0;  ///< m/s
  double droplets = 1.0;          ///< number of droplets that should be on their way
  float river = 0.0f;             ///< width of a river of 1 m3/s, m
  RouteRule routes;
};

/// The water with which the world begins, apart from the lakes.
struct AntecedentWater {
  std::vector<Birth> births;  ///< droplets on their way
  std::vector<Flow> flow;     ///< of each cell
  float run = 0.0f;           ///< mean time for which a droplet runs, s
  float spilling = 0.0f;      ///< water that runs over sills, quanta per second
  QuantaSum brought = 0;      ///< water that has reached the lakes or is on its way, quanta
  QuantaSum evaporated = 0;   ///< part of `brought` that has evaporated since
  QuantaSum left = 0;         ///< part of `brought` that has left the land since
};

/// Fills the lakes of a dry land and computes its running water. `arrivals` must not be empty.
AntecedentWater antecedent_water(Terrain& terrain, Antecedent const& before, std::vector<Arrival> const& arrivals,
                                 Scheduler const& scheduler);

}  // namespace barchan::water
