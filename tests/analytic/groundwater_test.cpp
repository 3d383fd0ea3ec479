// Groundwater against closed forms: water tables over layers and under drizzle, spreading mounds, spring lines, seepage
// through layers; and an exact mass balance in every step. The gates D1 to D3 (tests/gates/ground_gates.cpp) compare
// water tables between two heads and around wells with closed forms.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/pores.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/aquifers.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::groundwater_test {
namespace {

using namespace aquifers;  // NOLINT(google-build-using-namespace): this test is about nothing else

constexpr double kPi = 3.14159265358979;

void come_to_rest(World& world, double still = 1e-4, int steps = 200) {
  ASSERT_TRUE(comes_to_rest(world, still, steps)) << "the table does not come to rest, or a step is unhealthy";
}

}  // namespace

TEST(Groundwater, TheLeastRechargeInTheShortestStepsRaisesItsMound) {
  // The flow over an edge is less than a hundredth of a quantum per step.
  constexpr double kRecharge = 1e-9, kHead = 5.0, kLength = 100.0;
  Ground ground{.grid = {21, 3, 5.0f, Boundary::open}, .recharge = kRecharge, .clock = 1.0};
  ground.bottom = [](double, double y) { return std::abs(y) > 2.5 ? 8.0 : 0.0; };
  ground.thickness = [](double, double y) { return std::abs(y) > 2.5 ? 0.0 : 8.0; };
  // The table starts at the law. If remainders were lost, it would sink to the heads.
  const auto law = [](double x) { return dupuit(kHead, kHead, kLength, kRecharge, x + 50.0); };
  ground.table = [&](double x, double) { return law(x); };
  World slow = world_of(setup_of(ground));
  ground.table = [](double, double) { return kHead; };
  ground.clock = 1e4;
  World from_below = world_of(setup_of(ground));
  for (int i = 0; i < 100000; ++i) slow.step();
  come_to_rest(from_below, 2e-5, 1000);
  const double mound = law(0.0) - kHead;
  for (World* world : {&slow, &from_below}) {
    auto const& stored = world->terrain().cell_layers.quanta(CellLayer::ground_water);
    const std::size_t middle = ground.grid.index(10, 1);
    EXPECT_NEAR(to_metres(stored[middle]) / kPorosity - kHead, mound, 0.02 * mound);
    EXPECT_EQ(world->budget().error(), 0);
  }
}

TEST(Groundwater, OverTwoLevelLayersGirinskiisPotentialCarriesIt) {
  constexpr double kLower = 2e-5, kUpper = 3e-4, kBorder = 2.0, kFirst = 5.0, kLast = 3.0, kLength = 50.0;
  Ground ground{.grid = {51, 3, 1.0f, Boundary::open}};
  const auto strip = [](double y) { return std::abs(y) < 0.5; };
  ground.bottom = [&](double, double y) { return strip(y) ? 0.0 : 8.0; };
  ground.thickness = [&](double, double y) { return strip(y) ? 8.0 - kBorder : 0.0; };
  ground.table = [](double x, double) { return kFirst + (kLast - kFirst) * (x + 25.0) / kLength; };
  WorldSetup setup = setup_of(ground);
  Soil silt = setup.soils[kSand];
  silt.id = "silt";
  silt.name = "Silt";
  silt.conductivity = static_cast<float>(kLower);
  setup.soils[kSand].conductivity = static_cast<float>(kUpper);
  setup.soils.push_back(silt);
  SoilLayer layer{static_cast<SoilId>(setup.soils.size() - 1), {}};
  for (const double thickness : over(ground.grid, [&](double, double y) { return strip(y) ? kBorder : 0.0; })) {
    layer.thickness.push_back(to_quanta(thickness));
  }
  setup.layers.push_back(layer);
  World world = world_of(std::move(setup));
  come_to_rest(world);
  const auto potential = [](double h) {
    return kLower * kBorder * (h - 0.5 * kBorder) + 0.5 * kUpper * (h - kBorder) * (h - kBorder);
  };
  const double law = (potential(kFirst) - potential(kLast)) / kLength;
  const std::vector<float> flow = *world.field("ground_flow");
  for (int x = 2; x < 49; ++x) {
    EXPECT_NEAR(static_cast<double>(flow[ground.grid.index(x, 1)]) / kDay, law, 0.005 * law) << x;
  }
}

TEST(Groundwater, AMoundSpreadsAsBarenblattsAndRound) {
  constexpr int kSide = 97;
  constexpr double kHeight = 2.0, kRadius = 12.0;  // m, of a paraboloid
  Ground ground{.grid = {kSide, kSide, 1.0f, Boundary::closed}, .clock = 1e4};
  ground.table = [](double x, double y) {
    return std::max(0.0, kHeight * (1.0 - (x * x + y * y) / (kRadius * kRadius)));
  };
  World world = world_of(setup_of(ground));
  // h = t^-1/2 (C - r2 / (16 D t^1/2)), D = K / (2 S). The height and the radius give the age of the mound.
  const double diffusivity = kConductivity / (2.0 * kPorosity);
  const double age = kRadius * kRadius / (16.0 * diffusivity * kHeight);
  const auto peak = [&](double t) { return kHeight * std::sqrt(age / t); };
  const auto front = [&](double t) { return kRadius * std::pow(t / age, 0.25); };
  double time = 0.0;
  while (time < 15.0 * age) {
    world.step();
    time += 0.4 * 1e4;
  }
  EXPECT_NEAR(table_at(world, kSide / 2, kSide / 2), peak(age + time), 0.02 * peak(age + time));
  const auto reach = [&](double degrees) {
    const double ax = std::cos(degrees * kPi / 180.0), ay = std::sin(degrees * kPi / 180.0);
    double r = 0.0;
    for (; r < 47.0; r += 0.05) {
      const int x = static_cast<int>(std::floor(0.5 * kSide + ax * r)),
                y = static_cast<int>(std::floor(0.5 * kSide + ay * r));
      if (table_at(world, x, y) < 0.02 * peak(age + time)) break;
    }
    return r;
  };
  const double wanted = front(age + time) * std::sqrt(0.98);
  for (const double degrees : {0.0, 22.5, 45.0, 90.0, 225.0}) EXPECT_NEAR(reach(degrees), wanted, 1.0) << degrees;
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Groundwater, OnAPlanarHillsideSpringsBeginWhereTheGroundCarriesNoMore) {
  constexpr double kSlope = 0.1, kDepth = 2.0, kRecharge = 4e-7, kCell = 2.0;
  for (const double recharge : {kRecharge, 0.7 * kRecharge}) {
    Ground ground{
        .grid = {101, 4, static_cast<float>(kCell), Boundary::open}, .recharge = recharge, .held_edges = false};
    ground.bottom = [](double x, double) { return 30.0 - kSlope * std::abs(x); };
    ground.thickness = [](double, double) { return kDepth; };
    World world = world_of(setup_of(ground));
    come_to_rest(world);
    const std::vector<float> springs = *world.field("seepage");
    int first = 50;
    while (first < 101 && springs[ground.grid.index(first, 1)] < 0.05f * static_cast<float>(recharge * kDay * 1.0))
      ++first;
    const double line = kConductivity * kDepth * kSlope / recharge;
    EXPECT_NEAR((first - 50) * kCell, line, 2.0 * kCell) << recharge;
    // All water that comes in goes out: the mass balance is exact in every step, and in the end both rates are equal.
    const MassBudget before = world.budget();
    for (int i = 0; i < 50; ++i) ASSERT_EQ(checked_step(world), 0u);
    const MassBudget after = world.budget();
    const auto came = static_cast<double>(after.accounts[kWater].in - before.accounts[kWater].in);
    const auto went = static_cast<double>(after.accounts[kWater].out - before.accounts[kWater].out);
    EXPECT_NEAR(went, came, 0.001 * came);
    EXPECT_GT(came, 0.0);
  }
}

TEST(Groundwater, DrainsAtTheHarmonicMeanOfItsLayers) {
  constexpr double kTight = 2e-6, kOpen = 1e-4, kDepths[] = {1.5, 3.0};
  Ground ground{.grid = {8, 8, 1.0f, Boundary::closed}, .clock = 100.0};
  ground.thickness = [&](double, double) { return kDepths[1]; };
  WorldSetup setup = setup_of(ground);
  Soil clay = setup.soils[kSand];
  clay.id = "clay";
  clay.name = "Clay";
  clay.conductivity = static_cast<float>(kTight);
  setup.soils[kSand].conductivity = static_cast<float>(kOpen);
  setup.soils.push_back(clay);
  setup.layers.push_back(
      {static_cast<SoilId>(setup.soils.size() - 1), std::vector<Quanta>(ground.grid.cells(), to_quanta(kDepths[0]))});
  setup.cell_layers.quanta(CellLayer::moisture).assign(ground.grid.cells(), to_quanta(0.5));
  World world = world_of(std::move(setup));
  auto const& stored = world.terrain().cell_layers.quanta(CellLayer::ground_water);
  for (int i = 0; i < 26; ++i) world.step();  // one groundwater step at least every 25 steps; the table is still low
  const double seconds = 26 * 0.4 * 100.0;
  const double harmonic = (kDepths[0] + kDepths[1]) / (kDepths[0] / kTight + kDepths[1] / kOpen);
  EXPECT_NEAR(to_metres(stored[9]) / seconds, harmonic, 0.01 * harmonic);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Groundwater, StaysSmoothWhenTheSoilSuddenlyLetsMoreThrough) {
  const Ground ground{.grid = {31, 31, 1.0f, Boundary::closed},
                      .table = [](double x, double y) { return 8.0 * std::exp(-(x * x + y * y) / 60.0) + 0.5; },
                      .clock = 3e3};
  World world = world_of(setup_of(ground));
  for (int i = 0; i < 50; ++i) world.step();
  const auto highest = [&] {
    const std::vector<float> table = *world.field("table_height");
    return *std::ranges::max_element(table);
  };
  World again = World::restore(world.snapshot(), make_processes(), 2);
  for (World* each : {&world, &again}) each->apply(SetSoil{"sand", "conductivity", 300.0 * kConductivity});
  for (int i = 0; i < 60; ++i) {
    const float before = highest();
    world.step();
    again.step();
    ASSERT_LE(highest(), before) << i;
  }
  EXPECT_LT(highest(), 2.5f) << "it has levelled out";
  EXPECT_EQ(world.hash(), again.hash());
}

TEST(Groundwater, IsTheSameOnAnyNumberOfThreadsAndAfterSaving) {
  Ground ground{.grid = {70, 45, 1.0f, Boundary::open}, .recharge = 3e-6, .clock = 3e3};
  ground.bottom = [](double x, double y) { return 3.0 * std::sin(0.2 * x) * std::cos(0.17 * y); };
  ground.thickness = [](double x, double) { return 2.0 + 0.5 * std::sin(0.1 * x); };
  ground.table = [](double, double) { return 1.0; };
  ground.more = {{"evaporation", 3.0}, {"field_capacity", 0.2}};
  const auto run = [&](int threads) {
    World world = world_of(setup_of(ground), threads);
    for (int i = 0; i < 60; ++i) EXPECT_EQ(checked_step(world), 0u);
    return world;
  };
  World one = run(1);
  for (const int threads : {2, 3, 7}) EXPECT_EQ(run(threads).hash(), one.hash()) << threads;
  World again = World::restore(one.snapshot(), make_processes(), 2);
  for (int i = 0; i < 60; ++i) {
    one.step();
    again.step();
  }
  EXPECT_EQ(one.hash(), again.hash());
  EXPECT_EQ(one.budget().error(), 0);
}

namespace {

/// Sand with a pit in the middle, whose bottom is 2 m below the water table at the beginning.
Ground pit_in_sand() {
  Ground ground{.grid = {41, 41, 2.0f, Boundary::closed}, .clock = 2e3};
  ground.thickness = [](double x, double y) {
    const double r = std::sqrt(x * x + y * y);
    return std::clamp(3.0 + 0.2 * std::max(r - 10.0, 0.0), 3.0, 8.0);
  };
  ground.table = [](double, double) { return 5.0; };
  return ground;
}

WorldSetup with_rivers(WorldSetup setup, double rain) {
  setup.parameters.insert(setup.parameters.end(), {{"water_particles", "enabled", 1.0},
                                                   {"water_particles", "rain", rain},
                                                   {"water_particles", "evaporation", 0.0},
                                                   {"water_particles", "erosion", 1e-4},
                                                   {"groundwater", "enabled", 1.0}});
  for (char const* process : {"wind_particles", "slab_dunes", "sand_supply", "vegetation", "weathering", "uplift"}) {
    setup.parameters.push_back({process, "enabled", 0.0});
  }
  return setup;
}

}  // namespace

TEST(Groundwater, TakesNoMoreOutOfAPuddleThanThereIs) {
  Ground ground = pit_in_sand();
  ground.table = [](double x, double y) { return x * x + y * y < 90.0 ? 3.001 : 0.0; };
  ground.clock = 1e3;
  World world(with_rivers(setup_of(ground), 0.0), make_processes());
  world.step();
  EXPECT_GT(world.terrain().lakes.held(), 0);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(checked_step(world), 0u) << i;
    ASSERT_GE(*std::ranges::min_element(world.terrain().cell_layers.quanta(CellLayer::ground_water)), 0) << i;
  }
  EXPECT_EQ(world.terrain().lakes.held(), 0);
  EXPECT_EQ(world.terrain().lakes.fault(), "");
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Groundwater, APondIsTheTableSeenAndFallsWithIt) {
  Ground const ground = pit_in_sand();
  WorldSetup setup = with_rivers(setup_of(ground), 0.0);
  setup.timeline.push_back({1000.0, PlaceSource{{.x = 0.1f, .y = 0.1f, .discharge = 1e-3f, .pumps = 1}}});
  World world(std::move(setup), make_processes(), 2);
  const std::size_t middle = ground.grid.index(20, 20), beside = ground.grid.index(10, 10);
  const auto level = [&] {
    return to_metres(world.terrain().columns.elevation(middle)) + to_metres(world.terrain().lakes.depth(middle));
  };
  const auto table = [&] { return static_cast<double>((*world.field("table_height"))[beside]); };
  for (int i = 0; i < 2400; ++i) ASSERT_EQ(checked_step(world), 0u);
  EXPECT_GT(world.terrain().lakes.depth(middle), to_quanta(1.0));
  EXPECT_NEAR(level(), table(), 0.05);
  const double full = level();
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(checked_step(world), 0u);
  EXPECT_LT(level(), full - 0.1);
  EXPECT_GT(level(), table() - 0.05) << "the pond feeds the ground";
  EXPECT_EQ(world.terrain().lakes.fault(), "");
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Groundwater, RainThatTheSoilCanTakeSoaksInAndOtherRunsOff) {
  Ground ground{.grid = {48, 48, 2.0f, Boundary::open}, .clock = 1.0, .held_edges = false};
  ground.bottom = [](double x, double) { return 10.0 - 0.05 * x; };
  const auto share_soaked = [&](double rain) {
    World world(with_rivers(setup_of(ground), rain), make_processes());
    for (int i = 0; i < 1500; ++i) EXPECT_EQ(checked_step(world), 0u);
    EXPECT_EQ(world.budget().error(), 0);
    return static_cast<double>(world.terrain().water_in_the_ground()) /
           static_cast<double>(world.budget().accounts[kWater].in);
  };
  // The conductivity of the sand is 1e-4 m/s, which is 360 mm/h.
  EXPECT_GT(share_soaked(40.0), 0.9);
  EXPECT_LT(share_soaked(36000.0), 0.05);
}

TEST(Groundwater, UnderTheSeaTheGroundIsFullToItsLevel) {
  Ground ground{.grid = {40, 12, 2.0f, Boundary::open}, .recharge = 1e-6};
  ground.bottom = [](double x, double) { return -0.1 * x; };
  ground.thickness = [](double, double) { return 4.0; };
  WorldSetup setup = with_rivers(setup_of(ground), 0.0);
  setup.parameters.push_back({"water_particles", "sea", 1.0});
  setup.parameters.push_back({"water_particles", "sea_level", 2.0});
  World world(std::move(setup), make_processes());
  for (int i = 0; i < 500; ++i) ASSERT_EQ(checked_step(world), 0u);
  const std::vector<float> depth = *world.field("table_depth");
  EXPECT_EQ(depth[ground.grid.index(36, 6)], 0.0f);
  EXPECT_GT(table_at(world, 12, 6), 2.0) << "the drizzle stands higher than the sea";
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Groundwater, WindOverWetSandDigsDownToTheFringeAndStops) {
  constexpr double kTable = 4.0, kFringe = 0.4, kSlab = 0.1;
  for (const double transport : {0.0, 1.0}) {
    Ground ground{.grid = {48, 32, 1.0f, Boundary::open}, .clock = 1.0};
    ground.thickness = [](double, double) { return 5.5; };
    ground.table = [&](double, double) { return kTable; };
    ground.more = {{"fringe", kFringe}, {"recharge", 0.0}};
    WorldSetup setup = with_rivers(setup_of(ground), 0.0);
    for (SetParameter const& parameter : {SetParameter{"water_particles", "enabled", 0.0},
                                          {"slab_dunes", "enabled", 1.0},
                                          {"slab_dunes", "transport", transport},
                                          {"slab_dunes", "inflow", 0.0}}) {
      setup.parameters.push_back(parameter);
    }
    World world(std::move(setup), make_processes(), 2);
    for (int i = 0; i < 6000; ++i) ASSERT_EQ(checked_step(world), 0u);
    double lowest = 100.0, mean = 0.0;
    for (int y = 8; y < 24; ++y) {
      for (int x = 4; x < 20; ++x) {
        const double z = to_metres(world.terrain().columns.elevation(ground.grid.index(x, y)));
        lowest = std::min(lowest, z);
        mean += z / 256.0;
      }
    }
    EXPECT_GE(lowest, kTable + kFringe - kSlab) << transport;
    EXPECT_LE(mean, kTable + kFringe + kSlab) << transport;
    EXPECT_EQ(world.budget().error(), 0);
  }
}

}  // namespace barchan::test::groundwater_test
