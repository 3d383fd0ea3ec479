/// The constants of a step of the slab model, in units of the grid.
#pragma once

#include <glm/vec2.hpp>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/parameters.hpp"
#include "processes/slab_dunes/rest.hpp"

namespace barchan {

/// Constants of one step for one soil.
struct SlabPlan {
  Transport transport = Transport::field;
  float lift = 0.0f;             ///< quanta that the open wind lifts from a cell in this step
  float sand_depth = 1.0f;       ///< thickness of sand that hides the ground, quanta
  float hop = 1.0f;              ///< hop length in the prevailing wind of this step, m
  RestChances after_hop{};       ///< probabilities of rest after a hop
  float inflow = 0.0f;           ///< inflow over open edges in this step, as a fraction of the flux over flat sand
  float hops_per_chance = 1.0f;  ///< hops between two chances to rest; 1 for single slabs
  int most_hops = 1;             ///< largest number of hops of a slab; it is deposited at the end of the last one
  /// Number of sub-steps of the sand in flight. It is chosen so that a flight takes about two steps, which keeps both
  /// the sand in the air and the deposits of a sub-step small.
  int substeps = 1;
  /// Set if the wind turns after this step. The sand then finishes its flight in the wind that lifted it.
  bool flies_out = false;
  float reach = 1.0f;  ///< cells that sand moves per sub-step, 0 to 1
  /// Number of sub-steps in which lifted sand comes to rest only in a wake: those of its first hop that fit into the
  /// step.
  int first_way = 0;

  /// Probabilities of rest per sub-step after the first hop.
  RestChances rest{};
};

/// Flux over flat ground of this soil in a wind of this speed, m2/s.
double flux_over_flat_ground(SlabDunesParameters const& parameters, Soil const& soil, float wind_speed);

/// The plan for one soil. The parameters apply to sand; a soil that settles more slowly flies proportionally farther.
SlabPlan plan_slabs(SlabDunesParameters const& parameters, Terrain const& terrain, SoilId which,
                    StepContext const& context);

/// Whole cells by which an even wind moves all sand in sub-step `number` of this step. The fraction that is truncated
/// in one sub-step is added in a later one, so the path keeps the direction of the wind and the sand does not spread.
/// Moving it by fractions of cells would spread a flight of 8 cells by 1.3 cells across the wind.
glm::ivec2 even_way(SlabPlan const& plan, StepContext const& context, int number);

}  // namespace barchan
