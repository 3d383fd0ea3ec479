#include "io/read_water.hpp"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "io/align_raster.hpp"
#include "io/option_words.hpp"
#include "io/read_commands.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// Sets the values of a group from a table, which may have no other keys. Returns the rows with a valid value.
std::vector<ParameterRow const*> read_rows(TableReader const& table, ParameterGroup const& group) {
  table.refuse_unknown(names_of(group.rows, &ParameterRow::key));
  std::vector<ParameterRow const*> said;
  for (ParameterRow const& row : group.rows) {
    const auto value = read_parameter(table, row.key, table.title(), row);
    if (!value) continue;
    group.set(row, *value);
    said.push_back(&row);
  }
  return said;
}

/// storm_error() without its subject, because the messages that contain it name the storm.
std::string storm_complaint(Storm const& storm) {
  constexpr std::string_view kSubject = "storm: ";
  const std::string error = storm_error(storm);
  return error.starts_with(kSubject) ? error.substr(kSubject.size()) : error;
}

}  // namespace

WaterSource read_source(TableReader const& table) {
  WaterSource source;
  read_rows(table, source_group(source));
  return source;
}

NamedSource read_named_source(TableReader const& table, std::size_t place) {
  NamedSource named{place, {}, table};
  named.choice.said = read_rows(table, source_group(named.choice.like));
  return named;
}

NamedSource read_changed_source(TableReader const& table, std::size_t place) {
  static constexpr std::array<std::string_view, 2> kKeys{"from", "to"};
  table.refuse_unknown(kKeys);
  const auto part = [&](char const* key) {
    const auto found = table.table(key);
    return found ? std::optional(found->titled(fmt::format("{} of {}", key, table.title()))) : std::nullopt;
  };
  const auto from = part("from"), to = part("to");
  if (!from || !to) {
    table.mistake({}, "{}: expected from = {{ x = 0.25 }} and to = {{ x = 0.5 }}, found no '{}'; add it", table.title(),
                  from ? "to" : "from");
    return {place, {}, table};
  }
  NamedSource named = read_named_source(*from, place);
  if (from->keys().empty()) {
    from->mistake({}, "{}: expected keys that identify a source, as in {{ x = 0.25 }}, found none; add some",
                  from->title());
  }
  named.changes = read_rows(*to, source_group(named.now));
  if (to->keys().empty())
    to->mistake({}, "{}: expected new values, as in {{ x = 0.5 }}, found none; add one", to->title());
  return named;
}

Storm read_storm(TableReader const& table) {
  Storm storm;
  read_rows(table, storm_group(storm));
  if (const std::string error = storm_complaint(storm); !error.empty()) {
    table.mistake("every", "{}: {}", table.title(), error);
  }
  return storm;
}

RainMap read_rain_table(TableReader const& table, Scenario const& scenario, fs::path const& folder) {
  static constexpr std::array<std::string_view, 1> kKeys{"file"};
  table.refuse_unknown(kKeys);
  const auto file = table.text("file");
  if (file ? file->empty() : !table.has("file")) {
    table.mistake("file", "{}: expected file = \"...\" ({}), found none; add it", table.title(), raster_endings());
  }
  if (!file || file->empty()) return {};
  try {
    RainMap map = read_rain_map(fs::path(*file), folder, {scenario.place, scenario.grid}).map;
    const std::string error = rain_map_error(map, scenario.grid);
    if (error.empty()) return map;
    table.mistake("file", "{}", error);
  } catch (InputError const& error) {
    table.mistake("file", "{}", error.what());
  }
  return {};
}

void read_sources(TableReader const& root, Scenario& scenario) {
  for (TableReader const& entry : root.tables("water_source", "[[water_source]]")) {
    scenario.sources.push_back(read_source(entry));
    scenario.source_lines.push_back(entry.line());
  }
  if (scenario.sources.size() > kMostSources) {
    root.mistake("water_source", "[[water_source]]: expected at most {} sources, found {}; leave some out",
                 kMostSources, scenario.sources.size());
  }
}

std::vector<Storm> read_storms(TableReader const& root) {
  std::vector<Storm> storms;
  for (TableReader const& entry : root.tables("storm", "[[storm]]")) storms.push_back(read_storm(entry));
  if (storms.size() > kMostStorms) {
    root.mistake("storm", "[[storm]]: expected at most {} storms, found {}; leave some out", kMostStorms,
                 storms.size());
  }
  return storms;
}

RainMap read_rain_map(TableReader const& root, Scenario const& scenario, fs::path const& folder) {
  const auto table = root.table("rain_map");
  return table && !table->has("layer") ? read_rain_table(*table, scenario, folder) : RainMap{};
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

SetRainMap read_rain_map(fs::path const& file, fs::path const& folder, LandCells const& land) {
  const Raster raster = read_raster(folder / file, {.fractions = true});
  return rain_map_of(aligned(raster, land.place, land.grid, file.string()), file.string());
}

SetRainMap parse_rain_map(std::string_view text, LandCells const& land) {
  return text == kEvenRain || land.later ? SetRainMap{} : read_rain_map(fs::path(text), {}, land);
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

}  // namespace barchan
