// Uplift: the given rate in any number of steps, fixed edges, an exact mass balance, and no dependence on absolute
// height.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::uplift_test {
namespace {

constexpr double kYears = 2000.0;

/// A level land whose clock needs `steps` steps for kYears years.
World level_land(std::string const& boundary, int steps, std::string const& more = "rate = 0.7\n") {
  const double years_per_second = kYears / (steps * 0.4);
  return make_world(parse_scenario("title = \"t\"\n[grid]\nwidth = 12\nheight = 9\nboundary = \"" + boundary +
                                       "\"\n[[land.base]]\nshape = \"uniform\"\nthickness = 1.0\n[[land.sand]]\n"
                                       "shape = \"uniform\"\nthickness = 0.0\n[world]\ntime_step = 0.4\n"
                                       "[wind_particles]\nenabled = false\n[uplift]\nenabled = true\n" +
                                       more + "years_per_second = " + std::to_string(years_per_second) + "\n",
                                   "uplift.toml", {}));
}

double risen(World const& world, int x, int y) {
  return to_metres(world.terrain().columns.elevation(world.grid().index(x, y))) - 1.0;
}

TEST(Uplift, HoldsItsRateInAnyNumberOfSteps) {
  for (char const* boundary : {"periodic", "open", "closed"}) {
    for (const int steps : {1, 30, 1000}) {
      World world = level_land(boundary, steps);
      for (int i = 0; i < steps; ++i) world.step();
      const double wanted = 0.7e-3 * kYears;
      EXPECT_NEAR(risen(world, 6, 4), wanted, 0.005 * wanted) << boundary << ", " << steps << " steps";
      EXPECT_EQ(risen(world, 0, 4) == 0.0, std::string(boundary) == "open") << "the base level";
      EXPECT_EQ(world.budget().error(), 0);
      EXPECT_EQ(world.budget().accounts[kRock].in,
                world.budget().accounts[kRock].lying - world.budget().accounts[kRock].opening);
    }
  }
}

TEST(Uplift, OfLessThanAQuantumAStepAddsUp) {
  World world = level_land("closed", 1, "rate = 0.01\n");
  world.apply(SetParameter{"uplift", "years_per_second", 0.1});  // 0.4 um per step; a quantum is 3.8 um
  for (int i = 0; i < 1000; ++i) world.step();
  EXPECT_NEAR(risen(world, 3, 3), 1000 * 0.04 * 0.01e-3, to_metres(1) + 0.005 * 0.4e-3);
}

TEST(Uplift, ATiltedLandRisesMostOnOneSide) {
  World world = level_land("closed", 20, "rate = 0.7\ntilt = 0.5\nazimuth = 0.0\n");
  for (int i = 0; i < 20; ++i) world.step();
  const double whole = 0.7e-3 * kYears;
  for (int x = 0; x < 12; ++x) {
    EXPECT_NEAR(risen(world, x, 4), whole * (0.5 + 0.5 * (x + 0.5) / 12.0), 0.002 * whole) << x;
    EXPECT_EQ(risen(world, x, 4), risen(world, x, 8));
  }
}

TEST(Uplift, OfAWholeLandChangesNothingElse) {
  const auto after = [](bool rising) {
    World world = make_world(load_shipped_scenario("snow_over_rock"));
    world.apply(SetParameter{"uplift", "rate", 50.0});
    world.apply(SetParameter{"uplift", "enabled", rising ? 1.0 : 0.0});
    for (int i = 0; i < 30; ++i) world.step();
    return world;
  };
  const World still = after(false), rising = after(true);
  Columns const& a = still.terrain().columns;
  Columns const& b = rising.terrain().columns;
  const Quanta lift = b.elevation(0) - a.elevation(0);
  EXPECT_GT(lift, 0);
  for (std::size_t cell = 0; cell < a.size(); ++cell) {
    ASSERT_EQ(b.elevation(cell) - a.elevation(cell), lift) << cell;
    ASSERT_EQ(b.sediment(cell), a.sediment(cell)) << cell;
  }
}

TEST(Uplift, SandSlidesDownTheSlopeThatItSteepens) {
  for (const double azimuth : {0.0, 90.0, 180.0, 270.0}) {
    WorldSetup setup;
    setup.grid = {24, 24, 1.0f, Boundary::closed};
    setup.base.assign(setup.grid.cells(), 0);
    setup.sand.assign(setup.grid.cells(), to_quanta(0.5));
    setup.parameters = {{"uplift", "rate", 1.0},
                        {"uplift", "years_per_second", 1000.0},
                        {"uplift", "tilt", 1.0},
                        {"uplift", "azimuth", azimuth}};
    World world = make_world(std::move(setup), "uplift");
    run(world, 100);  // the high side rises by 40 m, a slope of 1.7
    world.apply(SetParameter{"uplift", "enabled", 0.0});
    run(world, 1000);
    const bool upright = azimuth == 90.0 || azimuth == 270.0;
    const int high = azimuth < 180.0 ? 20 : 3;
    const std::size_t cell = upright ? world.grid().index(12, high) : world.grid().index(high, 12);
    EXPECT_LT(to_metres(world.terrain().columns.sediment(cell)), 0.01) << azimuth << " degrees";
  }
}

TEST(Uplift, EndsBelowTheRangeOfElevations) {
  World world = level_land("open", 1, "rate = 100.0\n");
  world.apply(SetParameter{"uplift", "years_per_second", 10000.0});
  for (int i = 0; i < 710; ++i) world.step();
  EXPECT_EQ(risen(world, 6, 4), 6999.0);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Uplift, EndsSevenThousandMetresAboveALowestCellBelowTheDatum) {
  WorldSetup setup;
  setup.grid = {12, 9, 1.0f, Boundary::open};
  setup.base.assign(setup.grid.cells(), -3000 * kQuantaPerMetre);
  setup.sand.assign(setup.grid.cells(), 0);
  setup.parameters = {{"uplift", "rate", 100.0}, {"uplift", "years_per_second", 10000.0}};
  World world = make_world(std::move(setup), "uplift");
  run(world, 710);
  EXPECT_EQ(world.terrain().columns.elevation(world.grid().index(0, 4)), -3000 * kQuantaPerMetre);
  EXPECT_EQ(world.terrain().columns.elevation(world.grid().index(6, 4)), 4000 * kQuantaPerMetre);
  EXPECT_EQ(world.budget().error(), 0);
}

}  // namespace
}  // namespace barchan::test::uplift_test
