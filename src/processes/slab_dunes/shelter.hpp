/// Shelter: where the ground keeps sand down, and why. Both transports use the same maps.
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

/// Row-major maps with one value per cell; 0: open ground, 1: full shelter.
struct SlabShelter {
  /// Probability that shelter stops the flying sand over a cell: per sub-step of the field, per hop of a slab.
  std::span<float const> trap{};
  /// Fraction of the lift that is prevented.
  std::span<float const> hold{};
  /// 1 where the wind leads up a face that sand cannot cross; empty if the land has none.
  std::span<std::uint8_t const> foot{};
  /// The sides of wakes; null if the land has no steep faces.
  LeeWake const* wake = nullptr;
};

/// Combines the wind shadow, the belt of the recirculation eddy and plants as independent probabilities. Plants prevent
/// a fraction of the lift equal to their density, and stop the same fraction of the sand that flies a hop through them
/// (Baas & Nield 2007; Nield & Baas 2008). They stop single slabs where these land, which is not part of the traps.
class ShelterMaps {
 public:
  /// `eddy` and `wake` are null for a land without steep faces. The maps are valid until the next call and while the
  /// wind field exists.
  SlabShelter renew(Terrain const& terrain, StepContext const& context, SlabPlan const& plan, ReverseEddy const* eddy,
                    LeeWake const* wake);
  /// The same for a soil that settles at `share` of the speed of sand (at most 1): still air catches that fraction of
  /// it. Valid until the next call.
  SlabShelter of_light_soil(SlabShelter const& shelter, float share, Scheduler const& scheduler);

 private:
  /// Fills the maps from the wind shadow and the eddy.
  void add_eddy(Grid const& grid, StepContext const& context, SlabPlan const& plan, ReverseEddy const& eddy,
                LeeWake const& wake);
  void add_plants(Terrain const& terrain, StepContext const& context, SlabPlan const& plan);

  LandVector<float> trap_, hold_, light_trap_;
};

}  // namespace barchan
