/// The rain of a world as it is seen.
#pragma once

#include "world/terrain_view.hpp"

namespace barchan {

/// What falls now, and what else brings water.
RainView rain_view(World const& world);

}  // namespace barchan
