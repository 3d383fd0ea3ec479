/// Reads [[things]] of a scenario file. Mistakes are recorded in the tables.
#pragma once

#include "io/toml_reader.hpp"
#include "world/thing.hpp"

namespace barchan {

class World;

Things read_things(TableReader const& root);

/// Returns `things` with the thickness of the sand under each at the beginning of `world`.
Things placed_things(Things things, World const& world);

/// Returns whether a scenario could contain this thing. False for NaN.
bool is_valid(Thing const& thing);

}  // namespace barchan
