/// Mass balance and rates of the wind particles, each against its definition.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "processes/wind_particles/exchange.hpp"
#include "processes/wind_particles/ground.hpp"
#include "processes/wind_particles/parameters.hpp"
#include "processes/wind_particles/process.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::test::wind_particles_test {
namespace {

/// Flat sand with a little noise between open edges, under a west wind.
World make_open_bed(std::vector<SetParameter> parameters, double noise = 0.1) {
  WorldSetup setup = make_bed({.side = 96, .thickness = 4.0, .noise = noise});
  setup.grid.boundary = Boundary::open;
  setup.parameters = std::move(parameters);
  setup.parameters.push_back({"wind", "direction", 0.0});
  setup.parameters.push_back({"wind_particles", "population", 8192.0});
  return make_world(std::move(setup), "wind_particles");
}

QuantaSum loose_between(World const& world, int first_column, int last_column) {
  QuantaSum sum = 0;
  for (int y = 0; y < world.grid().height; ++y) {
    for (int x = first_column; x < last_column; ++x) sum += world.terrain().columns.sediment(world.grid().index(x, y));
  }
  return sum;
}

double sum_of(std::vector<float> const& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Net inflow of sand, as a thickness over the land, m.
double gained(double stock, double inflow) {
  World world = make_open_bed({{"wind_particles", "stock", stock}, {"wind_particles", "inflow", inflow}});
  run(world, 300);
  EXPECT_EQ(unsound(world), "");
  const Account sand = world.budget().accounts[kSand];
  return to_metres(sand.in - sand.out) / static_cast<double>(world.grid().cells());
}

TEST(Stock, IsUsedUpByWhatComesInAndRefilledByWhatLeaves) {
  const double much = gained(10000.0, 2.0);
  const double little = gained(0.2, 2.0);
  EXPECT_GT(much, 0.5) << "an inflow of 2 piles sand up";
  EXPECT_LT(little, 0.2) << "no more comes in than there is";
  EXPECT_GT(little, 0.02);
  // If the inflow is too weak to preserve the bed, the sand that the bed loses adds to it.
  EXPECT_GT(gained(0.2, 0.2), gained(10000.0, 0.2) + 0.01);
}

TEST(Inflow, ComesInOnTheWindwardSide) {
  // Between the edge and the sand there is bare rock, from which the wind entrains nothing. So all airborne sand over
  // it has come in over the edge.
  const auto airborne_at_the_edge = [](double inflow) {
    WorldSetup setup = make_bed({.side = 96, .thickness = 4.0, .noise = 0.1});
    setup.grid.boundary = Boundary::open;
    for (std::size_t i = 0; i < setup.sand.size(); ++i) {
      const bool bare = i % 96 < 24;
      setup.base[i] = bare ? setup.sand[i] : 0;
      setup.sand[i] = bare ? 0 : setup.sand[i];
    }
    setup.parameters = {{"wind", "direction", 0.0},
                        {"wind_particles", "population", 8192.0},
                        {"wind_particles", "abrasion", 0.0},
                        {"wind_particles", "inflow", inflow}};
    World world = make_world(std::move(setup), "wind_particles");
    run(world, 100);
    const auto airborne = *world.field("airborne_sand");
    double sum = 0.0;
    for (std::size_t i = 0; i < airborne.size(); ++i) sum += i % 96 < 2 ? static_cast<double>(airborne[i]) : 0.0;
    return sum;
  };
  EXPECT_EQ(airborne_at_the_edge(0.0), 0.0);
  EXPECT_GT(airborne_at_the_edge(1.0), 0.0);
}

/// Sand on the 16 m next to the windward edge after 10 s, relative to the initial amount. In this time, flat sand
/// passes on 10 m2 per metre of width.
double kept_at_the_edge(double inflow) {
  World world = make_open_bed({{"wind_particles", "inflow", inflow}}, 0.02);
  const QuantaSum before = loose_between(world, 0, 16);
  run(world, 25);
  EXPECT_EQ(unsound(world), "");
  return static_cast<double>(loose_between(world, 0, 16)) / static_cast<double>(before);
}

TEST(Inflow, LeavesTheBedNearTheEdgeAsItIs) {
  EXPECT_NEAR(kept_at_the_edge(1.0), 1.0, 0.01);
  EXPECT_LT(kept_at_the_edge(0.0), 0.95);
  EXPECT_GT(kept_at_the_edge(2.0), 1.05);
}

TEST(WindErosion, IsTheLossOfTheGroundOverTime) {
  // The run is much shorter than the averaging time of 20 s, so the average is the sum of the losses, each weighted by
  // its fraction of that time.
  constexpr double kMemory = 20.0;
  World world = make_open_bed({{"wind_particles", "inflow", 0.0}});
  double expected = 0.0;
  QuantaSum lost = 0;
  for (int i = 0; i < 50; ++i) {
    const QuantaSum before = loose_between(world, 0, 96);
    world.step();
    const QuantaSum loss = before - loose_between(world, 0, 96);
    const double rate = 1.0 - std::exp(-0.4 / kMemory);
    expected += rate * (static_cast<double>(loss) / kQuantaPerMetre / 0.4 - expected);
    lost += loss;
  }
  ASSERT_GT(lost, kQuantaPerMetre);
  const double shown = sum_of(*world.field("wind_erosion"));
  EXPECT_NEAR(shown / expected, 1.0, 0.001);
}

TEST(WindErosion, TellsErosionFromDeposition) {
  World world = make_desert({.side = 96}, 0.0);
  run(world, 50);
  const auto erosion = *world.field("wind_erosion");
  EXPECT_LT(*std::min_element(erosion.begin(), erosion.end()), -0.001f);
  EXPECT_GT(*std::max_element(erosion.begin(), erosion.end()), 0.001f);
}

/// Ten seconds of flight at the lowest rates.
struct Flown {
  std::uint64_t substeps;
  double laid_down;
};

Flown flown(double time_step, std::uint64_t seed) {
  constexpr double kSeconds = 10.0;
  constexpr double kPopulation = 4096.0;
  World world = make_desert({.side = 64, .seed = seed}, 0.0,
                            {{"world", "time_step", time_step},
                             {"wind_particles", "population", kPopulation},
                             {"wind_particles", "suspension", 0.0005},
                             {"wind_particles", "deposition", 0.02},
                             {"wind_particles", "grainfall", 0.01},
                             {"wind_particles", "saturation", 0.005}});
  run(world, static_cast<int>(std::lround(kSeconds / time_step)));
  EXPECT_EQ(unsound(world), "");
  Flown sum{0, 0.0};
  for (auto const& process : world.processes()) {
    sum.substeps += process->counters().particle_steps / static_cast<std::uint64_t>(kPopulation);
    sum.laid_down += static_cast<double>(process->counters().laid_down);
  }
  return sum;
}

/// Sand that slopes by `slope` along a wind of `speed` m/s, and the capacity of a particle in the middle of it, m.
double capacity_on_slope(double slope, float speed, WindParticlesParameters const& parameters) {
  Terrain terrain;
  terrain.grid = {.width = 64, .height = 8, .cell_size = 2.0f, .boundary = Boundary::closed};
  std::vector<Quanta> sand;
  for (std::size_t i = 0; i < terrain.grid.cells(); ++i) {
    const double ahead = 2.0 * (static_cast<double>(i % 64) - 40.5);
    sand.push_back(to_quanta(200.0 + slope * ahead));
  }
  terrain.columns = Columns(terrain.grid, std::vector<Quanta>(sand.size(), 0), sand);
  const Scheduler scheduler(1);
  WindField wind;
  wind.renew(terrain, {.speed = speed, .shadow_low = 80.0f, .shadow_high = 85.0f}, scheduler);
  Ledger ledger;
  const StepContext context{.wind = wind, .scheduler = scheduler, .ledger = ledger};
  SandExchange exchange;
  exchange.prepare(terrain.grid);
  WindGround ground;
  ground.prepare(terrain);
  ground.survey(terrain, context, parameters, 2 * terrain.grid.cells(), exchange);
  return to_metres(1) * static_cast<double>(ground.capacity(terrain.grid.index(48, 4)));
}

TEST(WindCapacity, IsThatOfItsEquation) {
  for (const float speed : {5.0f, 10.0f, 20.0f}) {
    for (const double slope : {-0.1, 0.0, 0.1, 0.2}) {
      for (const float speed_up : {0.0f, 0.04f}) {
        const double above = slope * 2.0 * (48.0 - 31.5);  // the mean surface is in the middle of the land
        const double faster = 1.0 + above * static_cast<double>(speed_up);
        const double ratio = static_cast<double>(speed) / 10.0;
        const double gain = 1.0 + 5.0 * slope;
        const double exact = 0.1 * ratio * ratio * gain * gain * (1.0 - slope / 0.32) * faster * faster / 2.0;
        EXPECT_NEAR(capacity_on_slope(slope, speed, {.speed_up = speed_up}), exact, 0.002 * exact)
            << speed << " m/s, slope " << slope << ", speed-up " << speed_up;
      }
    }
  }
}

/// Flat rock that wears away so little that the wind stays without sand of the land.
World rocky_plain(int columns, int rows, float cell_size, Boundary boundary, std::vector<SetParameter> parameters) {
  WorldSetup setup;
  setup.grid = {columns, rows, cell_size, boundary};
  setup.base.assign(setup.grid.cells(), 0);
  setup.sand.assign(setup.grid.cells(), 0);
  setup.parameters = std::move(parameters);
  return make_world(std::move(setup), "wind_particles");
}

TEST(WindGusts, SpreadTheParticlesByTheTurbulenceWhateverTheCells) {
  for (const float cell : {0.5f, 1.0f, 4.0f}) {
    World world = rocky_plain(64, 64, cell, Boundary::periodic,
                              {{"wind_particles", "population", 8192.0},
                               {"wind_particles", "abrasion", 0.0},
                               {"wind_particles", "path_length", 5000.0},
                               {"wind_particles", "turbulence", 0.4}});
    run(world, 50);
    double sum = 0.0, squares = 0.0;
    std::vector<ParticleTrace> traces;
    for (auto const& process : world.processes()) {
      Carrier const* const carrier = process->carrier().any();
      if (carrier == nullptr || process->info().id != "wind_particles") continue;
      traces = carrier->trace_particles(world.terrain(), 1u << 20);
    }
    for (ParticleTrace const& trace : traces) {
      sum += static_cast<double>(trace.velocity.y);
      squares += static_cast<double>(trace.velocity.y) * static_cast<double>(trace.velocity.y);
    }
    const auto count = static_cast<double>(traces.size());
    EXPECT_EQ(count, 8192.0);
    // A sub-step takes over the fraction `follow` of the wind and adds a gust of the variance (0.4 U)^2 follow.
    const double follow = 0.1 * 10.0 * std::min(static_cast<double>(cell) / 10.0, 0.4);
    const double exact = 0.4 * 10.0 / std::sqrt(2.0 - follow);
    EXPECT_NEAR(std::sqrt(squares / count) / exact, 1.0, 0.04) << cell << " m";
    EXPECT_NEAR(sum / count, 0.0, 0.1 * exact);
  }
}

TEST(WindGrainfall, IsARateWhateverTheCells) {
  constexpr double kGrainfall = 0.2, kWind = 10.0;
  for (const int cell : {1, 2, 4}) {
    // Strong lift keeps all particles in the air. They bring their loads in over the western edge.
    World world = rocky_plain(128 / cell, 32 / cell, static_cast<float>(cell), Boundary::open,
                              {{"wind_particles", "population", 8192.0},
                               {"wind_particles", "abrasion", 0.0},
                               {"wind_particles", "turbulence", 0.0},
                               {"wind_particles", "gravity", 0.5},
                               {"wind_particles", "lift", 0.5},
                               {"wind_particles", "boundary_layer", 5.0},
                               {"wind_particles", "grainfall", kGrainfall}});
    run(world, 60);
    const auto airborne = [&](int first, int last) {  // columns between these distances from the edge, m
      const std::vector<float> sand = *world.field("airborne_sand");
      double sum = 0.0;
      for (int y = 0; y < world.grid().height; ++y) {
        for (int x = first / cell; x < last / cell; ++x) sum += static_cast<double>(sand[world.grid().index(x, y)]);
      }
      return sum;
    };
    double near = 0.0, far = 0.0;
    for (int i = 0; i < 25; ++i) {
      world.step();
      near += airborne(20, 40);
      far += airborne(80, 100);
    }
    EXPECT_NEAR(std::log(near / far) / (kGrainfall * 60.0 / kWind), 1.0, 0.1) << cell << " m";
  }
}

TEST(WindFreeFlux, FillsTheAirOfANewWorld) {
  const auto plain = [](double population, double inflow, double law) {
    return rocky_plain(64, 64, 1.0f, Boundary::periodic,
                       {{"wind_particles", "population", population},
                        {"wind_particles", "inflow", inflow},
                        {"wind_particles", "abrasion", 0.0},
                        {"wind_particles", "law", law}});
  };
  for (const double population : {1024.0, 16384.0}) {
    World world = plain(population, 0.5, 0.0);
    run(world, 1);
    const Account sand = world.budget().accounts[kSand];
    // A half of 0.83 of the saturation load of 0.1 m, rounded down to whole quanta per particle.
    EXPECT_NEAR(to_metres(sand.opening) / (0.5 * 0.83 * 0.1 * 4096.0), 1.0, 2e-3);
    EXPECT_EQ(sand.in, 0);
    EXPECT_EQ(sand.lying + sand.airborne, sand.opening);
    EXPECT_EQ(world.budget().error(), 0);
    // Particles that are added later start empty.
    world.apply(SetParameter{"wind_particles", "population", 2.0 * population});
    run(world, 2);
    EXPECT_EQ(world.budget().accounts[kSand].opening, sand.opening);
    EXPECT_EQ(world.budget().error(), 0);
  }
  World none = plain(1024.0, 0.0, 0.0), article = plain(1024.0, 0.5, 1.0);
  for (World* const world : {&none, &article}) {
    run(*world, 1);
    EXPECT_EQ(world->budget().accounts[kSand].opening, 0) << "no inflow, or the article's law";
  }
}

// Sand that comes in would lie on the rock, the longer the fewer particles there are.
TEST(WindWear, IsTheSameForAnyNumberOfParticles) {
  const auto worn = [](double population) {
    World world = rocky_plain(64, 64, 1.0f, Boundary::periodic,
                              {{"wind_particles", "population", population},
                               {"wind_particles", "inflow", 0.0},
                               {"wind_particles", "suspension", 0.0005}});
    run(world, 50);
    return -to_metres(world.budget().accounts[kRock].converted);
  };
  const double few = worn(2048.0);
  EXPECT_GT(few, 0.01);
  EXPECT_NEAR(worn(16384.0) / few, 1.0, 0.05);
}

TEST(WindCreep, FlattensAWaveAtARateThatGrowsWithTheSquareOfTheWind) {
  constexpr int kLength = 32;
  constexpr double kTime = 80.0;  // s
  const auto wave = [](int x) { return 0.2 * std::sin(2.0 * std::numbers::pi * x / kLength); };
  for (const double speed : {5.0, 10.0, 15.0}) {
    WorldSetup setup;
    setup.grid = {kLength, 16, 1.0f, Boundary::periodic};
    setup.base.assign(setup.grid.cells(), 0);
    for (std::size_t i = 0; i < setup.grid.cells(); ++i) {
      setup.sand.push_back(to_quanta(3.0 + wave(static_cast<int>(i % kLength))));
    }
    // A single particle, which lifts hardly anything.
    setup.parameters = {{"wind", "speed", speed},
                        {"wind_particles", "population", 1.0},
                        {"wind_particles", "suspension", 0.0005},
                        {"wind_particles", "reptation", 0.2}};
    World world = make_world(std::move(setup), "wind_particles");
    run(world, static_cast<int>(std::lround(kTime / 0.4)));
    double amplitude = 0.0;
    for (int x = 0; x < kLength; ++x) {
      amplitude += to_metres(world.terrain().columns.elevation(static_cast<std::size_t>(x))) * wave(x);
    }
    const double rate = -std::log(amplitude / (0.5 * 0.2 * 0.2 * kLength)) / kTime;
    // An edge and the two diagonals beside it carry twice as much along an axis as the edge alone.
    const double diffusivity = 0.2 * 0.1 * 10.0 * (speed / 10.0) * (speed / 10.0);
    const double exact = 2.0 * diffusivity * 2.0 * (1.0 - std::cos(2.0 * std::numbers::pi / kLength));
    EXPECT_NEAR(rate / exact, 1.0, 0.05) << speed << " m/s";
  }
}

TEST(FlightTime, GivesTheSameFlightsAtEveryTimeStep) {
  double whole = 0.0;
  double quarter = 0.0;
  double sixteenth = 0.0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Flown a = flown(0.4, seed);
    const Flown b = flown(0.1, seed);
    const Flown c = flown(0.025, seed);
    // A wind of 10 m/s crosses 100 cells in 10 s.
    EXPECT_NEAR(static_cast<double>(a.substeps), 100.0, 1.0);
    EXPECT_NEAR(static_cast<double>(b.substeps), 100.0, 1.0);
    EXPECT_NEAR(static_cast<double>(c.substeps), 100.0, 1.0);
    whole += a.laid_down;
    quarter += b.laid_down;
    sixteenth += c.laid_down;
  }
  ASSERT_GT(whole, 1e4);
  std::printf("laid down in 10 s: %.0f quanta at 0.4 s, %.4f of it at 0.1 s, %.4f at 0.025 s\n", whole, quarter / whole,
              sixteenth / whole);
  EXPECT_NEAR(quarter / whole, 1.0, 0.02);
  EXPECT_NEAR(sixteenth / whole, 1.0, 0.02);
}

/// Wear by wind particles of a hard tower, which was built on soft rock after they had surveyed the land, and of the
/// rock, m3.
struct Wear {
  double tower, rock;
};

Wear wear_of_a_later_tower(double law) {
  constexpr int kSide = 48;
  Terrain terrain;
  terrain.grid = {kSide, kSide, 1.0f, Boundary::periodic};
  terrain.columns =
      Columns(terrain.grid, std::vector<Quanta>(terrain.grid.cells(), 0), std::vector<Quanta>(terrain.grid.cells(), 0));
  terrain.soils[kObstacle].abrasion = 0.0f;
  const std::unique_ptr<Process> wind_particles = make_wind_particles();
  const ParameterGroup parameters = wind_particles->parameters();
  for (ParameterRow const& row : parameters.rows) parameters.set(row, row.default_value);
  parameters.set(*parameters.find("law"), law);
  parameters.set(*parameters.find("abrasion"), 1.0);
  parameters.set(*parameters.find("population"), 2048.0);
  wind_particles->prepare(terrain);

  Ledger ledger;
  std::vector<ObstacleChange> tower;
  for (int y = 16; y < 32; ++y) {
    for (int x = 16; x < 32; ++x) tower.push_back({terrain.grid.index(x, y), to_quanta(3.0)});
  }
  terrain.columns.change_obstacles(terrain.grid, tower, ledger);
  const Scheduler scheduler(1);
  WindField wind;
  for (std::uint64_t step = 0; step < 100; ++step) {
    wind.renew(terrain, WindParameters{}, scheduler);
    wind_particles->step(terrain,
                         {.seed = 1, .step = step, .dt = 0.4f, .wind = wind, .scheduler = scheduler, .ledger = ledger});
  }
  const MassBudget booked = ledger.booked();
  return {-to_metres(booked.accounts[kObstacle].converted), -to_metres(booked.accounts[kRock].converted)};
}

TEST(WindParticles, WearATowerThatWasBuiltLaterAsHardAsItIs) {
  for (const double law : {0.0, 1.0}) {
    const Wear wear = wear_of_a_later_tower(law);
    EXPECT_EQ(wear.tower, 0.0) << "law " << law;
    EXPECT_GT(wear.rock, 0.0) << "law " << law;
  }
}

TEST(WindParticles, ResumeAtEveryOffsetOfWhatTheyDoNowAndThen) {
  // A flight of 0.1 s takes three or four steps. Creep comes every fourth step, sorting every eighth.
  for (const double law : {0.0, 1.0}) {
    World whole = make_open_bed({{"world", "time_step", 0.03}, {"wind_particles", "law", law}});
    std::vector<World> resumed;
    for (int step = 0; step < 28; ++step) {
      whole.step();
      for (World& world : resumed) {
        world.step();
        ASSERT_EQ(world.hash(), whole.hash()) << "law " << law << ", after " << step + 1 << " steps";
      }
      if (step >= 8 && step < 16) resumed.push_back(World::restore(whole.snapshot(), make_processes(), 2));
    }
  }
}

}  // namespace
}  // namespace barchan::test::wind_particles_test
