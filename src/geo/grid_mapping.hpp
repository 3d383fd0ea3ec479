/// Coordinate reference systems as the CF conventions describe them.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "geo/gdal.hpp"

namespace barchan::geo {

/// An attribute of a NetCDF file: a text, numbers, or a float.
using GridAttribute = std::pair<std::string, std::variant<std::string, std::vector<double>, float>>;

/// Attributes of the grid mapping of a system: its parameters, if the conventions know the projection, and its WKT
/// (CF-1.8, appendix F).
std::vector<GridAttribute> grid_mapping_of(OGRSpatialReferenceH system);

/// Name of the horizontal unit of a system in UDUNITS: "m", "foot", "US_survey_foot" or a multiple of a metre.
std::string grid_unit_of(OGRSpatialReferenceH system);

}  // namespace barchan::geo
