/// An obstacle placed while the world runs: every process takes it into account in the next step, regardless of where
/// its particles are.
#include <cmath>

#include <gtest/gtest.h>

#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::test::placed_obstacle_test {
namespace {

constexpr Grid kGrid{.width = 64, .height = 48};
constexpr float kHeight = 9.0f;  // m, of the wall

PlaceObstacle wall() {
  return {{.x = 0.6f, .y = 0.5f, .azimuth = 90.0f, .height = kHeight, .length = 30.0f, .width = 6.0f}, {}};
}

class PlacedObstacle : public ProcessContract {};

TEST_P(PlacedObstacle, IsKnownInTheNextStepAndHoldsNobody) {
  for (Boundary boundary : kBoundaries) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    WorldSetup setup = make_setup(grid, {.rock_relief = 1.0, .obstacle = false});
    setup.cell_layers.real(CellLayer::plants).assign(grid.cells(), 0.2f);
    setup.parameters = {{"wind", "direction", 0.0}, {"wind_particles", "abrasion", 0.0}};
    World world = make_world(std::move(setup), GetParam());
    run(world, 30);
    Columns const before = world.terrain().columns;
    world.apply(wall());
    Columns const& columns = world.terrain().columns;
    std::vector<std::size_t> covered;
    for (std::size_t i = 0; i < grid.cells(); ++i) {
      if (columns.obstacle(i) == 0) continue;
      covered.push_back(i);
      EXPECT_EQ(columns.sediment(i), before.sediment(i)) << "what lay there lies on it";
      EXPECT_EQ(world.terrain().cell_layers.real(CellLayer::plants)[i], 0.0f) << "no plant survives below it";
    }
    ASSERT_GT(covered.size(), 150u);
    EXPECT_EQ(unsound(world), "");
    // Particles that were in the air over the place are now above the body, and none of the body was made loose.
    const auto nobody_inside = [&] {
      std::size_t inside = 0;
      for (auto const& process : world.processes()) {
        AirCarrier const* const carrier = process->carrier().air();
        if (carrier == nullptr) continue;  // a droplet is drawn on the ground between cells
        for (ParticleTrace const& trace : carrier->trace_particles(world.terrain(), std::size_t{1} << 20)) {
          // Rounding may show a particle over the border of two cells in either cell, and over a corner in any of the
          // four.
          const auto below = [&](float beside_x, float beside_y) {
            const int x = grid.resolve_x(static_cast<int>(std::floor(trace.position.x / grid.cell_size + beside_x)));
            const int y = grid.resolve_y(static_cast<int>(std::floor(trace.position.y / grid.cell_size + beside_y)));
            return static_cast<double>(trace.position.z) < to_metres(columns.base(grid.index(x, y))) - 1e-3;
          };
          constexpr float kNear = 1e-4f;
          const bool everywhere =
              below(-kNear, -kNear) && below(-kNear, kNear) && below(kNear, -kNear) && below(kNear, kNear);
          if (everywhere) ++inside;
        }
      }
      return inside == 0;
    };
    const QuantaSum built = world.budget().accounts[kObstacle].in;
    for (int step = 0; step < 40; ++step) {
      world.step();
      ASSERT_EQ(unsound(world), "") << "step " << step;
      ASSERT_TRUE(nobody_inside()) << "step " << step;
      for (const std::size_t cell : covered) {
        // Rain wears the obstacle like rock, and a cell over which a sill runs more than the others.
        ASSERT_GE(columns.obstacle(cell), to_quanta(0.98 * static_cast<double>(kHeight))) << "step " << step;
      }
    }
    EXPECT_GE(world.budget().accounts[kObstacle].lying, built - built / 100);
    world.apply(RemoveObstacles{});
    run(world, 10);
    EXPECT_EQ(unsound(world), "");
    EXPECT_EQ(world.budget().accounts[kObstacle].lying, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(, PlacedObstacle, testing::ValuesIn(each_process_and_all()), name_of_process);

/// A west wind over level sand, in which a wall is placed.
World windy(std::string const& process) {
  WorldSetup setup = make_bed({.side = 64, .thickness = 1.0, .noise = 0.02});
  setup.parameters = {{"wind", "direction", 0.0}, {"wind_particles", "population", 8000.0}};
  World world = make_world(std::move(setup), process);
  run(world, 20);
  return world;
}

TEST(PlacedWall, CastsItsWindShadowInTheNextStep) {
  for (std::string const process : {"wind_particles", "slab_dunes"}) {
    World world = windy(process);
    const std::size_t lee = world.grid().index(48, 32);
    EXPECT_LT((*world.field("wind_shadow"))[lee], 0.1f);
    world.apply(wall());
    world.step();
    EXPECT_GT((*world.field("wind_shadow"))[lee], 0.9f) << process;
  }
}

TEST(PlacedWall, StopsTheTransportBehindIt) {
  for (std::string const process : {"wind_particles", "slab_dunes"}) {
    World world = windy(process);
    const std::size_t lee = world.grid().index(44, 32);
    world.apply(wall());
    const Quanta before = world.terrain().columns.sediment(lee);
    QuantaSum least = before;
    for (int step = 0; step < 60; ++step) {
      world.step();
      least = std::min<QuantaSum>(least, world.terrain().columns.sediment(lee));
    }
    EXPECT_GE(least, before - kQuantaPerMetre / 50) << process << " takes nothing from its lee";
  }
}

TEST(PlacedWall, TurnsTheWaterInTheNextStep) {
  // A gully on a slope, dammed across. Water gathers behind the dam, and nothing below its surface is eroded any more.
  const Grid grid{.width = 64, .height = 32, .boundary = Boundary::open};
  WorldSetup setup;
  setup.grid = grid;
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    const auto x = static_cast<int>(i % 64), y = static_cast<int>(i / 64);
    setup.base.push_back((64 - x) * kQuantaPerMetre / 10 + std::abs(y - 16) * kQuantaPerMetre / 2);
  }
  setup.sand.assign(grid.cells(), kQuantaPerMetre / 4);
  setup.parameters = {{"water_particles", "population", 2000.0}, {"water_particles", "erodibility", 0.0}};
  World world = make_world(std::move(setup), "water_particles");
  run(world, 33);
  world.apply(PlaceObstacle{{.x = 0.7f, .y = 0.5f, .azimuth = 90.0f, .height = 20.0f, .length = 100.0f}, {}});
  const std::size_t behind = grid.index(39, 16);
  EXPECT_EQ(world.terrain().lakes.depth(behind), 0);
  run(world, 60);
  const Quanta depth = world.terrain().lakes.depth(behind);
  EXPECT_GT(depth, kQuantaPerMetre / 10);
  const Quanta before = world.terrain().columns.sediment(behind);
  run(world, 30);
  EXPECT_GE(world.terrain().columns.sediment(behind), before) << "the load falls out of standing water";
  EXPECT_EQ(unsound(world), "");
}

}  // namespace
}  // namespace barchan::test::placed_obstacle_test
