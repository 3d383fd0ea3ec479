/// Rivers and lakes of a world as GeoJSON (RFC 7946): in longitudes and latitudes if the land has a place in a
/// coordinate reference system, otherwise in metres of the land.
#pragma once

#include <string>

namespace barchan {

class World;

/// A feature collection: one LineString per river, one Polygon or MultiPolygon per lake. docs/files.md describes their
/// properties. `least_discharge`: least discharge of a river, m3/s; 0: a twentieth of the largest discharge.
std::string water_geojson(World const& world, double least_discharge = 0.0);

}  // namespace barchan
