#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "io/file.hpp"
#include "io/report.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// Peak memory of a world, measured at 2048 x 2048 cells: composed layers, land, wind, settling, fields.
constexpr double kWorldBytesPerCell = 190.0;
/// Memory of a soil layer: its composed thickness, its thickness at the beginning, and its section.
constexpr double kLayerBytesPerCell = sizeof(QuantaSum) + sizeof(Quanta) + 12.0;

constexpr auto kReach = static_cast<QuantaSum>(kMaximumElevation * kQuantaPerMetre);

/// Throws InputError if a layer is thicker than the range of elevations. `where` names the layer.
void check_thickness(Scenario const& scenario, std::vector<QuantaSum> const& thickness, std::string const& where) {
  const auto most = std::max_element(thickness.begin(), thickness.end());
  if (most == thickness.end() || *most <= kReach) return;
  throw InputError("{}: {}: expected a thickness of at most {} m, found {:.1f} m; lower it", scenario.name, where,
                   kMaximumElevation, to_metres(*most));
}

void check_layers(Scenario const& scenario, ComposedLand const& land) {
  check_thickness(scenario, land.obstacle, "obstacles");
  check_thickness(scenario, land.sand, "sand");
  auto composed = land.layers.begin();
  for (std::size_t i = 0; i < scenario.land.layers.size(); ++i) {
    if (scenario.land.layers[i].operation == LayerOperation::min) continue;  // it deposits nothing
    check_thickness(scenario, composed->thickness,
                    fmt::format("[[land.layer]] {} ('{}')", i + 1, printable(scenario.soils[composed->soil].id)));
    ++composed;
  }
}

/// Throws InputError if a source lies in an obstacle.
void check_sources(Scenario const& scenario, std::vector<QuantaSum> const& obstacle) {
  for (std::size_t i = 0; i < scenario.sources.size() && !obstacle.empty(); ++i) {
    WaterSource const& source = scenario.sources[i];
    if (obstacle[cell_of(source, scenario.grid)] == 0) continue;
    const std::string line = i < scenario.source_lines.size() ? fmt::format(":{}", scenario.source_lines[i]) : "";
    throw InputError(
        "{}{}: [[water_source]]: expected a place without an obstacle, found an obstacle at x = {}, y = {}; move the "
        "source",
        scenario.name, line, source.x, source.y);
  }
}

/// The rain map that is composed from layers, or that of a file. Throws InputError if a composed map has no rain.
RainMap rain_map_of(Scenario const& scenario, std::uint64_t seed) {
  if (scenario.rain_layers.empty()) return scenario.rain_map;
  Composition shares;
  shares.sand = scenario.rain_layers;
  // Layers of sand have the same indices in their list. A different seed gives these layers different noise.
  const std::vector<QuantaSum> composed = compose_land(shares, scenario.grid, ~seed).sand;
  RainMap map{"[rain_map]", scenario.grid.width, scenario.grid.height, {}};
  for (const QuantaSum share : composed) map.shares.push_back(static_cast<float>(to_metres(share)));
  if (const std::string error = rain_map_error(map); !error.empty()) {
    throw InputError("{}: {}", scenario.name, error);
  }
  return map;
}

struct Extremes {
  QuantaSum lowest = std::numeric_limits<QuantaSum>::max();
  QuantaSum highest = std::numeric_limits<QuantaSum>::min();
};

Extremes extremes_of(ComposedLand const& land) {
  Extremes extremes;
  for (std::size_t i = 0; i < land.base.size(); ++i) {
    QuantaSum surface = land.base[i] + land.sand[i];
    for (ComposedLayer const& layer : land.layers) surface += layer.thickness[i];
    extremes.lowest = std::min(extremes.lowest, land.base[i] - (land.obstacle.empty() ? 0 : land.obstacle[i]));
    extremes.highest = std::max(extremes.highest, surface);
  }
  return extremes;
}

/// The datum in quanta: that of the scenario; or else 0 if it fits; or else a whole metre at the middle elevation.
QuantaSum choose_datum(Scenario const& scenario, Extremes const& extremes) {
  const auto fits = [&](QuantaSum datum) {
    return extremes.lowest - datum >= -kReach && extremes.highest - datum <= kReach;
  };
  QuantaSum datum = 0;
  if (scenario.datum) {
    datum = static_cast<QuantaSum>(std::floor(*scenario.datum * kQuantaPerMetre + 0.5));
  } else if (!fits(0)) {
    datum = (extremes.lowest + extremes.highest) / 2 / kQuantaPerMetre * kQuantaPerMetre;
  }
  if (!fits(datum)) {
    throw InputError("{}: expected elevations within {} m of the datum at {} m, found {:.1f} to {:.1f} m; {}",
                     scenario.name, kMaximumElevation, to_metres(datum), to_metres(extremes.lowest),
                     to_metres(extremes.highest), scenario.datum ? "leave datum out of [grid]" : "lower the relief");
  }
  return datum;
}

/// A world of one cell that exists only for its rows. It is never stepped.
World const& probe_world() {
  static const World world = [] {
    WorldSetup setup;
    setup.base = {0};
    setup.sand = {0};
    return World(std::move(setup), make_processes());
  }();
  return world;
}

std::vector<Quanta> narrowed(std::vector<QuantaSum> const& thickness) {
  std::vector<Quanta> narrow(thickness.size());
  std::transform(thickness.begin(), thickness.end(), narrow.begin(),
                 [](QuantaSum each) { return static_cast<Quanta>(each); });
  return narrow;
}

}  // namespace

double world_memory(Grid const& grid, std::size_t layers) {
  return static_cast<double>(grid.cells()) * (kWorldBytesPerCell + kLayerBytesPerCell * static_cast<double>(layers));
}

WorldSetup make_world_setup(Scenario const& scenario, WorldOptions const& options) {
  check_memory(fmt::format("{} ({} x {} cells)", scenario.name, scenario.grid.width, scenario.grid.height),
               world_memory(scenario.grid, scenario.land.layers.size()));
  WorldSetup setup;
  setup.grid = scenario.grid;
  setup.seed = options.seed.value_or(scenario.seed);
  ComposedLand land =
      compose_land(scenario.land, scenario.extras, scenario.grid, setup.seed, Scheduler(options.threads));
  check_layers(scenario, land);
  check_sources(scenario, land.obstacle);
  const QuantaSum datum = choose_datum(scenario, extremes_of(land));
  setup.datum = to_metres(datum);
  for (QuantaSum& elevation : land.base) elevation -= datum;
  setup.base = narrowed(land.base);
  setup.soils = scenario.soils;
  for (ComposedLayer& layer : land.layers) {
    setup.layers.push_back({layer.soil, narrowed(std::exchange(layer.thickness, {}))});
  }
  setup.sand = narrowed(land.sand);
  setup.obstacle = narrowed(land.obstacle);
  setup.bodies = composed_bodies(scenario.land.base, scenario.grid, land.obstacle);
  setup.cell_layers = std::move(land.cell_layers);
  setup.parameters = scenario.parameters;
  setup.sources = scenario.sources;
  setup.rain_map = rain_map_of(scenario, setup.seed);
  setup.storms = scenario.storms;
  setup.masks = scenario.masks;
  setup.place = scenario.place;
  setup.things = scenario.things;
  setup.timeline = scenario.timeline;
  setup.parameters.insert(setup.parameters.end(), options.parameters.begin(), options.parameters.end());
  return setup;
}

namespace {

/// Changes the message "source: an obstacle ..." to "--source: an obstacle ...".
std::string told_of(std::string_view option, std::string_view error) {
  if (option.empty()) return std::string(error);
  const std::string own = fmt::format("{}: ", option.substr(2));
  if (error.starts_with(own)) error.remove_prefix(own.size());
  return fmt::format("{}: {}", option, error);
}

}  // namespace

void apply_commands(World& world, WorldOptions const& options) {
  apply_commands(world, options, [&](Command const& command) { world.apply(command); });
}

void apply_commands(World const& world, WorldOptions const& options, std::function<void(Command const&)> const& apply) {
  for (SourceChoice const& choice : options.ended) {
    try {
      apply(end_of(choice, world.terrain().sources));
    } catch (InputError const& error) {
      throw InputError("--end-source: {}", error.what());
    }
  }
  std::vector<Command> commands = options.commands;
  Terrain const& terrain = world.terrain();
  for (LaidCommand const& laid : options.laid) {
    commands.at(laid.number) = laid.read({terrain.place, terrain.grid});
  }
  for (Command const& command : commands) {
    try {
      apply(command);
    } catch (std::invalid_argument const& error) {
      throw InputError("{}", told_of(row_of(command).option, error.what()));
    }
  }
}

World make_world(Scenario const& scenario, WorldOptions const& options) {
  try {
    World world(make_world_setup(scenario, options), make_processes(), options.threads);
    apply_commands(world, options);
    return world;
  } catch (std::invalid_argument const& error) {
    throw InputError("{}: {}", scenario.name, error.what());
  }
}

std::span<ParameterGroup const> parameter_catalog() { return probe_world().parameter_groups(); }
std::span<FieldRow const> field_catalog() { return probe_world().fields(); }

}  // namespace barchan
