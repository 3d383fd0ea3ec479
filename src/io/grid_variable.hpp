/// Fields as variables of NetCDF files.
#pragma once

#include <string>

#include "geo/geo_gate.hpp"

namespace barchan {

/// The variable of a field by the CF conventions: "thickness:sand" becomes thickness_sand, "m/s" becomes "m s-1", and
/// an elevation gets the standard name surface_altitude. `field`: id of a field; empty: "value".
geo::GridVariable grid_variable(std::string const& field, std::string const& unit);

}  // namespace barchan
