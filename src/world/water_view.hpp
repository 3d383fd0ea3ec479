/// The water of a world as it is seen.
#pragma once

#include "barchan/world/terrain_view.hpp"

namespace barchan {

/// Standing and running water together; empty where there is none.
void fill_water(Terrain const& terrain, std::span<RunningWater const> running, WaterView& view);

}  // namespace barchan
