#include "io/measure_report.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <nlohmann/json.hpp>

#include "barchan/land/terrain.hpp"

namespace barchan {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kLoneCover = 0.5;  // most cover of a land on which one patch of sand is a lone dune

/// The number, or null where there is none: JSON knows no infinity.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json when(bool defined, double value) { return defined ? finite(value) : Json(nullptr); }
Json positive(double value) { return when(value > 0.0, value); }

Json faces_report(FaceSlopes const& faces) {
  return {{"p50", when(faces.cells > 0, faces.p50_degrees)},
          {"p90", when(faces.cells > 0, faces.p90_degrees)},
          {"cells", faces.cells}};
}

Json profile_report(WindProfile const& profile) {
  const bool met = profile.dunes > 0;
  return {{"dunes", profile.dunes},
          {"height", when(met, profile.height)},
          {"stoss", when(met, std::atan(profile.stoss_slope) * kDegrees)},
          {"lee", when(met, std::atan(profile.lee_slope) * kDegrees)},
          {"lee_to_stoss", when(met, profile.lee_to_stoss)},
          {"turn_cells", positive(profile.turn_cells)}};
}

Json dune_report(SeparateDune const& dune) {
  return {{"area", dune.area},
          {"volume", dune.volume},
          {"x", dune.x},
          {"y", dune.y},
          {"height", dune.height},
          {"width", dune.width},
          {"length", positive(dune.length)},
          {"horn_left", when(dune.length > 0.0, dune.horn_left)},
          {"horn_right", when(dune.length > 0.0, dune.horn_right)},
          {"elongation", dune.elongation}};
}

Json separate_report(SeparateDunes const& separate) {
  const bool any = !separate.dunes.empty();
  const auto median = [&](double SeparateDune::*member) {
    std::vector<double> values;
    for (SeparateDune const& dune : separate.dunes) values.push_back(dune.*member);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    if (any) std::nth_element(values.begin(), middle, values.end());
    return any ? Json(*middle) : Json(nullptr);
  };
  Json report;
  report["count"] = separate.dunes.size();
  report["largest_share"] = when(any, separate.largest_share);
  report["elongation"] = when(any, separate.elongation);
  report["height"] = median(&SeparateDune::height);
  report["width"] = median(&SeparateDune::width);
  report["length"] = median(&SeparateDune::length);
  report["list"] = Json::array();
  for (SeparateDune const& dune : separate.dunes) report["list"].push_back(dune_report(dune));
  return report;
}

Json migration_report(Migration const& found, MeasureFacts const& facts, SeparateDunes const& separate, double wind) {
  if (!found.found) return nullptr;
  const bool lone = separate.dunes.size() == 1 && separate.cover <= kLoneCover;
  Json report;
  report["speed"] = finite(found.along_wind);
  report["across"] = finite(found.across_wind);
  report["seconds"] = found.seconds;
  report["correlation"] = finite(found.correlation);
  report["by_centroid"] = nullptr;
  if (lone) {
    const Shift shift = centroid_shift(facts.maps.front().map, facts.maps.back().map);
    report["by_centroid"] = finite(shift.along(wind) / found.seconds);
  }
  return report;
}

/// Mean of the fields of sand flux that the world's processes keep, added up, m2/s.
Json field_flux(World const& world) {
  constexpr std::string_view kFlux = "_flux", kUnit = "m2/s";
  double flux = 0.0;
  bool any = false;
  for (FieldRow const& row : world.fields()) {
    if (!row.id.ends_with(kFlux) || row.unit != kUnit) continue;
    const auto values = world.field(row.id);
    if (!values || values->empty()) continue;
    double sum = 0.0;
    for (const float value : *values) sum += static_cast<double>(value);
    flux += sum / static_cast<double>(values->size());
    any = true;
  }
  return when(any, flux);
}

}  // namespace

ElevationMap sand_map(World const& world) {
  ElevationMap map{world.grid(), std::vector<double>(world.grid().cells())};
  const auto sand = world.terrain().columns.sediment_thicknesses();
  for (std::size_t i = 0; i < map.metres.size(); ++i) map.metres[i] = to_metres(sand[i]);
  return map;
}

/// Key by key in the order of the report, and so in one piece.
std::string make_measure_report(World const& world, MeasureFacts const& facts) {
  const ElevationMap surface = elevation_map(world.terrain());
  ElevationMap sand = facts.elevation_is_sand ? surface : sand_map(world);
  if (facts.elevation_is_sand) {
    const double lowest = *std::min_element(sand.metres.begin(), sand.metres.end());
    for (double& metres : sand.metres) metres -= lowest;
  }
  ResultantWind wind = resultant_wind(world);
  if (facts.wind_degrees) wind.degrees = *facts.wind_degrees;
  // Before its first step a land is what somebody made, under whatever winds.
  SurveyRule rule = survey_rule(world, !facts.wind_degrees && world.step_count() > 0);
  rule.wind_degrees = wind.degrees;
  rule.dunes = facts.dunes;
  const DuneSurvey s = survey_dunes(surface, sand, rule);
  DuneMeasures const& m = s.measures;
  const Migration moved = migration(facts.maps, wind.degrees, reach_of_migration(s, world.grid()));

  const double cell = static_cast<double>(world.grid().cell_size);
  double volume = 0.0;
  for (const double metres : sand.metres) volume += metres * cell * cell;
  const bool crests = m.crest.anisotropy > 0.0;

  Json report;
  report["scenario"] = facts.scenario;
  report["version"] = BARCHAN_VERSION;
  report["seed"] = world.seed();
  report["steps"] = facts.steps;
  report["step_count"] = world.step_count();
  report["time"] = world.time();
  report["grid"] = {{"width", world.grid().width}, {"height", world.grid().height}, {"cell_size", cell}};
  report["wind"] = {{"direction", wind.degrees}, {"steadiness", when(!facts.wind_degrees, wind.steadiness)}};
  report["sand"] = facts.elevation_is_sand ? "elevation" : "sediment";
  report["sand_volume"] = volume;
  report["sediment_threshold"] = facts.dunes.threshold;
  report["class"] = dune_class_name(s.dune_class);
  report["crest"] = {{"direction", when(crests, m.crest.degrees)},
                     {"error", when(crests, m.crest_error_degrees)},
                     {"angle_to_wind", when(crests, std::abs(axial_difference(m.crest.degrees, wind.degrees)))},
                     {"anisotropy", m.crest.anisotropy}};
  report["spacing"] = positive(s.spacing.median);
  report["spacings"] = {{"direction", s.spacing.direction_degrees},
                        {"autocorrelation", positive(s.spacing.autocorrelation)},
                        {"crossings", positive(s.spacing.crossings)},
                        {"spectrum", positive(s.spacing.spectrum)},
                        {"along_wind", positive(m.spacing)}};
  report["height"] = positive(s.height);
  report["rms_height"] = m.rms_height;
  report["lowest"] = m.lowest;
  report["highest"] = m.highest;
  report["relief"] = s.relief;
  report["cover"] = s.separate.cover;
  report["lee"] = faces_report(m.lee);
  report["stoss"] = faces_report(m.stoss);
  report["profile"] = profile_report(m.profile);
  report["slope_noise_share"] = m.slope_noise_share;
  report["slip_faces"] = m.slip_faces;
  report["crescents"] = m.crescents;
  report["face_azimuths"]["cells"] = s.faces.cells;
  for (std::size_t k = 0; k < s.faces.m.size(); ++k) {
    report["face_azimuths"]["m" + std::to_string(k + 1)] = when(s.faces.cells > 0, s.faces.m[k]);
  }
  report["dunes"] = separate_report(s.separate);
  report["migration"] = migration_report(moved, facts, s.separate, wind.degrees);
  report["flux"] = {{"by_migration", when(moved.found && s.height > 0.0, moved.along_wind * s.height)},
                    {"by_field", field_flux(world)}};
  return report.dump(2) + "\n";
}

}  // namespace barchan
