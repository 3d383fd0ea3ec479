/// Resampling of rasters to the grid of a land, and of a land to the grid of a file.
#pragma once

#include <string>

#include "base/grid.hpp"
#include "land/raster.hpp"

namespace barchan {

/// The cells of a land, and their place.
struct LandCells {
  Place place{};
  Grid grid{};
};

/// The raster on the cells of a land with this place. A raster without a place, or on a land without one, is returned
/// as it is. Throws InputError, which names `name`, if the raster does not cover the land.
Raster aligned(Raster raster, Place const& place, Grid const& grid, std::string const& name);

/// The raster `like FILE`: values of a land on the cells of an existing georeferenced file. Cells beyond the land, and
/// filled cells, have no data. Throws InputError.
Raster on_grid_of(Raster raster, std::string const& file);

}  // namespace barchan
