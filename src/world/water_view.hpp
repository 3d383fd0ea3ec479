/// The water of a world as it is seen.
#pragma once

#include "world/terrain_view.hpp"

namespace barchan {

/// Standing and running water together; empty where there is none.
void fill_water(Terrain const& terrain, std::span<RunningWater const> running, WaterView& view);

/// What it carries now, mixed over a few cells; `view` has been filled with the water.
void fill_mud(World const& world, WaterView& view);

/// TerrainView::damp.
std::vector<float> damp_ground(Terrain const& terrain);

/// How much light grains in air or water hide, times what as much sand does: the finer, the slower they settle.
float hiding(Soil const& soil);

}  // namespace barchan
