/// Cliffs of several rocks under wind particles: the foot is hollowed out where it is soft, and the ground above it
/// falls.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::cliffs_in_wind_test {
namespace {

constexpr int kWidth = 64, kHeight = 48, kEdge = 32;  // cells; the block begins at the edge
constexpr double kTop = 5.0;                          // m, of the block
constexpr SoilId kCap = 4;

/// A bed of sand, and downwind of it a block of two layers, with `band` metres of `foot` under the cap.
struct CliffOptions {
  std::string foot = "soft";
  double band = 1.0;
  double direction = 0.0;
  double abrasion = 0.02;
  int threads = 1;
};
World cliff(CliffOptions const& options) {
  const std::string text = fmt::format(R"(title = "Cliff"
[grid]
width = {}
height = {}
boundary = "periodic"
[soils.soft]
loose = false
hardness = 0.1
[soils.cap]
loose = false
hardness = 100.0
[[land.base]]
shape = "uniform"
thickness = 0.0
[[land.layer]]
soil = "{}"
shape = "wall"
x = 0.75
length = 32.0
width = 200.0
height = {}
[[land.layer]]
soil = "cap"
shape = "wall"
x = 0.75
length = 32.0
width = 200.0
height = {}
[[land.sand]]
shape = "wall"
x = 0.2
length = 20.0
width = 200.0
height = 0.3
[wind]
direction = {}
[wind_particles]
enabled = true
population = 3000
abrasion = {}
)",
                                       kWidth, kHeight, options.foot, options.band, kTop - options.band,
                                       options.direction, options.abrasion);
  WorldOptions with;
  with.threads = options.threads;
  return make_world(parse_scenario(text, "cliff.toml", {}), with);
}

/// Number of cells in column `x` of the land whose cap has fallen.
int fallen(World const& world, int x) {
  Columns const& columns = world.terrain().columns;
  int count = 0;
  for (int y = 0; y < kHeight; ++y) count += columns.base(world.grid().index(x, y)) < to_quanta(1.0) ? 1 : 0;
  return count;
}

double deepest_notch(World const& world) {
  double deepest = 0.0;
  for (std::size_t i = 0; i < world.grid().cells(); ++i) {
    deepest = std::max(deepest, world.terrain().notches.blasted(i));
  }
  return deepest;
}

TEST(CliffsInWind, ASoftFootIsHollowedOutAndTheCapFalls) {
  World soft = cliff({.foot = "soft"});
  World rock = cliff({.foot = "rock"});
  run(soft, 100);
  run(rock, 100);
  EXPECT_GT(deepest_notch(soft), 0.05);
  EXPECT_EQ(deepest_notch(soft), deepest_notch(rock)) << "the same blows; the hardness says how far they reach";
  EXPECT_EQ(fallen(soft, kEdge), 0) << "it stands until the notch is a cell wide";
  EXPECT_GT(to_metres(soft.terrain().columns.base(soft.grid().index(kEdge, kHeight / 2))), 0.99 * kTop);
  run(soft, 200);
  run(rock, 200);
  EXPECT_EQ(fallen(soft, kEdge), kHeight);
  EXPECT_EQ(fallen(rock, kEdge), 0) << "what is ten times as hard stands";
  EXPECT_EQ(fallen(soft, kWidth - 1), 0) << "and so does the lee side";
  run(soft, 300);
  EXPECT_GT(fallen(soft, kEdge + 1), 0) << "and the next face draws back too";
  EXPECT_EQ(unsound(soft), "");
  EXPECT_LT(soft.budget().accounts[kCap].converted, -kHeight * to_quanta(0.9 * (kTop - 1.0)));
}

TEST(CliffsInWind, StrikeTheSideFromWhichItBlows) {
  World world = cliff({.direction = 180.0});
  run(world, 300);
  EXPECT_EQ(fallen(world, kEdge), 0);
  EXPECT_GT(fallen(world, kWidth - 1), 0);
}

TEST(CliffsInWind, StandWithoutAbrasion) {
  World world = cliff({.abrasion = 0.0});
  run(world, 100);
  EXPECT_EQ(deepest_notch(world), 0.0);
}

TEST(CliffsInWind, CloseTheMassBalanceAndGiveOneHashOnAnyThreadsAndAfterSaving) {
  World one = cliff({});
  run(one, 90);
  World resumed = World::restore(one.snapshot(), make_processes(), 2);
  for (int step = 0; step < 90; ++step) {
    one.step();
    resumed.step();
    ASSERT_EQ(resumed.hash(), one.hash()) << step;
    ASSERT_EQ(unsound(one), "") << step;
    for (const SoilId soil : accounts_of(one.terrain().soils))
      ASSERT_EQ(one.budget().accounts[soil].error(), 0) << step;
  }
  EXPECT_GT(fallen(one, kEdge), 0);
  for (const int threads : {2, 3, 7}) {
    World other = cliff({.threads = threads});
    run(other, 180);
    EXPECT_EQ(other.hash(), one.hash()) << threads << " threads";
  }
}

}  // namespace
}  // namespace barchan::test::cliffs_in_wind_test
