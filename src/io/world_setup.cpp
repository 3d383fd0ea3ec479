#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "barchan/io/report.hpp"
#include "barchan/io/scenario.hpp"
#include "barchan/processes/process.hpp"
#include "barchan/world/world.hpp"
#include "io/file.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// What a world takes at its peak, measured at 2048 x 2048 cells: composed layers, land, wind, cascade, fields.
constexpr double kWorldBytesPerCell = 190.0;

struct Extremes {
  QuantaSum lowest = std::numeric_limits<QuantaSum>::max();
  QuantaSum highest = std::numeric_limits<QuantaSum>::min();
  QuantaSum most_sand = 0;
  QuantaSum most_obstacle = 0;
};

Extremes extremes_of(ComposedLand const& land) {
  Extremes extremes;
  for (std::size_t i = 0; i < land.base.size(); ++i) {
    const QuantaSum obstacle = land.obstacle.empty() ? 0 : land.obstacle[i];
    extremes.lowest = std::min(extremes.lowest, land.base[i] - obstacle);
    extremes.highest = std::max(extremes.highest, land.base[i] + land.sand[i]);
    extremes.most_sand = std::max(extremes.most_sand, land.sand[i]);
    extremes.most_obstacle = std::max(extremes.most_obstacle, obstacle);
  }
  return extremes;
}

/// The datum in quanta: what the scenario says, 0 where that fits, else the whole metre in the middle of the land.
QuantaSum choose_datum(Scenario const& scenario, Extremes const& extremes) {
  constexpr auto kReach = static_cast<QuantaSum>(kMaximumElevation * kQuantaPerMetre);
  const auto fits = [&](QuantaSum datum) {
    return extremes.lowest - datum >= -kReach && extremes.highest - datum <= kReach;
  };
  const auto limit = [&](QuantaSum thickest, std::string_view soil) {
    if (thickest <= kReach) return;
    throw InputError("{}: expected at most {} m of {}, found {:.1f} m; lower it", scenario.info.id, kMaximumElevation,
                     soil, to_metres(thickest));
  };
  limit(extremes.most_sand, "sand");
  limit(extremes.most_obstacle, "obstacle");
  QuantaSum datum = 0;
  if (scenario.datum) {
    datum = static_cast<QuantaSum>(std::floor(*scenario.datum * kQuantaPerMetre + 0.5));
  } else if (!fits(0)) {
    datum = (extremes.lowest + extremes.highest) / 2 / kQuantaPerMetre * kQuantaPerMetre;
  }
  if (!fits(datum)) {
    throw InputError("{}: expected elevations within {} m of the datum at {} m, found {:.1f} to {:.1f} m; {}",
                     scenario.info.id, kMaximumElevation, to_metres(datum), to_metres(extremes.lowest),
                     to_metres(extremes.highest), scenario.datum ? "leave datum out of [grid]" : "lower the relief");
  }
  return datum;
}

/// A world of one cell, kept for its rows; nothing ever steps it.
World const& probe_world() {
  static const World world = [] {
    WorldSetup setup;
    setup.base = {0};
    setup.sand = {0};
    return World(std::move(setup), make_processes());
  }();
  return world;
}

}  // namespace

WorldSetup make_world_setup(Scenario const& scenario, WorldOptions const& options) {
  check_memory(fmt::format("{} ({} x {} cells)", scenario.info.id, scenario.grid.width, scenario.grid.height),
               static_cast<double>(scenario.grid.cells()) * kWorldBytesPerCell);
  WorldSetup setup;
  setup.grid = scenario.grid;
  setup.seed = options.seed.value_or(scenario.seed);
  ComposedLand land = compose_land(scenario.land, scenario.grid, setup.seed);
  const QuantaSum datum = choose_datum(scenario, extremes_of(land));
  setup.datum = to_metres(datum);
  setup.base.resize(land.base.size());
  setup.sand.resize(land.sand.size());
  for (std::size_t i = 0; i < land.base.size(); ++i) {
    setup.base[i] = static_cast<Quanta>(land.base[i] - datum);
    setup.sand[i] = static_cast<Quanta>(land.sand[i]);
  }
  setup.obstacle.resize(land.obstacle.size());
  std::transform(land.obstacle.begin(), land.obstacle.end(), setup.obstacle.begin(),
                 [](QuantaSum thickness) { return static_cast<Quanta>(thickness); });
  setup.cell_layers = std::move(land.cell_layers);
  setup.parameters = scenario.parameters;
  setup.timeline = scenario.timeline;
  setup.parameters.insert(setup.parameters.end(), options.parameters.begin(), options.parameters.end());
  return setup;
}

World make_world(Scenario const& scenario, WorldOptions const& options) {
  try {
    World world(make_world_setup(scenario, options), make_processes(), options.threads);
    for (Command const& command : options.commands) world.apply(command);
    return world;
  } catch (std::invalid_argument const& error) {
    throw InputError("{}: {}", scenario.info.id, error.what());
  }
}

std::span<ParameterGroup const> parameter_catalog() { return probe_world().parameter_groups(); }
std::span<FieldRow const> field_catalog() { return probe_world().fields(); }

Raster export_field(World const& world, std::string_view id) {
  FieldRow const& row = row_named(world.fields(), &FieldRow::id, id, [&](std::string const& advice) {
    return InputError("unknown field '{}'{}", id, advice);
  });
  Raster raster;
  raster.width = world.grid().width;
  raster.height = world.grid().height;
  raster.cell_size = static_cast<double>(world.grid().cell_size);
  raster.values = *world.field(id);
  raster.field = row.id;
  raster.unit = row.unit;
  return raster;
}

}  // namespace barchan
