/// Computes the values of masks from their recipes and the land.
#pragma once

#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Values of a recipe on a land, 0 to 1. The recipe must be valid there.
LandVector<float> mask_values(MaskRecipe const& recipe, Terrain const& terrain, Scheduler const& scheduler);

/// Adds or replaces a mask and computes its values. Those that do not follow the land stay if the layers stay.
void put_mask(MaskRecipe const& recipe, Terrain& terrain, Scheduler const& scheduler);

/// Computes all masks that follow the land.
void renew_masks(Terrain& terrain, Scheduler const& scheduler);

}  // namespace barchan
