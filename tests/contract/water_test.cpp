// Water on a whole land: at any time, every quantum of it is in exactly one place.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/drainage.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::water_test {

namespace {

constexpr int kSide = 64;

/// A bowl in a hillside that falls to the east.
WorldSetup hollow_hillside(Boundary boundary, float cell_size = 1.0f) {
  std::vector<double> shape(static_cast<std::size_t>(kSide) * kSide);
  for (int i = 0; i < kSide * kSide; ++i) {
    const double x = i % kSide, y = i / kSide;
    shape[static_cast<std::size_t>(i)] = 20.0 - 0.1 * x - std::max(0.0, 4.0 - 0.4 * std::hypot(x - 24.0, y - 30.0));
  }
  WorldSetup setup = rock_land(kSide, cell_size, 1.0, shape, 5);
  setup.grid.boundary = boundary;
  setup.parameters = {{"water_particles", "population", 600}};
  return setup;
}

World wet(WorldSetup setup, int threads = 1) { return make_world(std::move(setup), "water_particles", threads); }

Account water_of(World const& world) { return world.budget().accounts[kWater]; }

TEST(Water, EveryQuantumIsSomewhereUnderRainSourcesPeopleAndDrought) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    World world = wet(hollow_hillside(boundary));
    world.apply(PlaceSource{{0.1f, 0.5f, 2.0f}});
    for (int step = 0; step < 400; ++step) {
      if (step == 100)
        world.apply(PlaceObstacle{{ObstacleShape::block, 0.4f, 0.45f, 30.0f, 6.0f, 12.0f, 4.0f, 10.0f}, {}});
      if (step == 150) world.apply(SetParameter{"water_particles", "lake_evaporation", 500.0});
      if (step == 200) world.apply(RemoveObstacles{});
      if (step == 250) world.apply(RemoveSources{});
      if (step == 300) world.apply(SetParameter{"water_particles", "enabled", 0.0});
      if (step == 350) world.apply(SetParameter{"water_particles", "enabled", 1.0});
      world.step();
      ASSERT_EQ(unsound(world), "") << "step " << step;
      ASSERT_EQ(water_of(world).error(), 0) << "step " << step;
      if (step % 20 == 0) {
        ASSERT_EQ(world.terrain().lakes.fault(), "") << "step " << step;
      }
    }
    EXPECT_GT(water_of(world).lying, 0);
    EXPECT_GT(water_of(world).out, 0);
  }
}

TEST(Water, TheLedgerRecordsHowItLeft) {
  // An open land without evaporation, a closed one with strong evaporation, and a closed one with a well.
  struct Ways {
    Boundary boundary;
    double evaporation, lake_evaporation;
    bool well;
  };
  for (Ways const& ways : {Ways{Boundary::open, 0.0, 0.0, false}, Ways{Boundary::closed, 0.02, 500.0, false},
                           Ways{Boundary::closed, 0.0, 0.0, true}}) {
    WorldSetup setup = hollow_hillside(ways.boundary);
    setup.parameters.push_back({"water_particles", "evaporation", ways.evaporation});
    setup.parameters.push_back({"water_particles", "lake_evaporation", ways.lake_evaporation});
    World world = wet(std::move(setup));
    if (ways.well) {
      world.apply(SetParameter{"groundwater", "enabled", 1.0});
      world.apply(SetParameter{"groundwater", "evaporation", 0.0});
      world.apply(PlaceSource{{.x = 0.38f, .y = 0.47f, .discharge = 0.1f, .pumps = 1}});
    }
    run(world, 300);
    World again = World::restore(world.snapshot(), make_processes(), 1);
    for (World const* each : {&world, &again}) {
      const MassBudget books = each->budget();
      const auto [evaporated, soaked, pumped, left] = books.water_losses;
      EXPECT_EQ(evaporated + soaked + pumped + left, water_of(*each).out);
      EXPECT_EQ(books.water_stores.lakes + books.water_stores.ground, water_of(*each).lying);
      EXPECT_EQ(evaporated > 0, ways.evaporation > 0.0);
      EXPECT_EQ(pumped > 0, ways.well);
      EXPECT_EQ(left > 0, ways.boundary == Boundary::open);
      if (!ways.well) {  // groundwater records what it takes from lakes in an account of its own
        EXPECT_EQ(soaked, each->terrain().lakes.book().soaked);
      }
      EXPECT_GE(evaporated, each->terrain().lakes.book().evaporated);
    }
  }
}

TEST(Water, RainIsARateWhateverTheStepAndTheDroplets) {
  for (const double time_step : {0.1, 0.4}) {
    for (const double population : {100.0, 3000.0}) {
      WorldSetup setup = hollow_hillside(Boundary::closed);
      setup.parameters = {{"world", "time_step", time_step},
                          {"water_particles", "population", population},
                          {"water_particles", "rain", 3600.0}};
      World world = wet(std::move(setup));
      run(world, static_cast<int>(200.0 / time_step));
      // 1 mm per second; one drop may still be waiting.
      const double fallen = to_metres(water_of(world).in) / (kSide * kSide);
      EXPECT_NEAR(fallen, 0.2, 0.2 * 0.02) << time_step << " s, " << population;
    }
  }
}

TEST(Water, ASourceBringsItsLoadInDropsOfAnySize) {
  for (const double population : {600.0, 200000.0}) {
    SCOPED_TRACE(population);
    WorldSetup setup = hollow_hillside(Boundary::closed);
    setup.parameters = {{"water_particles", "population", population}, {"water_particles", "rain", 0.0}};
    World world = wet(std::move(setup));
    world.apply(PlaceSource{{.x = 0.1f, .y = 0.5f, .discharge = 2.0f, .load = 0.003f}});
    run(world, 200);
    Account const sand = world.budget().accounts[kSand];
    const auto water = static_cast<double>(water_of(world).in);
    EXPECT_NEAR(static_cast<double>(sand.in) / water, 0.003, 1e-5);
    EXPECT_EQ(sand.error(), 0);
    EXPECT_EQ(water_of(world).error(), 0);
    EXPECT_EQ(unsound(world), "");
  }
}

TEST(Water, ASourceInALakeLosesNoneOfItsSand) {
  WorldSetup setup = hollow_hillside(Boundary::closed);
  setup.parameters.push_back({"water_particles", "rain", 0.0});
  World world = wet(std::move(setup));
  // The load is so small that its water counts as clear from the beginning.
  world.apply(PlaceSource{{.x = 0.38f, .y = 0.47f, .discharge = 5.0f, .load = 0.001f}});
  for (int step = 0; step < 200; ++step) world.step();
  ASSERT_GT(world.budget().accounts[kSand].in, 0);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Water, ASourceGivesItsDischargeInAnyCell) {
  for (const float cell_size : {1.0f, 2.5f}) {
    World world = wet(hollow_hillside(Boundary::closed, cell_size));
    world.apply(SetParameter{"water_particles", "rain", 0.0});
    world.apply(PlaceSource{{0.2f, 0.5f, 3.0f}});
    run(world, 500);
    const double volume =
        to_metres(water_of(world).in) * static_cast<double>(cell_size) * static_cast<double>(cell_size);
    const double time = world.time();
    EXPECT_NEAR(volume, 3.0 * time, 0.01 * 3.0 * time);
  }
}

TEST(Water, ALakeRisesBehindADamAndRunsOutWhenItGoes) {
  // This water erodes nothing, so the sill keeps its height.
  WorldSetup setup = hollow_hillside(Boundary::open);
  setup.parameters.push_back({"water_particles", "capacity", 0.001});
  setup.parameters.push_back({"water_particles", "erosion", 0.0001});
  World world = wet(std::move(setup));
  run(world, 900);
  ASSERT_GE(world.terrain().lakes.count(), 1);
  const std::size_t cell = world.grid().index(22, 30);
  const auto depth = [&] { return to_metres(world.terrain().lakes.depth(cell)); };
  const double brim = depth();
  EXPECT_GT(brim, 0.5);
  // A block on the lowest part of the rim.
  world.apply(PlaceObstacle{{ObstacleShape::block, 0.516f, 0.469f, 0.0f, 6.0f, 10.0f, 20.0f, 10.0f}, {}});
  run(world, 900);
  EXPECT_GT(depth(), brim + 0.3);
  world.apply(RemoveObstacles{});
  run(world, 600);
  EXPECT_LT(depth(), brim + 0.1);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Water, OneHashOnAnyThreadsAndAfterSavingWithLakesSillsAndSources) {
  const auto begin = [](int threads) {
    World world = wet(hollow_hillside(Boundary::periodic), threads);
    world.apply(PlaceSource{{0.1f, 0.5f, 2.0f}});
    return world;
  };
  World one = begin(1);
  run(one, 300);
  World resumed = World::restore(one.snapshot(), make_processes(), 2);
  for (int step = 0; step < 60; ++step) {
    one.step();
    resumed.step();
    ASSERT_EQ(resumed.hash(), one.hash()) << step;
  }
  for (const int threads : {2, 3, 7}) {
    World other = begin(threads);
    run(other, 360);
    EXPECT_EQ(other.hash(), one.hash()) << threads << " threads";
  }
}

TEST(Water, SourcesOnWallsAndOutOfRangeAreRefusedAndNothingChanges) {
  World world = wet(hollow_hillside(Boundary::open));
  world.apply(PlaceObstacle{{ObstacleShape::block, 0.5f, 0.5f, 0.0f, 6.0f, 10.0f, 10.0f, 10.0f}, {}});
  const std::uint64_t before = world.hash();
  EXPECT_THROW(world.apply(PlaceSource{{0.5f, 0.5f, 1.0f}}), std::invalid_argument);
  EXPECT_THROW(world.apply(PlaceSource{{1.5f, 0.5f, 1.0f}}), std::invalid_argument);
  EXPECT_THROW(world.apply(PlaceSource{{0.1f, 0.5f, -1.0f}}), std::invalid_argument);
  EXPECT_EQ(world.hash(), before);
}

}  // namespace

}  // namespace barchan::test::water_test
