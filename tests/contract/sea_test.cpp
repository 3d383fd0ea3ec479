// The sea beyond open edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/drainage.hpp"
#include "support/lands.hpp"
#include "world/streams.hpp"
#include "world/world.hpp"

namespace barchan::test::sea_test {

namespace {

constexpr int kSide = 64;

TEST(Sea, CoversWhatIsLowerAndIsConnectedToAnEdge) {
  // Rows from the north. 3 is the shore. The 1 in the middle is a hollow behind it, connected through a corner by the
  // 2.
  const std::vector<int> heights{1, 1, 1, 1, 1,  //
                                 3, 2, 3, 3, 3,  //
                                 3, 3, 1, 3, 3,  //
                                 3, 3, 3, 3, 5,  //
                                 5, 5, 5, 5, 5};
  const Grid grid{5, 5, 1.0f, Boundary::open};
  std::vector<Quanta> elevations(heights.begin(), heights.end());
  Sea sea;
  EXPECT_TRUE(sea.cover(grid, elevations, 3).empty());
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(sea.depth(i, elevations[i]), 2);
  EXPECT_EQ(sea.depth(6, 2), 1);
  EXPECT_EQ(sea.depth(12, 1), 2) << "it joins 6 by a corner";
  EXPECT_EQ(sea.depth(13, 3), 0);
  EXPECT_EQ(sea.depth(6, 4), 0) << "what has grown out of it since";

  // A bar cuts off the hollow with the water in it. Dry cells are not affected.
  elevations[6] = 3;
  EXPECT_EQ(sea.cover(grid, elevations, 3), (std::vector<LakePour>{{12, 2}}));
  EXPECT_EQ(sea.depth(12, 1), 0);
  EXPECT_TRUE(sea.cover(grid, elevations, 3).empty()) << "once only";

  for (const Boundary boundary : {Boundary::periodic, Boundary::closed}) {
    Sea none;
    EXPECT_TRUE(none.cover({5, 5, 1.0f, boundary}, elevations, 3).empty());
    EXPECT_TRUE(none.empty());
  }
  EXPECT_TRUE(sea.cover(grid, elevations, std::nullopt).empty());
  EXPECT_TRUE(sea.empty());
}

/// A coast that falls to the west by 5 %, with its shore at x = 44 and a bay `bay` m deep in its middle.
WorldSetup coast(double bay = 0.0) {
  std::vector<double> shape(static_cast<std::size_t>(kSide) * kSide);
  for (int i = 0; i < kSide * kSide; ++i) {
    const double x = i % kSide, y = i / kSide;
    shape[static_cast<std::size_t>(i)] =
        10.0 + 0.05 * (x - 24.0) - bay * std::exp(-std::hypot(x - 50.0, y - 32.0) / 6.0);
  }
  WorldSetup setup = rock_land(kSide, 1.0, 1.0, shape, 5);
  setup.grid.boundary = Boundary::open;
  setup.parameters = {{"water_particles", "population", 600},
                      {"water_particles", "rain", 9000.0},
                      {"water_particles", "sea", 1},
                      {"water_particles", "sea_level", 11.0}};
  return setup;
}

int covered(World const& world) {
  int count = 0;
  for (std::size_t i = 0; i < world.grid().cells(); ++i) {
    if (world.terrain().sea.depth(i, world.terrain().columns.elevation(i)) > 0) ++count;
  }
  return count;
}

TEST(Sea, ReceivesInflowAndTheMassBalanceCloses) {
  World world = make_world(coast(), "water_particles");
  for (int step = 0; step < 500; ++step) {
    world.step();
    ASSERT_EQ(unsound(world), "") << step;
    ASSERT_EQ(world.budget().accounts[kWater].error(), 0) << step;
  }
  const Account water = world.budget().accounts[kWater];
  EXPECT_GT(water.out, water.in / 2);
  EXPECT_EQ(water.in, water.out + water.lying + water.airborne);
  EXPECT_EQ(world.field("lake_depth")->at(world.grid().index(0, 5)),
            static_cast<float>(to_metres(world.terrain().sea.depth(
                world.grid().index(0, 5), world.terrain().columns.elevation(world.grid().index(0, 5))))));
  // For an inspector, the sea is standing water that is neither a lake nor a stream.
  const std::size_t cell = world.grid().index(2, 5);
  const CellWater there = water_at(world.terrain(), running_water(world), cell);
  EXPECT_FALSE(there.lake.has_value());
  EXPECT_FALSE(there.stream.has_value());
  EXPECT_EQ(there.lake_depth, to_metres(world.terrain().standing_water(cell)));
  EXPECT_GT(there.lake_depth, 1.0);
  EXPECT_EQ(world.field("lake_level")->at(world.grid().index(2, 5)), 11.0f);
}

TEST(Sea, KeepsTheSandOfRiversThatOtherwiseLeavesTheLand) {
  const auto grown = [](double sea) {
    WorldSetup setup = coast();
    setup.parameters.push_back({"water_particles", "sea", sea});
    setup.parameters.push_back({"water_particles", "rain", 0.0});
    setup.sources = {{0.95f, 0.5f, 4.0f}};
    World world = make_world(std::move(setup), "water_particles");
    run(world, 8);
    const int before = covered(world);
    run(world, 1000);
    return std::pair(world.budget().accounts[kSand].out, before - covered(world));
  };
  const auto [with, gained] = grown(1.0);
  const auto [without, none] = grown(0.0);
  EXPECT_GT(without, 15 * kQuantaPerMetre);
  EXPECT_LT(with, without / 4);
  EXPECT_GT(gained, 10) << "cells that a delta has won from the sea";
  EXPECT_EQ(none, 0);
}

TEST(Sea, ABarMakesALagoonOfItsLevelAndLetsItGo) {
  WorldSetup setup = coast(3.0);
  setup.parameters.push_back({"water_particles", "rain", 0.0});
  World world = make_world(std::move(setup), "water_particles");
  run(world, 16);
  const int open = covered(world);
  EXPECT_TRUE(world.terrain().lakes.empty());
  EXPECT_EQ(world.budget().accounts[kWater].in, 0);
  // A wall along the shore cuts off the bay.
  world.apply(PlaceObstacle{{ObstacleShape::wall, 0.69f, 0.5f, 90.0f, 6.0f, 400.0f, 3.0f, 10.0f}, {}});
  run(world, 16);
  EXPECT_LT(covered(world), open);
  Terrain const& terrain = world.terrain();
  ASSERT_GE(terrain.lakes.count(), 1);
  const LakeId id = terrain.lakes.id(world.grid().index(50, 32));
  ASSERT_NE(id, 0);
  EXPECT_EQ(terrain.lakes.lake(id).level, to_quanta(11.0 - terrain.datum));
  EXPECT_EQ(world.budget().accounts[kWater].in, terrain.lakes.held());
  EXPECT_EQ(world.budget().error(), 0);
  world.apply(RemoveObstacles{});
  run(world, 16);
  EXPECT_EQ(covered(world), open);
  run(world, 200);
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_EQ(unsound(world), "");
}

TEST(Sea, RisesAndFallsInATimeLine) {
  WorldSetup setup = coast();
  setup.timeline = {{4.0, SetParameter{"water_particles", "sea_level", 12.0}},
                    {8.0, SetParameter{"water_particles", "sea_level", 10.0}},
                    {12.0, SetParameter{"water_particles", "sea", 0.0}}};
  World world = make_world(std::move(setup), "water_particles");
  const auto at = [&](double time) {
    while (world.time() < time) world.step();
    return covered(world);
  };
  const int first = at(3.0);
  EXPECT_NEAR(first, 44 * kSide, 3 * kSide);
  EXPECT_EQ(at(6.0), kSide * kSide);
  EXPECT_NEAR(at(10.0), 24 * kSide, 3 * kSide);
  EXPECT_EQ(at(14.0), 0);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Sea, OneHashOnAnyThreadsAndAfterSaving) {
  World one = make_world(coast(3.0), "water_particles", 1);
  run(one, 101);
  World resumed = World::restore(one.snapshot(), make_processes(), 2);
  for (int step = 0; step < 50; ++step) {
    one.step();
    resumed.step();
    ASSERT_EQ(resumed.hash(), one.hash()) << step;
  }
  for (const int threads : {2, 3}) {
    World other = make_world(coast(3.0), "water_particles", threads);
    run(other, 151);
    EXPECT_EQ(other.hash(), one.hash()) << threads << " threads";
  }
}

}  // namespace

}  // namespace barchan::test::sea_test
