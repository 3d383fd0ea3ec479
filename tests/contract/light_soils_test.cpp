/// Soils by their properties: the wind speed that lifts them, how much is lifted, and how long it stays airborne.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::light_soils_test {
namespace {

constexpr SoilId kDust = 3;

/// A level bed of dust under a west wind.
World dusty(std::string const& process, double wind, std::string const& row) {
  const std::string text = fmt::format(R"(title = "Dust"
[grid]
width = 64
height = 64
boundary = "periodic"
[soils.dust]
{}
[[land.base]]
shape = "uniform"
thickness = 2.0
[[land.layer]]
soil = "dust"
shape = "uniform"
thickness = 1.0
[wind]
speed = {}
direction = 0.0
[wind_particles]
enabled = {}
population = 4000
inflow = 0.0
reptation = 0.0
[slab_dunes]
enabled = {}
reptation = 0.0
)",
                                       row, wind, process == "wind_particles", process == "slab_dunes");
  return make_world(parse_scenario(text, "dust.toml", {}), {});
}

QuantaSum aloft(World const& world) { return world.budget().accounts[kDust].airborne; }
QuantaSum taken(World const& world) {
  QuantaSum sum = aloft(world);
  for (auto const& process : world.processes()) sum += process->counters().laid_down;
  return sum;
}

class LightSoils : public testing::TestWithParam<std::string> {};

TEST_P(LightSoils, AreLiftedFromTheirThresholdOn) {
  World calm = dusty(GetParam(), 5.9, "threshold_speed = 6.0");
  run(calm, 10);
  EXPECT_EQ(taken(calm), 0);
  for (const double wind : {8.0, 16.0}) {
    World free = dusty(GetParam(), wind, "threshold_speed = 0.0");
    World held = dusty(GetParam(), wind, "threshold_speed = 6.0");
    run(free, 1);
    run(held, 1);
    // Slabs respond to the wind only through this excess. The capacity of wind particles already grows with the square
    // of the wind.
    const double beyond = wind * wind - 36.0;
    const double expected = beyond / (GetParam() == "slab_dunes" ? 100.0 : wind * wind);
    // Wind particles fill up within the step, so emptier ones entrain more.
    const double share = static_cast<double>(taken(held)) / static_cast<double>(taken(free));
    EXPECT_NEAR(share / expected, 1.0, GetParam() == "slab_dunes" ? 0.02 : 0.12) << wind;
  }
}

TEST_P(LightSoils, StayAloftByTheirSettlingSpeed) {
  const auto left = [](std::string const& row) {
    World world = dusty(GetParam(), 16.0, row);
    run(world, 20);
    const QuantaSum before = aloft(world);
    EXPECT_GT(before, 0);
    world.apply(SetParameter{"wind", "speed", 3.0});
    run(world, 4);
    EXPECT_EQ(unsound(world), "");
    return static_cast<double>(aloft(world)) / static_cast<double>(before);
  };
  const std::string threshold = "threshold_speed = 6.0\n";
  const double sand = left(threshold + "settling_speed = 1.5");
  const double dust = left(threshold + "settling_speed = 0.3");
  const double smoke = left(threshold + "settling_speed = 0.05");
  RecordProperty("left", fmt::format("{} {} {}", sand, dust, smoke));
  EXPECT_GT(dust, 1.5 * sand);
  EXPECT_GT(smoke, 1.2 * dust);
  EXPECT_GT(smoke, 0.5);
}

INSTANTIATE_TEST_SUITE_P(, LightSoils, testing::Values("wind_particles", "slab_dunes"),
                         [](auto const& which) { return which.param; });

}  // namespace
}  // namespace barchan::test::light_soils_test
