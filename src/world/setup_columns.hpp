/// The columns with which a world begins.
#pragma once

#include "land/columns.hpp"
#include "world/world_setup.hpp"

namespace barchan {

/// Base, layers and sand. Throws std::invalid_argument.
Columns columns_of(WorldSetup const& setup);

}  // namespace barchan
