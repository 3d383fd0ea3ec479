// The default law of the wind particles: lone dunes, migration, crests, growth and shapes. W1 to W6.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "gates/beds.hpp"
#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "land/terrain.hpp"
#include "processes/wind_particles/parameters.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSettling = 6.0;      // m2/s, as in the default scenario `dunes`
constexpr double kPerCell = 0.25;      // particles per cell, as in the default scenario
constexpr double kFlatLoad = 0.83;     // load of inflow at `inflow` = 1 as a fraction of the capacity
constexpr double kYear = 30.0;         // m2, sand flux of a year in a desert
constexpr double kFlatFlux = 0.8;      // m2/s over flat sand in a wind of 10 m/s at the default saturation
constexpr double kDuneDepth = 0.5;     // m; thinner sand does not count as part of a dune
constexpr double kLeastDuneArea = 20;  // m2
constexpr double kLargestStable = 24;  // m, largest radius of the cones that must keep their sand
// Sand keeps arriving at the brink, and a face at 22.5 degrees to the grid is 2 degrees steeper than its angle of
// repose (R2). Both together steepen it by at most 4 degrees.
constexpr double kSteepestFace = 37.0;  // deg
constexpr double kFlank = 0.4;          // tangent of the flanks of a new cone

// Wind particles with the defaults of their parameters, except the number of particles. Sand that is too steep settles
// as fast as in the default scenario, so that slip faces keep up with the flux.
World particle_world(WorldSetup setup, std::vector<SetParameter> const& parameters) {
  const auto cells = static_cast<double>(setup.grid.cells());
  setup.parameters = {{"gravity", "settling", kSettling},
                      {"wind_particles", "population", std::round(kPerCell * cells)}};
  setup.parameters.insert(setup.parameters.end(), parameters.begin(), parameters.end());
  return test::make_world(std::move(setup), "wind_particles");
}

struct Heap {
  double radius = 20.0, wind = 0.0;  // m, deg
  Boundary boundary = Boundary::open;
  double cell = 1.0, time_step = kTimeStep, side = 256.0;  // m, s, m
  std::string label{};
};

World heap_world(Heap const& heap, std::uint64_t seed) {
  const int cells = static_cast<int>(std::lround(heap.side / heap.cell));
  const double middle = 0.5 * cells;
  const Grid grid{cells, cells, static_cast<float>(heap.cell), heap.boundary};
  return particle_world(sand_on_rock(
                            grid,
                            [&](int x, int y) {
                              return kFlank *
                                     (heap.radius - heap.cell * std::hypot(x + 0.5 - middle, y + 0.5 - middle));
                            },
                            seed),
                        {wind_towards(heap.wind), {"world", "time_step", heap.time_step}});
}

SeparateDune largest_dune(World const& world, double wind) {
  const double cell = static_cast<double>(world.grid().cell_size);
  const SeparateDuneRule rule{.threshold = kDuneDepth,
                              .minimum_cells = static_cast<std::size_t>(kLeastDuneArea / (cell * cell))};
  const SeparateDunes dunes = separate_dunes(elevation_map(world.terrain()), wind, rule);
  return dunes.dunes.empty() ? SeparateDune{} : dunes.dunes.front();
}

double volume(World const& world, QuantaSum quanta) {
  const double cell = static_cast<double>(world.grid().cell_size);
  return static_cast<double>(quanta) / static_cast<double>(kQuantaPerMetre) * cell * cell;
}

double mean_of_field(World const& world, char const* id) {
  const std::vector<float> values = world.field(id).value();
  double mean = 0.0;
  for (const float value : values) mean += static_cast<double>(value) / static_cast<double>(values.size());
  return mean;
}

// Mean airborne sand over bare ground, m.
double airborne_over_rock(World const& world) {
  const std::vector<float> air = world.field("airborne_sand").value(), sand = world.field("sediment").value();
  double sum = 0.0, cells = 0.0;
  for (std::size_t i = 0; i < air.size(); ++i) {
    if (static_cast<double>(sand[i]) > kDuneDepth) continue;
    sum += static_cast<double>(air[i]);
    cells += 1.0;
  }
  return sum / cells;
}

struct Crossing {
  double kept = 0.0;              // sand of the dune after the crossing, divided by that before
  double time = 0.0;              // s
  double air = 0.0;               // m of airborne sand over the land
  double wear = 0.0;              // mm of rock that a year's flux (kYear) wears
  SeparateDune dune{};            // after the crossing
  double stoss = 0.0, lee = 0.0;  // deg, median of the stoss slopes and 90th percentile of the lee slopes
};

// Follows the heap until its centre of mass has moved by its initial length, or 2.5 times the expected time has passed.
Crossing cross(Heap const& heap, std::uint64_t seed) {
  World world = heap_world(heap, seed);
  const SeparateDune start = largest_dune(world, heap.wind);
  const double look = 4.0;  // s
  const int steps = static_cast<int>(std::lround(look / heap.time_step));
  const double longest = 2.5 * start.length * start.height / kFlatFlux;
  const double area = heap.side * heap.side, angle = heap.wind / 180.0 * kPi;
  Crossing crossing;
  SeparateDune before = start;
  double way = 0.0, flux = 0.0;
  while (way < start.length && crossing.time < longest) {
    run_steps(world, steps);
    crossing.time += look;
    crossing.dune = largest_dune(world, heap.wind);
    way += std::remainder(crossing.dune.x - before.x, heap.side) * std::cos(angle) +
           std::remainder(crossing.dune.y - before.y, heap.side) * std::sin(angle);
    before = crossing.dune;
    flux += mean_of_field(world, "sand_flux") * look;
  }
  const MassBudget budget = world.budget();
  crossing.kept = way < start.length ? 0.0 : crossing.dune.volume / start.volume;
  crossing.air = airborne_over_rock(world);
  crossing.wear = -volume(world, budget.accounts[kRock].converted) / area * 1000.0 * kYear / flux;
  const ElevationMap map = elevation_map(world.terrain());
  crossing.stoss = stoss_slopes(map, heap.wind).p50_degrees;
  crossing.lee = lee_slopes(map, heap.wind).p90_degrees;
  return crossing;
}

std::string name_of(Heap const& heap) {
  if (!heap.label.empty()) return heap.label;
  return fmt::format("radius {:g} m, wind {:g}, {} edges", heap.radius, heap.wind,
                     heap.boundary == Boundary::open ? "open" : "periodic");
}

}  // namespace

Outcome lone_dune(Setting const& setting) {
  std::vector<Heap> heaps;
  if (setting.full()) {
    for (const double radius : {13.5, 16.0, 20.0, 24.0, 30.0}) {
      for (const double wind : {0.0, 30.0}) {
        for (const Boundary boundary : {Boundary::open, Boundary::periodic}) heaps.push_back({radius, wind, boundary});
      }
    }
    heaps.push_back({.radius = 20.0, .cell = 0.5, .side = 160.0, .label = "radius 20 m, half the cell"});
    heaps.push_back({.radius = 20.0, .time_step = 0.5 * kTimeStep, .label = "radius 20 m, half the time step"});
  } else {
    heaps = {{.radius = 20.0, .wind = 30.0, .side = 128.0},
             {.radius = 13.5, .boundary = Boundary::periodic, .side = 128.0}};
  }
  const int seeds = setting.full() ? 4 : 1;
  const auto runs = all_runs(setting, static_cast<int>(heaps.size()) * seeds, [&](int i) {
    return cross(heaps[static_cast<std::size_t>(i / seeds)], static_cast<std::uint64_t>(1 + i % seeds));
  });
  const WindParticlesParameters defaults;
  const double expected = static_cast<double>(defaults.inflow) * kFlatLoad * static_cast<double>(defaults.saturation);
  Outcome outcome;
  std::vector<double> air, wear;
  for (std::size_t k = 0; k < heaps.size(); ++k) {
    std::vector<double> kept, time;
    for (std::size_t s = 0; s < static_cast<std::size_t>(seeds); ++s) {
      Crossing const& run = runs[k * static_cast<std::size_t>(seeds) + s];
      kept.push_back(run.kept);
      time.push_back(run.time);
      air.push_back(run.air / expected);
      wear.push_back(run.wear);
    }
    const bool asked = heaps[k].radius <= kLargestStable;
    outcome.checks.push_back(mean_of("sand after the crossing / sand before, " + name_of(heaps[k]), kept,
                                     asked ? 0.9 : -kAny, asked ? 1.1 : kAny));
    outcome.checks.push_back(mean_of("time of the crossing, s, " + name_of(heaps[k]), time));
  }
  outcome.checks.push_back({"airborne sand over bare rock / load that inflow sets, smallest of all runs",
                            test::statistics(air).least, 0.7, 1.4});
  outcome.checks.push_back({"airborne sand over bare rock / load that inflow sets, largest of all runs",
                            test::statistics(air).most, 0.7, 1.4});
  outcome.checks.push_back(
      {"wear of rock, mm per 30 m2 of sand flux, smallest of all runs", test::statistics(wear).least, 0.03, 1.63});
  outcome.checks.push_back(
      {"wear of rock, mm per 30 m2 of sand flux, largest of all runs", test::statistics(wear).most, 0.03, 1.63});
  return outcome;
}

namespace {

constexpr double kRidgeLand = 256.0, kRidgeWidth = 32.0;  // m
constexpr double kHalfRidge = 2.2;                        // half width of a new ridge, in heights

struct ParticleRidge {
  double height = 8.0, cell = 1.0, time_step = kTimeStep;  // m, m, s
  double speed_up = 0.0;                                   // 1/m
};

struct RidgeMotion {
  double speed = 0.0, height = 0.0;  // m/s, m
};

RidgeMotion ridge_motion(ParticleRidge const& ridge, std::uint64_t seed) {
  const auto cells = [&](double metres) { return static_cast<int>(std::lround(metres / ridge.cell)); };
  const Grid grid{cells(kRidgeLand), cells(kRidgeWidth), static_cast<float>(ridge.cell), Boundary::periodic};
  World world = particle_world(
      sand_on_rock(
          grid,
          [&](int x, int) {
            const double from = std::abs((x + 0.5) * ridge.cell - 0.3 * kRidgeLand);
            return ridge.height - from / kHalfRidge;
          },
          seed),
      {wind_towards(0.0), {"world", "time_step", ridge.time_step}, {"wind_particles", "speed_up", ridge.speed_up}});
  const auto run_for = [&](double seconds) {
    run_steps(world, static_cast<int>(std::lround(seconds / ridge.time_step)));
  };
  run_for(16.0 * ridge.height);
  constexpr int kLooks = 20;
  const double look = 0.5 * ridge.height;  // s
  RidgeMotion motion;
  double before = ring_centre(profile_along_x(world), ridge.cell);
  for (int i = 0; i < kLooks; ++i) {
    run_for(look);
    const std::vector<double> profile = profile_along_x(world);
    const double now = ring_centre(profile, ridge.cell);
    motion.speed += std::remainder(now - before, kRidgeLand) / (kLooks * look);
    motion.height += *std::max_element(profile.begin(), profile.end()) / kLooks;
    before = now;
  }
  return motion;
}

}  // namespace

Outcome particle_migration(Setting const& setting) {
  const std::vector<double> heights =
      setting.full() ? std::vector{5.0, 6.5, 8.0, 12.0, 16.0} : std::vector{6.0, 8.0, 12.0};
  const auto count = static_cast<int>(heights.size());
  const int seeds = setting.full() ? 4 : 1;
  const auto moves = all_runs(setting, count * seeds, [&](int i) {
    return ridge_motion({.height = heights[static_cast<std::size_t>(i % count)]},
                        static_cast<std::uint64_t>(1 + i / count));
  });
  std::vector<double> height, inverse, log_height, log_speed;
  for (RidgeMotion const& motion : moves) {
    height.push_back(motion.height);
    inverse.push_back(1.0 / motion.speed);
    log_height.push_back(std::log(motion.height));
    log_speed.push_back(std::log(motion.speed));
  }
  Outcome outcome;
  const Line line = fit_line(inverse, height);
  outcome.checks.push_back({"flux Q / flux over flat sand", line.slope / kFlatFlux, 0.85, 1.15});
  outcome.checks.push_back({"r squared", line.r_squared, 0.98, 1.0});
  outcome.checks.push_back({"H0, m", -line.intercept, -1.0, 2.5});
  outcome.checks.push_back({"exponent of the power law", fit_line(log_height, log_speed).slope, -1.05, -0.65});
  if (!setting.full()) return outcome;

  // The same ridge in other cells and steps, and with the speed-up of the default scenario.
  const std::vector<std::pair<std::string, ParticleRidge>> cases{{"defaults", {}},
                                                                 {"half the cell", {.cell = 0.5}},
                                                                 {"half the time step", {.time_step = 0.5 * kTimeStep}},
                                                                 {"twice the cell", {.cell = 2.0}},
                                                                 {"speed-up 0.05 per metre", {.speed_up = 0.05}}};
  const auto others = all_runs(setting, static_cast<int>(cases.size()) * seeds, [&](int i) {
    return ridge_motion(cases[static_cast<std::size_t>(i / seeds)].second, static_cast<std::uint64_t>(1 + i % seeds));
  });
  double usual = 0.0;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    std::vector<double> products;
    for (std::size_t s = 0; s < static_cast<std::size_t>(seeds); ++s) {
      RidgeMotion const& one = others[k * static_cast<std::size_t>(seeds) + s];
      products.push_back(one.speed * one.height / kFlatFlux);
    }
    if (k == 0) usual = test::statistics(products).mean;
    const std::string what = "speed x height / flux over flat sand, ridge of 8 m, " + cases[k].first;
    const bool asked = k == 1 || k == 2;
    outcome.checks.push_back(mean_of(what, products, asked ? 0.9 * usual : -kAny, asked ? 1.1 * usual : kAny));
  }
  return outcome;
}

namespace {

constexpr int kParticleBed = 192;   // cells
constexpr double kBedTime = 320.0;  // s

struct BedRun {
  double wind = 0.0, cell = 1.0, time_step = kTimeStep;  // deg, m, s
  std::string label{};
};

World particle_bed(BedRun const& bed, std::uint64_t seed) {
  const int side = static_cast<int>(std::lround(kParticleBed / bed.cell));
  return particle_world(random_bed({side, side, static_cast<float>(bed.cell), Boundary::periodic}, 3.5, 4.5, seed),
                        {wind_towards(bed.wind), {"world", "time_step", bed.time_step}});
}

void run_to(World& world, double time) {
  while (world.time() < time - 1e-6) world.step();
}

struct Bed {
  double error = 0.0, anisotropy = 0.0, lee = 0.0;  // deg, 1, deg
};

Bed grown_bed(BedRun const& run, std::uint64_t seed) {
  World world = particle_bed(run, seed);
  run_to(world, kBedTime);
  const ElevationMap map = elevation_map(world.terrain());
  const DuneMeasures measures = measure_dunes(map, run.wind);
  return {measures.crest_error_degrees, measures.crest.anisotropy, lee_slopes(map, run.wind).p90_degrees};
}

}  // namespace

Outcome particle_crests(Setting const& setting) {
  std::vector<BedRun> beds;
  const std::vector<double> winds =
      setting.full() ? std::vector{0.0, 15.0, 22.5, 30.0, 45.0, 200.0, 337.5} : std::vector{30.0};
  for (const double wind : winds) beds.push_back({.wind = wind, .label = fmt::format("wind {:g}", wind)});
  if (setting.full()) {
    beds.push_back({.wind = 30.0, .cell = 0.5, .label = "wind 30, half the cell"});
    beds.push_back({.wind = 30.0, .time_step = 0.5 * kTimeStep, .label = "wind 30, half the time step"});
  }
  const int seeds = setting.full() ? 8 : 2;
  const auto runs = all_runs(setting, static_cast<int>(beds.size()) * seeds, [&](int i) {
    return grown_bed(beds[static_cast<std::size_t>(i / seeds)], static_cast<std::uint64_t>(1 + i % seeds));
  });
  Outcome outcome;
  std::vector<double> anisotropies;
  double worst = 0.0;
  for (std::size_t k = 0; k < beds.size(); ++k) {
    std::vector<double> errors, anisotropy, lee;
    for (std::size_t s = 0; s < static_cast<std::size_t>(seeds); ++s) {
      Bed const& one = runs[k * static_cast<std::size_t>(seeds) + s];
      errors.push_back(one.error);
      anisotropy.push_back(one.anisotropy);
      lee.push_back(one.lee);
      worst = std::max(worst, std::abs(one.error));
    }
    outcome.checks.push_back(mean_of("mean crest error, deg, " + beds[k].label, errors, -8.0, 8.0));
    outcome.checks.push_back(mean_of("p90 of the lee slopes, deg, " + beds[k].label, lee, 31.5, kSteepestFace));
    anisotropies.push_back(test::statistics(anisotropy).mean);
  }
  outcome.checks.push_back({"largest crest error of one run, deg", worst, 0.0, 20.0});
  outcome.checks.push_back({"smallest mean anisotropy", test::statistics(anisotropies).least, 0.25, 1.0});
  if (setting.full()) {
    World world = particle_bed(beds[3], 1);
    run_to(world, kBedTime);
    outcome.picture = relief_of(world, beds[3].wind);
    outcome.caption =
        fmt::format("A bed of {0} x {0} m after {1:g} s of a wind towards 30 degrees", kParticleBed, kBedTime);
  }
  return outcome;
}

Outcome particle_coarsening(Setting const& setting) {
  // From 160 s on, when slip faces have formed.
  const std::vector<double> times =
      setting.full() ? std::vector{160.0, 320.0, 640.0, 1280.0} : std::vector{160.0, 320.0, 640.0};
  const auto growths = all_runs(setting, setting.full() ? 8 : 1, [&](int i) {
    World world = particle_bed({}, static_cast<std::uint64_t>(1 + i));
    Growth growth;
    for (const double time : times) {
      run_to(world, time);
      look_at(world, growth);
    }
    return growth;
  });
  return {checks_of_growth(growths, times, "s"), std::nullopt, {}};
}

Outcome particle_barchans(Setting const& setting) {
  std::vector<Heap> heaps;
  if (setting.full()) {
    for (const double radius : {20.0, 30.0}) {
      for (const double wind : {0.0, 30.0, 200.0}) heaps.push_back({radius, wind});
    }
  } else {
    heaps = {{.radius = 20.0, .wind = 30.0, .side = 128.0}};
  }
  const int seeds = setting.full() ? 4 : 1;
  const auto runs = all_runs(setting, static_cast<int>(heaps.size()) * seeds, [&](int i) {
    return cross(heaps[static_cast<std::size_t>(i / seeds)], static_cast<std::uint64_t>(1 + i % seeds));
  });
  Outcome outcome;
  for (std::size_t k = 0; k < heaps.size(); ++k) {
    double least = kAny, left = 0.0, right = 0.0;
    std::vector<double> wide, stoss, lee;
    for (std::size_t s = 0; s < static_cast<std::size_t>(seeds); ++s) {
      Crossing const& run = runs[k * static_cast<std::size_t>(seeds) + s];
      least = std::min({least, run.dune.horn_left, run.dune.horn_right});
      left += run.dune.horn_left / seeds;
      right += run.dune.horn_right / seeds;
      wide.push_back(run.dune.height > 0.0 ? run.dune.width / run.dune.height : 0.0);
      stoss.push_back(run.stoss);
      lee.push_back(run.lee);
    }
    const std::string where = fmt::format("radius {:g} m, wind {:g}", heaps[k].radius, heaps[k].wind);
    outcome.checks.push_back({"shortest horn, m, " + where, least, 3.0, kAny});
    outcome.checks.push_back({"difference of the mean horn lengths / their mean, " + where,
                              std::abs(left - right) / (0.5 * (left + right)), 0.0, 0.5});
    outcome.checks.push_back(mean_of("p90 of the lee slopes, deg, " + where, lee, 31.5, kSteepestFace));
    outcome.checks.push_back(mean_of("width / height, " + where, wide));
    outcome.checks.push_back(mean_of("median of the stoss slopes, deg, " + where, stoss));
  }
  if (setting.full()) {
    World world = heap_world({.radius = 30.0, .wind = 30.0}, 1);
    run_to(world, 560.0);
    outcome.picture = relief_of(world, 30.0);
    outcome.caption = "A heap with a radius of 30 m after 560 s of a wind towards 30 degrees";
  }
  return outcome;
}

Outcome particle_unequal_winds(Setting const& setting) {
  constexpr double kTime = 480.0;  // s
  RoseTable table{.ratios = {4.0}, .angles = {60.0, 150.0}, .rotations = {25.0}, .seeds = 1, .reported = {90.0, 120.0}};
  if (setting.full()) {
    table.ratios = {1.0, 2.0, 4.0, 8.0};
    table.angles = {60.0, 90.0, 120.0, 150.0};
    table.rotations = {0.0, 25.0, 50.0};
    table.seeds = 2;
  }
  const RoseErrors errors = rose_errors(setting, table, [&](Rose const& rose, std::uint64_t seed) {
    const Grid grid{kParticleBed, kParticleBed, 1.0f, Boundary::periodic};
    World world = particle_world(random_bed(grid, 3.5, 4.5, seed), parameters_of(rose));
    run_to(world, kTime);
    return world;
  });
  Outcome outcome{.checks = errors.means, .picture = {}, .caption = {}};
  outcome.checks.push_back(
      {"largest magnitude of a mean crest error, deg, angles 60 and 150", errors.worst_mean, 0.0, 15.0});
  outcome.checks.push_back(
      {"largest magnitude of the crest error of a run, deg, angles 60 and 150", errors.worst_run, 0.0, 30.0});
  return outcome;
}

}  // namespace barchan::gates
