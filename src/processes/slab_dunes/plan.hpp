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
  float inflow = 0.0f;           ///< inflow over open edges in this step, as a fraction of what flat sand carries
  float hops_per_chance = 1.0f;  ///< hops between two chances to rest; 1 for single slabs
  int most_hops = 1;             ///< hops of one slab at most; it is deposited where the last one ends
  /// Sub-steps of the sand in flight. Their number is such that a flight takes about two steps, which keeps the sand in
  /// the air, and the deposits at once, small.
  int substeps = 1;
  /// The wind turns after this step: what is lifted flies to its end in the wind that lifted it.
  bool flies_out = false;
  float reach = 1.0f;  ///< cells that sand moves per sub-step, 0 to 1
  /// Sub-steps in which lifted sand rests only in a wake: those of the first hop, as far as they fit into the step.
  int first_way = 0;

  /// Probabilities of rest in a later sub-step.
  RestChances rest{};
};

/// The plan for one soil. The parameters apply to sand; a soil that settles more slowly flies proportionally farther.
SlabPlan plan_slabs(SlabDunesParameters const& parameters, Terrain const& terrain, SoilId which,
                    StepContext const& context);

/// Whole cells by which an even wind moves all sand in sub-step `number` of this step. What is truncated in one
/// sub-step is added in a later one, so the path keeps the direction of the wind without smearing the sand. Fractions
/// of cells would spread a flight of 8 cells by 1.3 cells across the wind.
glm::ivec2 even_way(SlabPlan const& plan, StepContext const& context, int number);

}  // namespace barchan
