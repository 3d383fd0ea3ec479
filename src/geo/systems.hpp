/// Coordinate reference systems: their units, and the choice of one in metres.
#pragma once

#include <optional>
#include <string>

#include "geo/gdal.hpp"

namespace barchan::geo {

/// The coordinate reference system that a user names: "EPSG:32633", WKT, PROJ string. Throws GeoError.
System system_named(std::string const& text, std::string const& option);
/// A coordinate reference system from WKT; empty for an empty text.
System system_of(std::string const& wkt);
/// A copy with the axes in the order x, y; empty for none.
System copy_of(OGRSpatialReferenceH system);

std::string wkt_of(OGRSpatialReferenceH system);
/// "WGS 84 / UTM zone 33N (EPSG:32633)".
std::string name_of(OGRSpatialReferenceH system);

bool in_degrees(OGRSpatialReferenceH system);
/// Metres in a horizontal unit of a system that is not in degrees; 1 if there is none.
double metres_per_unit(OGRSpatialReferenceH system);
/// Metres in a vertical unit; empty if the system has no heights.
std::optional<double> metres_per_height(OGRSpatialReferenceH system);

/// The zone of UTM (or UPS, near the poles) at a longitude and latitude, on the datum of `system`.
System utm_at(OGRSpatialReferenceH system, double longitude, double latitude);

/// Scale of a projection at a point.
struct ProjectionScale {
  double length = 1.0;      ///< length on the map divided by the length on the ground, mean over all directions
  double anisotropy = 1.0;  ///< largest divided by smallest scale
};
/// Scale of a projected system at a point in its own units. 1 if it is not known.
ProjectionScale scale_at(OGRSpatialReferenceH system, double x, double y);

/// Transforms points from one system to another.
class Transformation {
 public:
  /// Throws GeoError if there is no transformation.
  Transformation(OGRSpatialReferenceH from, OGRSpatialReferenceH to);
  ~Transformation();
  Transformation(Transformation const&) = delete;
  Transformation& operator=(Transformation const&) = delete;

  /// The point in the other system; empty if it has no image there.
  std::optional<glm::dvec2> operator()(glm::dvec2 point) const;

 private:
  OGRCoordinateTransformationH transformation_;
};

}  // namespace barchan::geo
