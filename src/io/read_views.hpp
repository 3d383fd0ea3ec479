/// Reads [[view]] of a scenario file. Mistakes are recorded in the tables.
#pragma once

#include "io/scenario.hpp"
#include "io/toml_reader.hpp"

namespace barchan {

/// Returns the views in the order of the file, or one usual view if the file has none.
Views read_views(TableReader const& root);

/// Returns whether all numbers are in the ranges of a scenario file. False for NaN.
bool is_valid(CameraHint const& hint);
bool is_valid(LightHint const& light);
/// Returns whether a scenario could contain these views.
bool is_valid(Views const& views);

}  // namespace barchan
