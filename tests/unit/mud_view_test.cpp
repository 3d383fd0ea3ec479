// Sediment in water, as a field and as drawn.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "support/mixed_land.hpp"
#include "world/terrain_view.hpp"
#include "world/world.hpp"

namespace barchan::test::mud_view_test {
namespace {

TerrainView view_of(World const& world) {
  ViewRequest request;
  request.light = false;
  TerrainView view;
  fill_view(world, request, view);
  return view;
}

std::vector<LadenWater> laden_with(World const& world, SoilId soil) {
  std::vector<LadenWater> laden(world.grid().cells());
  for (auto const& process : world.processes()) {
    if (WaterCarrier const* const water = process->carrier().water()) water->add_laden_water(soil, laden);
  }
  return laden;
}

/// A land of many soils on which only rain acts.
World mixed_in_rain(std::string const& boundary, int steps) {
  World world = mixed_world(boundary);
  for (std::string const& id : process_ids()) {
    if (id != "water_particles") world.apply(SetParameter{id, "enabled", 0.0});
  }
  run(world, steps);
  return world;
}

/// The loads of all cells must equal those of all droplets, for any soils.
void expect_all_of_it(World const& world) {
  const MassBudget budget = world.budget();
  double most = 0.0;
  for (std::size_t soil = 0; soil < world.terrain().soils.size(); ++soil) {
    double sum = 0.0;
    for (LadenWater const& cell : laden_with(world, static_cast<SoilId>(soil))) sum += static_cast<double>(cell.load);
    const double carried = to_metres(budget.accounts[soil].airborne);
    EXPECT_NEAR(sum, carried, 1e-4 * carried) << world.terrain().soils[soil].id;
    most = std::max(most, carried);
  }
  EXPECT_GT(most, 0.01);
}

TEST(Mud, EachCellHasItsPartOfWhatIsCarried) {
  World sand = make_world(make_setup({.width = 48, .height = 36}), "water_particles");
  run(sand, 60);
  expect_all_of_it(sand);
  expect_all_of_it(mixed_in_rain("periodic", 60));
}

/// A plain of sand that falls to the east into a sea five metres deep. A river with this load comes from the west; none
/// if the load is 0.
World coast(float load) {
  constexpr int kWide = 72, kHigh = 32;
  WorldSetup setup;
  setup.grid = {.width = kWide, .height = kHigh, .cell_size = 4.0f, .boundary = Boundary::open};
  for_each_cell(setup.grid, [&](int x, int y) {
    const double valley = 0.03 * std::abs(y - 15.5);
    setup.base.push_back(to_quanta(x < 40 ? 20.5 - 0.08 * x + valley : 12.0));
    setup.sand.push_back(to_quanta(2.0));
  });
  if (load > 0.0f) setup.sources = {{.x = 0.05f, .y = 0.5f, .discharge = 8.0f, .load = load}};
  setup.parameters = {{"water_particles", "rain", 0.0},     {"water_particles", "evaporation", 0.0},
                      {"water_particles", "lifetime", 4e3}, {"water_particles", "population", 2000.0},
                      {"water_particles", "sea", 1.0},      {"water_particles", "sea_level", 19.0},
                      {"world", "time_step", 1.0}};
  World world = make_world(std::move(setup), "water_particles");
  run(world, 400);
  return world;
}

TEST(Mud, RiversAndTheirPlumesCarryItAndTheOpenSeaDoesNot) {
  const World world = coast(0.06f);
  const std::vector<float> load = *world.field("suspended_load");
  const TerrainView view = view_of(world);
  ASSERT_EQ(view.water.mud.size(), world.grid().cells());
  const auto most = [&](std::vector<float> const& values, int x) {
    float found = 0.0f;
    for (int y = 0; y < 32; ++y) found = std::max(found, values[world.grid().index(x, y)]);
    return found;
  };
  for (int x = 6; x < 36; x += 5) {
    EXPECT_GT(most(load, x), 0.01f) << x;
    EXPECT_LT(most(load, x), 0.3f) << x;
    EXPECT_GT(most(view.water.mud, x), 0.5f) << x;
  }
  EXPECT_GT(most(view.water.mud, 44), 0.005f) << "the plume";
  EXPECT_GT(most(view.water.mud, 44), 2.0f * most(view.water.mud, 54)) << "which thins out";
  EXPECT_EQ(most(view.water.mud, 71), 0.0f);
  for (std::size_t i = 0; i < view.water.mud.size(); ++i) {
    EXPECT_TRUE(view.water.mud[i] == 0.0f || view.water.depth[i] > 0.0f) << i;
  }
  // The colour of sand, which is the same for all.
  Soil const& sand = world.terrain().soils[kSand];
  ASSERT_EQ(view.water.mud_colors.size(), 1u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(view.water.mud_colors[0][k], sand.color[k], 1e-5f);
}

TEST(Mud, ClearWaterAndDryLandHaveNone) {
  const World clear = coast(0.0f);
  const TerrainView view = view_of(clear);
  EXPECT_FALSE(view.water.empty());
  EXPECT_TRUE(view.water.mud.empty());
  const World dry = make_world(make_setup({.width = 16, .height = 12}), "none");
  EXPECT_TRUE(view_of(dry).water.mud.empty());
}

TEST(Mud, HasTheColoursOfTheSoilsThatAreCarried) {
  const World world = mixed_in_rain("closed", 200);
  const TerrainView view = view_of(world);
  ASSERT_EQ(view.water.mud_colors.size(), world.grid().cells());
  SoilColor low{1, 1, 1, 1}, high{};
  for (Soil const& soil : world.terrain().soils) {
    if (!soil.loose) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], soil.color[k]);
      high[k] = std::max(high[k], soil.color[k]);
    }
  }
  int muddy = 0;
  for (std::size_t i = 0; i < view.water.mud.size(); ++i) {
    if (!(view.water.mud[i] > 0.0f)) continue;
    ++muddy;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_GE(view.water.mud_colors[i][k], low[k] - 1e-4f);
      EXPECT_LE(view.water.mud_colors[i][k], high[k] + 1e-4f);
    }
  }
  EXPECT_GT(muddy, 20);
}

}  // namespace
}  // namespace barchan::test::mud_view_test
