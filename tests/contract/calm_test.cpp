// A calm: a wind of speed 0 carries nothing, and what was airborne is deposited.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/ledger.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::calm_test {
namespace {

class Calm : public ::testing::TestWithParam<std::string> {};

WorldSetup rough_land() {
  WorldSetup setup;
  setup.grid = {.width = 64, .height = 48, .cell_size = 1.0f, .boundary = Boundary::periodic};
  for_each_cell(setup.grid, [&](int x, int y) {
    setup.base.push_back(0);
    setup.sand.push_back(to_quanta(3.0 + 0.3 * std::sin(0.4 * x) * std::cos(0.3 * y)));
  });
  return setup;
}

QuantaSum airborne(World const& world) { return world.budget().accounts[kSand].airborne; }

std::vector<Quanta> elevations(World const& world) {
  const auto found = world.terrain().columns.elevations();
  return {found.begin(), found.end()};
}

TEST_P(Calm, LaysEverythingDownAndMovesNothing) {
  World world = make_world(rough_land(), GetParam());
  const auto blow = [&](double speed) { world.apply(SetParameter{"wind", "speed", speed}); };
  for (int i = 0; i < 40; ++i) ASSERT_EQ(checked_step(world), 0u);
  ASSERT_GT(airborne(world), 0);
  blow(0.0);
  for (int i = 0; i < 200; ++i) {  // deposited sand settles
    ASSERT_EQ(checked_step(world), 0u);
    ASSERT_EQ(airborne(world), 0);
  }
  EXPECT_EQ(unsound(world), "");
  const std::vector<Quanta> still = elevations(world);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(checked_step(world), 0u);
  EXPECT_EQ(elevations(world), still);
  blow(10.0);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(checked_step(world), 0u);
  EXPECT_GT(airborne(world), 0) << "the wind has come up again";
  EXPECT_NE(elevations(world), still);
}

TEST_P(Calm, OfTheFirstStepIsALandAsItWas) {
  WorldSetup setup = rough_land();
  setup.parameters.push_back({"wind", "speed", 0.0});
  World world = make_world(std::move(setup), GetParam());
  const std::vector<Quanta> before = elevations(world);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(checked_step(world), 0u);
  EXPECT_EQ(elevations(world), before);
}

INSTANTIATE_TEST_SUITE_P(Each, Calm, ::testing::Values("wind_particles", "slab_dunes"),
                         [](auto const& row) { return row.param; });

}  // namespace
}  // namespace barchan::test::calm_test
