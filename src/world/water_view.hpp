/// The water of a world, for display.
#pragma once

#include "world/terrain_view.hpp"

namespace barchan {

/// Combines standing and running water; empty if there is none.
void fill_water(Terrain const& terrain, std::span<RunningWater const> running, WaterView& view);

/// Computes the turbidity and colour of the water. `view` must already contain the water.
void fill_mud(World const& world, WaterView& view);

/// Computes TerrainView::damp.
std::vector<float> damp_ground(Terrain const& terrain);

/// Amount of light that grains of a soil block in air or water, relative to the same amount of sand. Finer, slower
/// grains block more.
float hiding(Soil const& soil);

}  // namespace barchan
