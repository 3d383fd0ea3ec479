// Groundwater in a section and an inspector: Darcy flow, moisture and damp ground.
#include "land/ground_water.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "land/pores.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "world/terrain_view.hpp"
#include "world/world.hpp"

namespace barchan::test::ground_water_test {
namespace {

constexpr double kConductivity = 1e-4, kPorosity = 0.25, kDay = 86400.0;  // m/s, share, s

/// 40 x 12 cells of 2 m: 10 m of sand on rock that rises by `rise` per row to both sides and has waves of `waves` m.
/// The water table falls from 5 m at the western end to 3 m at the eastern end and stays so over a level floor.
World aquifer(double rise, double waves, double field_capacity = 0.0) {
  WorldSetup setup;
  setup.grid = {.width = 40, .height = 12, .cell_size = 2.0f, .boundary = Boundary::open};
  std::vector<double> table;
  for (int y = 0; y < 12; ++y) {
    for (int x = 0; x < 40; ++x) {
      const double bottom = rise * std::abs(y - 5.5) + waves * std::sin(0.6 * x + 0.9 * y);
      setup.base.push_back(to_quanta(bottom));
      setup.sand.push_back(to_quanta(10.0 - bottom));
      table.push_back(std::sqrt(25.0 - 16.0 * x / 39.0));
    }
  }
  setup.soils[kSand].conductivity = static_cast<float>(kConductivity);
  setup.soils[kSand].porosity = static_cast<float>(kPorosity);
  setup.cell_layers.lay(CellLayer::water_table, table);
  setup.parameters = {{"world", "time_step", 0.4},
                      {"groundwater", "clock", 1e5},
                      {"groundwater", "field_capacity", field_capacity},
                      {"groundwater", "recharge", field_capacity > 0.0 ? 100.0 : 0.0}};
  return make_world(std::move(setup), "groundwater", 1);
}

TEST(GroundWater, FlowsAlongASectionAsDarcyAndDupuitSay) {
  World world = aquifer(0.0, 0.0);
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(checked_step(world), 0u);
  const double discharge = kConductivity * (25.0 - 9.0) / (2.0 * 78.0);
  const auto flows = [&](glm::dvec2 from, glm::dvec2 to) {
    Section section = with_ground_water(cut(world.terrain(), from, to), world.terrain());
    return section.columns;
  };
  for (SectionColumn const& column : flows({4.0, 12.0}, {76.0, 12.0})) {
    EXPECT_NEAR(column.ground_flow, discharge, 0.01 * discharge) << column.begin;
  }
  for (SectionColumn const& column : flows({76.0, 12.0}, {4.0, 12.0})) {
    EXPECT_NEAR(column.ground_flow, -discharge, 0.01 * discharge) << column.begin;
  }
  for (SectionColumn const& column : flows({30.0, 2.0}, {50.0, 22.0})) {
    EXPECT_NEAR(column.ground_flow, discharge * std::sqrt(0.5), 0.01 * discharge) << column.begin;
  }
  for (SectionColumn const& column : flows({41.0, 2.0}, {41.0, 22.0})) {
    EXPECT_NEAR(column.ground_flow, 0.0, 0.01 * discharge) << "across it";
  }
}

TEST(GroundWater, FlowsAsTheProcessFoundItOverAnUnevenFloor) {
  World world = aquifer(0.4, 0.8);
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(checked_step(world), 0u);
  const std::vector<float> found = *world.field("ground_flow");
  const Pores pores(world.terrain().soils);
  double most = 0.0;
  for (const float flow : found) most = std::max(most, static_cast<double>(flow));
  ASSERT_GT(most, 0.1);
  for (std::size_t cell = 0; cell < found.size(); ++cell) {
    const double flow = glm::length(ground_flow_at(world.terrain(), pores, cell)) * kDay;
    EXPECT_NEAR(flow, static_cast<double>(found[cell]), 0.02 * most) << cell;
  }
}

TEST(GroundWater, NothingFlowsWhereTheTableIsLevelOrTheGroundDry) {
  World world = aquifer(0.0, 0.0);
  const Pores pores(world.terrain().soils);
  EXPECT_FALSE(ground_water_at(world.terrain(), pores, 7).has_value()) << "no water has come yet";
  EXPECT_EQ(ground_flow_at(world.terrain(), pores, 7), glm::dvec2(0.0));
  Terrain terrain;
  terrain.grid = {.width = 3, .height = 1, .cell_size = 2.0f, .boundary = Boundary::open};
  terrain.columns = Columns(terrain.grid, std::vector<Quanta>(3), std::vector<Quanta>(3, 4 * kQuantaPerMetre));
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  const Quanta metre = Pores(terrain.soils).below(terrain.columns, 0, kQuantaPerMetre);
  stored = {metre, metre, metre};
  EXPECT_EQ(ground_flow_at(terrain, Pores(terrain.soils), 1), glm::dvec2(0.0)) << "level";
  stored = {0, 0, 0};
  EXPECT_EQ(ground_flow_at(terrain, Pores(terrain.soils), 1), glm::dvec2(0.0)) << "dry";
  // Two metres of water beside one metre: K (4 - 1) / 2 over 2 m. At the end of the land, only one edge counts.
  stored = {Pores(terrain.soils).below(terrain.columns, 0, 2 * kQuantaPerMetre), metre, metre};
  const double one = static_cast<double>(terrain.soils[kSand].conductivity) * 1.5 * 1.0 / 2.0;
  EXPECT_NEAR(ground_flow_at(terrain, Pores(terrain.soils), 0).x, one, 1e-4 * one);
  EXPECT_NEAR(ground_flow_at(terrain, Pores(terrain.soils), 1).x, 0.5 * one, 1e-4 * one);
  EXPECT_EQ(ground_flow_at(terrain, Pores(terrain.soils), 1).y, 0.0);
}

TEST(GroundWater, TellsTableMoistureAndHowFarTheGroundIsDamp) {
  World world = aquifer(0.0, 0.0, 0.5);
  for (int i = 0; i < 400; ++i) ASSERT_EQ(checked_step(world), 0u);
  Terrain const& terrain = world.terrain();
  const std::size_t cell = terrain.grid.index(20, 6);
  const auto ground = ground_water_at(terrain, Pores(terrain.soils), cell);
  ASSERT_TRUE(ground.has_value());
  EXPECT_NEAR(to_metres(ground->table), static_cast<double>((*world.field("table_height"))[cell]), 1e-5);
  EXPECT_EQ(ground->saturated, ground->table) << "its floor lies at 0 m";
  EXPECT_NEAR(ground->moist, 0.5, 0.01) << "up to the field capacity";
  EXPECT_EQ(ground->damp, terrain.columns.elevation(cell)) << "so moist that it is damp up to its surface";
  World without = aquifer(0.0, 0.0);
  ASSERT_EQ(checked_step(without), 0u);
  const auto below = ground_water_at(without.terrain(), Pores(without.terrain().soils), cell);
  EXPECT_EQ(below->moist, 0.0);
  EXPECT_NEAR(to_metres(below->damp - below->table), without.parameter("groundwater", "fringe"), 1e-3);
}

TEST(GroundWater, FieldsShowTheTableOfTheScenarioBeforeTheFirstStep) {
  World world = aquifer(0.0, 0.0);
  const auto table = *world.field("table_height"), depth = *world.field("table_depth");
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_NEAR(table[i], std::sqrt(25.0 - 16.0 * static_cast<double>(i % 40) / 39.0), 1e-3);
    EXPECT_NEAR(table[i] + depth[i], 10.0f, 1e-4f);
  }
  const float flow = (*world.field("ground_flow"))[20], direction = (*world.field("ground_flow_direction"))[20];
  // The table falls to the east.
  EXPECT_GT(flow, 0.0f);
  EXPECT_NEAR(direction, 0.0f, 1e-3f);
  ASSERT_EQ(checked_step(world), 0u);
  EXPECT_NEAR((*world.field("table_height"))[20], table[20], 0.2f);
  EXPECT_NEAR((*world.field("ground_flow"))[20], flow, 0.1f * flow);
}

TEST(GroundWater, AViewKnowsWhereTheGroundIsDampAndBareRockIsNot) {
  World world = aquifer(0.0, 0.0);
  TerrainView view;
  fill_view(world, {}, view);
  EXPECT_TRUE(view.damp.empty()) << "no water has come yet";
  ASSERT_EQ(checked_step(world), 0u);
  fill_view(world, {}, view);
  ASSERT_EQ(view.damp.size(), world.grid().cells());
  const auto table = *world.field("table_height");
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_NEAR(view.damp[i], table[i] + 0.3f, 1e-3f) << "the fringe";

  // Bare rock in the west, and in the east sand that is dry down to its floor.
  WorldSetup setup;
  setup.grid = {.width = 8, .height = 4, .cell_size = 2.0f, .boundary = Boundary::closed};
  for (int i = 0; i < 32; ++i) {
    setup.base.push_back(to_quanta(5.0));
    setup.sand.push_back(to_quanta(i % 8 < 4 ? 0.0 : 0.1));
  }
  setup.parameters = {{"groundwater", "recharge", 0.0}};
  World bare = make_world(std::move(setup), "groundwater", 1);
  ASSERT_EQ(checked_step(bare), 0u);
  fill_view(bare, {}, view);
  EXPECT_TRUE(view.damp.empty());
  const auto rock = ground_water_at(bare.terrain(), Pores(bare.terrain().soils), 0);
  EXPECT_LT(rock->damp, bare.terrain().columns.elevation(0));
}

}  // namespace
}  // namespace barchan::test::ground_water_test
