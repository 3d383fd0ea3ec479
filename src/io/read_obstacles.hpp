/// Obstacles as a scenario file and the command line describe them.
#pragma once

#include <filesystem>

#include "barchan/io/raster_file.hpp"
#include "barchan/world/command.hpp"
#include "io/toml_reader.hpp"

namespace barchan {

/// `place` of an entry of the time line; the relief of a stamp is looked for in `folder`. Throws InputError.
PlaceObstacle read_place(TableReader const& entry, std::filesystem::path const& folder);
/// `remove` of an entry of the time line: "all", or a body. Throws InputError.
RemoveObstacles read_remove(TableReader const& entry);

/// Shares of the way from the lowest cell to the highest. Throws InputError on a raster that is too large or flat.
Stamp stamp_of(Raster const& raster);

}  // namespace barchan
