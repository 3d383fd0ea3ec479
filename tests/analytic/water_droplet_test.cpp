// Single droplets: their speed and volume. Small amounts do not vanish.
#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "support/drainage.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::water_droplet_test {

namespace {

/// A plane that falls towards `degrees` with tangent `slope`.
WorldSetup plane(int side, float cell_size, double slope, double degrees) {
  const double angle = degrees * 3.14159265358979 / 180.0;
  std::vector<double> shape(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (int i = 0; i < side * side; ++i) {
    const double x = (i % side) * static_cast<double>(cell_size);
    const double y = (i / side) * static_cast<double>(cell_size);
    shape[static_cast<std::size_t>(i)] = -slope * (x * std::cos(angle) + y * std::sin(angle));
  }
  return rock_land(side, cell_size, 1.0, shape, 1);
}

std::vector<ParticleTrace> traces_of(World const& world) {
  for (auto const& process : world.processes()) {
    if (process->info().id == "water_particles")
      return process->carrier().any()->trace_particles(world.terrain(), 100000);
  }
  return {};
}

/// Volume of net erosion by rain, summed over the cells that it has lowered, m3.
double eroded_volume(World const& world) {
  const std::vector<float> lowered = world.field("rain_erosion").value();
  const double cell = static_cast<double>(world.grid().cell_size);
  double volume = 0.0;
  for (float metres : lowered) volume += metres > 0.0f ? static_cast<double>(metres) * cell * cell : 0.0;
  return volume;
}

}  // namespace

TEST(WaterDroplet, RunsDownhillAtItsTerminalSpeedInEveryDirection) {
  for (const double degrees : {0.0, 20.0, 45.0, 200.0, 300.0}) {
    for (const float cell_size : {0.5f, 2.0f}) {
      SCOPED_TRACE(degrees);
      WorldSetup setup = plane(64, cell_size, 0.3, degrees);
      setup.parameters = {{"water_particles", "capacity", 0.001}, {"water_particles", "population", 64}};
      World world = make_world(std::move(setup), "water_particles");
      run(world, 40);
      const double expected = std::sqrt(9.81 * 0.3 / (1.0 + 0.09) / 0.2);
      int grown = 0;
      for (ParticleTrace const& trace : traces_of(world)) {
        const double speed = std::hypot(static_cast<double>(trace.velocity.x), static_cast<double>(trace.velocity.y));
        if (speed < 0.98 * expected) continue;  // created recently
        ++grown;
        EXPECT_NEAR(speed, expected, 0.02 * expected);
        double turn =
            std::atan2(static_cast<double>(trace.velocity.y), static_cast<double>(trace.velocity.x)) * 57.29578 -
            degrees;
        turn -= 360.0 * std::round(turn / 360.0);
        EXPECT_NEAR(turn, 0.0, 2.0);
      }
      EXPECT_GT(grown, 5);
    }
  }
}

TEST(WaterDroplet, WaterAccountCloses) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    WorldSetup setup = make_setup({40, 24, 1.0f, boundary});
    World world = make_world(std::move(setup), "water_particles");
    run(world, 60);
    const MassBudget budget = world.budget();
    Account const& water = budget.accounts[kWater];
    EXPECT_GT(water.in, 0);
    EXPECT_GT(water.airborne, 0);
    EXPECT_EQ(water.in, water.lying + water.airborne + water.out);
    EXPECT_EQ(budget.error(), 0);
    EXPECT_EQ(budget.accounts[kSand].out > 0, boundary == Boundary::open);
    world.apply(SetParameter{"water_particles", "enabled", 0.0});
    run(world, 1);
    EXPECT_EQ(world.budget().accounts[kWater].airborne, 0);
    EXPECT_EQ(world.budget().accounts[kSand].airborne, 0);
    EXPECT_EQ(world.budget().error(), 0);
  }
}

TEST(WaterDroplet, LandsOfAFewCellsKeepTheMassBalance) {
  // The square between four cell centres then consists of one cell, of two cells, or contains a cell twice.
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (auto const& [width, height] : {std::pair{1, 1}, {1, 30}, {30, 2}, {3, 3}}) {
      SCOPED_TRACE(width);
      WorldSetup setup = make_setup({width, height, 1.0f, boundary});
      setup.parameters = {{"water_particles", "population", 200}, {"water_particles", "rain", 150000.0}};
      World world = make_world(std::move(setup), "water_particles");
      for (int i = 0; i < 100; ++i) {
        world.step();
        ASSERT_EQ(unsound(world), "") << "step " << i;
      }
      EXPECT_GT(world.budget().accounts[kWater].out, 0);
    }
  }
}

TEST(WaterDroplet, TheFourCellsAroundADropletAreABrushOfOneCell) {
  // A brush slightly wider than a cell uses the code for wide brushes and makes the same land, including the edges.
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    const auto lowered = [&](double radius) {
      WorldSetup setup = plane(32, 1.0f, 0.3, 20.0);
      setup.grid.boundary = boundary;
      setup.parameters = {{"water_particles", "radius", radius},
                          {"water_particles", "population", 2048},
                          {"water_particles", "rain", 200000}};
      World world = make_world(std::move(setup), "water_particles");
      run(world, 20);
      return world.field("rain_erosion").value();
    };
    const std::vector<float> four = lowered(1.0);
    const std::vector<float> brush = lowered(1.00001);
    double apart = 0.0;
    double moved = 0.0;
    for (std::size_t i = 0; i < four.size(); ++i) {
      apart += std::abs(static_cast<double>(four[i] - brush[i]));
      moved += std::abs(static_cast<double>(four[i]));
    }
    EXPECT_GT(moved, 0.0);
    EXPECT_LT(apart, 0.01 * moved);
  }
}

TEST(WaterDroplet, TheWidestBrushKeepsTheMassBalance) {
  // The brush is sixteen cells wide, and a row has many segments. It touches every segment.
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    WorldSetup setup = make_setup({100, 40, 0.5f, boundary});
    setup.parameters = {{"water_particles", "radius", 20.0}, {"water_particles", "population", 8}};
    World world = make_world(std::move(setup), "water_particles");
    for (int i = 0; i < 60; ++i) {
      world.step();
      ASSERT_EQ(world.budget().error(), 0) << "step " << i;
    }
    EXPECT_GT(eroded_volume(world), 0.0);
  }
}

TEST(WaterDroplet, ObstaclesThatCannotErodeAndHardRockStay) {
  WorldSetup setup = make_setup({48, 48, 1.0f, Boundary::open});
  setup.parameters.push_back({"water_particles", "erodibility", 0.0});
  World world = make_world(std::move(setup), "water_particles");
  run(world, 100);
  const MassBudget budget = world.budget();
  EXPECT_EQ(budget.accounts[kRock].converted, 0);
  EXPECT_EQ(budget.accounts[kObstacle].converted, 0);
  EXPECT_GT(eroded_volume(world), 0.0);  // the sand has moved
}

TEST(WaterDroplet, TinyRatesAndTinyStepsLoseNothing) {
  // At the lowest rates, the demand on a cell is less than a quantum per step. A time step 16 times shorter must not
  // lose it.
  const auto eroded = [](double time_step, int steps) {
    WorldSetup setup = plane(64, 1.0f, 0.4, 30.0);
    setup.grid.boundary = Boundary::open;
    setup.parameters = {{"world", "time_step", time_step},
                        {"water_particles", "erosion", 0.001},
                        {"water_particles", "rain", 1500.0},
                        {"water_particles", "gathering", 0.0}};
    World world = make_world(std::move(setup), "water_particles");
    run(world, steps);
    return static_cast<double>(world.budget().accounts[kRock].converted);
  };
  const double coarse = eroded(0.2, 60);
  const double fine = eroded(0.0125, 960);
  EXPECT_LT(coarse, -1000.0);
  EXPECT_NEAR(fine / coarse, 1.0, 0.02);
}

TEST(WaterDroplet, AnotherCellSizeErodesAsMuch) {
  const auto eroded = [](int side, float cell_size, std::uint64_t seed) {
    std::vector<double> shape = fractal_noise(32, 32.0, seed);
    std::vector<double> fine(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (int i = 0; i < side * side; ++i) {  // bilinear between the coarse cells: no wavelength below two metres
      const double x = std::clamp(((i % side) + 0.5) * static_cast<double>(cell_size) / 2.0 - 0.5, 0.0, 30.999);
      const double y = std::clamp(((i / side) + 0.5) * static_cast<double>(cell_size) / 2.0 - 0.5, 0.0, 30.999);
      const int x0 = static_cast<int>(x);
      const int y0 = static_cast<int>(y);
      const auto at = [&](int cx, int cy) { return shape[static_cast<std::size_t>(cy * 32 + cx)]; };
      fine[static_cast<std::size_t>(i)] = std::lerp(std::lerp(at(x0, y0), at(x0 + 1, y0), x - x0),
                                                    std::lerp(at(x0, y0 + 1), at(x0 + 1, y0 + 1), x - x0), y - y0);
    }
    WorldSetup setup = rock_land(side, cell_size, 12.8, fine, seed);
    // Beds are as wide as the brush, and rivers wider than a cell. A stream whose bed is one cell wide would depend on
    // the cell size.
    setup.parameters = {{"water_particles", "population", 1024},
                        {"water_particles", "depth", 100.0},
                        {"water_particles", "width", 0.1}};
    World world = make_world(std::move(setup), "water_particles");
    run(world, 800);  // long enough to fill the lakes
    return eroded_volume(world);
  };
  double coarse = 0.0;
  double fine = 0.0;
  for (const std::uint64_t seed : {2, 3, 4, 9}) {
    coarse += eroded(64, 1.0f, seed);
    fine += eroded(128, 0.5f, seed);
  }
  EXPECT_GT(coarse, 0.0);
  EXPECT_NEAR(fine / coarse, 1.0, 0.2);
}

}  // namespace barchan::test::water_droplet_test
