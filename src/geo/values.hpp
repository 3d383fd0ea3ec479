/// The values of a band of a raster file, as metres.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "geo/gdal.hpp"
#include "geo/systems.hpp"

namespace barchan::geo {

/// The values of a band, and what was found out about them.
struct BandValues {
  int width = 0, height = 0;
  std::vector<float> values;  ///< in the order of the file, m or codes; NaN where data are missing
  double code_maximum = 0.0;  ///< see GeoMap
  std::vector<std::string> notices;
};

/// The band that an order names: its number or its description, or else the first band of values. Throws GeoError if
/// there is none, or if its values are no elevations (colours, a palette, complex numbers). Adds to the
/// notices of the map.
int band_of(GDALDatasetH dataset, ReadOrder const& order, GeoMap& map);

/// Reads a band with everything that qualifies its numbers: no-data values, masks, missing blocks, scale, offset and
/// unit. `placed`: the file has georeferencing. Unsigned integers without a place, a scale and a unit are codes of an
/// image. Throws GeoError.
BandValues read_values(GDALDatasetH dataset, int band, ReadOrder const& order, bool placed);

/// Metres in a unit of height: "ft", "metre", "US survey foot"; empty for an unknown name.
std::optional<double> metres_in(std::string const& unit);

}  // namespace barchan::geo
