#include "geo/grid_mapping.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <ogr_srs_api.h>

#include "geo/systems.hpp"

namespace barchan::geo {

namespace {

/// A parameter of a projection: its name in OGR, and in the conventions.
struct ProjectionParameter {
  char const* ogr;
  char const* cf;
};
struct CfProjection {
  std::string_view ogr, cf;
  ProjectionParameter parameters[4];
};
constexpr CfProjection kProjections[]{
    {SRS_PT_TRANSVERSE_MERCATOR,
     "transverse_mercator",
     {{SRS_PP_SCALE_FACTOR, "scale_factor_at_central_meridian"},
      {SRS_PP_CENTRAL_MERIDIAN, "longitude_of_central_meridian"},
      {SRS_PP_LATITUDE_OF_ORIGIN, "latitude_of_projection_origin"}}},
    {SRS_PT_LAMBERT_CONFORMAL_CONIC_2SP,
     "lambert_conformal_conic",
     {{SRS_PP_STANDARD_PARALLEL_1, "standard_parallel"},
      {SRS_PP_STANDARD_PARALLEL_2, "standard_parallel"},
      {SRS_PP_CENTRAL_MERIDIAN, "longitude_of_central_meridian"},
      {SRS_PP_LATITUDE_OF_ORIGIN, "latitude_of_projection_origin"}}},
    {SRS_PT_ALBERS_CONIC_EQUAL_AREA,
     "albers_conical_equal_area",
     {{SRS_PP_STANDARD_PARALLEL_1, "standard_parallel"},
      {SRS_PP_STANDARD_PARALLEL_2, "standard_parallel"},
      {SRS_PP_LONGITUDE_OF_CENTER, "longitude_of_central_meridian"},
      {SRS_PP_LATITUDE_OF_CENTER, "latitude_of_projection_origin"}}},
    {SRS_PT_LAMBERT_AZIMUTHAL_EQUAL_AREA,
     "lambert_azimuthal_equal_area",
     {{SRS_PP_LONGITUDE_OF_CENTER, "longitude_of_projection_origin"},
      {SRS_PP_LATITUDE_OF_CENTER, "latitude_of_projection_origin"}}},
    {SRS_PT_MERCATOR_1SP,
     "mercator",
     {{SRS_PP_CENTRAL_MERIDIAN, "longitude_of_projection_origin"},
      {SRS_PP_SCALE_FACTOR, "scale_factor_at_projection_origin"}}},
    {SRS_PT_MERCATOR_2SP,
     "mercator",
     {{SRS_PP_CENTRAL_MERIDIAN, "longitude_of_projection_origin"}, {SRS_PP_STANDARD_PARALLEL_1, "standard_parallel"}}},
};

/// Collects the parameters of a projection. Parameters of the same name become one list.
class CfParameters {
 public:
  explicit CfParameters(OGRSpatialReferenceH system) : system_(system) {}

  void add(char const* ogr, char const* cf) { add_value(cf, OSRGetProjParm(system_, ogr, 0.0, nullptr)); }
  void add_value(std::string const& name, double value) {
    const auto same = std::ranges::find(list_, name, &GridAttribute::first);
    if (same == list_.end()) {
      list_.emplace_back(name, std::vector<double>{value});
    } else {
      std::get<std::vector<double>>(same->second).push_back(value);
    }
  }
  std::vector<GridAttribute> take() { return std::move(list_); }

 private:
  OGRSpatialReferenceH system_;
  std::vector<GridAttribute> list_;
};

/// The latitude is that of the standard parallel, or that of the pole, where the scale is given instead.
void add_polar(OGRSpatialReferenceH system, CfParameters& parameters) {
  constexpr double kPole = 90.0, kAlmost = 1e-9;
  const double latitude = OSRGetProjParm(system, SRS_PP_LATITUDE_OF_ORIGIN, kPole, nullptr);
  parameters.add(SRS_PP_CENTRAL_MERIDIAN, "straight_vertical_longitude_from_pole");
  parameters.add_value("latitude_of_projection_origin", std::copysign(kPole, latitude));
  if (std::abs(latitude) > kPole - kAlmost) {
    parameters.add(SRS_PP_SCALE_FACTOR, "scale_factor_at_projection_origin");
  } else {
    parameters.add_value("standard_parallel", latitude);
  }
}

/// Name of the projection in the conventions, and its parameters; no name if the conventions do not know it.
std::string add_projection(OGRSpatialReferenceH system, CfParameters& parameters) {
  char const* const word = OSRGetAttrValue(system, "PROJECTION", 0);
  // Web Mercator is a Mercator projection with an extension, which the conventions do not know.
  const bool extended = OSRGetAttrValue(system, "EXTENSION", 0) != nullptr;
  const std::string_view projection = word != nullptr && !extended ? word : "";
  const auto row = std::ranges::find(kProjections, projection, &CfProjection::ogr);
  std::string name;
  if (row != std::end(kProjections)) {
    name = row->cf;
    for (auto const& [ogr, cf] : row->parameters) {
      if (ogr != nullptr) parameters.add(ogr, cf);
    }
  } else if (projection == SRS_PT_POLAR_STEREOGRAPHIC) {
    name = "polar_stereographic";
    add_polar(system, parameters);
  } else {
    return {};
  }
  parameters.add(SRS_PP_FALSE_EASTING, "false_easting");
  parameters.add(SRS_PP_FALSE_NORTHING, "false_northing");
  parameters.add_value("semi_major_axis", OSRGetSemiMajor(system, nullptr));
  parameters.add_value("inverse_flattening", OSRGetInvFlattening(system, nullptr));
  parameters.add_value("longitude_of_prime_meridian", OSRGetPrimeMeridian(system, nullptr));
  return name;
}

}  // namespace

std::vector<GridAttribute> grid_mapping_of(OGRSpatialReferenceH system) {
  CfParameters parameters(system);
  std::string name = add_projection(system, parameters);
  std::vector<GridAttribute> attributes;
  if (!name.empty()) attributes.emplace_back("grid_mapping_name", std::move(name));
  for (GridAttribute& one : parameters.take()) attributes.push_back(std::move(one));
  attributes.emplace_back("crs_wkt", wkt_of(system));
  return attributes;
}

std::string grid_unit_of(OGRSpatialReferenceH system) {
  constexpr double kFoot = 0.3048, kSurveyFoot = 1200.0 / 3937.0, kSame = 1e-9;
  const double metres = metres_per_unit(system);
  if (std::abs(metres - 1.0) < kSame) return "m";
  if (std::abs(metres - kFoot) < kSame) return "foot";
  if (std::abs(metres - kSurveyFoot) < kSame) return "US_survey_foot";
  return fmt::format("{:.15g} m", metres);
}

}  // namespace barchan::geo
