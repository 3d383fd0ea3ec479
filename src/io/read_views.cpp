#include "io/read_views.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace barchan {

namespace {

constexpr char const* kViewsTitle = "[[view]]";

struct Range {
  double low, high;
  bool holds(double value) const { return value >= low && value <= high; }
};
constexpr Range kAzimuth{-360.0, 360.0}, kElevation{0.0, 90.0};  // degrees
constexpr Range kDistance{0.01, 100.0}, kTarget{-1.0, 2.0};      // fractions of the land
constexpr Range kSunElevation{2.0, 90.0}, kClouds{0.0, 1.0};     // degrees; fraction of the sky

CameraHint read_camera(TableReader const& view) {
  CameraHint camera;
  const auto number = [&](std::string_view key, Range range, double usual, std::string_view unit) {
    return view.number(key, range.low, range.high, unit).value_or(usual);
  };
  camera.azimuth = view.direction("azimuth", kAzimuth.low, kAzimuth.high, Bearing::heading).value_or(camera.azimuth);
  camera.elevation = number("elevation", kElevation, camera.elevation, "degrees");
  camera.distance = number("distance", kDistance, camera.distance, {});
  if (!view.has("target")) return camera;
  const std::vector<double> target = view.numbers("target");
  if (target.size() == 2 && kTarget.holds(target[0]) && kTarget.holds(target[1])) {
    camera.target_x = target[0];
    camera.target_y = target[1];
    return camera;
  }
  const std::string found = view.found("target");
  view.mistake("target", "'target' in {}: expected two fractions of the land from {} to {}, as in [0.5, 0.5], found {}",
               kViewsTitle, kTarget.low, kTarget.high, found == "a list" ? "a list with other contents" : found);
  return camera;
}

std::optional<LightHint> read_light(TableReader const& view) {
  if (!view.has("sun_azimuth") && !view.has("sun_elevation") && !view.has("clouds")) return std::nullopt;
  LightHint light;
  light.sun_azimuth =
      view.direction("sun_azimuth", kAzimuth.low, kAzimuth.high, Bearing::heading).value_or(light.sun_azimuth);
  light.sun_elevation =
      view.number("sun_elevation", kSunElevation.low, kSunElevation.high, "degrees").value_or(light.sun_elevation);
  light.clouds = view.number("clouds", kClouds.low, kClouds.high, {}).value_or(light.clouds);
  return light;
}

NamedView read_view(TableReader const& table, std::set<std::string, std::less<>>& names) {
  static constexpr std::array<std::string_view, 8> kKeys{"name",   "azimuth",     "elevation",     "distance",
                                                         "target", "sun_azimuth", "sun_elevation", "clouds"};
  table.refuse_unknown(kKeys);
  table.require("name", "{}: expected name = \"...\", which the menu of views shows, found none; add it", kViewsTitle);
  NamedView view{table.text("name").value_or(""), read_camera(table), read_light(table)};
  if (!table.has("name")) return view;
  if (view.name.empty() || view.name.size() > kLongestViewName) {
    table.mistake("name", "'name' in {}: expected 1 to {} bytes, found {} bytes; choose another name", kViewsTitle,
                  kLongestViewName, view.name.size());
  } else if (!names.insert(view.name).second) {
    table.mistake("name",
                  "'name' in {}: expected a name that no other view has, found \"{}\" again; choose another name",
                  kViewsTitle, view.name);
  }
  return view;
}

}  // namespace

Views read_views(TableReader const& root) {
  const std::vector<TableReader> tables = root.tables("view", kViewsTitle);
  if (tables.empty()) return {NamedView{}};
  if (tables.size() > kMostViews) {
    root.mistake("view", "{}: expected at most {} views, found {}; leave some out", kViewsTitle, kMostViews,
                 tables.size());
    return {NamedView{}};
  }
  Views views;
  std::set<std::string, std::less<>> names;
  for (TableReader const& table : tables) views.push_back(read_view(table, names));
  return views;
}

bool is_valid(CameraHint const& camera) {
  return kAzimuth.holds(camera.azimuth) && kElevation.holds(camera.elevation) && kDistance.holds(camera.distance) &&
         kTarget.holds(camera.target_x) && kTarget.holds(camera.target_y);
}

bool is_valid(LightHint const& light) {
  return kAzimuth.holds(light.sun_azimuth) && kSunElevation.holds(light.sun_elevation) && kClouds.holds(light.clouds);
}

bool is_valid(Views const& views) {
  std::set<std::string_view> names;
  return !views.empty() && views.size() <= kMostViews && std::ranges::all_of(views, [&](NamedView const& view) {
    const bool named = !view.name.empty() && view.name.size() <= kLongestViewName;
    return named && names.insert(view.name).second && is_valid(view.camera) && (!view.light || is_valid(*view.light));
  });
}

}  // namespace barchan
