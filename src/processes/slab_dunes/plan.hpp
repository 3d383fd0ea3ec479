/// What one step of the slab model does, in the units of the grid.
#pragma once

#include <glm/vec2.hpp>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/parameters.hpp"
#include "processes/slab_dunes/rest.hpp"

namespace barchan {

struct SlabPlan {
  Transport transport = Transport::field;
  float lift = 0.0f;             ///< quanta that the open wind takes from a cell in this step
  float sand_depth = 1.0f;       ///< quanta of sand that hide the ground
  float hop = 1.0f;              ///< m, in the prevailing wind as it is now
  RestChances after_hop{};       ///< probabilities of coming to rest after a hop
  float inflow = 0.0f;           ///< over open edges, in this step, as a share of what flat sand carries
  float hops_per_chance = 1.0f;  ///< hops that sand makes between two chances to come to rest: 1 of single slabs
  int most_hops = 1;             ///< of one slab; after the last one it lies where it is
  /// Sub-steps of the sand in flight, so many that a flight is over in about two steps: what a cell holds in the air
  /// and lays down at once stays small.
  int substeps = 1;
  /// Whether the wind turns after this step: what is lifted flies to its end under the wind that lifted it.
  bool flies_out = false;
  float reach = 1.0f;  ///< cells that sand in flight moves in a sub-step, 0 .. 1
  /// Sub-steps during which lifted sand rests only in a wake: those of the first hop, as far as they fit into the step.
  int first_way = 0;

  /// Probabilities of coming to rest in a later sub-step.
  RestChances rest{};
};

/// Of a soil: the parameters are those of sand; what settles more slowly flies so much farther.
SlabPlan plan_slabs(SlabDunesParameters const& parameters, Terrain const& terrain, SoilId which,
                    StepContext const& context);

/// Whole cells by which an even wind moves all sand in sub-step `number` of this step. What is cut off in one is made
/// up for in a later one, so that the way keeps the wind's direction, and nothing is smeared: shares of cells would
/// spread a flight of 8 cells by 1.3 cells across the wind.
glm::ivec2 even_way(SlabPlan const& plan, StepContext const& context, int number);

}  // namespace barchan
