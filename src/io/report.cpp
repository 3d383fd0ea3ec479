// All reading and writing of JSON: reports, and the metadata of rasters.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/json.hpp"
#include "io/raster_codec.hpp"
#include "io/report.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "measure/dune_migration.hpp"
#include "processes/process.hpp"
#include "world/calendar.hpp"
#include "world/line_flux.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kLoneCover = 0.5;  // largest cover of a land on which one patch of sand is a single dune

Json when(bool defined, double value) { return defined ? Json(value) : Json(nullptr); }
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
  Json list = Json::list();
  for (SeparateDune const& dune : separate.dunes) list.push_back(dune_report(dune));
  return {{"count", separate.dunes.size()},
          {"largest_share", when(any, separate.largest_share)},
          {"elongation", when(any, separate.elongation)},
          {"height", median(&SeparateDune::height)},
          {"width", median(&SeparateDune::width)},
          {"length", median(&SeparateDune::length)},
          {"list", std::move(list)}};
}

Json migration_report(DuneMigration const& dunes, MeasureFacts const& facts, SeparateDunes const& separate,
                      World const& world, double wind) {
  Migration const& found = dunes.moved;
  if (!found.found) return nullptr;
  const bool lone = separate.dunes.size() == 1 && separate.cover <= kLoneCover;
  Json report;
  report["speed"] = found.along_wind;
  report["across"] = found.across_wind;
  const Calendar calendar = calendar_of(world);
  report["metres_per_year"] = when(calendar.known(), found.along_wind / calendar.years_per_second);
  report["seconds"] = found.seconds;
  report["correlation"] = found.correlation;
  report["of"] = dunes.of_slip_faces ? "slip_faces" : "sand";
  report["by_centroid"] = nullptr;
  if (lone) {
    const Shift shift = centroid_shift(facts.maps.front().map, facts.maps.back().map);
    report["by_centroid"] = shift.along(wind) / found.seconds;
  }
  return report;
}

/// Sum over all processes of the mean sand flux over the land, m2/s; null if no process has such a field.
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

/// What passes the line of the measurement; null without a line.
Json line_report(World const& world, std::optional<MeasureLine> const& line) {
  if (!line) return nullptr;
  const LineFlux flux = line_flux(world, line->from, line->to);
  const double per_year = calendar_of(world).years_per_second;
  const auto point = [](glm::dvec2 at) { return Json::list({Json(at.x), Json(at.y)}); };
  return {{"from", point(line->from)},
          {"to", point(line->to)},
          {"length", flux.length},
          {"sand", flux.sand},
          {"sand_per_year", when(per_year > 0.0, flux.sand / per_year)},
          {"water", flux.water},
          {"sediment_in_water", flux.stream_sediment}};
}

/// The calendar of the site, and the clock of each process in it. Values that are not known are null.
Json calendar_report(World const& world) {
  const Calendar calendar = calendar_of(world);
  constexpr double kDaysPerYear = 365.25;
  Json report;
  report["site_flux"] = calendar.site_flux;
  report["flux"] = positive(calendar.flux);
  report["followed"] = calendar.followed;
  report["days_per_second"] = positive(calendar.years_per_second * kDaysPerYear);
  report["years"] = calendar.years;
  report["clocks"] = Json::object();
  for (ClockReading const& clock : calendar.clocks) {
    report["clocks"][std::string(clock.process)] = {{"days_per_second", positive(clock.asked * kDaysPerYear)},
                                                    {"done", positive(clock.done * kDaysPerYear)},
                                                    {"in_calendar", clock.in_calendar},
                                                    {"share", positive(clock.share)},
                                                    {"why", clock.why}};
  }
  return report;
}

/// A value of a file. Its lists and objects are only described, because metadata has none.
struct FoundValue {
  std::string key;
  std::optional<double> number = std::nullopt;
  std::optional<std::string> word = std::nullopt;
  std::string shown;  ///< for messages
};

/// Collects the members of the object that a JSON text consists of, as nlohmann::json reads it. Its own values would
/// allocate when they are destroyed, which may be because there is no memory.
class MemberReader {
 public:
  explicit MemberReader(std::string const& name) : name_(name) {}

  bool null() { return add("null"); }
  bool boolean(bool value) { return add(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) { return add_number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return add_number(static_cast<double>(value)); }
  bool number_float(double value, std::string const&) { return add_number(value); }
  bool string(std::string const& value) {
    if (add(fmt::format("\"{}\"", value)) && depth_ == 1) members_.back().word = value;
    return true;
  }
  bool binary(std::vector<std::uint8_t>&) { return true; }  // JSON has none
  bool start_object(std::size_t) {
    if (depth_ > 0) add("an object");
    is_object_ |= depth_ == 0;
    return ++depth_ > 0;
  }
  bool start_array(std::size_t) {
    add("a list");
    return ++depth_ > 0;
  }
  bool end_object() { return depth_-- > 0; }
  bool end_array() { return depth_-- > 0; }
  bool key(std::string const& word) {
    if (depth_ == 1) members_.push_back({.key = word, .shown = {}});
    return true;
  }
  bool parse_error(std::size_t byte, std::string const&, nlohmann::detail::exception const& error) const {
    if (dynamic_cast<nlohmann::json::parse_error const*>(&error) == nullptr) {  // a number beyond all range
      throw InputError("{}: expected JSON, found a mistake: {}; correct it", name_, printable(error.what()));
    }
    throw InputError("{}: expected JSON, found a mistake at byte {}; correct it", name_, byte);
  }

  std::vector<FoundValue> members() && {
    if (!is_object_) throw InputError("{}: expected a JSON object {{...}}, found another value; correct it", name_);
    return std::move(members_);
  }

 private:
  bool add(std::string shown) {
    if (depth_ == 1 && !members_.empty()) members_.back().shown = std::move(shown);
    return true;
  }
  bool add_number(double value) {
    add(fmt::format("{}", value));
    if (depth_ == 1 && !members_.empty()) members_.back().number = value;
    return true;
  }

  std::string const& name_;
  std::vector<FoundValue> members_;
  int depth_ = 0;
  bool is_object_ = false;
};

std::vector<FoundValue> read_members(std::string_view text, std::string const& name) {
  MemberReader reader(name);
  nlohmann::json::sax_parse(text, &reader);
  return std::move(reader).members();
}

}  // namespace

std::string make_report(World const& world, RunFacts const& facts) {
  Json report;
  report["scenario"] = facts.scenario;
  report["version"] = BARCHAN_VERSION;
  report["seed"] = world.seed();
  report["threads"] = world.threads();
  report["steps"] = facts.steps;
  report["interrupted"] = facts.interrupted;
  if (facts.verified) {
    report["verified"] = {{"equal", !facts.difference.has_value()},
                          {"difference", facts.difference ? Json(to_text(*facts.difference)) : Json(nullptr)}};
  }
  report["step_count"] = world.step_count();
  report["time"] = world.time();
  report["calendar"] = calendar_report(world);
  report["seconds"] = facts.seconds;
  report["hash"] = fmt::format("{:016x}", world.hash());
  report["grid"] = {{"width", world.grid().width},
                    {"height", world.grid().height},
                    {"cell_size", world.grid().cell_size},
                    {"datum", world.terrain().datum}};

  const MassBudget budget = world.budget();
  const double side = static_cast<double>(world.grid().cell_size);
  const ConversionBalance conversions = budget.conversions(world.terrain().soils, side * side);
  report["budget"]["conserves"] = conserved_name(budget.conserved);
  report["budget"]["error"] = budget.error();
  report["budget"]["conversions"] = {{"volume", conversions.volume}, {"mass", conversions.mass}};
  for (const SoilId i : accounts_of(world.terrain().soils)) {
    Account const& account = budget.accounts[i];
    report["budget"]["soils"][std::string(account_id(world.terrain().soils, i))] = {
        {"opening", account.opening}, {"lying", account.lying}, {"airborne", account.airborne},
        {"out", account.out},         {"in", account.in},       {"converted", account.converted},
        {"by_hand", account.by_hand}, {"rest", account.rest}};
  }
  const auto& [evaporated, soaked, pumped, left] = budget.water_losses;
  report["budget"]["water_out"] = {{"evaporated", evaporated}, {"soaked", soaked}, {"pumped", pumped}, {"left", left}};
  report["budget"]["water_lying"] = {{"lakes", budget.water_stores.lakes}, {"ground", budget.water_stores.ground}};

  report["health"] = Json::list();
  for (HealthRow const& row : health_rows(world.flags())) report["health"].push_back(row.id);

  const auto seconds_of = [&](std::string const& part) {
    const auto found = facts.seconds_by_part.find(part);
    return found != facts.seconds_by_part.end() ? found->second : 0.0;
  };
  report["processes"] = Json::object();
  for (auto const& process : world.processes()) {
    const std::string id(process->info().id);
    const ProcessCounters counters = process->counters();
    report["processes"][id] = {{"enabled", process->enabled()},
                               {"seconds", seconds_of(id)},
                               {"particles", counters.particles},
                               {"particle_steps", counters.particle_steps},
                               {"laid_down", counters.laid_down}};
  }
  report["parts"] = Json::object();
  for (auto const& [part, seconds] : facts.seconds_by_part) {
    if (!report["processes"].contains(part)) report["parts"][part] = {{"seconds", seconds}};
  }
  return report.text(2) + "\n";
}

/// The function is not divided, because it has one statement per key in the order of the report.
std::string make_measure_report(World const& world, MeasureFacts const& facts) {
  const ElevationMap surface = elevation_map(world.terrain());
  ElevationMap sand = facts.elevation_is_sand ? surface : sand_map(world.terrain());
  if (facts.elevation_is_sand) {
    const double lowest = *std::min_element(sand.metres.begin(), sand.metres.end());
    for (double& metres : sand.metres) metres -= lowest;
  }
  ResultantWind wind = facts.blown.value_or(resultant_wind(world));
  if (facts.wind_degrees) wind.degrees = *facts.wind_degrees;
  // Before the first step, the winds have not shaped the dunes of a land.
  SurveyRule rule = survey_rule(world, wind, !facts.wind_degrees && world.step_count() > 0);
  rule.dunes = facts.dunes;
  const DuneSurvey s = survey_dunes(surface, sand, rule);
  DuneMeasures const& m = s.measures;
  const DuneMigration dunes = dune_migration(facts.maps, wind.degrees, reach_of_migration(s, world.grid()));
  Migration const& moved = dunes.moved;

  const double cell = static_cast<double>(world.grid().cell_size);
  double volume = 0.0;
  for (const double metres : sand.metres) volume += metres * cell * cell;
  const bool crests = m.crest.anisotropy > 0.0, lines = s.has_crest_lines();
  const auto line = [&](double degrees) { return converted(degrees, Bearing::line, facts.directions); };
  // Differences of directions turn the other way in a convention that counts clockwise.
  const double sense = facts.directions == Directions::meteorological ? -1.0 : 1.0;

  Json report;
  report["scenario"] = facts.scenario;
  report["version"] = BARCHAN_VERSION;
  report["seed"] = world.seed();
  report["steps"] = facts.steps;
  report["step_count"] = world.step_count();
  report["time"] = world.time();
  report["calendar"] = calendar_report(world);
  report["grid"] = {{"width", world.grid().width}, {"height", world.grid().height}, {"cell_size", cell}};
  report["directions"] = directions_id(facts.directions);
  report["wind"] = {{"direction", converted(wind.degrees, Bearing::wind, facts.directions)},
                    {"convention", convention_of(Bearing::wind, facts.directions)},
                    {"steadiness", when(!facts.wind_degrees, wind.steadiness)}};
  report["sand"] = facts.elevation_is_sand ? "elevation" : "sediment";
  report["sand_volume"] = volume;
  report["sediment_threshold"] = facts.dunes.threshold;
  report["class"] = dune_class_name(s.dune_class);
  report["crest"] = {{"direction", when(crests, line(m.crest.degrees))},
                     {"convention", convention_of(Bearing::line, facts.directions)},
                     {"error", when(lines, sense * m.crest_error_degrees)},
                     {"angle_to_wind", when(lines, std::abs(axial_difference(m.crest.degrees, wind.degrees)))},
                     {"anisotropy", m.crest.anisotropy}};
  report["spacing"] = positive(s.spacing.median);
  report["spacings"] = {{"direction", line(s.spacing.direction_degrees)},
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
  report["migration"] = migration_report(dunes, facts, s.separate, world, wind.degrees);
  report["flux"] = {{"by_migration", when(moved.found && s.height > 0.0, moved.along_wind * s.height)},
                    {"by_field", field_flux(world)},
                    {"through_line", line_report(world, facts.line)}};
  return report.text(2) + "\n";
}

namespace {

constexpr std::array<std::string_view, 11> kMetadataKeys{"width",     "height",     "minimum",   "maximum",
                                                         "cell_size", "field",      "unit",      "generator",
                                                         "first_row", "byte_order", "directions"};
constexpr std::string_view kSouth = "south", kBig = "big";

}  // namespace

bool is_foreign_metadata(std::string_view text) {
  try {
    return std::ranges::none_of(read_members(text, {}), [](FoundValue const& found) {
      return std::ranges::find(kMetadataKeys, found.key) != kMetadataKeys.end();
    });
  } catch (InputError const&) {
    return true;
  }
}

namespace {

/// What the values of a field of this name are directions of.
Bearing bearing_of_field(std::string_view id) {
  const auto found = std::ranges::find(field_catalog(), id, &FieldRow::id);
  return found != field_catalog().end() ? found->bearing : Bearing::none;
}

struct RowsAndBytes {
  bool south_first = false;
  ByteOrder byte_order = ByteOrder::detect;
};

/// Throws InputError for words that metadata cannot have.
RowsAndBytes rows_and_bytes(std::string_view first_row, std::string_view byte_order, std::string const& name) {
  if (first_row != "north" && first_row != kSouth) {
    throw InputError("{}: expected north or south for 'first_row', found '{}'; correct it", name, printable(first_row));
  }
  RowsAndBytes order;
  order.south_first = first_row == kSouth;
  if (byte_order.empty()) return order;
  if (byte_order != "little" && byte_order != kBig) {
    throw InputError("{}: expected little or big for 'byte_order', found '{}'; correct it", name,
                     printable(byte_order));
  }
  order.byte_order = byte_order == kBig ? ByteOrder::big : ByteOrder::little;
  return order;
}

}  // namespace

RasterMetadata parse_metadata(std::string_view text, std::string const& name) {
  RasterMetadata metadata;
  std::optional<double> width, height;
  const std::pair<std::string_view, std::optional<double>*> numbers[]{{"width", &width},
                                                                      {"height", &height},
                                                                      {"minimum", &metadata.minimum},
                                                                      {"maximum", &metadata.maximum},
                                                                      {"cell_size", &metadata.cell_size}};
  std::string first_row = "north", byte_order;
  const std::pair<std::string_view, std::string*> texts[]{
      {"field", &metadata.field}, {"unit", &metadata.unit}, {"first_row", &first_row}, {"byte_order", &byte_order}};
  for (FoundValue const& found : read_members(text, name)) {
    const auto require = [&](bool sound, std::string_view what) {
      if (sound) return;
      throw InputError("{}: expected {} for '{}', found {}; correct it", name, what, printable(found.key),
                       printable(found.shown));
    };
    for (auto const& [key, number] : numbers) {
      if (found.key != key) continue;
      require(found.number.has_value(), "a number");
      *number = found.number;
    }
    for (auto const& [key, word] : texts) {
      if (found.key != key) continue;
      require(found.word.has_value(), "text in quotes");
      *word = *found.word;
    }
    if (std::ranges::find(kMetadataKeys, found.key) == kMetadataKeys.end()) {
      throw InputError("{}: unknown key '{}'{}", name, printable(found.key), advice(found.key, kMetadataKeys));
    }
  }
  const RowsAndBytes order = rows_and_bytes(first_row, byte_order, name);
  metadata.south_first = order.south_first;
  metadata.byte_order = order.byte_order;
  if (width.has_value() != height.has_value()) {
    throw InputError("{}: expected both width and height, found only one; give both", name);
  }
  if (width) {
    if (*width != std::floor(*width) || *height != std::floor(*height)) {
      throw InputError("{}: expected whole numbers for width and height, found {} x {}; correct them", name, *width,
                       *height);
    }
    check_raster_size(name, *width, *height, 0.0);
    metadata.size = {static_cast<int>(*width), static_cast<int>(*height)};
  }
  return metadata;
}

std::string metadata_json(Raster const& raster, bool with_size, RasterWriting const& writing) {
  const auto [low, high] = code_range(raster, writing);
  Json json;
  if (with_size) {
    json["width"] = raster.width;
    json["height"] = raster.height;
  }
  json["minimum"] = low;
  json["maximum"] = high;
  json["cell_size"] = raster.cell_size;
  if (!raster.field.empty()) json["field"] = raster.field;
  json["unit"] = raster.unit;
  if (const Bearing bearing = bearing_of_field(raster.field); bearing != Bearing::none) {
    json["directions"] = fmt::format("{}: {}", directions_id(Directions::mathematical),
                                     convention_of(bearing, Directions::mathematical));
  }
  json["first_row"] = writing.south_first ? kSouth : "north";
  if (writing.byte_order == ByteOrder::big) json["byte_order"] = kBig;
  json["generator"] = "Barchan " BARCHAN_VERSION;
  return json.text(-1);
}

}  // namespace barchan
