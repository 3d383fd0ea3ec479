#include "geo/systems.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <cpl_conv.h>
#include <fmt/format.h>
#include <ogr_spatialref.h>
#include <glm/geometric.hpp>

namespace barchan::geo {

namespace {

constexpr double kDegree = 0.017453292519943295;  // radians

System with_axes_in_order(OGRSpatialReferenceH system) {
  OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
  return System(system);
}

/// A system from a text. Reads no files and uses no network. Empty if the text is not understood.
System understood(std::string const& text) {
  const Reports quiet;
  System system = with_axes_in_order(OSRNewSpatialReference(nullptr));
  constexpr char const* kOptions[]{"ALLOW_NETWORK_ACCESS=NO", "ALLOW_FILE_ACCESS=NO", nullptr};
  auto* const reference = OGRSpatialReference::FromHandle(system.get());
  if (reference->SetFromUserInput(text.c_str(), const_cast<char**>(kOptions)) != OGRERR_NONE) return {};
  return system;
}

}  // namespace

System system_named(std::string const& text, std::string const& option) {
  if (System system = understood(text)) return system;
  throw GeoError(
      fmt::format("expected a coordinate reference system for {}, such as EPSG:32633, found '{}'; correct it", option,
                  text.substr(0, 60)));
}

System system_of(std::string const& wkt) { return wkt.empty() ? System() : understood(wkt); }

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
  const bool usual = system == nullptr || (OSRGetPrimeMeridian(system, nullptr) == 0.0 &&
                                           std::abs(OSRGetAngularUnits(system, nullptr) - kDegree) < 1e-12);
  if (!usual) {
    const auto there = Transformation(system, wgs84.get())({longitude, latitude});
    if (there) return utm_at(nullptr, there->x, there->y);
  }
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

namespace {

/// How far a step on the map leads on the ground, m to the east and to the north.
class GroundStep {
 public:
  explicit GroundStep(OGRSpatialReferenceH system)
      : plain_(copy_of(system)),
        geographic_(geographic_of(plain_.get())),
        to_degrees_(plain_.get(), geographic_.get()) {
    radians_ = OSRGetAngularUnits(geographic_.get(), nullptr);
    radius_ = OSRGetSemiMajor(geographic_.get(), nullptr);
    const double inverse = OSRGetInvFlattening(geographic_.get(), nullptr);
    const double flattening = inverse != 0.0 ? 1.0 / inverse : 0.0;
    eccentricity_ = flattening * (2.0 - flattening);
  }

  /// Between two points that are close to each other. Empty if one of them has no place on the Earth.
  std::optional<glm::dvec2> operator()(glm::dvec2 from, glm::dvec2 to) const {
    const auto first = to_degrees_(from), second = to_degrees_(to);
    if (!first || !second) return std::nullopt;
    const double latitude = 0.5 * (first->y + second->y) * radians_, sine = std::sin(latitude);
    const double curved = 1.0 - eccentricity_ * sine * sine;
    const double along_parallel = radius_ / std::sqrt(curved),
                 along_meridian = along_parallel * (1.0 - eccentricity_) / curved;
    constexpr double kCircle = 2.0 * std::numbers::pi;
    const double turn = std::remainder((second->x - first->x) * radians_, kCircle);
    return glm::dvec2(along_parallel * std::cos(latitude) * turn, along_meridian * (second->y - first->y) * radians_);
  }

 private:
  static System geographic_of(OGRSpatialReferenceH system) {
    OSRStripVertical(system);
    return with_axes_in_order(OSRCloneGeogCS(system));
  }

  System plain_, geographic_;
  Transformation to_degrees_;
  double radians_ = 1.0, radius_ = 1.0, eccentricity_ = 0.0;
};

}  // namespace

ProjectionScale scale_at(OGRSpatialReferenceH system, double x, double y) {
  ProjectionScale scale;
  if (system == nullptr || OSRIsProjected(system) == 0) return scale;
  constexpr double kStep = 10.0;  // m
  const double step = kStep / metres_per_unit(system);
  try {
    const GroundStep ground(system);
    const auto east = ground({x - step, y}, {x + step, y}), north = ground({x, y - step}, {x, y + step});
    if (!east || !north) return scale;
    // The singular values of the matrix of both steps.
    const glm::dvec2 e = *east / (2.0 * kStep), n = *north / (2.0 * kStep);
    const double area = std::abs(e.x * n.y - e.y * n.x), sum = glm::dot(e, e) + glm::dot(n, n);
    if (!(area > 0.0)) return scale;
    const double spread = std::sqrt(std::max(0.0, sum * sum - 4.0 * area * area));
    scale.length = 1.0 / std::sqrt(area);
    scale.anisotropy = std::sqrt((sum + spread) / (sum - spread));
  } catch (GeoError const&) {  // there is no transformation to degrees
  }
  return scale;
}

Transformation::Transformation(OGRSpatialReferenceH from, OGRSpatialReferenceH to) {
  const Reports reports;
  transformation_ = OCTNewCoordinateTransformation(from, to);
  if (transformation_ == nullptr) {
    throw GeoError(
        fmt::format("expected a coordinate reference system that can be transformed to {}, found {}: {}; choose "
                    "another",
                    name_of(to), name_of(from), reports.reason("there is no transformation")));
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
