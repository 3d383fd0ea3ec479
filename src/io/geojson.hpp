/// Rivers and lakes of a world as GeoJSON (RFC 7946), in metres of the land.
#pragma once

#include <string>

namespace barchan {

class World;

/// A feature collection: a LineString a river, a Polygon or MultiPolygon a lake; docs/files.md says what their
/// properties mean. `least_discharge`: m3/s of a stream that is a river, 0: a twentieth of the largest one.
std::string water_geojson(World const& world, double least_discharge = 0.0);

}  // namespace barchan
