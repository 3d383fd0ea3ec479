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
#include "io/read_water.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr double kLatestTime = 1e9;  // s

/// Adds a command that may name a raster. Its words are checked at once; the raster is read when the land is known.
template <class Read>
void add_laid(WorldOptions& options, Read const& read) {
  options.commands.push_back(read(LandCells{.later = true}));
  options.laid.push_back({options.commands.size() - 1, read});
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

}  // namespace

std::optional<double> read_parameter(TableReader const& table, std::string_view key, std::string_view title,
                                     ParameterRow const& usual) {
  if (!table.has(key)) return std::nullopt;
  const ParameterRow row = in_directions(usual, table.directions());
  if (row.bearing != Bearing::none)
    return table.titled(std::string(title)).direction(key, row.minimum, row.maximum, row.bearing);
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
    options.parameters.push_back(parse_parameter_setting(text, options.directions));
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
  static void read(std::string_view, TimelineEntry const& entry) { entry.add(read_remove_obstacles(entry.table)); }
  static constexpr std::string_view help =
      "Removes obstacles before the first step: 'all', or those that lie in a shape, as in \"cylinder radius=20\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) {
    options.commands.push_back(parse_remove(text, "--remove", options.directions));
  }
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
    const TableReader table = source->titled("end_source of [[timeline]]");
    entry.named.push_back(read_named_source(table, entry.timeline.size()));
    if (table.keys().empty()) {
      table.mistake({},
                    "{}: expected keys that identify a source, as in {{ x = 0.25 }}, found none; add some, or use "
                    "end_sources = true to end all sources",
                    table.title());
    }
    entry.add(RemoveSource{});
  }
  static constexpr std::string_view help =
      "Ends sources before the first step: 'all', or the first source with the given values, as in \"x=0.1 y=0.5\"";
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
  static void parse(std::string_view text, WorldOptions& options) {
    add_laid(options, [words = std::string(text), directions = options.directions](LandCells const& land) {
      return parse_mask(words, "--mask", land, directions);
    });
  }
};

template <>
struct CommandReader<PlaceSource> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto source = entry.table.table(key);
    if (source) entry.add(PlaceSource{read_source(source->titled("water_source of [[timeline]]"))});
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
    const TableReader table = change->titled("change_source of [[timeline]]");
    entry.named.push_back(read_changed_source(table, entry.timeline.size()));
    entry.add(ChangeSource{});
  }
};

template <>
struct CommandReader<PlaceStorm> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (const auto storm = entry.table.table(key))
      entry.add(PlaceStorm{read_storm(storm->titled("storm of [[timeline]]"))});
  }
  static constexpr std::string_view help =
      "Schedules a storm, as in \"start=60 duration=120 rain=4000 every=600\" (rain is in mm/h, the other values "
      "are in s)";
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
      entry.add(SetRainMap{read_rain_table(table, entry.scenario, entry.folder)});
    }
  }
  static constexpr std::string_view help =
      "Distributes the rain in proportion to a raster of the land's size or a georeferenced raster that covers the "
      "land. The word 'even' gives the same rain everywhere";
  static constexpr bool repeatable = false;
  static void parse(std::string_view text, WorldOptions& options) {
    add_laid(options, [words = std::string(text)](LandCells const& land) { return parse_rain_map(words, land); });
  }
};

template <>
struct CommandReader<ChangeObstacle> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    const auto table = entry.table.table(key);
    if (!table) return;
    if (auto change = read_obstacle_change(table->titled("change_obstacle of [[timeline]]"))) entry.add(*change);
  }
  static constexpr std::string_view help =
      "Moves, turns or resizes an obstacle before the first step: its number and its new values, as in \"2 x=0.7 "
      "azimuth=30\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) {
    options.commands.push_back(parse_obstacle_change(text, "--change-obstacle", options.directions));
  }
};

template <>
struct CommandReader<PlaceObstacle> {
  static void read(std::string_view key, TimelineEntry const& entry) {
    if (const auto body = entry.table.table(key))
      entry.add(read_place_obstacle(body->titled("place of [[timeline]]"), entry.folder,
                                    {entry.scenario.place, entry.scenario.grid}));
  }
  static constexpr std::string_view help =
      "Places an obstacle before the first step: its shape and its values, as in \"wall x=0.7 y=0.5 height=8 "
      "length=40\"";
  static constexpr bool repeatable = true;
  static void parse(std::string_view text, WorldOptions& options) {
    add_laid(options, [words = std::string(text), directions = options.directions](LandCells const& land) {
      return parse_place(words, "--place", land, directions);
    });
  }
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
  std::vector<NamedSource> named;
  for (TableReader const& entry : root.tables("timeline", "[[timeline]]")) {
    entry.refuse_unknown(keys);
    const std::optional<double> at = entry.number("at", 0.0, kLatestTime, "s");
    entry.require("at", "[[timeline]]: expected the time in seconds, as in at = 60.0, found none; add it");
    const auto set = entry.table("set");
    const bool acts = std::ranges::any_of(keys, [&](auto key) { return key != "at" && entry.has(key); });
    if (set ? set->keys().empty() : !acts) {
      entry.mistake("set",
                    "[[timeline]]: expected set = {{ \"wind.direction\" = 90.0 }}, place = {{ shape = \"wall\" }}, "
                    "remove = \"all\" or another command, found none; add one");
    }
    const TimelineEntry reading{entry, scenario, folder, at.value_or(0.0), timeline, named};
    for_each_command_type([&]<class C>(C*) {
      constexpr std::string_view kKey = CommandKind<C>::row.key;
      if constexpr (!kKey.empty()) {
        if (entry.has(kKey)) CommandReader<C>::read(kKey, reading);
      }
    });
  }
  find_named_sources(timeline, named, scenario);
  return timeline;
}

SetParameter parse_parameter_setting(std::string_view text, Directions directions) {
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
    return {std::string(id), std::string(key),
            parse_parameter_value(in_directions(row, directions), text.substr(equals + 1))};
  } catch (std::invalid_argument const& error) {
    throw InputError("--set {}: {}", printable(text), error.what());
  }
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
