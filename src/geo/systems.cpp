#include "geo/systems.hpp"

#include <algorithm>
#include <cmath>

#include <cpl_conv.h>
#include <fmt/format.h>
#include <proj.h>

namespace barchan::geo {

namespace {

constexpr double kDegree = 0.017453292519943295;  // radians

System with_axes_in_order(OGRSpatialReferenceH system) {
  OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
  return System(system);
}

}  // namespace

System system_named(std::string const& text, std::string const& option) {
  const Reports reports;
  System system = with_axes_in_order(OSRNewSpatialReference(nullptr));
  if (OSRSetFromUserInput(system.get(), text.c_str()) == OGRERR_NONE) return system;
  throw GeoError(fmt::format("expected a coordinate system for {}, such as EPSG:32633, found '{}'; correct it", option,
                             text.substr(0, 60)));
}

System system_of(std::string const& wkt) {
  if (wkt.empty()) return {};
  const Reports reports;
  OGRSpatialReferenceH system = OSRNewSpatialReference(nullptr);
  if (OSRSetFromUserInput(system, wkt.c_str()) != OGRERR_NONE) {
    OSRRelease(system);
    return {};
  }
  return with_axes_in_order(system);
}

System copy_of(OGRSpatialReferenceH system) {
  return system == nullptr ? System() : with_axes_in_order(OSRClone(system));
}

std::string wkt_of(OGRSpatialReferenceH system) {
  if (system == nullptr) return {};
  char* text = nullptr;
  constexpr char const* kOptions[]{"FORMAT=WKT2_2019", "MULTILINE=NO", nullptr};
  const bool exported = OSRExportToWktEx(system, &text, kOptions) == OGRERR_NONE;
  std::string wkt = exported && text != nullptr ? text : "";
  CPLFree(text);
  return wkt;
}

std::string name_of(OGRSpatialReferenceH system) {
  if (system == nullptr) return {};
  char const* const name = OSRGetName(system);
  std::string text = name != nullptr ? name : "unnamed system";
  char const* const authority = OSRGetAuthorityName(system, nullptr);
  char const* const code = OSRGetAuthorityCode(system, nullptr);
  if (authority != nullptr && code != nullptr) text += fmt::format(" ({}:{})", authority, code);
  return text;
}

bool in_degrees(OGRSpatialReferenceH system) { return system != nullptr && OSRIsGeographic(system) != 0; }

double metres_per_unit(OGRSpatialReferenceH system) {
  if (system == nullptr || in_degrees(system)) return 1.0;
  const double factor = OSRGetLinearUnits(system, nullptr);
  return factor > 0.0 ? factor : 1.0;
}

std::optional<double> metres_per_height(OGRSpatialReferenceH system) {
  if (system == nullptr || (OSRIsCompound(system) == 0 && OSRIsVertical(system) == 0)) return std::nullopt;
  const double factor = OSRGetTargetLinearUnits(system, "VERT_CS", nullptr);
  return factor > 0.0 ? std::optional(factor) : std::nullopt;
}

System utm_at(OGRSpatialReferenceH system, double longitude, double latitude) {
  constexpr double kNorthEnd = 84.0, kSouthEnd = -80.0, kZone = 6.0;
  constexpr int kNorthPole = 5041, kSouthPole = 5042, kNorthZones = 32600, kSouthZones = 32700, kZones = 60;
  if (latitude > kNorthEnd || latitude < kSouthEnd) {
    return system_named(fmt::format("EPSG:{}", latitude > 0.0 ? kNorthPole : kSouthPole), "--crs");
  }
  const double turned = longitude - 360.0 * std::floor((longitude + 180.0) / 360.0);
  const int zone = std::clamp(static_cast<int>(std::floor((turned + 180.0) / kZone)) + 1, 1, kZones);
  const System wgs84 = system_named("EPSG:4326", "--crs");
  const System geographic(system != nullptr ? OSRCloneGeogCS(system) : OSRClone(wgs84.get()));
  if (system == nullptr || OSRIsSameGeogCS(geographic.get(), wgs84.get()) != 0) {
    return system_named(fmt::format("EPSG:{}", (latitude >= 0.0 ? kNorthZones : kSouthZones) + zone), "--crs");
  }
  System utm = copy_of(geographic.get());
  const std::string datum = OSRGetName(geographic.get());
  OSRSetProjCS(utm.get(), fmt::format("{} / UTM zone {}{}", datum, zone, latitude >= 0.0 ? 'N' : 'S').c_str());
  OSRSetUTM(utm.get(), zone, latitude >= 0.0 ? 1 : 0);
  OSRAutoIdentifyEPSG(utm.get());
  return utm;
}

ProjectionScale scale_at(OGRSpatialReferenceH system, double x, double y) {
  ProjectionScale scale;
  if (system == nullptr || OSRIsProjected(system) == 0) return scale;
  const System geographic(OSRCloneGeogCS(system));
  if (!geographic) return scale;
  OSRSetAxisMappingStrategy(geographic.get(), OAMS_TRADITIONAL_GIS_ORDER);
  std::optional<glm::dvec2> degrees;
  try {
    degrees = Transformation(system, geographic.get())({x, y});
  } catch (GeoError const&) {
    return scale;
  }
  if (!degrees) return scale;
  PJ_CONTEXT* const context = proj_context_create();
  proj_context_set_enable_network(context, 0);
  proj_log_level(context, PJ_LOG_NONE);
  if (PJ* const projection = proj_create(context, wkt_of(system).c_str())) {
    const PJ_FACTORS factors = proj_factors(projection, proj_coord(degrees->x * kDegree, degrees->y * kDegree, 0, 0));
    if (proj_errno(projection) == 0 && factors.areal_scale > 0.0 && factors.tissot_semiminor > 0.0) {
      scale.length = std::sqrt(factors.areal_scale);
      scale.anisotropy = factors.tissot_semimajor / factors.tissot_semiminor;
    }
    proj_destroy(projection);
  }
  proj_context_destroy(context);
  return scale;
}

Transformation::Transformation(OGRSpatialReferenceH from, OGRSpatialReferenceH to) {
  const Reports reports;
  transformation_ = OCTNewCoordinateTransformation(from, to);
  if (transformation_ == nullptr) {
    throw GeoError(fmt::format("expected a coordinate system that can be transformed to {}, found {}: {}", name_of(to),
                               name_of(from), reports.reason("there is no transformation")));
  }
}

Transformation::~Transformation() { OCTDestroyCoordinateTransformation(transformation_); }

std::optional<glm::dvec2> Transformation::operator()(glm::dvec2 point) const {
  const Reports reports;
  int done = 0;
  OCTTransformEx(transformation_, 1, &point.x, &point.y, nullptr, &done);
  if (done == 0 || !std::isfinite(point.x) || !std::isfinite(point.y)) return std::nullopt;
  return point;
}

}  // namespace barchan::geo
