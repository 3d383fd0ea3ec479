/// NetCDF files that grow while a simulation runs.
#pragma once

#include <memory>

#include "geo/geo_gate.hpp"

namespace barchan::geo {

/// See GeoGate::series.
std::unique_ptr<Series> series_of(SeriesOrder const& order);

}  // namespace barchan::geo
