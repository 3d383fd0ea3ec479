/// Mass balance and rates of the wind particles, each against its definition.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "processes/wind_particles/process.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::test {
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
}  // namespace barchan::test
