/// Writing of georeferenced rasters.
#pragma once

#include <vector>

#include "geo/geo_gate.hpp"

namespace barchan::geo {

/// See GeoGate::write.
std::vector<GeoFile> write_map(WriteOrder const& order);

}  // namespace barchan::geo
