#include "metamorphic/subjects.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>

#include "base/scheduler.hpp"
#include "gravity/avalanches.hpp"
#include "gravity/creep.hpp"
#include "gravity/grain_flows.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/setup_columns.hpp"
#include "world/world.hpp"

namespace barchan::metamorphic {

namespace {

using test::smooth_noise;

constexpr int kWidth = 64, kHeight = 32;
constexpr float kStep = 0.4f;  // s
constexpr SoilId kGravel = 3, kDust = 4, kShale = 5;

Soils soils() {
  Soils table = default_soils();
  Soil gravel = table[kSand], dust = table[kSand], shale = table[kRock];
  gravel.id = "gravel";
  gravel.suspension = 0.4f;
  gravel.repose_slope = gravel.static_slope = 0.75f;
  gravel.conductivity = 1e-3f;
  gravel.abrades = gravel.transports = gravel.erodes = gravel.weathers = gravel.cascades = kGravel;
  dust.id = "dust";
  dust.suspension = 1.5f;
  dust.settling_speed = 0.5f;
  dust.repose_slope = dust.static_slope = 0.45f;
  dust.conductivity = 1e-5f;
  dust.abrades = dust.transports = dust.erodes = dust.weathers = dust.cascades = kDust;
  shale.id = "shale";
  shale.hardness = 0.3f;
  shale.abrades = shale.transports = shale.erodes = kDust;
  shale.weathers = shale.cascades = kGravel;
  table.insert(table.end(), {gravel, dust, shale});
  return table;
}

/// Smooth noise between 0 and 1, from which `bare` has been taken so that this fraction of it is 0.
std::vector<Quanta> sheet(Grid const& grid, double thickness, double bare, std::uint64_t seed) {
  std::vector<Quanta> result;
  for (const float value : smooth_noise(grid, 8, seed)) {
    const double share = std::max(0.0, static_cast<double>(value) - bare) / (1.0 - bare);
    result.push_back(to_quanta(share * thickness));
  }
  return result;
}

/// A land that no symmetry maps onto itself: hills of rock, shale, gravel and dust on them in patches, sand, a heap of
/// sand and a block.
WorldSetup uneven_land(Run const& run, double relief, double heap) {
  WorldSetup setup;
  setup.grid = {kWidth, kHeight, 1.0f, run.boundary};
  setup.seed = run.seed;
  setup.soils = soils();
  for (const float value : smooth_noise(setup.grid, 16, 7)) {
    setup.base.push_back(to_quanta(static_cast<double>(value) * relief));
  }
  setup.layers = {{kShale, sheet(setup.grid, 1.5, 0.3, 11)},
                  {kGravel, sheet(setup.grid, 0.6, 0.5, 12)},
                  {kDust, sheet(setup.grid, 0.6, 0.5, 13)}};
  setup.sand = sheet(setup.grid, 1.5, 0.4, 14);
  setup.obstacle.assign(setup.grid.cells(), 0);
  for_each_cell(setup.grid, [&](int x, int y) {
    const std::size_t cell = setup.grid.index(x, y);
    setup.sand[cell] += to_quanta(std::max(0.0, heap - 0.5 * std::hypot(x - 22.3, y - 13.6)));
    if (x < 44 || x > 48 || y < 17 || y > 20) return;
    setup.obstacle[cell] = 2 * kQuantaPerMetre;
    setup.base[cell] += 2 * kQuantaPerMetre;
  });
  return setup;
}

using Parameters = std::vector<SetParameter>;

/// Runs the world of `setup` in which only `process` acts.
Outcome run_world(WorldSetup const& setup, Run const& run, std::string_view process, int steps) {
  WorldSetup actual = run.law ? changed(setup, *run.law) : setup;
  if (run.law == Law::half_step) steps *= 2;
  World world = test::make_world(std::move(actual), process);
  test::run(world, steps);
  return outcome_of(world.terrain(), world.budget(), setup, run.law);
}

void set(WorldSetup& setup, Parameters const& parameters) {
  setup.parameters.insert(setup.parameters.end(), parameters.begin(), parameters.end());
}

/// Lets all loose soils stand at 50 degrees, so that nothing slides on gentle ground.
void stand_fast(WorldSetup& setup) {
  for (const SoilId soil : {kGravel, kDust}) setup.soils[soil].repose_slope = setup.soils[soil].static_slope = 1.2f;
  set(setup, {{"gravity", "repose_slope", 1.2}});
}

// -- wind ------------------------------------------------------------------------------------------------------------

constexpr int kWindSteps = 32;

/// Enough sand that only the highest ground is bare, with gravel and dust on it in patches.
WorldSetup windy_land(Run const& run) {
  WorldSetup setup = uneven_land(run, 2.0, 4.0);
  setup.layers.insert(setup.layers.begin() + 1, {kSand, sheet(setup.grid, 5.0, 0.2, 15)});
  set(setup, {{"wind", "direction", 25.0}});
  return setup;
}

Outcome wind_particles(Run const& run) {
  WorldSetup setup = windy_land(run);
  set(setup, {{"wind_particles", "population", 2048.0}});
  return run_world(setup, run, "wind_particles", kWindSteps);
}

Outcome article(Run const& run) {
  WorldSetup setup = windy_land(run);
  set(setup, {{"wind_particles", "population", 2048.0}, {"wind_particles", "law", 1.0}});
  return run_world(setup, run, "wind_particles", kWindSteps);
}

Outcome slab_field(Run const& run) {
  WorldSetup setup = windy_land(run);
  set(setup, {{"slab_dunes", "abrasion", 0.002}, {"wind", "projection", 1.0}, {"wind", "speed_up", 0.02}});
  return run_world(setup, run, "slab_dunes", kWindSteps);
}

Outcome slab_events(Run const& run) {
  WorldSetup setup = windy_land(run);
  set(setup, {{"slab_dunes", "abrasion", 0.002}, {"slab_dunes", "transport", 1.0}});
  return run_world(setup, run, "slab_dunes", kWindSteps);
}

// -- water -----------------------------------------------------------------------------------------------------------

WorldSetup rainy_land(Run const& run, double relief, double rain) {
  WorldSetup setup = uneven_land(run, relief, 3.0);
  set(setup, {{"water_particles", "population", 1024.0},
              {"water_particles", "rain", rain},
              {"water_particles", "rain_gradient", 100.0},
              {"water_particles", "evaporation", 0.05},
              {"water_particles", "lake_evaporation", 10000.0},
              {"water_particles", "erosion", 0.02}});
  setup.sources = {{10.5f / kWidth, 9.5f / kHeight, 0.5f, 0.02f, 0}};
  return setup;
}

/// Gentle ground without a block, on which streams react to slight changes of slope.
Outcome water_particles(Run const& run) {
  WorldSetup setup = rainy_land(run, 2.0, 20000.0);
  for (std::size_t cell = 0; cell < setup.base.size(); ++cell) setup.base[cell] -= setup.obstacle[cell];
  setup.obstacle.clear();
  return run_world(setup, run, "water_particles", 220);
}

Outcome spilling_lakes(Run const& run) { return run_world(rainy_land(run, 8.0, 42000.0), run, "water_particles", 150); }

Outcome groundwater(Run const& run) {
  constexpr double kBelowGround = 0.25;  // m
  WorldSetup setup = uneven_land(run, 2.0, 2.0);
  stand_fast(setup);
  set(setup, {{"groundwater", "clock", 5000.0}, {"groundwater", "recharge", 5.0}, {"groundwater", "evaporation", 1.0}});
  std::vector<double> table;
  // No water stands on the ground: the order in which lakes spill depends on the order of the cells.
  for (const float value : smooth_noise(setup.grid, 16, 21)) {
    const std::size_t cell = table.size();
    QuantaSum ground = QuantaSum{setup.base[cell]} + setup.sand[cell];
    for (SoilLayer const& layer : setup.layers) ground += layer.thickness[cell];
    table.push_back(
        std::min(std::round(value * 64.0) / 16.0, std::floor(16.0 * to_metres(ground)) / 16.0 - kBelowGround));
  }
  setup.cell_layers.lay(CellLayer::water_table, table);
  setup.sources = {{(50.5f) / kWidth, (9.5f) / kHeight, 1e-4f, 0.0f, 1}};
  return run_world(setup, run, "groundwater", 60);
}

// -- plants and rock -------------------------------------------------------------------------------------------------

Outcome vegetation(Run const& run, double seeds) {
  WorldSetup setup = uneven_land(run, 4.0, 12.0);
  std::vector<double> plants;
  for (const float value : smooth_noise(setup.grid, 8, 31)) plants.push_back(std::max(0.0, value - 0.3));
  setup.cell_layers.lay(CellLayer::plants, plants);
  set(setup, {{"vegetation", "seeds", seeds}, {"vegetation", "spread", 0.2}});
  return run_world(setup, run, "vegetation", 200);
}

Outcome vegetation_with_seeds(Run const& run) { return vegetation(run, 0.003); }
Outcome vegetation_without_seeds(Run const& run) { return vegetation(run, 0.0); }

Outcome weathering(Run const& run) {
  WorldSetup setup = uneven_land(run, 25.0, 3.0);
  set(setup, {{"weathering", "years_per_second", 100.0}, {"weathering", "rate", 2.0}});
  return run_world(setup, run, "weathering", 60);
}

Outcome uplift(Run const& run) {
  WorldSetup setup = uneven_land(run, 2.0, 2.0);
  stand_fast(setup);
  set(setup, {{"uplift", "years_per_second", 3.0}, {"uplift", "tilt", 0.5}, {"uplift", "azimuth", 35.0}});
  return run_world(setup, run, "uplift", 200);
}

// -- sand supply -----------------------------------------------------------------------------------------------------

enum class Mode { line, disc, upwind_edge, random_discs };

Outcome supply(Run const& run, Mode mode) {
  WorldSetup setup = uneven_land(run, 1.0, 2.0);
  set(setup, {{"sand_supply", "mode", static_cast<double>(mode)},
              {"sand_supply", "x", 0.25},
              {"sand_supply", "y", 0.375},
              {"sand_supply", "angle", 70.0},
              {"sand_supply", "across_wind", 0.0},
              {"sand_supply", "length", 14.0},
              {"sand_supply", "radius", 4.0},
              {"sand_supply", "target_cover", 0.9},
              {"wind", "direction", 25.0}});
  return run_world(setup, run, "sand_supply", 100);
}

Outcome supply_line(Run const& run) { return supply(run, Mode::line); }
Outcome supply_disc(Run const& run) { return supply(run, Mode::disc); }
Outcome supply_edge(Run const& run) { return supply(run, Mode::upwind_edge); }
Outcome supply_discs(Run const& run) { return supply(run, Mode::random_discs); }

// -- gravity and lakes -----------------------------------------------------------------------------------------------

/// Hills with steep heaps of all three loose soils, which slide over each other.
WorldSetup steep_land(Run const& run) {
  WorldSetup setup = uneven_land(run, 15.0, 12.0);
  const auto heap = [&](SoilId soil, double x0, double y0) {
    std::vector<Quanta> thickness(setup.grid.cells());
    for_each_cell(setup.grid, [&](int x, int y) {
      const std::size_t cell = setup.grid.index(x, y);
      thickness[cell] = to_quanta(std::max(0.0, 7.0 - 1.3 * std::hypot(x - x0, y - y0)));
      if (thickness[cell] > 0) setup.sand[cell] = 0;
    });
    setup.layers.push_back({soil, std::move(thickness)});
  };
  heap(kGravel, 38.7, 9.1);
  heap(kDust, 42.2, 11.4);
  heap(kGravel, 5.2, 29.6);
  return setup;
}

Outcome settling(Run const& run) { return run_world(steep_land(run), run, "none", 100); }

Outcome avalanches(Run const& run) {
  WorldSetup setup = steep_land(run);
  for (const SoilId soil : {kGravel, kDust}) setup.soils[soil].static_slope = setup.soils[soil].repose_slope + 0.1f;
  set(setup, {{"gravity", "static_excess", 5.0}});
  return run_world(setup, run, "none", 100);
}

/// A land without a world, and the calls of an operator of gravity on it.
template <class Operator>
Outcome run_operator(Run const& run, int calls, Operator&& act) {
  const WorldSetup setup = steep_land(run);
  const WorldSetup actual = run.law ? changed(setup, *run.law) : setup;
  Terrain terrain;
  terrain.grid = actual.grid;
  terrain.soils = actual.soils;
  terrain.columns = columns_of(actual);
  terrain.columns.set_soils(terrain.grid, loose_soils(terrain.soils), to_quanta(0.02));
  terrain.columns.disturb_all();
  const Scheduler scheduler;
  Ledger ledger;
  const bool half = run.law == Law::half_step;
  for (int call = 0; call < (half ? 2 * calls : calls); ++call) {
    act(terrain, half ? kStep / 2.0f : kStep, gravity::Slide{static_cast<std::uint64_t>(call), scheduler, ledger});
  }
  return outcome_of(terrain, ledger.booked(), setup, run.law);
}

Outcome grain_flows(Run const& run) {
  GrainFlows flows;
  bool ready = false;
  return run_operator(run, 60, [&](Terrain& terrain, float, gravity::Slide const& slide) {
    if (!std::exchange(ready, true)) flows.prepare(terrain);
    flows.run_down(terrain, 4, slide);
  });
}

Outcome creep(Run const& run) {
  constexpr float kDiffusivity = 0.1f;  // m2/s
  Creep creep;
  bool ready = false;
  return run_operator(run, 60, [&](Terrain& terrain, float seconds, gravity::Slide const& slide) {
    if (!std::exchange(ready, true)) creep.prepare(terrain);
    creep.run(terrain, kDiffusivity, seconds, slide, {});
  });
}

/// One step of the lakes. What they spill is poured where it falls. Returns the water that has left the land.
QuantaSum settle(Lakes& lakes, LakeStep const& step, std::span<Quanta const> elevations) {
  const LakeLosses losses = lakes.settle(step);
  QuantaSum left = losses.left + losses.evaporated;
  std::vector<LakePour> pours;
  for (LakeOutflow const& outflow : losses.outflows) {
    if (outflow.beyond == LakeOutflow::kOutside) {
      left += outflow.amount;
    } else {
      pours.push_back({outflow.beyond, outflow.amount});
    }
  }
  return left + lakes.pour(pours, elevations);
}

/// Water is poured at ten places and runs over from lake to lake, while it evaporates; or all of it comes to rest.
Outcome lakes(Run const& run, bool to_rest) {
  WorldSetup const setup = uneven_land(run, 15.0, 6.0);
  const WorldSetup actual = run.law ? changed(setup, *run.law) : setup;
  Terrain terrain;
  terrain.grid = actual.grid;
  terrain.soils = actual.soils;
  terrain.columns = columns_of(actual);
  terrain.lakes = Lakes(actual.grid);
  const int parts = run.law == Law::half_step ? 2 : 1;
  Ledger ledger;
  for (int step = 0; step < 300 * parts; ++step) {
    std::vector<LakePour> pours;
    for (std::size_t place = 0; place < 10 && step < 60 * parts; ++place) {
      const std::size_t cell = (place * 211 + 97) % setup.grid.cells();
      pours.push_back({run.law ? moved(setup.grid, *run.law, cell) : cell, 4 * kQuantaPerMetre / parts});
    }
    QuantaSum left = terrain.lakes.pour(pours, terrain.columns.elevations());
    const LakeStep part{static_cast<double>(kStep) / parts, 64.0 / parts, 0, 0.5};
    left += settle(terrain.lakes, to_rest ? LakeStep{} : part, terrain.columns.elevations());
    ledger.book_out(kWater, left);
  }
  return outcome_of(terrain, ledger.booked(), setup, run.law);
}

Outcome running_lakes(Run const& run) { return lakes(run, false); }
Outcome resting_lakes(Run const& run) { return lakes(run, true); }

std::vector<Subject> list() {
  return {
      {"wind_particles", "wind_particles",
       "Hills of sand under an oblique wind, with rock, gravel, dust and an obstacle.", wind_particles},
      {"wind_particles_article", "wind_particles", "The same land under `law = \"article\"`.", article},
      {"slab_dunes_field", "slab_dunes",
       "The same land with abrasion, under a wind that the relief turns and speeds up.", slab_field},
      {"slab_dunes_events", "slab_dunes",
       "The same land with abrasion, under an even wind and with `transport = \"events\"`.", slab_events},
      {"water_particles", "water_particles",
       "Gentle layered ground under rain that grows with height, and a source with a load.", water_particles},
      {"water_particles_lakes", "water_particles",
       "Hills of rock and shale with an obstacle, under about twice as much rain as in `water_particles`, so that "
       "lakes fill and spill over their sills.",
       spilling_lakes},
      {"groundwater", "groundwater",
       "Gentle layered ground with an uneven water table, recharge, evaporation and a well.", groundwater},
      {"vegetation", "vegetation", "A heap of sand that slides, with plants of uneven density that spread by seeds.",
       vegetation_with_seeds},
      {"vegetation_without_seeds", "vegetation", "The same land with `seeds = 0`.", vegetation_without_seeds},
      {"weathering", "weathering", "Steep hills of rock and shale with free faces and patches of loose soil.",
       weathering},
      {"uplift", "uplift", "Gentle layered ground that rises, with `tilt` 0.5 and an oblique `azimuth`.", uplift},
      {"sand_supply_edge", "sand_supply", "Gentle layered ground with `mode = \"upwind_edge\"`, under an oblique wind.",
       supply_edge},
      {"sand_supply_line", "sand_supply", "The same land with `mode = \"line\"`, at an oblique angle.", supply_line},
      {"sand_supply_disc", "sand_supply", "The same land with `mode = \"disc\"`.", supply_disc},
      {"sand_supply_random_discs", "sand_supply", "The same land with `mode = \"random_discs\"`.", supply_discs},
      {"settling", "gravity", "Steep heaps of sand, gravel and dust that slide over each other on steep hills.",
       settling},
      {"avalanches", "gravity", "The same land with static angles above the angles of repose.", avalanches},
      {"grain_flows", "gravity",
       "The same land. The class `GrainFlows`, which slab dunes use, is called directly, without a `World`.",
       grain_flows},
      {"creep", "gravity",
       "The same land. The class `Creep`, which wind particles use, is called directly, without a `World`.", creep},
      {"lakes", "lakes",
       "Water that is poured at ten places runs from lake to lake and evaporates. `Lakes` is called directly, without "
       "a `World`.",
       running_lakes},
      {"lakes_at_rest", "lakes",
       "The same water without evaporation. In each step, all water above the sill of a lake leaves the lake. The run "
       "is long enough for all flow to end.",
       resting_lakes},
  };
}

}  // namespace

std::vector<Subject> const& subjects() {
  static const std::vector<Subject> all = list();
  return all;
}

}  // namespace barchan::metamorphic
