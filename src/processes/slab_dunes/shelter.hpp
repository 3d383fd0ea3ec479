/// Shelter: where the ground keeps sand down, and why. One pair of maps for both transports.
#pragma once

#include <span>
#include <vector>

#include "base/land_vector.hpp"
#include "eddies/eddy.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/plan.hpp"
#include "processes/slab_dunes/wake.hpp"

namespace barchan {

/// Row-major, one value a cell, 0 open ground .. 1 full shelter.
struct SlabShelter {
  /// Probability with which flying sand that comes over a cell rests there for its shelter: in each sub-step of the
  /// field, in each hop of a slab.
  std::span<float const> trap{};
  /// Share of the lift that is prevented.
  std::span<float const> hold{};
  /// 1 where the way of the wind leads up a face that no sand flies through; empty when the land has none.
  std::span<std::uint8_t const> foot{};
  /// The sides of wakes; null when the land has no steep faces.
  LeeWake const* wake = nullptr;
};

/// Lays the wind shadow, the belt of the reverse eddy and plants over each other. Their chances are independent.
/// Plants prevent of the lift, and stop of the sand that flies a hop through them, the share of the ground that they
/// density (Baas & Nield 2007; Nield & Baas 2008). Single slabs they stop where these land, which is not the traps'
/// affair.
class ShelterMaps {
 public:
  /// `eddy` and `wake` are null for a land without steep faces. The maps live until the next call and as long as the
  /// wind field does.
  SlabShelter renew(Terrain const& terrain, StepContext const& context, SlabPlan const& plan, ReverseEddy const* eddy,
                    LeeWake const* wake);
  /// The same for a soil that settles at `share` of the speed of sand, at most 1: still air lets so much less of it
  /// fall. Lives until the next call.
  SlabShelter of_light_soil(SlabShelter const& shelter, float share, Scheduler const& scheduler);

 private:
  /// Fills the maps from shadow and eddy.
  void add_eddy(Grid const& grid, StepContext const& context, SlabPlan const& plan, ReverseEddy const& eddy,
                LeeWake const& wake);
  void add_plants(Terrain const& terrain, StepContext const& context, SlabPlan const& plan);

  LandVector<float> trap_, hold_, light_trap_;
};

}  // namespace barchan
