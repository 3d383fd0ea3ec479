/// The rain of a world, for display.
#pragma once

#include "world/terrain_view.hpp"

namespace barchan {

/// Describes the present rain and the other sources of water.
RainView rain_view(World const& world);

}  // namespace barchan
