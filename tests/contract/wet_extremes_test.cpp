// Groundwater at the ends of its ranges: every quantum stays in the ledger, and sudden floods do not overload the
// program with droplets.
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::wet_extremes_test {
namespace {

/// A plane that falls to the east under 2 m of sand, with the largest recharge and the fastest clock.
WorldSetup drowned_land(double rain) {
  WorldSetup setup;
  setup.grid = {33, 21, 1.0f, Boundary::open};
  setup.base.resize(setup.grid.cells());
  setup.sand.assign(setup.grid.cells(), to_quanta(2.0));
  for (int y = 0; y < setup.grid.height; ++y) {
    for (int x = 0; x < setup.grid.width; ++x) setup.base[setup.grid.index(x, y)] = to_quanta(8.0 - 0.2 * x);
  }
  for (SetParameter const& parameter : {SetParameter{"world", "time_step", 0.4},
                                        {"wind_particles", "enabled", 0.0},
                                        {"water_particles", "enabled", rain},
                                        {"water_particles", "rain", 0.0},
                                        {"groundwater", "enabled", 1.0},
                                        {"groundwater", "recharge", 0.0},
                                        {"groundwater", "edges", 0.0}}) {
    setup.parameters.push_back(parameter);
  }
  return setup;
}

TEST(WetExtremes, DrizzleOnGroundThatLetsNothingThroughIsBooked) {
  for (const bool pores : {true, false}) {
    WorldSetup setup = drowned_land(0.0);
    if (pores) {
      setup.soils[kSand].conductivity = 1e-12f;
    } else {
      setup.soils[kSand].porosity = 0.0f;
    }
    setup.parameters.push_back({"groundwater", "recharge", 10000.0});
    setup.parameters.push_back({"groundwater", "clock", 1e7});
    World world(std::move(setup), make_processes());
    for (int i = 0; i < 60; ++i) {
      ASSERT_EQ(checked_step(world), 0u) << i;
      ASSERT_EQ(world.budget().error(), 0) << i;
    }
  }
}

TEST(WetExtremes, AWellOfFineCellsPumpsForAges) {
  WorldSetup setup = drowned_land(0.0);
  setup.grid.cell_size = 0.1f;
  setup.cell_layers.lay(CellLayer::water_table, std::vector<double>(setup.grid.cells(), 9.0));
  setup.soils[kSand].conductivity = 1e-9f;
  setup.sources.push_back({.x = 0.1f, .y = 0.5f, .discharge = 10000.0f, .pumps = 1});
  setup.parameters.push_back({"groundwater", "clock", 1e7});
  World world(std::move(setup), make_processes());
  const std::size_t cell = cell_of(world.terrain().sources[0], world.grid());
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(checked_step(world), 0u) << i;
    ASSERT_EQ(world.terrain().cell_layers.quanta(CellLayer::ground_water)[cell], 0) << i;
    ASSERT_EQ(world.budget().error(), 0) << i;
  }
}

TEST(WetExtremes, MoistureThatPoresDoNotHoldRunsOffInNoMoreDropsThanMayLive) {
  WorldSetup setup = drowned_land(1.0);
  const std::size_t cells = setup.grid.cells();
  setup.cell_layers.lay(CellLayer::moisture, std::vector<double>(cells, 2.5));
  setup.parameters.push_back({"water_particles", "population", 1000.0});
  World world(std::move(setup), make_processes());
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(checked_step(world), 0u) << i;
    EXPECT_EQ(world.budget().error(), 0) << i;
    EXPECT_LT(world.snapshot().size(), 2'000'000u) << i;
    EXPECT_NO_THROW(World::restore(world.snapshot(), make_processes())) << i;
  }
}

}  // namespace
}  // namespace barchan::test::wet_extremes_test
