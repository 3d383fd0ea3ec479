/// Shelter: maps of the places at which sand is not lifted or is stopped. Both kinds of transport use the same maps.
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
  /// Fraction of the lift that is prevented; below 0 where the stress of the wind is large.
  std::span<float const> hold{};
  /// 1 for cells at the foot of a face that sand cannot cross in this wind; empty if the land has no such faces.
  std::span<std::uint8_t const> foot{};
  /// The sides of wakes; null if the land has no steep faces.
  LeeWake const* wake = nullptr;
};

/// The masks of the wind and of slab dunes as a whole.
MaskFactor slab_factor(Terrain const& terrain);

/// Combines the wind shadow, the belt of the recirculation eddy and plants as independent probabilities. Plants prevent
/// a fraction of the lift equal to their density, and stop the same fraction of the sand that flies a hop through them
/// (Baas & Nield 2007; Nield & Baas 2008). Plants also stop single slabs where these land; `trap` does not include
/// that.
class ShelterMaps {
 public:
  /// `eddy` and `wake` are null for a land without steep faces. The maps are valid until the next call and while the
  /// wind field exists.
  SlabShelter renew(Terrain const& terrain, StepContext const& context, SlabPlan const& plan, ReverseEddy const* eddy,
                    LeeWake const* wake);
  /// Returns the maps for a soil that settles at the fraction `share` (at most 1) of the speed of sand. Still air stops
  /// that fraction of the soil. The maps are valid until the next call.
  SlabShelter of_light_soil(SlabShelter const& shelter, float share, Porch const& porch, Scheduler const& scheduler);

 private:
  /// Fills the maps from the wind shadow and the eddy.
  void add_eddy(Grid const& grid, StepContext const& context, SlabPlan const& plan, ReverseEddy const& eddy,
                LeeWake const& wake);
  void add_plants(Terrain const& terrain, StepContext const& context, SlabPlan const& plan);
  /// Changes the lift by the shear stress of the wind over relief.
  void add_stress(Grid const& grid, StepContext const& context);
  void add_masks(Terrain const& terrain, StepContext const& context, MaskFactor const& factor);

  LandVector<float> trap_, hold_, light_trap_;
};

}  // namespace barchan
