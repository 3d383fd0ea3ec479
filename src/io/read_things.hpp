/// Reads [[things]] of a scenario file. Mistakes are recorded in the tables.
#pragma once

#include "io/toml_reader.hpp"
#include "world/thing.hpp"

namespace barchan {

class World;

Things read_things(TableReader const& root);

/// Things as placed in a world at its beginning, with the thickness of sand under each.
Things placed_things(Things things, World const& world);

/// Whether a scenario could contain this thing. False for NaN.
bool is_valid(Thing const& thing);

}  // namespace barchan
