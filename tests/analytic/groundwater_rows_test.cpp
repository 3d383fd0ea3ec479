// Groundwater is computed in ranges of rows. Rows of one soil are vectorised; other rows are computed column by column.
// The result must not depend on this.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/land_vector.hpp"
#include "base/random.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::groundwater_rows_test {
namespace {

constexpr int kWidth = 37, kHeight = 75;  // several ranges, the last of them short

/// Random number of a place, -1 to 1.
double chance(int x, int y, std::uint32_t of) {
  const auto words = random_words(of, 0, RandomStream::scenario, static_cast<std::uint32_t>(y * kWidth + x));
  return static_cast<double>(to_signed_unit(words[0]));
}

/// Rough ground, in places bare and in places wet, shifted north by `shift` rows. `layered`: silt lies under the sand
/// in the northern half. `sand`: mean thickness, m; where it is thick, the water stays below the ground.
World rough_land(Boundary boundary, bool layered, int shift, int threads = 1, double sand = 1.0) {
  WorldSetup setup;
  setup.grid = {.width = kWidth, .height = kHeight, .cell_size = 1.0f, .boundary = boundary};
  std::vector<double> table, thin;
  SoilLayer silt{static_cast<SoilId>(setup.soils.size()), {}};
  for_each_cell(setup.grid, [&](int x, int row) {
    const int y = (row - shift + kHeight) % kHeight;
    setup.base.push_back(to_quanta(3.0 * chance(x, y, 1) + std::sin(0.3 * x)));
    setup.sand.push_back(to_quanta(std::max(sand + 1.5 * chance(x, y, 2), 0.0)));
    silt.thickness.push_back(y > kHeight / 2 ? to_quanta(std::max(chance(x, y, 3), 0.0)) : 0);
    table.push_back(chance(x, y, 4) > 0.0 ? 2.0 : -8000.0);
  });
  if (layered) {
    setup.soils.push_back(setup.soils[kSand]);
    setup.soils.back().id = setup.soils.back().name = "silt";
    setup.soils.back().conductivity = 1e-6f;
    setup.soils.back().porosity = 0.5f;
    setup.layers.push_back(silt);
  }
  setup.cell_layers.lay(CellLayer::water_table, table);
  setup.parameters = {{"world", "time_step", 0.4},
                      {"groundwater", "clock", 3e3},
                      {"groundwater", "recharge", 20.0},
                      {"groundwater", "evaporation", 5.0},
                      {"groundwater", "field_capacity", 0.2}};
  return make_world(std::move(setup), "groundwater", threads);
}

LandVector<Quanta> const& stored(World const& world) {
  return world.terrain().cell_layers.quanta(CellLayer::ground_water);
}

}  // namespace

TEST(GroundwaterRows, NoColumnOfRoughGroundGivesMoreThanItHasAndTheMassBalanceCloses) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (const bool layered : {false, true}) {
      World world = rough_land(boundary, layered, 0), same = rough_land(boundary, layered, 0, 3);
      for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(checked_step(world), 0u);
        ASSERT_EQ(checked_step(same), 0u);
        ASSERT_EQ(world.budget().error(), 0) << i;
        ASSERT_GE(*std::ranges::min_element(stored(world)), 0) << i;
      }
      EXPECT_EQ(world.hash(), same.hash());
    }
  }
}

TEST(GroundwaterRows, WhereRangesOfRowsAreCutIsNotSeen) {
  constexpr int kShift = 13;
  for (const bool layered : {false, true}) {
    // The order in which lakes spill depends on the order of the cells, so this land has none.
    World world = rough_land(Boundary::periodic, layered, 0, 1, 8.0);
    World shifted = rough_land(Boundary::periodic, layered, kShift, 1, 8.0);
    for (int i = 0; i < 40; ++i) {
      world.step();
      shifted.step();
    }
    ASSERT_TRUE(world.terrain().lakes.empty());
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        ASSERT_EQ(stored(shifted)[world.grid().index(x, (y + kShift) % kHeight)],
                  stored(world)[world.grid().index(x, y)])
            << x << ' ' << y << ' ' << layered;
      }
    }
  }
}

}  // namespace barchan::test::groundwater_rows_test
