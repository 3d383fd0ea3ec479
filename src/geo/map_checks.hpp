/// Checks of what GDAL would read wrongly without an error.
#pragma once

#include <string>

#include "geo/gdal.hpp"

namespace barchan::geo {

/// Checks the text of grids and points, also within archives and virtual rasters: GDAL reads a word that is not a
/// number as 0. Throws GeoError, or what order.check_grid throws.
void check_texts(GDALDatasetH dataset, ReadOrder const& order);

/// Refuses a NetCDF file that is cut short. The library of NetCDF would read arbitrary values from it. Throws GeoError.
void check_netcdf(std::string const& name);

}  // namespace barchan::geo
