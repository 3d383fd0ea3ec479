/// Reading of georeferenced rasters.
#pragma once

#include <string>

#include "geo/gdal.hpp"

namespace barchan::geo {

/// See GeoGate::read.
GeoMap read_map(ReadOrder const& order);
/// See GeoGate::read_place.
GeoMap read_place(std::string const& path);
/// See GeoGate::grid_of.
GeoGrid grid_of(std::string const& path);

}  // namespace barchan::geo
