/// Reads [[things]] of a scenario file. Mistakes are recorded in the tables.
#pragma once

#include "io/toml_reader.hpp"
#include "land/thing.hpp"

namespace barchan {

Things read_things(TableReader const& root);

}  // namespace barchan
