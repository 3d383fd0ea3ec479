#include "random/recipe.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "io/scenario.hpp"
#include "land/obstacle.hpp"
#include "land/rainfall.hpp"
#include "land/soil.hpp"
#include "land/source.hpp"

namespace barchan::test {
namespace {

constexpr int kPercent = 100;
constexpr double kMostParticles = 3000.0;  // keeps a world cheap

/// A whole number, drawn evenly; shrinks towards `from`.
int whole(int from, int to) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1)); }

/// True in `percent` of all draws; shrinks towards false.
bool happens(int percent) { return whole(0, kPercent - 1) >= kPercent - percent; }

template <class T>
T one_of(std::vector<T> const& choices) {
  return choices[static_cast<std::size_t>(whole(0, static_cast<int>(choices.size()) - 1))];
}

/// Between two numbers, by ratio if `by_ratio`; shrinks towards `low`.
double between(double low, double high, bool by_ratio = false) {
  const double fraction = whole(0, 1000) / 1000.0;
  return by_ratio && low > 0.0 ? low * std::pow(high / low, fraction) : low + fraction * (high - low);
}

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

/// TOML's form of a number: a real one has a point or an exponent.
std::string real(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// A value that the row allows: an end of its range or a number between them.
std::string value_of(ParameterRow const& row) {
  if (row.kind == ParameterKind::choice) {
    return in_quotes(row.choices[static_cast<std::size_t>(whole(0, static_cast<int>(row.choices.size()) - 1))]);
  }
  if (row.kind == ParameterKind::boolean) return happens(50) ? "true" : "false";
  double value = 0.0;
  switch (whole(0, 3)) {
    case 0:
      value = row.minimum;
      break;
    case 1:
      value = row.maximum;
      break;
    default:
      value = between(row.minimum, row.maximum, row.logarithmic);
  }
  if (row.key == "population") value = std::min(value, kMostParticles);
  return row.kind == ParameterKind::real ? real(value) : fmt::format("{}", static_cast<std::int64_t>(value));
}

/// Some of the rows' keys with values.
std::vector<Line> some_of(std::span<ParameterRow const> rows, int percent) {
  std::vector<Line> lines;
  for (ParameterRow const& row : rows) {
    if (happens(percent)) lines.push_back({std::string(row.key), value_of(row)});
  }
  return lines;
}

/// `{ key = value, ... }`.
std::string in_braces(std::vector<Line> const& lines) {
  std::string text;
  for (Line const& line : lines) text += (text.empty() ? "" : ", ") + line.key + " = " + line.value;
  return "{ " + text + " }";
}

// -- soils ---------------------------------------------------------------------------------------------------------

struct SoilName {
  std::string id;
  bool loose = false;
};

std::vector<SoilName> names_of_soils() {
  std::vector<SoilName> names{{"rock", false}, {"sand", true}, {"obstacle", false}};
  const int count = whole(0, 6);
  for (int i = 1; i <= count; ++i) names.push_back({fmt::format("s{}", i), !happens(40)});
  return names;
}

std::vector<Line> properties_of_soil(bool sand, int percent) {
  std::vector<Line> lines;
  double repose = -1.0;
  for (SoilProperty const& property : soil_properties()) {
    const bool slope = property.row.key == "repose_slope" || property.row.key == "static_slope";
    if ((slope && sand) || !happens(percent)) continue;
    std::string value = value_of(property.row);
    // The slope at which slides begin is at least that at which they end.
    if (property.row.key == "repose_slope") repose = std::stod(value);
    if (property.row.key == "static_slope") value = real(std::max({std::stod(value), repose, 0.65}));
    lines.push_back({std::string(property.row.key), value});
  }
  if (repose > 0.65 && std::ranges::find(lines, "static_slope", &Line::key) == lines.end()) {
    lines.push_back({"static_slope", real(repose)});
  }
  return lines;
}

Table soil_table(SoilName const& soil, std::vector<SoilName> const& all, int percent) {
  Table table{fmt::format("[soils.{}]", soil.id), {}};
  const bool known = soil.id.size() > 2;
  if (!known && !soil.loose) table.lines.push_back({"loose", "false"});
  for (Line& line : properties_of_soil(soil.id == "sand", percent)) table.lines.push_back(std::move(line));
  for (SoilConversion const& way : soil_conversions()) {
    SoilName const& to = one_of(all);
    if (happens(25) && (to.loose || (way.in_place && !soil.loose))) {
      table.lines.push_back({std::string(way.key), in_quotes(to.id)});
    }
  }
  return table;
}

// -- the land ------------------------------------------------------------------------------------------------------

using Keys = std::vector<std::string_view>;

std::vector<std::pair<std::string_view, Keys>> const& shapes() {
  static const std::vector<std::pair<std::string_view, Keys>> kShapes{
      {"uniform", {"level", "thickness"}},
      {"white_noise", {"level", "amplitude", "smallest_wavelength"}},
      {"noise", {"level", "amplitude", "wavelength", "octaves", "gain", "lacunarity", "floor"}},
      {"patches", {"level", "thickness", "radius", "cover", "edge"}},
      {"plane", {"level", "x", "y", "slope", "azimuth"}},
      {"ramp", {"level", "x", "y", "height", "length", "azimuth"}},
      {"pyramid", {"level", "x", "y", "height", "width", "azimuth"}},
      {"cone", {"level", "x", "y", "height", "radius"}},
      {"cylinder", {"level", "x", "y", "height", "radius"}},
      {"dome", {"level", "x", "y", "height", "radius"}},
      {"wall", {"level", "x", "y", "height", "width", "length", "azimuth"}},
      {"bowl", {"level", "x", "y", "depth", "radius"}},
  };
  return kShapes;
}

/// Sizes that suit a small land, in metres; few of them are huge.
double metres(double most) { return happens(4) ? between(1000.0, 7900.0) : between(0.0, most); }

std::string value_of_shape(std::string_view key) {
  if (key == "level") return real(happens(30) ? between(-40.0, 40.0) : happens(4) ? between(-7990.0, 7990.0) : 0.0);
  if (key == "floor") return real(between(-10.0, 10.0));
  if (key == "octaves") return fmt::format("{}", whole(1, 8));
  if (key == "gain" || key == "cover" || key == "edge") return real(between(0.0, 1.0));
  if (key == "lacunarity") return real(between(1.0, 4.0));
  if (key == "x" || key == "y") return real(between(-0.5, 1.5));
  if (key == "slope") return real(between(0.0, 80.0));
  if (key == "azimuth") return real(between(-360.0, 360.0));
  if (key == "wavelength" || key == "smallest_wavelength" || key == "radius" || key == "width" || key == "length") {
    return real(between(0.5, 100.0, true));
  }
  return real(metres(key == "thickness" ? 5.0 : 40.0));
}

/// One shape; `fraction`: its heights are fractions of 1.
std::vector<Line> shape_lines(bool fraction = false) {
  auto const& [shape, keys] = one_of(shapes());
  std::vector<Line> lines{{"shape", in_quotes(shape)}};
  for (const std::string_view key : keys) {
    if (!happens(60)) continue;
    const bool height = key == "level" || key == "thickness" || key == "amplitude" || key == "floor" ||
                        key == "height" || key == "depth";
    lines.push_back({std::string(key), fraction && height ? real(between(0.0, 1.0)) : value_of_shape(key)});
  }
  return lines;
}

/// The first layer is of matter, so that there is a land.
Table land_table(std::vector<SoilName> const& soils, bool first) {
  static const std::vector<std::string> kMatter{"sand", "base"}, kOps{"add", "max", "min", "replace"};
  static const std::vector<std::string> kLists{"sand",  "sand",  "base",   "base",
                                               "layer", "layer", "plants", "water_table"};
  const std::string list = one_of(first ? kMatter : kLists);
  Table table{fmt::format("[[land.{}]]", list), {}};
  if (list == "layer") table.lines.push_back({"soil", in_quotes(one_of(soils).id)});
  if (list == "base" && happens(20)) table.lines.push_back({"soil", in_quotes("obstacle")});
  if (happens(20)) table.lines.push_back({"op", in_quotes(list == "layer" ? "max" : one_of(kOps))});
  for (Line& line : shape_lines(list == "plants")) table.lines.push_back(std::move(line));
  return table;
}

// -- commands ------------------------------------------------------------------------------------------------------

std::vector<Line> obstacle_lines() {
  const auto shape = static_cast<ObstacleShape>(whole(0, static_cast<int>(ObstacleShape::stamp) - 1));
  const std::span<std::string_view const> keys = obstacle_keys(shape);
  std::vector<Line> lines{{"shape", in_quotes(obstacle_shape_id(shape))}};
  for (ParameterRow const& row : obstacle_rows()) {
    if (std::ranges::find(keys, row.key) == keys.end() || !happens(70)) continue;
    // Bodies that fit on a small land, more often than not.
    const bool size = row.key == "height" || row.key == "length" || row.key == "width" || row.key == "radius";
    lines.push_back({std::string(row.key), size && happens(80) ? real(between(0.1, 30.0)) : value_of(row)});
  }
  return lines;
}

std::vector<Line> storm_lines() {
  std::vector<Line> lines = some_of(storm_rows(), 60);
  std::erase_if(lines, [](Line const& line) { return line.key == "duration" || line.key == "every"; });
  for (Line& line : lines) {
    if (line.key == "start") line.value = real(between(0.0, 10.0));
  }
  lines.push_back({"duration", real(between(0.5, 20.0))});
  if (happens(40)) lines.push_back({"every", real(between(20.0, 40.0))});
  return lines;
}

/// One layer of a mask. Rasters are left out, because they need files, and other masks, because they may not exist.
std::string mask_layer(std::vector<SoilName> const& soils) {
  MaskSource source = MaskSource::mask;
  while (source == MaskSource::mask || source == MaskSource::raster) {
    source = static_cast<MaskSource>(whole(0, kMaskSourceCount - 1));
  }
  std::vector<Line> lines{{"source", in_quotes(mask_source_id(source))}};
  const std::span<std::string_view const> keys = mask_keys(source);
  const bool range = std::ranges::find(keys, "high") != keys.end();
  for (ParameterRow const& row : mask_rows()) {
    if (std::ranges::find(keys, row.key) == keys.end() || row.key == "low" || row.key == "high" || !happens(60))
      continue;
    lines.push_back({std::string(row.key), value_of(row)});
  }
  if (range) {
    const double low = between(-5.0, 40.0);
    lines.push_back({"low", real(low)});
    lines.push_back({"high", real(low + between(0.0, 60.0))});
  }
  if (source == MaskSource::soil) lines.push_back({"of", in_quotes(one_of(soils).id)});
  if (source == MaskSource::distance) lines.push_back({"of", in_quotes(happens(40) ? "water" : one_of(soils).id)});
  return in_braces(lines);
}

std::vector<Line> mask_lines(std::vector<SoilName> const& soils, std::string const& id) {
  std::vector<Line> lines{{"id", in_quotes(id)}};
  std::string layers, multiplies;
  for (int i = whole(0, 3); i > 0; --i) layers += (layers.empty() ? "" : ", ") + mask_layer(soils);
  for (ParameterGroup const& group : parameter_catalog()) {
    for (ParameterRow const& row : group.rows) {
      if (!row.masked || !happens(20)) continue;
      multiplies += (multiplies.empty() ? "" : ", ") + in_quotes(fmt::format("{}.{}", group.id, row.key));
    }
  }
  lines.push_back({"layer", "[" + layers + "]"});
  lines.push_back({"multiplies", "[" + multiplies + "]"});
  if (happens(30)) lines.push_back({"follows", "false"});
  return lines;
}

std::vector<Line> stroke_lines(std::vector<SoilName> const& soils) {
  static const std::vector<std::string> kOthers{"ground", "water", "plants"};
  std::string material = happens(30) ? one_of(kOthers) : one_of(soils).id;
  if (material == "obstacle") material = "ground";
  const bool adds = material == "water" || material == "plants";
  const auto action = static_cast<BrushAction>(whole(0, adds ? 1 : kBrushActionCount - 1));
  std::vector<Line> lines{{"action", in_quotes(brush_action_id(action))}, {"material", in_quotes(material)}};
  lines.push_back({"radius", real(between(0.1, 30.0, true))});
  const std::span<std::string_view const> keys = brush_keys(action, material);
  for (const std::string_view key : {"falloff", "amount", "strength"}) {
    if (std::ranges::find(keys, key) == keys.end() || !happens(60)) continue;
    lines.push_back({std::string(key), real(between(key == std::string_view("amount") ? 0.001 : 0.0, 1.0))});
  }
  const auto share = [] { return real(between(-0.2, 1.2)); };
  lines.push_back({"path", fmt::format("[{}, {}, {}, {}]", share(), share(), share(), share())});
  return lines;
}

Line set_line() {
  static const std::vector<ParameterGroup> kGroups(parameter_catalog().begin(), parameter_catalog().end());
  ParameterGroup const& group = one_of(kGroups);
  const std::vector<ParameterRow> rows(group.rows.begin(), group.rows.end());
  const ParameterRow row = one_of(rows);
  return {"set", fmt::format("{{ \"{}.{}\" = {} }}", group.id, row.key, value_of(row))};
}

Line soil_change(std::vector<SoilName> const& soils) {
  SoilName const& soil = one_of(soils);
  std::vector<Line> lines{{"id", in_quotes(soil.id)}};
  for (Line& line : properties_of_soil(soil.id == "sand", 15)) lines.push_back(std::move(line));
  if (lines.size() == 1) lines.push_back({"density", real(between(1.0, 10000.0, true))});
  return {"soil", in_braces(lines)};
}

/// Values that bodies of some shapes have. The number may be that of no body, and the change is then left out.
std::vector<Line> obstacle_change_lines() {
  std::vector<Line> lines = obstacle_lines();
  lines.erase(lines.begin());  // the shape
  lines.push_back({"number", std::to_string(whole(1, 3))});
  if (lines.size() == 1) lines.push_back({"x", real(between(0.0, 1.0))});
  return lines;
}

/// A source brings at most 10 m of water per default step. A larger one may pile sand beyond the range of elevations,
/// which the world does not prevent yet.
std::vector<Line> source_lines(double cell_size) {
  std::vector<Line> lines = some_of(source_rows(), 70);
  std::erase_if(lines, [](Line const& line) { return line.key == "discharge"; });
  lines.push_back({"discharge", real(between(1e-6, 25.0 * cell_size * cell_size, true))});
  return lines;
}

Table timeline_table(std::vector<SoilName> const& soils, double cell_size, double end) {
  Table table{"[[timeline]]", {{"at", real(between(0.0, end))}}};
  const auto add = [&table](Line line) { table.lines.push_back(std::move(line)); };
  switch (whole(0, 15)) {
    case 10:
    case 11:
      add({"stroke", in_braces(stroke_lines(soils))});
      break;
    case 12:
      add({"mask", in_braces(mask_lines(soils, happens(50) ? "m1" : "later"))});
      break;
    case 13:
      add({"remove_mask", in_quotes("m1")});
      break;
    case 14:
      add({"change_obstacle", in_braces(obstacle_change_lines())});
      break;
    case 15:
      add({"remove_obstacle", std::to_string(whole(1, 3))});
      break;
    case 0:
    case 1:
    case 2:
      add(set_line());
      break;
    case 3:
      add(soil_change(soils));
      break;
    case 4:
    case 5:
      add({"place", in_braces(obstacle_lines())});
      break;
    case 6:
      add({"remove", happens(50) ? in_quotes("all") : in_braces(obstacle_lines())});
      break;
    case 7:
      add({"water_source", in_braces(source_lines(cell_size))});
      break;
    case 8:
      add({"storm", in_braces(storm_lines())});
      break;
    default:
      add(one_of(std::vector<Line>{{"end_sources", "true"}, {"end_storms", "true"}, {"rain_map", "\"even\""}}));
  }
  return table;
}

// -- the whole -----------------------------------------------------------------------------------------------------

/// One to a few hundred cells on odd grids.
std::pair<int, int> any_size() {
  switch (whole(0, 7)) {
    case 0:
      return {1, whole(1, 200)};
    case 1:
      return {whole(1, 200), 1};
    case 2:
      return {3, whole(3, 500)};
    case 3:
      return {whole(2, 7), whole(2, 7)};
    default:
      return {whole(4, 40), whole(4, 40)};
  }
}

std::vector<Table> parameter_tables() {
  std::vector<Table> tables;
  const int percent = one_of(std::vector<int>{0, 10, 10, 30});
  for (ParameterGroup const& group : parameter_catalog()) {
    Table table{fmt::format("[{}]", group.id), {}};
    for (ParameterRow const& row : group.rows) {
      if (row.key == "enabled" ? happens(50) : happens(percent)) {
        table.lines.push_back({std::string(row.key), row.key == "enabled" && happens(80) ? "true" : value_of(row)});
      } else if (row.key == "population") {
        table.lines.push_back({std::string(row.key), fmt::format("{}", whole(0, 300))});
      }
    }
    if (!table.lines.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

Recipe draw_recipe() {
  Recipe recipe;
  std::tie(recipe.width, recipe.height) = any_size();
  recipe.cell_size = real(happens(50) ? between(0.1, 20.0, true) : 1.0);
  recipe.boundary = one_of(std::vector<std::string>{"periodic", "open", "closed"});
  recipe.seed = whole(1, 1000000);
  recipe.steps = whole(1, 40);
  recipe.pause = whole(0, recipe.steps);
  const auto add = [&recipe](Table table) { recipe.tables.push_back(std::move(table)); };
  const std::vector<SoilName> soils = names_of_soils();
  for (SoilName const& soil : soils) {
    if (soil.id.size() <= 2 || happens(20)) add(soil_table(soil, soils, 12));
  }
  const int layers = whole(1, 6);
  for (int i = 0; i < layers; ++i) add(land_table(soils, i == 0));
  for (Table& table : parameter_tables()) add(std::move(table));
  for (int i = whole(0, 2); i > 0; --i) add({"[[storm]]", storm_lines()});
  for (int i = whole(0, 2); i > 0; --i) add({"[[water_source]]", source_lines(std::stod(recipe.cell_size))});
  for (int i = happens(40) ? whole(1, 2) : 0; i > 0; --i) {
    add({"[[mask]]", mask_lines(soils, fmt::format("m{}", i))});
  }
  if (happens(10)) add({"[[rain_map.layer]]", shape_lines(true)});
  for (int i = whole(0, 4); i > 0; --i) add(timeline_table(soils, std::stod(recipe.cell_size), 0.4 * recipe.steps));
  return recipe;
}

/// Without one table, without one line, and with less of everything that is counted.
rc::Seq<Recipe> smaller(Recipe const& recipe) {
  std::vector<Recipe> all;
  const auto with = [&](auto const& change) {
    Recipe other = recipe;
    change(other);
    all.push_back(std::move(other));
  };
  const auto less = [&](int Recipe::*member, int least) {
    for (const int value : {least, (recipe.*member + least) / 2, recipe.*member - 1}) {
      if (value >= least && value < recipe.*member) with([&](Recipe& other) { other.*member = value; });
    }
  };
  const std::size_t count = recipe.tables.size();
  for (std::size_t block = count / 2; block > 0; block /= 2) {
    for (std::size_t first = 0; first < count; first += block) {
      with([&](Recipe& other) {
        const auto begin = other.tables.begin() + static_cast<std::ptrdiff_t>(first);
        other.tables.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(block, count - first)));
      });
    }
  }
  less(&Recipe::steps, 1);
  less(&Recipe::pause, 0);
  less(&Recipe::width, 1);
  less(&Recipe::height, 1);
  less(&Recipe::seed, 1);
  for (std::size_t table = 0; table < count; ++table) {
    for (std::size_t line = 0; line < recipe.tables[table].lines.size(); ++line) {
      with([&](Recipe& other) {
        auto& lines = other.tables[table].lines;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
      });
    }
  }
  if (recipe.cell_size != "1.0") with([](Recipe& other) { other.cell_size = "1.0"; });
  for (Recipe& other : all) other.pause = std::min(other.pause, other.steps);
  return rc::seq::fromContainer(std::move(all));
}

}  // namespace

std::string scenario_text(Recipe const& recipe) {
  std::string text = fmt::format(
      "title = \"A random world\"\nseed = {}\n[grid]\nwidth = {}\nheight = {}\ncell_size = {}\nboundary = \"{}\"\n",
      recipe.seed, recipe.width, recipe.height, recipe.cell_size, recipe.boundary);
  for (Table const& table : recipe.tables) {
    text += table.head + "\n";
    for (Line const& line : table.lines) text += line.key + " = " + line.value + "\n";
  }
  return text;
}

void showValue(Recipe const& recipe, std::ostream& to) {
  to << "# " << recipe.steps << " steps; saved and read again after step " << recipe.pause << "\n"
     << scenario_text(recipe);
}

rc::Gen<Recipe> any_recipe() {
  return [draw = rc::gen::exec(draw_recipe)](rc::Random const& random, int size) {
    return rc::shrinkable::shrinkRecur(draw(random, size).value(),
                                       [](Recipe const& larger) { return smaller(larger); });
  };
}

}  // namespace barchan::test
