/// [[things]] of a scenario file. Mistakes are noted in the tables.
#pragma once

#include "io/toml_reader.hpp"
#include "world/thing.hpp"

namespace barchan {

class World;

Things read_things(TableReader const& root);

/// As they stand in a world at its beginning: each knows how much sand lies under it.
Things placed_things(Things things, World const& world);

/// Could a scenario have said it? False for NaN.
bool is_valid(Thing const& thing);

}  // namespace barchan
