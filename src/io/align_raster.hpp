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

/// The part of a land that a raster covers.
struct RasterOnLand {
  Raster raster{};          ///< on cells of the land; 1 in `filled` where the raster has no value
  int column = 0, row = 0;  ///< of its south-western cell, from the south-west corner of the land
};
/// A raster with a place on the cells of a land with a place. Throws InputError, which names `name`, if they do not
/// overlap, or if only one of them has a coordinate reference system.
RasterOnLand laid_on(Raster raster, LandCells const& land, std::string const& name);

/// The raster `like FILE`: values of a land on the cells of an existing georeferenced file. Cells beyond the land, and
/// filled cells, have no data. Throws InputError.
Raster on_grid_of(Raster raster, std::string const& file);

}  // namespace barchan
