/// Wind particles before a wall: the eddy keeps its foot bare, an echo dune grows, and the mass balance is exact.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::wind_echo_test {
namespace {

constexpr double kHeight = 8.0;                   // m, of the wall
constexpr double kFoot = 16.0, kHalfWall = 24.0;  // m from the middle of the land

struct Stage {
  double wind = 0.0;  // degrees
  double echo = 1.0;
  Boundary boundary = Boundary::open;
  std::uint64_t seed = 1;
  double height = kHeight;

  /// Distances downwind of the middle of the land and to the left of it, m.
  double along(int x, int y) const { return east(x) * std::cos(turn()) + north(y) * std::sin(turn()); }
  double across(int x, int y) const { return north(y) * std::cos(turn()) - east(x) * std::sin(turn()); }

 private:
  double turn() const { return wind / 180.0 * std::numbers::pi; }
  static double east(int x) { return x + 0.5 - 48.0; }
  static double north(int y) { return y + 0.5 - 48.0; }
};

/// Bare rock with a wall across the wind. Sand comes in over open edges or, if there are none, from a bed upwind.
World world_of(Stage const& stage, int threads = 1) {
  const Grid grid{.width = 96, .height = 96, .cell_size = 1.0f, .boundary = stage.boundary};
  WorldSetup setup;
  setup.grid = grid;
  setup.seed = stage.seed;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const double behind = stage.along(x, y) - kFoot;
      const bool wall = behind >= 0.0 && behind < 4.0 && std::abs(stage.across(x, y)) < kHalfWall;
      setup.base.push_back(wall ? to_quanta(stage.height) : 0);
      setup.obstacle.push_back(setup.base.back());
      setup.sand.push_back(behind < -36.0 && stage.boundary != Boundary::open ? to_quanta(2.0) : 0);
    }
  }
  setup.parameters = {{"wind", "direction", stage.wind},        {"wind", "speed", 10.0},
                      {"wind_particles", "population", 9216.0}, {"wind_particles", "abrasion", 0.0},
                      {"wind_particles", "echo", stage.echo},   {"wind_particles", "inflow", 0.3}};
  return make_world(std::move(setup), "wind_particles", threads);
}

/// Mean sand 0, 1, 2, ... m upwind of the middle of the wall, m.
std::vector<double> profile(Stage const& stage, World const& world) {
  std::vector<double> sum(20), count(20);
  Grid const& grid = world.grid();
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const double before = std::floor(kFoot - stage.along(x, y));
      if (before < 0.0 || before >= 20.0 || std::abs(stage.across(x, y)) > 10.0) continue;
      sum[static_cast<std::size_t>(before)] += to_metres(world.terrain().columns.sediment(grid.index(x, y)));
      count[static_cast<std::size_t>(before)] += 1.0;
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= std::max(count[i], 1.0);
  return sum;
}

TEST(WindEcho, ADuneGrowsBeforeTheWallAndItsFootStaysBare) {
  for (const double wind : {0.0, 30.0}) {
    for (const std::uint64_t seed : {1, 2}) {
      const Stage stage{.wind = wind, .seed = seed};
      World world = world_of(stage);
      run(world, 400);
      const std::vector<double> sand = profile(stage, world);
      const auto top = std::ranges::max_element(sand);
      const auto bare = std::ranges::find_if(sand, [&](double depth) { return depth >= 0.05 * *top; });
      const double crest = (static_cast<double>(top - sand.begin()) + 0.5) / kHeight;
      const double strip = static_cast<double>(bare - sand.begin()) / kHeight;
      EXPECT_NEAR(*top / kHeight, 0.43, 0.06) << "wind " << wind << ", seed " << seed;
      EXPECT_NEAR(crest, 1.1, 0.25);
      EXPECT_GE(strip, 0.3);
      EXPECT_EQ(unsound(world), "");
    }
  }
}

TEST(WindEcho, WithoutItSandClimbsTheWall) {
  for (const double wind : {0.0, 30.0}) {
    const Stage stage{.wind = wind, .echo = 0.0};
    World world = world_of(stage);
    run(world, 400);
    EXPECT_LT(std::ranges::max(profile(stage, world)) / kHeight, 0.05) << "wind " << wind;
  }
}

TEST(WindEcho, MassBalanceClosesOnAnyNumberOfThreadsAndAfterAResume) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    const Stage stage{.wind = 30.0, .boundary = boundary};
    World one = world_of(stage);
    run(one, 60);
    World resumed = World::restore(one.snapshot(), make_processes());
    run(one, 60);
    run(resumed, 60);
    EXPECT_EQ(unsound(one), "");
    EXPECT_EQ(one.budget().error(), 0);
    EXPECT_EQ(resumed.hash(), one.hash());
    for (const int threads : {2, 3, 7}) {
      World many = world_of(stage, threads);
      run(many, 120);
      EXPECT_EQ(many.hash(), one.hash()) << threads << " threads, boundary " << static_cast<int>(boundary);
    }
  }
}

TEST(WindEcho, ALandWithoutFacesHasNone) {
  World with = world_of({.echo = 1.0, .height = 0.3}), without = world_of({.echo = 0.0, .height = 0.3});
  run(with, 60);
  run(without, 60);
  EXPECT_TRUE(same_land(with, without));
}

}  // namespace
}  // namespace barchan::test::wind_echo_test
