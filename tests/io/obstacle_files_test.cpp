// Changes of single obstacles and sources in time lines and on the command line.
#include <algorithm>

#include <gtest/gtest.h>

#include "io/read_obstacles.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan::test::obstacle_files_test {
namespace {

constexpr char const* kTown = R"(title = "Town"
[grid]
width = 40
height = 30
boundary = "open"
[[land.base]]
shape = "wall"
soil = "obstacle"
x = 0.3
y = 0.5
length = 8.0
width = 4.0
height = 3.0
[[land.base]]
shape = "uniform"
soil = "obstacle"
thickness = 0.25
op = "max"
[[land.base]]
shape = "dome"
soil = "obstacle"
x = 0.7
y = 0.5
radius = 5.0
height = 40.0
op = "max"
[wind_particles]
enabled = false
)";

constexpr char const* kPlain = R"(title = "Plain"
[grid]
width = 20
height = 20
[[land.sand]]
shape = "uniform"
[wind_particles]
enabled = false
)";

Scenario parse(std::string const& more, char const* land = kTown) {
  return parse_scenario(land + more, "town.toml", {});
}

std::string mistakes_in(std::string const& more, char const* land = kTown) {
  try {
    parse(more, land);
  } catch (InputError const& error) {
    return told_whole(error);
  }
  return {};
}

std::vector<std::uint32_t> numbers(World const& world) {
  std::vector<std::uint32_t> found;
  for (ObstacleBody const& one : world.terrain().bodies.list()) found.push_back(one.number);
  return found;
}

TEST(ObstacleFiles, ATimeLineChangesAndRemovesBodies) {
  World world = make_world(parse(R"([[timeline]]
at = 4.0
change_obstacle = { number = 1, x = 0.4, azimuth = 90.0 }
[[timeline]]
at = 8.0
remove_obstacle = 2
[[timeline]]
at = 12.0
change_obstacle = { number = 9, x = 0.1 }
)"));
  EXPECT_EQ(numbers(world), (std::vector<std::uint32_t>{1, 2})) << "an even layer is no body";
  const auto run_to = [&](double time) {
    while (world.time() < time) world.step();
  };
  run_to(6.0);
  Obstacle const& wall = world.terrain().bodies.list().front().obstacle;
  EXPECT_FLOAT_EQ(wall.x, 0.4f);
  EXPECT_FLOAT_EQ(wall.y, 0.5f);
  EXPECT_FLOAT_EQ(wall.azimuth, 90.0f);
  EXPECT_FLOAT_EQ(wall.length, 8.0f);
  EXPECT_GT(to_metres(world.terrain().columns.obstacle(world.grid().index(16, 15))), 2.9);
  run_to(10.0);
  EXPECT_EQ(numbers(world), std::vector<std::uint32_t>{1});
  EXPECT_EQ(world.health(), 0u);
  run_to(14.0);
  ASSERT_EQ(health_rows(world.health()).size(), 1u);
  EXPECT_EQ(health_rows(world.health()).front().id, "left_out");
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(ObstacleFiles, MistakesAreToldWithTheirLines) {
  EXPECT_NE(
      mistakes_in("[[timeline]]\nat = 1.0\nchange_obstacle = { x = 0.5 }\n").find("expected the number of an obstacle"),
      std::string::npos);
  EXPECT_NE(mistakes_in("[[timeline]]\nat = 1.0\nchange_obstacle = { number = 1 }\n").find("at least one value"),
            std::string::npos);
  EXPECT_NE(
      mistakes_in("[[timeline]]\nat = 1.0\nchange_obstacle = { number = 1, heigth = 2.0 }\n").find("did you mean"),
      std::string::npos);
  const std::string high = mistakes_in("[[timeline]]\nat = 1.0\nchange_obstacle = { number = 1, height = 5000.0 }\n");
  EXPECT_NE(high.find("town.toml:31"), std::string::npos) << high;
  EXPECT_NE(high.find("0.01 to 1000 m"), std::string::npos) << high;
  EXPECT_NE(mistakes_in("[[timeline]]\nat = 1.0\nremove_obstacle = 0\n").find("remove_obstacle"), std::string::npos);
  EXPECT_NE(mistakes_in("[[timeline]]\nat = 1.0\nremove_obstacle = \"all\"\n").find("remove_obstacle"),
            std::string::npos);
}

TEST(ObstacleFiles, OptionsAreWords) {
  const ChangeObstacle change = parse_obstacle_change("2 x=0.7 azimuth=30");
  EXPECT_EQ(change.number, 2u);
  EXPECT_EQ(change.keys, obstacle_key_bit("x") | obstacle_key_bit("azimuth"));
  EXPECT_EQ(change.obstacle.x, 0.7f);
  EXPECT_EQ(parse_remove_obstacle("15"), RemoveObstacle{15});
  const auto wrong = [](std::string const& text) { return input_error_of([&] { parse_obstacle_change(text); }); };
  EXPECT_NE(wrong("").find("expected the number of an obstacle, as in \"2 x=0.7 azimuth=30\""), std::string::npos);
  EXPECT_NE(wrong("wall x=0.5").find("found 'wall'"), std::string::npos) << wrong("wall x=0.5");
  EXPECT_NE(wrong("2").find("at least one value"), std::string::npos) << wrong("2");
  EXPECT_NE(wrong("2 heigth=3").find("did you mean 'height'"), std::string::npos) << wrong("2 heigth=3");
  EXPECT_NE(wrong("2 x=7").find("x: expected a number from 0 to 1"), std::string::npos) << wrong("2 x=7");
  EXPECT_NE(input_error_of([] { parse_remove_obstacle("-1"); }).find("--remove-obstacle -1: "), std::string::npos);
  WorldOptions options;
  options.commands = {parse_remove_obstacle("2"), parse_obstacle_change("1 x=0.5")};
  const World world = make_world(parse(""), options);
  EXPECT_EQ(numbers(world), std::vector<std::uint32_t>{1});
  EXPECT_EQ(world.terrain().bodies.list().front().obstacle.x, 0.5f);
  options.commands = {parse_remove_obstacle("7")};
  EXPECT_NE(input_error_of([&] { make_world(parse(""), options); }).find("numbers 1, 2"), std::string::npos);
}

TEST(SourceFiles, ATimeLineChangesASource) {
  World world = make_world(parse(R"([[water_source]]
x = 0.1
y = 0.2
[[water_source]]
x = 0.9
y = 0.9
[[timeline]]
at = 4.0
change_source = { from = { x = 0.1 }, to = { y = 0.8, discharge = 2.0 } }
[[timeline]]
at = 8.0
end_source = { y = 0.8 }
)",
                                 kPlain));
  while (world.time() < 6.0) world.step();
  EXPECT_EQ(world.terrain().sources, (WaterSources{{0.1f, 0.8f, 2.0f}, {0.9f, 0.9f, 1.0f}}));
  while (world.time() < 10.0) world.step();
  EXPECT_EQ(world.terrain().sources, (WaterSources{{0.9f, 0.9f, 1.0f}}));
  EXPECT_EQ(world.health(), 0u);
  const auto wrong = [](std::string const& entry) {
    return mistakes_in("[[water_source]]\nx = 0.1\n[[timeline]]\nat = 1.0\nchange_source = " + entry + "\n", kPlain);
  };
  EXPECT_NE(wrong("{ from = { x = 0.1 } }").find("found no 'to'"), std::string::npos);
  EXPECT_NE(wrong("{ from = { x = 0.1 }, to = { } }").find("expected new values"), std::string::npos);
  EXPECT_NE(wrong("{ from = { x = 0.5 }, to = { x = 0.6 } }").find("the only source has x = 0.1"), std::string::npos);
  EXPECT_NE(wrong("{ from = { }, to = { x = 0.6 } }").find("expected keys that identify a source"), std::string::npos);
  EXPECT_NE(wrong("{ from = { x = 0.1 }, to = { x = 6.0 } }").find("0 to 1"), std::string::npos);
}

}  // namespace
}  // namespace barchan::test::obstacle_files_test
