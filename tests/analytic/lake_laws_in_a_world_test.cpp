// Lakes of a whole world against closed forms: a tank that drains over its sill, and a basin where rain balances
// evaporation.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::lake_laws_in_a_world_test {

namespace {

/// A tank with vertical walls, closed by a wall that can be taken away.
struct Tank {
  int side, gates;
  float cell_size;
  double head;             ///< m of water above the sill
  double soft_sill = 0.0;  ///< m of sand on top of it
};

constexpr double kSill = 5.0;  // m above the floor of the tank
constexpr int kRim = 4;        // cells around the tank

WorldSetup setup_of(Tank const& tank) {
  const int side = tank.side + 2 * kRim;
  WorldSetup setup;
  setup.grid = {.width = side, .height = side, .cell_size = tank.cell_size, .boundary = Boundary::open};
  const int first_gate = side / 2 - tank.gates / 2;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const bool inside = x >= kRim && x < side - kRim && y >= kRim && y < side - kRim;
      const bool gate = x >= side - kRim && y >= first_gate && y < first_gate + tank.gates;
      // Beyond the sill the ground falls away to the edge.
      const double sill = x == side - kRim ? kSill - tank.soft_sill : 2.0;
      setup.base.push_back(to_quanta(inside ? 0.0 : gate ? sill : 20.0));
      setup.sand.push_back(to_quanta(gate && x == side - kRim ? tank.soft_sill : 0.0));
    }
  }
  setup.parameters = {{"world", "time_step", 0.4},
                      {"water_particles", "rain", 0.0},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "erodibility", 0.0}};
  return setup;
}

/// Fills a tank behind a wall until `head` metres stand above its sill, and opens it.
World filled(Tank const& tank) {
  World world = make_world(setup_of(tank), "water_particles");
  const double length = static_cast<double>(tank.side) * static_cast<double>(tank.cell_size);
  const auto side = static_cast<float>(tank.side + 2 * kRim);
  world.apply(PlaceObstacle{{.x = (side - kRim + 0.5f) / side,
                             .y = 0.5f,
                             .azimuth = 90.0f,
                             .height = 12.0f,
                             .length = static_cast<float>(length),
                             .width = tank.cell_size},
                            {}});
  const double volume = length * length * (kSill + tank.head);
  world.apply(PlaceSource{{0.5f, 0.5f, static_cast<float>(volume / 80.0)}});
  run(world, 200);
  world.apply(RemoveSources{});
  run(world, 40);
  world.apply(RemoveObstacles{});
  return world;
}

/// m above the sill.
double head_of(World const& world) {
  const std::size_t middle = world.grid().index(world.grid().width / 2, world.grid().height / 2);
  return static_cast<double>(world.field("lake_depth").value()[middle]) - kSill;
}

TEST(LakeInAWorld, RunsOutOverAHardSillAsAWeirLetsIt) {
  for (Tank const& tank : {Tank{24, 1, 1.0f, 1.5}, Tank{16, 3, 2.0f, 1.0}, Tank{40, 2, 0.5f, 0.6}}) {
    SCOPED_TRACE(tank.side);
    World world = filled(tank);
    const double start = head_of(world), cell = static_cast<double>(tank.cell_size);
    ASSERT_NEAR(start, tank.head, 0.02 * tank.head);
    const double width = cell * tank.gates, area = cell * cell * tank.side * tank.side;
    const double half_life = 2.0 * area / (1.705 * width * std::sqrt(start));
    double worst = 0.0;
    for (int part = 1; part <= 6; ++part) {
      const int steps = static_cast<int>(half_life / 0.4 / 3.0);
      run(world, steps);
      const double time = part * steps * 0.4;
      const double expected = start / std::pow(1.0 + 1.705 * width * std::sqrt(start) * time / (2.0 * area), 2.0);
      EXPECT_NEAR(head_of(world), expected, std::max(0.03 * expected, 0.001)) << time << " s";
      worst = std::max(worst, std::abs(head_of(world) / expected - 1.0));
    }
    std::printf("tank of %d cells, %d gates: at most %.2f %% off\n", tank.side, tank.gates, 100.0 * worst);
    EXPECT_EQ(unsound(world), "");
  }
}

TEST(LakeInAWorld, StandsAtItsSillToTheQuantumInTheEnd) {
  World world = filled({12, 4, 1.0f, 0.3});
  run(world, 60000);
  const std::size_t middle = world.grid().index(world.grid().width / 2, world.grid().height / 2);
  EXPECT_EQ(world.terrain().lakes.depth(middle), to_quanta(kSill));
}

TEST(LakeInAWorld, BreaksOutThroughASoftSillFasterAndToThatWhichIsLeft) {
  const auto after = [](double soft, int steps) {
    World world = filled({40, 2, 1.0f, 1.0, soft});
    world.apply(SetParameter{"water_particles", "minimum_slope", 0.0});
    run(world, steps);
    EXPECT_EQ(unsound(world), "");
    return head_of(world);
  };
  const double hard = after(0.0, 1000), soft = after(2.0, 1000);
  std::printf("after 400 s %.2f m over the hard sill, %.2f m over the soft one\n", hard, soft);
  EXPECT_LT(soft, hard - 0.2);
  EXPECT_GE(soft, -2.0) << "not below the rock under it";
  EXPECT_LT(soft, -0.5);
}

/// Greatest height of the surface of a lake above the dry ground beside it, m.
double highest_tower(World const& world) {
  Grid const& grid = world.grid();
  const std::vector<float> depth = world.field("lake_depth").value(), ground = world.field("elevation").value();
  double highest = 0.0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (depth[cell] <= 0.0f) continue;
      for (const auto& [east, north] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
        const std::size_t other = grid.index(grid.resolve_x(x + east), grid.resolve_y(y + north));
        if (depth[other] > 0.0f) continue;
        highest = std::max(highest, static_cast<double>(ground[cell] + depth[cell] - ground[other]));
      }
    }
  }
  return highest;
}

// Lakes level out at the beginning of a step, and dunes move during the step.
TEST(LakeInAWorld, StaysLevelUnderMovingDunesWhileWaterParticlesAreOff) {
  for (const std::uint64_t seed : {3, 8}) {
    WorldSetup setup;
    setup.seed = seed;
    setup.grid = {.width = 64, .height = 48, .cell_size = 1.0f, .boundary = Boundary::periodic};
    setup.base.assign(setup.grid.cells(), 0);
    for (const float height : smooth_noise(setup.grid, 24, seed)) setup.sand.push_back(to_quanta(4.0 + 2.0 * height));
    setup.parameters = {
        {"world", "time_step", 0.1}, {"groundwater", "recharge", 100.0}, {"groundwater", "clock", 20000.0}};
    World world = make_world(std::move(setup), "slab_dunes");
    world.apply(SetParameter{"groundwater", "enabled", 1.0});
    run(world, 1000);
    int wet = 0;
    for (const LakeId id : world.terrain().lakes.all()) wet += world.terrain().lakes.lake(id).cells;
    std::printf("seed %d: %d cells of lakes\n", static_cast<int>(seed), wet);
    EXPECT_GT(wet, 300) << "the lakes have risen";
    world.apply(SetParameter{"groundwater", "recharge", 0.0});
    for (int i = 0; i < 10; ++i) {
      run(world, 30);
      EXPECT_LT(highest_tower(world), 0.3) << "seed " << seed << ", step " << world.step_count();
      EXPECT_EQ(world.terrain().lakes.fault(), "");
    }
    EXPECT_EQ(unsound(world), "");
  }
}

TEST(LakeInAWorld, RunsOutOverItsSillWhileWaterParticlesAreOff) {
  World world = filled({12, 4, 1.0f, 0.3});
  world.apply(SetParameter{"water_particles", "enabled", 0.0});
  run(world, 3000);
  EXPECT_GT(head_of(world), -0.001);
  EXPECT_LT(head_of(world), 0.01);
  EXPECT_EQ(unsound(world), "");
}

/// Mean share of wet cells of a closed bowl over the last tenth of its time under rain and evaporation, mm/h.
double wet_share(int side, double rain, double evaporation, std::uint64_t seed) {
  WorldSetup setup;
  setup.grid = {.width = side, .height = side, .cell_size = 1.0f, .boundary = Boundary::closed};
  setup.seed = seed;
  for (int i = 0; i < side * side; ++i) {
    const double x = i % side - 0.5 * (side - 1), y = i / side - 0.5 * (side - 1);
    setup.base.push_back(to_quanta(0.004 * (x * x + y * y)));
  }
  setup.sand.assign(setup.base.size(), 0);
  setup.parameters = {{"world", "time_step", 0.4},
                      {"water_particles", "rain", rain},
                      {"water_particles", "lake_evaporation", evaporation},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "erodibility", 0.0}};
  World world = make_world(std::move(setup), "water_particles");
  constexpr int kSteps = 6000;
  double wet = 0.0;
  for (int step = 0; step < kSteps; ++step) {
    world.step();
    if (step < kSteps * 9 / 10) continue;
    for (const LakeId id : world.terrain().lakes.all()) wet += world.terrain().lakes.lake(id).cells;
  }
  EXPECT_EQ(unsound(world), "");
  return wet / (kSteps / 10) / (side * side);
}

TEST(LakeInAWorld, OfAClosedBasinIsAsLargeAsRainAndEvaporationSay) {
  struct Climate {
    int side;
    double rain, evaporation;
  };
  for (Climate const& climate : {Climate{64, 2000.0, 8000.0}, Climate{48, 5000.0, 10000.0}}) {
    const double expected = climate.rain / climate.evaporation;
    const double share = wet_share(climate.side, climate.rain, climate.evaporation, 7);
    std::printf("P / E %.3f: %.4f of the land is lake\n", expected, share);
    EXPECT_NEAR(share / expected, 1.0, 0.02);
  }
}

}  // namespace
}  // namespace barchan::test::lake_laws_in_a_world_test
