// Effects of water in the ground: slopes against the law of the infinite slope, slides after rain, damp sand that stays
// steeper and is not lifted, and plants that use water.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::wet_ground_test {
namespace {

/// Groundwater only, with rain as droplets that erode nothing.
WorldSetup wet_setup(Grid const& grid) {
  WorldSetup setup;
  setup.grid = grid;
  setup.base.assign(grid.cells(), 0);
  setup.sand.assign(grid.cells(), to_quanta(2.0));
  for (char const* process : {"wind_particles", "slab_dunes", "sand_supply", "vegetation", "weathering", "uplift"}) {
    setup.parameters.push_back({process, "enabled", 0.0});
  }
  for (SetParameter const& parameter : {SetParameter{"world", "time_step", 0.4},
                                        {"water_particles", "enabled", 1.0},
                                        {"water_particles", "rain", 0.0},
                                        {"water_particles", "evaporation", 0.0},
                                        {"water_particles", "erosion", 1e-4},
                                        {"groundwater", "enabled", 1.0},
                                        {"groundwater", "recharge", 0.0},
                                        {"groundwater", "edges", 0.0}}) {
    setup.parameters.push_back(parameter);
  }
  return setup;
}

/// A hillside of `degrees` towards the east between two plains, under 2 m of sand.
WorldSetup hillside(double degrees) {
  WorldSetup setup = wet_setup({128, 64, 1.0f, Boundary::open});
  for (int y = 0; y < setup.grid.height; ++y) {
    for (int x = 0; x < setup.grid.width; ++x) {
      const double fall = std::clamp(96.0 - x, 0.0, 64.0) * std::tan(degrees * std::numbers::pi / 180.0);
      setup.base[setup.grid.index(x, y)] = to_quanta(fall);
    }
  }
  return setup;
}

/// Mean slope of a row between two columns, degrees.
double mean_slope(World const& world, int y, int from, int to) {
  Grid const& grid = world.grid();
  const Quanta fall =
      world.terrain().columns.elevation(grid.index(from, y)) - world.terrain().columns.elevation(grid.index(to, y));
  return std::atan(to_metres(fall) / ((to - from) * static_cast<double>(grid.cell_size))) * 180.0 / std::numbers::pi;
}

TEST(WetGround, SlopesBearWhatTheInfiniteSlopeWithSeepageBears) {
  WorldSetup setup = wet_setup({32, 16, 1.0f, Boundary::closed});
  setup.parameters.push_back({"water_particles", "enabled", 0.0});
  setup.parameters.push_back({"groundwater", "damp_cohesion", 0.0});
  setup.parameters.push_back({"groundwater", "slip_depth", 2.0});
  std::vector<double> table(setup.grid.cells());
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = 1.5;
  setup.cell_layers.lay(CellLayer::water_table, table);
  World world(std::move(setup), make_processes());
  ASSERT_EQ(checked_step(world), 0u);
  Soil const& sand = world.terrain().soils[kSand];
  const double wet = static_cast<double>(sand.density) + 1000.0 * static_cast<double>(sand.porosity);
  const auto strength = *world.field("slope_strength");
  EXPECT_NEAR(static_cast<double>(strength[100]), 1.0 - 0.75 * 1000.0 / wet, 1.0 / 64.0);
}

TEST(WetGround, ASlopeThatStandsDryFailsInTheStormThatFillsIt) {
  for (const double clock : {30.0, 100.0}) {
    WorldSetup setup = hillside(30.0);
    setup.parameters.push_back({"groundwater", "clock", clock});
    setup.rain_map = {"south", setup.grid.width, setup.grid.height, std::vector<float>(setup.grid.cells(), 0.0f)};
    std::fill_n(setup.rain_map.shares.begin(), setup.grid.cells() / 2, 1.0f);  // the southern half
    setup.storms.push_back({.start = 100.0f, .duration = 200.0f, .rain = 40000.0f});
    World world(std::move(setup), make_processes(), 2);
    std::vector<Quanta> const before(world.terrain().columns.elevations().begin(),
                                     world.terrain().columns.elevations().end());
    const auto moved = [&](std::size_t cell) {
      return to_metres(world.terrain().columns.elevation(cell) - before[cell]);
    };
    const auto most = [&](int first, int last) {
      double far = 0.0;
      for (std::size_t i = world.grid().index(0, first); i < world.grid().index(0, last); ++i) {
        far = std::max(far, std::abs(moved(i)));
      }
      return far;
    };
    for (int i = 0; i < 250; ++i) ASSERT_EQ(checked_step(world), 0u);
    EXPECT_EQ(most(0, 64), 0.0) << "dry sand stands";
    for (int i = 0; i < 500; ++i) ASSERT_EQ(checked_step(world), 0u);
    EXPECT_GT(most(8, 24), 0.5) << "the storm brings it down";
    run(world, 2000);
    EXPECT_EQ(unsound(world), "");
    EXPECT_LT(mean_slope(world, 16, 90, 102), 27.0) << "debris lies gentler";
    EXPECT_LE(most(44, 64), 0.01) << "the dry part does not move";
    EXPECT_EQ(world.budget().error(), 0);
  }
}

TEST(WetGround, DampSandStandsWhereDrySandRunsDown) {
  const auto fallen = [](double moisture) {
    WorldSetup setup = hillside(36.0);
    setup.parameters.push_back({"water_particles", "enabled", 0.0});
    setup.parameters.push_back({"groundwater", "field_capacity", 1.0});
    setup.parameters.push_back({"groundwater", "damp_cohesion", 3000.0});
    setup.cell_layers.lay(CellLayer::moisture, std::vector<double>(setup.grid.cells(), moisture));
    const Quanta before = setup.base[setup.grid.index(40, 32)] + setup.sand[setup.grid.index(40, 32)];
    World world(std::move(setup), make_processes(), 2);
    for (int i = 0; i < 400; ++i) EXPECT_EQ(checked_step(world), 0u);
    return to_metres(before - world.terrain().columns.elevation(world.grid().index(40, 32)));
  };
  EXPECT_GT(fallen(0.0), 0.5);
  EXPECT_EQ(fallen(0.3), 0.0);
}

TEST(WetGround, WindParticlesDigDownToTheFringeAndStop) {
  constexpr double kTable = 4.0, kFringe = 0.4;
  for (const double law : {0.0, 1.0}) {
    WorldSetup setup = wet_setup({64, 48, 1.0f, Boundary::open});
    for (int y = 0; y < setup.grid.height; ++y) {
      for (int x = 0; x < setup.grid.width; ++x) {
        setup.sand[setup.grid.index(x, y)] = to_quanta(4.7 + 0.2 * std::sin(0.4 * x) * std::sin(0.4 * y));
      }
    }
    setup.cell_layers.lay(CellLayer::water_table, std::vector<double>(setup.grid.cells(), kTable));
    for (SetParameter const& parameter : {SetParameter{"water_particles", "enabled", 0.0},
                                          {"wind_particles", "enabled", 1.0},
                                          {"wind_particles", "law", law},
                                          {"wind_particles", "population", 2000.0},
                                          {"wind_particles", "inflow", 0.0},
                                          {"groundwater", "clock", 1.0},
                                          {"groundwater", "fringe", kFringe}}) {
      setup.parameters.push_back(parameter);
    }
    World world(std::move(setup), make_processes(), 2);
    const auto lowest = [&] {
      Quanta low = to_quanta(100.0);
      for (const Quanta z : world.terrain().columns.elevations()) low = std::min(low, z);
      return to_metres(low);
    };
    for (int i = 0; i < 2500; ++i) ASSERT_EQ(checked_step(world), 0u);
    EXPECT_GE(lowest(), kTable + kFringe - 0.005) << law;
    EXPECT_LE(lowest(), kTable + kFringe + 0.02) << law << ": it digs as deep as that";
    EXPECT_EQ(world.budget().error(), 0);
  }
}

TEST(WetGround, PlantsLiveWhereTheirRootsReachWaterAndDrinkIt) {
  WorldSetup setup = wet_setup({64, 24, 1.0f, Boundary::closed});
  for (int y = 0; y < setup.grid.height; ++y) {
    for (int x = 0; x < setup.grid.width; ++x) setup.sand[setup.grid.index(x, y)] = to_quanta(2.0 + 0.1 * x);
  }
  setup.cell_layers.lay(CellLayer::water_table, std::vector<double>(setup.grid.cells(), 1.5));
  setup.cell_layers.lay(CellLayer::plants, std::vector<double>(setup.grid.cells(), 0.4));
  setup.soils[kSand].conductivity = 0.01f;
  for (SetParameter const& parameter : {SetParameter{"water_particles", "enabled", 0.0},
                                        {"vegetation", "enabled", 1.0},
                                        {"vegetation", "seeds", 0.0},
                                        {"vegetation", "spread", 0.0},
                                        {"groundwater", "clock", 50.0},
                                        {"groundwater", "transpiration", 20.0},
                                        {"groundwater", "roots", 0.8},
                                        {"groundwater", "fringe", 0.3}}) {
    setup.parameters.push_back(parameter);
  }
  World world(std::move(setup), make_processes(), 2);
  const QuantaSum before = [&] {
    EXPECT_EQ(checked_step(world), 0u);
    return world.terrain().water_in_the_ground();
  }();
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(checked_step(world), 0u);
  const auto plants = [&](int x) { return (*world.field("plants"))[world.grid().index(x, 12)]; };
  EXPECT_GT(plants(2), 0.7f) << "by the water";
  EXPECT_LT(plants(60), 0.01f) << "far above it";
  EXPECT_GT(plants(8), 0.3f) << "roots reach some";
  const QuantaSum drunk = before - world.terrain().water_in_the_ground();
  EXPECT_GT(drunk, 0);
  EXPECT_EQ(world.budget().error(), 0);

  // A well lowers the water table, and the plants wither.
  world.apply(PlaceSource{{.x = 0.5f, .y = 0.5f, .discharge = 0.05f, .pumps = 1}});
  for (int i = 0; i < 4000; ++i) ASSERT_EQ(checked_step(world), 0u);
  EXPECT_LT(plants(2), 0.2f);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(WetGround, NoPlantLivesOnATraceOfMoistureInThinSoil) {
  WorldSetup setup = wet_setup({32, 16, 1.0f, Boundary::closed});
  setup.sand.assign(setup.grid.cells(), to_quanta(0.5));
  setup.cell_layers.lay(CellLayer::moisture, std::vector<double>(setup.grid.cells(), 0.01));
  setup.cell_layers.lay(CellLayer::plants, std::vector<double>(setup.grid.cells(), 0.5));
  for (SetParameter const& parameter : {SetParameter{"water_particles", "enabled", 0.0},
                                        {"vegetation", "enabled", 1.0},
                                        {"vegetation", "seeds", 0.0},
                                        {"groundwater", "transpiration", 0.0},
                                        {"groundwater", "clock", 1.0}}) {
    setup.parameters.push_back(parameter);
  }
  World world(std::move(setup), make_processes());
  for (int i = 0; i < 500; ++i) ASSERT_EQ(checked_step(world), 0u);
  ASSERT_GT(world.terrain().water_in_the_ground(), 0);
  EXPECT_LT((*world.field("plants"))[100], 0.01f);
}

}  // namespace
}  // namespace barchan::test::wet_ground_test
