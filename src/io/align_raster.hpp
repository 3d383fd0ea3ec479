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
  bool later = false;  ///< the land is not known yet, so that no raster is read
};

/// The raster on the cells of a land with this place. A raster without a place, or on a land without one, is returned
/// as it is. Throws InputError, which names `name`, if the raster does not cover the land.
Raster aligned(Raster raster, Place const& place, Grid const& grid, std::string const& name);

/// The part of a land that a raster covers.
struct RasterOnLand {
  Raster raster{};                   ///< 1 in `filled` where the raster has no value
  double column = 0.0, row = 0.0;    ///< its south-western corner, cells from that of the land
  double width = 0.0, height = 0.0;  ///< cells of the land
};
/// A raster with a place on a land with a place. The result has the cells of the land. If these are more than `most`
/// along a side, it has larger cells; if the raster covers the centre of no cell, it has smaller ones. Throws
/// InputError, which names `name`, if they do not overlap, or if only one of them has a coordinate reference system.
RasterOnLand laid_on(Raster raster, LandCells const& land, std::string const& name, int most);

/// Throws InputError if fields of a land with this place cannot be written on the cells of a file.
void check_grid_of(std::string const& file, Place const& place);
/// The raster `like FILE`: values of a land on the cells of an existing georeferenced file. Cells beyond the land, and
/// cells that are mostly filled, have no data. Throws InputError.
Raster on_grid_of(Raster raster, std::string const& file);

}  // namespace barchan
