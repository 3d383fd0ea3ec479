/// The columns with which a world begins.
#pragma once

#include "land/columns.hpp"
#include "world/world_setup.hpp"

namespace barchan {

/// Builds the columns from base, layers and sand. Throws std::invalid_argument if their sizes or values do not fit.
Columns columns_of(WorldSetup const& setup);

}  // namespace barchan
