#include "io/read_commands.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "io/command_reader.hpp"
#include "io/option_words.hpp"
#include "io/read_masks.hpp"
#include "io/read_obstacles.hpp"
#include "io/read_soils.hpp"
#include "io/read_strokes.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr double kLatestTime = 1e9;             // s
constexpr std::string_view kEvenRain = "even";  // instead of a map
constexpr std::string_view kNoStamp =
    "expected a shape other than stamp, because a stamp cannot select obstacles, found stamp; use a wall of the same "
    "size";

std::vector<std::string_view> shape_ids() {
  std::vector<std::string_view> ids;
  for (int i = 0; i < kObstacleShapeCount; ++i) ids.push_back(obstacle_shape_id(static_cast<ObstacleShape>(i)));
  return ids;
}

/// Keys that a body may have besides its shape.
std::vector<std::string_view> known_keys(ObstacleShape shape) {
  const auto keys = obstacle_keys(shape);
  std::vector<std::string_view> known(keys.begin(), keys.end());
  if (shape == ObstacleShape::stamp) known.emplace_back("file");
  return known;
}

PlaceObstacle read_body(TableReader const& table, std::string const& title, fs::path const& folder) {
  const std::vector<std::string_view> shapes = shape_ids();
  const auto chosen = table.titled(title).choice("shape", shapes);
  table.require("shape", "{}: expected shape = one of {}; found none; add it", title, join(shapes));
  PlaceObstacle command;
  if (!chosen) return command;
  command.obstacle.shape = static_cast<ObstacleShape>(*chosen);
  std::vector<std::string_view> known = known_keys(command.obstacle.shape);
  known.emplace_back("shape");
  table.titled(fmt::format("{} of shape {}", title, shapes[*chosen])).refuse_unknown(known);
  const ParameterGroup group = obstacle_group(command.obstacle);
  for (std::string_view key : obstacle_keys(command.obstacle.shape)) {
    ParameterRow const& row = *group.find(key);
    if (const auto value = read_parameter(table, key, title, row)) group.set(row, *value);
  }
  if (command.obstacle.shape != ObstacleShape::stamp) return command;
  const auto file = table.titled(title).text("file");
  if (file ? file->empty() : !table.has("file")) {
    table.mistake("file", "{}: expected file = \"...\" ({}) for the shape stamp, found none", title, raster_endings());
  }
  if (!file || file->empty()) return command;
  try {
    command.stamp = read_stamp(*file, folder);
  } catch (InputError const& error) {
    table.mistake("file", "{}", error.what());
  }
  return command;
}

/// Reads `remove` of an entry of the time line: "all", or a body.
RemoveObstacles read_remove(TableReader const& entry) {
  if (entry.value<std::string>("remove") == "all") return {};
  if (entry.found("remove") != "a table") {
    entry.mistake("remove",
                  "'remove' in [[timeline]]: expected \"all\" or a shape with its size, as in {{ shape = \"cylinder\", "
                  "radius = 20.0 }}, found {}",
                  entry.found("remove"));
    return {};
  }
  const TableReader table = *entry.table("remove");
  if (table.value<std::string>("shape") != "stamp") return {read_body(table, "remove of [[timeline]]", {}).obstacle};
  table.mistake("shape", "remove of [[timeline]]: {}", kNoStamp);
  return {};
}

/// Sets the values of a group from a table, which may have no other keys. Returns the rows with a valid value.
std::vector<ParameterRow const*> read_rows(TableReader const& table, std::string const& title,
                                           ParameterGroup const& group) {
  table.titled(title).refuse_unknown(names_of(group.rows, &ParameterRow::key));
  std::vector<ParameterRow const*> said;
  for (ParameterRow const& row : group.rows) {
    const auto value = read_parameter(table, row.key, title, row);
    if (!value) continue;
    group.set(row, *value);
    said.push_back(&row);
  }
  return said;
}

WaterSource read_source(TableReader const& table, std::string const& title) {
  WaterSource source;
  read_rows(table, title, source_group(source));
  return source;
}

/// Reads the values that identify a source. `place`: of the command in the time line.
SourceEnd read_source_choice(TableReader const& table, std::string const& title, std::size_t place) {
  SourceEnd end{place, {}, table.titled(title)};
  end.choice.said = read_rows(table, title, source_group(end.choice.like));
  if (table.keys().empty()) {
    table.mistake({},
                  "{}: expected keys that identify a source, as in {{ x = 0.25 }}, found none; add some, or use "
                  "end_sources = true to end all sources",
                  title);
  }
  return end;
}

/// storm_error() without its subject, because the messages that contain it name the storm.
std::string storm_complaint(Storm const& storm) {
  constexpr std::string_view kSubject = "storm: ";
  const std::string error = storm_error(storm);
  return error.starts_with(kSubject) ? error.substr(kSubject.size()) : error;
}

Storm read_storm(TableReader const& table, std::string const& title) {
  Storm storm;
  read_rows(table, title, storm_group(storm));
  if (const std::string error = storm_complaint(storm); !error.empty()) table.mistake("every", "{}: {}", title, error);
  return storm;
}

/// Reads `file` of a table as a rain map for a land with this grid.
RainMap read_rain_table(TableReader const& table, Grid const& grid, fs::path const& folder) {
  static constexpr std::array<std::string_view, 1> kKeys{"file"};
  table.refuse_unknown(kKeys);
  const auto file = table.text("file");
  if (file ? file->empty() : !table.has("file")) {
    table.mistake("file", "{}: expected file = \"...\" ({}), found none", table.title(), raster_endings());
  }
  if (!file || file->empty()) return {};
  try {
    RainMap map = read_rain_map(*file, folder).map;
    const std::string error = rain_map_error(map, grid);
    if (error.empty()) return map;
    table.mistake("file", "{}", error);
  } catch (InputError const& error) {
    table.mistake("file", "{}", error.what());
  }
  return {};
}

/// Reads `key = true` of an entry of the time line.
bool read_order(TableReader const& entry, std::string_view key) {
  if (!entry.has(key)) return false;
  if (entry.value<bool>(key) == true) return true;
  entry.mistake(key, "'{}' in [[timeline]]: expected true, found {}; write true, or remove this key", key,
                entry.found(key));
  return false;
}

/// Reads the parameters that an entry of the time line sets: either "wind.direction" = 90, or a table of the group,
/// which wind.direction = 90 creates.
std::vector<SetParameter> read_timeline_settings(TableReader const& set) {
  std::vector<std::string> names;
  for (ParameterGroup const& group : parameter_catalog()) {
    names.emplace_back(group.id);
    for (ParameterRow const& row : group.rows) names.push_back(fmt::format("{}.{}", group.id, row.key));
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (std::string_view key : set.keys()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = did_you_mean(key, known);
    set.mistake(key, "unknown parameter '{}' in set of [[timeline]]{}", printable(key),
                near.empty() ? "; write group.parameter, as in wind.direction" : near);
  }
  std::vector<SetParameter> parameters;
  for (ParameterGroup const& group : parameter_catalog()) {
    if (const auto table = set.table(group.id)) {
      parameters = read_group(table->titled(fmt::format("{} of [[timeline]]", group.id)), group, std::move(parameters));
    }
    for (ParameterRow const& row : group.rows) {
      const std::string name = fmt::format("{}.{}", group.id, row.key);
      const auto value = read_parameter(set, name, "set of [[timeline]]", row);
      if (value) parameters.push_back({std::string(group.id), std::string(row.key), *value});
    }
  }
  return parameters;
}

/// Parses a text such as "wall x=0.7 height=8". `option` is named in messages.
PlaceObstacle parse_body(std::string_view option, std::string_view text) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  std::istringstream words{std::string(text)};
  std::string word;
  const std::vector<std::string_view> shapes = shape_ids();
  words >> word;
  const auto shape = std::find(shapes.begin(), shapes.end(), word);
  if (shape == shapes.end()) {
    throw wrong(fmt::format("expected a shape and its values, as in \"wall x=0.7 height=8\", found '{}'{}",
                            printable(word), advice(word, shapes, "the shapes are")));
  }
  PlaceObstacle command;
  command.obstacle.shape = static_cast<ObstacleShape>(shape - shapes.begin());
  const std::vector<std::string_view> known = known_keys(command.obstacle.shape);
  const ParameterGroup group = obstacle_group(command.obstacle);
  bool has_file = false;
  while (words >> word) {
    const auto [key, value] = key_and_value(word, known, *shape, group, wrong);
    if (key == "file") {
      command.stamp = read_stamp(value, {});
      has_file = true;
      continue;
    }
    set_from_text(group, key, value, wrong);
  }
  if (command.obstacle.shape == ObstacleShape::stamp && !has_file) {
    throw wrong(fmt::format("expected file=... ({}) for the shape stamp, found none", raster_endings()));
  }
  return command;
}

}  // namespace

Stamp stamp_of(Raster const& raster) {
  const auto [low, high] = raster.extent();
  if (raster.width > Stamp::kMaximumSide || raster.height > Stamp::kMaximumSide) {
    throw InputError("expected a stamp of at most {0} x {0} cells, found {1} x {2}; resample it to larger cells",
                     Stamp::kMaximumSide, raster.width, raster.height);
  }
  if (!(high > low))
    throw InputError("expected a relief, found the same height everywhere; use a wall instead of a stamp");
  Stamp stamp{raster.width, raster.height, {}};
  const double span = static_cast<double>(high) - static_cast<double>(low);
  stamp.shares.reserve(raster.cells());
  for (const float value : raster.values) {
    const double share = (static_cast<double>(value) - static_cast<double>(low)) / span;
    stamp.shares.push_back(static_cast<std::uint16_t>(share * 65535.0 + 0.5));
  }
  return stamp;
}

Stamp read_stamp(fs::path const& file, fs::path const& folder) {
  const Raster raster = read_raster(folder / file);  // its messages name the file
  try {
    return stamp_of(raster);
  } catch (InputError const& error) {
    throw InputError("{}: {}", file.string(), error.what());
  }
}

std::optional<double> read_parameter(TableReader const& table, std::string_view key, std::string_view title,
                                     ParameterRow const& row) {
  if (!table.has(key)) return std::nullopt;
  const auto given = [&](auto const& value, std::string const& expected) -> std::optional<double> {
    if (value) return static_cast<double>(*value);
    table.mistake(key, "'{}' in {}: expected {}, found {}", key, title, expected, table.found(key));
    return std::nullopt;
  };
  std::optional<double> value;
  switch (row.kind) {
    case ParameterKind::real:
      value = given(table.value<double>(key), fmt::format("a number from {} to {}{}{}", row.minimum, row.maximum,
                                                          row.unit.empty() ? "" : " ", row.unit));
      break;
    case ParameterKind::integer:
      value =
          given(table.value<std::int64_t>(key), fmt::format("a whole number from {} to {}", row.minimum, row.maximum));
      break;
    case ParameterKind::boolean:
      value = given(table.value<bool>(key), "true or false");
      break;
    case ParameterKind::choice:
      if (const auto chosen = table.titled(std::string(title)).choice(key, row.choices))
        value = static_cast<double>(*chosen);
      break;
  }
  if (!value) return std::nullopt;
  const std::string complaint = parameter_error(row, *value);
  if (complaint.empty()) return value;
  table.mistake(key, "{}: {}", title, complaint);
  return std::nullopt;
}

std::string_view group_of_key(std::string_view key) {
  for (ParameterGroup const& group : parameter_catalog()) {
    if (group.find(key) != nullptr) return group.id;
  }
  return {};
}

std::vector<SetParameter> read_group(TableReader const& table, ParameterGroup const& group,
                                     std::vector<SetParameter> before) {
  table.refuse_unknown(names_of(group.rows, &ParameterRow::key), group_of_key);
  for (ParameterRow const& row : group.rows) {
    const auto value = read_parameter(table, row.key, table.title(), row);
    if (value) before.push_back({std::string(group.id), std::string(row.key), *value});
  }
  return before;
}

// -- readers of the commands ------------------------------------------------------------------------------------------

template <>
struct CommandReader<SetParameter> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto set = entry.table.table(key);
    if (!set) return;
    for (SetParameter& parameter : read_timeline_settings(*set)) entry.add(std::move(parameter));
  }
  static constexpr std::string_view help =
      "Sets a parameter, as in wind.speed=12; the command 'parameters' lists all parameters";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) {
    options.parameters.push_back(parse_parameter_setting(text));
  }
};

template <>
struct CommandReader<SetSoil> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto soil = entry.table.table(key);
    if (!soil) return;
    for (SetSoil& change : read_soil_changes(soil->titled("soil of [[timeline]]"), entry.scenario.soils)) {
      entry.add(std::move(change));
    }
  }
};

template <>
struct CommandReader<RemoveObstacles> {
  static void read(std::string_view, TimelineEntry const& entry) { entry.add(read_remove(entry.table)); }
  static constexpr std::string_view help =
      "Removes obstacles before the first step: 'all' of them, or those within a shape, as in \"cylinder radius=20\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) { options.commands.push_back(parse_remove(text)); }
};

template <>
struct CommandReader<RemoveObstacle> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (const auto number = read_obstacle_number(entry.table, key, "[[timeline]]")) entry.add(RemoveObstacle{*number});
  }
  static constexpr std::string_view help =
      "Removes a whole obstacle before the first step, by its number, as in \"2\"; the obstacles of a scenario are "
      "numbered in the order of its file";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) {
    options.commands.push_back(parse_remove_obstacle(text));
  }
};

template <>
struct CommandReader<RemoveSource> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto source = entry.table.table(key);
    if (!source) return;
    entry.ends.push_back(read_source_choice(*source, "end_source of [[timeline]]", entry.timeline.size()));
    entry.add(RemoveSource{});
  }
  static constexpr std::string_view help =
      "Ends sources before the first step: 'all' of them, or the first one with given values, as in \"x=0.1 y=0.5\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) { options.ended.push_back(parse_end_source(text)); }
};

template <>
struct CommandReader<RemoveSources> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (read_order(entry.table, key)) entry.add(RemoveSources{});
  }
};

template <>
struct CommandReader<RemoveStorms> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (read_order(entry.table, key)) entry.add(RemoveStorms{});
  }
};

template <>
struct CommandReader<RemoveMask> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (const auto id = entry.table.titled("[[timeline]]").text(key)) entry.add(RemoveMask{*id});
  }
};

template <>
struct CommandReader<SetMask> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto table = entry.table.table(key);
    if (table) entry.add(SetMask{read_mask(*table, entry.scenario, entry.folder)});
  }
  static constexpr std::string_view help =
      "Adds a mask before the first step: its id, what it multiplies, and its layers, as in \"flat "
      "multiplies=water_particles.rain slope low=0 high=10 | blur radius=5\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) { options.commands.push_back(parse_mask(text)); }
};

template <>
struct CommandReader<PlaceSource> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto source = entry.table.table(key);
    if (source) entry.add(PlaceSource{read_source(*source, "water_source of [[timeline]]")});
  }
  static constexpr std::string_view help =
      "Starts a source of water before the first step, as in \"x=0.1 y=0.5 discharge=3\" (x and y are fractions of the "
      "land's sides, discharge is in m3/s)";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) { options.commands.push_back(parse_source(text)); }
};

template <>
struct CommandReader<ChangeSource> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto change = entry.table.table(key);
    if (!change) return;
    static constexpr std::array<std::string_view, 2> kKeys{"from", "to"};
    const TableReader table = change->titled("change_source of [[timeline]]");
    table.refuse_unknown(kKeys);
    const auto from = table.table("from"), to = table.table("to");
    if (!from || !to) {
      return table.mistake({}, "{}: expected from = {{ x = 0.25 }} and to = {{ x = 0.5 }}, found no '{}'; add it",
                           table.title(), from ? "to" : "from");
    }
    SourceEnd end = read_source_choice(*from, "from of change_source of [[timeline]]", entry.timeline.size());
    const std::string title = "to of change_source of [[timeline]]";
    end.changes = read_rows(*to, title, source_group(end.now));
    if (to->keys().empty()) to->mistake({}, "{}: expected new values, as in {{ x = 0.5 }}, found none", title);
    entry.ends.push_back(std::move(end));
    entry.add(ChangeSource{});
  }
};

template <>
struct CommandReader<PlaceStorm> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (const auto storm = entry.table.table(key)) entry.add(PlaceStorm{read_storm(*storm, "storm of [[timeline]]")});
  }
  static constexpr std::string_view help =
      "Schedules a storm, as in \"start=60 duration=120 rain=4000 every=600\" (rain is in mm/h, the others in s)";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) { options.commands.push_back(parse_storm(text)); }
};

template <>
struct CommandReader<SetRainMap> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (entry.table.value<std::string>(key) == kEvenRain) {
      entry.add(SetRainMap{});
    } else if (entry.table.found(key) != "a table") {
      entry.table.mistake(
          key, "'rain_map' in [[timeline]]: expected \"even\" or a file, as in {{ file = \"rain.tif\" }}, found {}",
          entry.table.found(key));
    } else if (const auto map = entry.table.table(key)) {
      const TableReader table = map->titled("rain_map of [[timeline]]");
      entry.add(SetRainMap{read_rain_table(table, entry.scenario.grid, entry.folder)});
    }
  }
  static constexpr std::string_view help =
      "Distributes the rain in proportion to a raster of the same size as the land (.png, .tif, .asc, .r16, .r32), or "
      "'even' for the same rain everywhere";
  static constexpr bool repeatable = false;
  static void parse(std::string_view text, WorldOptions& options) { options.commands.push_back(parse_rain_map(text)); }
};

template <>
struct CommandReader<ChangeObstacle> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto table = entry.table.table(key);
    if (!table) return;
    if (auto change = read_obstacle_change(table->titled("change_obstacle of [[timeline]]"))) entry.add(*change);
  }
  static constexpr std::string_view help =
      "Moves, turns or sizes an obstacle before the first step: its number and its new values, as in \"2 x=0.7 "
      "azimuth=30\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) {
    options.commands.push_back(parse_obstacle_change(text));
  }
};

template <>
struct CommandReader<PlaceObstacle> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (const auto body = entry.table.table(key)) entry.add(read_body(*body, "place of [[timeline]]", entry.folder));
  }
  static constexpr std::string_view help =
      "Places an obstacle before the first step: its shape and its values, as in \"wall x=0.7 y=0.5 height=8 "
      "length=40\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) { options.commands.push_back(parse_place(text)); }
};

template <>
struct CommandReader<BrushStroke> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto table = entry.table.table(key);
    if (table) entry.add(read_stroke(*table, entry.scenario, entry.folder));
  }
  static constexpr std::string_view help =
      "Draws a stroke of a brush before the first step: its action and its values, as in \"raise material=sand "
      "radius=20 amount=1 path=0.2,0.5,0.8,0.5\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) { options.commands.push_back(parse_stroke(text)); }
};

namespace {

/// Calls `visit` with a null pointer to each type of command, in the order of the variant.
template <class Visit, class... Cs>
void for_each_type(Visit&& visit, std::type_identity<std::variant<Cs...>>) {
  (visit(static_cast<Cs*>(nullptr)), ...);
}
template <class Visit>
void for_each_command_type(Visit&& visit) {
  for_each_type(visit, std::type_identity<Command>());
}

/// "at", then the keys of all commands.
std::vector<std::string_view> timeline_keys() {
  std::vector<std::string_view> keys{"at"};
  for_each_command_type([&]<class C>(C*) {
    if (!CommandKind<C>::row.key.empty()) keys.push_back(CommandKind<C>::row.key);
  });
  return keys;
}

}  // namespace

std::vector<TimedCommand> read_timeline(TableReader const& root, Scenario const& scenario, fs::path const& folder) {
  const std::vector<std::string_view> keys = timeline_keys();
  std::vector<TimedCommand> timeline;
  std::vector<SourceEnd> ends;
  for (TableReader const& entry : root.tables("timeline", "[[timeline]]")) {
    entry.refuse_unknown(keys);
    const std::optional<double> at = entry.number("at", 0.0, kLatestTime, "s");
    entry.require("at", "[[timeline]]: expected the time in seconds, as in at = 60.0, found none");
    const auto set = entry.table("set");
    const bool acts = std::ranges::any_of(keys, [&](auto key) { return key != "at" && entry.has(key); });
    if (set ? set->keys().empty() : !acts) {
      entry.mistake("set",
                    "[[timeline]]: expected set = {{ \"wind.direction\" = 90.0 }}, place = {{ shape = \"wall\" }}, "
                    "remove = \"all\" or another command, found none");
    }
    const TimelineEntry reading{entry, scenario, folder, at.value_or(0.0), timeline, ends};
    for_each_command_type([&]<class C>(C*) {
      constexpr std::string_view kKey = CommandKind<C>::row.key;
      if constexpr (!kKey.empty()) {
        if (entry.has(kKey)) CommandReader<C>::read(kKey, reading);
      }
    });
  }
  find_ended(timeline, ends, scenario);
  return timeline;
}

void read_sources(TableReader const& root, Scenario& scenario) {
  for (TableReader const& entry : root.tables("water_source", "[[water_source]]")) {
    scenario.sources.push_back(read_source(entry, "[[water_source]]"));
    scenario.source_lines.push_back(entry.line());
  }
  if (scenario.sources.size() > kMostSources) {
    root.mistake("water_source", "[[water_source]]: expected at most {} sources, found {}; leave some out",
                 kMostSources, scenario.sources.size());
  }
}

std::vector<Storm> read_storms(TableReader const& root) {
  std::vector<Storm> storms;
  for (TableReader const& entry : root.tables("storm", "[[storm]]")) storms.push_back(read_storm(entry, "[[storm]]"));
  if (storms.size() > kMostStorms) {
    root.mistake("storm", "[[storm]]: expected at most {} storms, found {}; leave some out", kMostStorms,
                 storms.size());
  }
  return storms;
}

RainMap read_rain_map(TableReader const& root, Grid const& grid, fs::path const& folder) {
  const auto table = root.table("rain_map");
  return table && !table->has("layer") ? read_rain_table(*table, grid, folder) : RainMap{};
}

SetRainMap rain_map_of(Raster const& raster, std::string const& name) {
  SetRainMap command{{name, raster.width, raster.height, {}}};
  command.map.shares.reserve(raster.cells());
  for (const float value : raster.values) {
    command.map.shares.push_back(static_cast<float>(raster.origin + static_cast<double>(value)));
  }
  if (const std::string error = rain_map_error(command.map); !error.empty()) throw InputError("{}", error);
  return command;
}

SetRainMap read_rain_map(fs::path const& file, fs::path const& folder) {
  return rain_map_of(read_raster(folder / file), file.string());
}

SetRainMap parse_rain_map(std::string_view text) {
  return text == kEvenRain ? SetRainMap{} : read_rain_map(fs::path(text));
}

PlaceSource parse_source(std::string_view text) {
  PlaceSource command;
  set_from_words("--source", text, source_group(command.source));
  return command;
}

SourceChoice parse_end_source(std::string_view text) {
  SourceChoice choice;
  if (text == "all") return choice;
  choice.said = set_from_words("--end-source", text, source_group(choice.like));
  if (!choice.said.empty()) return choice;
  throw InputError(
      "--end-source: expected 'all' or values that identify a source, as in \"x=0.1 y=0.5\", found none; add them");
}

PlaceStorm parse_storm(std::string_view text) {
  PlaceStorm command;
  set_from_words("--storm", text, storm_group(command.storm));
  if (const std::string error = storm_complaint(command.storm); !error.empty()) {
    throw InputError("--storm {}: {}", printable(text), error);
  }
  return command;
}

SetParameter parse_parameter_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::size_t dot = text.substr(0, equals).find('.');
  if (equals == std::string_view::npos || dot == std::string_view::npos) {
    throw InputError("--set {}: expected group.parameter=value, as in wind.speed=12; see 'barchan-cli parameters'",
                     printable(text));
  }
  const std::string_view id = text.substr(0, dot);
  const std::string_view key = text.substr(dot + 1, equals - dot - 1);
  ParameterGroup const& group = row_named(parameter_catalog(), &ParameterGroup::id, id, [&](std::string const& advice) {
    return InputError("--set {}: unknown group '{}'{}", printable(text), printable(id), advice);
  });
  ParameterRow const& row = row_named(group.rows, &ParameterRow::key, key, [&](std::string const& advice) {
    return InputError("--set {}: unknown parameter '{}' in {}{}", printable(text), printable(key), id, advice);
  });
  try {
    return {std::string(id), std::string(key), parse_parameter_value(row, text.substr(equals + 1))};
  } catch (std::invalid_argument const& error) {
    throw InputError("--set {}: {}", printable(text), error.what());
  }
}

PlaceObstacle parse_place(std::string_view text, std::string_view option) { return parse_body(option, text); }

RemoveObstacles parse_remove(std::string_view text, std::string_view option) {
  if (text == "all") return {};
  const PlaceObstacle body = parse_body(option, text);
  if (body.obstacle.shape == ObstacleShape::stamp) throw InputError("{} {}: {}", option, printable(text), kNoStamp);
  return {body.obstacle};
}

std::span<CommandOption const> command_options() {
  static const std::vector<CommandOption> kOptions = [] {
    std::vector<CommandOption> options;
    for_each_command_type([&]<class C>(C*) {
      constexpr std::string_view kOption = CommandKind<C>::row.option;
      if constexpr (!kOption.empty()) {
        using Reader = CommandReader<C>;
        options.push_back({kOption, Reader::help, Reader::repeatable, &Reader::parse});
      }
    });
    return options;
  }();
  return kOptions;
}

}  // namespace barchan
