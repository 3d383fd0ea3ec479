/// The module with GDAL, loaded when it is first needed.
#pragma once

#include "geo/geo_gate.hpp"

namespace barchan {

/// The operations of the module barchan-geo.so. It lies beside the program, in lib/barchan of the installation, or in
/// the folder above the program. Loading it takes about 70 ms, once. Throws InputError if it cannot be loaded.
geo::GeoGate const& geo_gate();

}  // namespace barchan
