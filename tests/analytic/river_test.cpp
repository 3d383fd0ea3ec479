// Rivers wider than a cell: their width is proportional to the square root of the discharge for any cell size, and they
// migrate outwards in bends.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include "land/source.hpp"
#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "world/world.hpp"

namespace barchan::test::river_test {

namespace {

constexpr double kSlope = 0.005;
constexpr double kPi = 3.14159265358979;

/// A plain that falls to the east, `length` by `width` metres, with `sand` on it, into which a river flows in the west.
struct Plain {
  double length, width;
  float cell_size;
  double sand;
  float discharge;
};

WorldSetup setup_of(Plain const& plain) {
  WorldSetup setup;
  setup.grid = {.width = static_cast<int>(plain.length / static_cast<double>(plain.cell_size)),
                .height = static_cast<int>(plain.width / static_cast<double>(plain.cell_size)),
                .cell_size = plain.cell_size,
                .boundary = Boundary::open};
  for (std::size_t i = 0; i < setup.grid.cells(); ++i) {
    const double x =
        static_cast<double>(i % static_cast<std::size_t>(setup.grid.width)) * static_cast<double>(plain.cell_size);
    setup.base.push_back(to_quanta(20.0 + kSlope * (plain.length - x)));
  }
  setup.sand.assign(setup.grid.cells(), to_quanta(plain.sand));
  setup.sources.push_back({.x = 0.03f, .y = 0.5f, .discharge = plain.discharge});
  setup.parameters = {{"world", "time_step", 2.0},
                      {"water_particles", "rain", 0.0},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "lifetime", 20000.0},
                      {"water_particles", "memory", 200.0},
                      {"water_particles", "minimum_slope", 0.0},
                      {"water_particles", "width", 5.0}};
  return setup;
}

/// Mean width of a river that flows to the east, m: the width over which its discharge would be uniform.
double width_of(World const& world) {
  const std::vector<float> discharge = world.field("discharge").value();
  Grid const& grid = world.grid();
  double sum = 0.0;
  const int first = grid.width * 3 / 10, last = grid.width * 9 / 10;
  for (int x = first; x < last; ++x) {
    double all = 0.0, squares = 0.0;
    for (int y = 0; y < grid.height; ++y) {
      const double q = static_cast<double>(discharge[grid.index(x, y)]);
      all += q;
      squares += q * q;
    }
    sum += all * all / squares;
  }
  return sum / (last - first) * static_cast<double>(grid.cell_size);
}

double width_of(Plain const& plain) {
  WorldSetup setup = setup_of(plain);
  setup.parameters.push_back({"water_particles", "erodibility", 0.0});
  World world = make_world(std::move(setup), "water_particles");
  run(world, 1500);
  EXPECT_EQ(unsound(world), "");
  return width_of(world);
}

TEST(River, IsAsWideAsTheRootOfItsDischargeInAnyCells) {
  const double width = width_of({1280.0, 640.0, 5.0f, 0.0, 16.0f});
  EXPECT_NEAR(width, 20.0, 10.0);  // the discharge is not quite uniform, and the edges are not sharp
  const double four_times = width_of({1280.0, 640.0, 5.0f, 0.0, 64.0f});
  std::printf("16 m3/s in cells of 5 m: %.1f m; 64 m3/s: %.1f m\n", width, four_times);
  EXPECT_NEAR(four_times / width, 2.0, 0.5);
  EXPECT_NEAR(width_of({640.0, 320.0, 2.5f, 0.0, 16.0f}) / width, 1.0, 0.2);
  EXPECT_NEAR(width_of({1280.0, 640.0, 10.0f, 0.0, 64.0f}) / four_times, 1.0, 0.2);
}

constexpr int kPitRows = 8;  ///< southern rows that `lowest_of` skips

/// The lowest ground of three columns of cells, m.
double lowest_of(World const& world, int from) {
  const std::vector<float> elevation = world.field("elevation").value();
  double lowest = 1e9;
  for (int y = kPitRows; y < world.grid().height; ++y) {
    for (int x = from; x < from + 3; ++x) {
      lowest = std::min(lowest, static_cast<double>(elevation[world.grid().index(x, y)]));
    }
  }
  return lowest;
}

TEST(River, ThatComesInOverAnEdgeDoesNotCutItsWayOutAgain) {
  // In a channel 1.5 m deep, the river wears its bed until that is nearly level. Then any pool is as high as the edge.
  for (const float x : {0.0f, 0.01f}) {
    SCOPED_TRACE(x);
    WorldSetup setup = setup_of({400.0, 160.0, 5.0f, 6.0, 16.0f});
    for (int y = setup.grid.height / 2 - 3; y < setup.grid.height / 2 + 3; ++y) {
      for (int k = 0; k < setup.grid.width; ++k) setup.sand[setup.grid.index(k, y)] -= to_quanta(1.5);
    }
    setup.base[0] -= to_quanta(8.0);  // depth to which edges may be cut down
    setup.sources[0].x = x;
    setup.parameters.push_back({"water_particles", "capacity", 20.0});
    setup.parameters.push_back({"water_particles", "population", 512.0});
    World world = make_world(std::move(setup), "water_particles");
    run(world, 18000);
    EXPECT_EQ(unsound(world), "");
    EXPECT_GT(lowest_of(world, 0), lowest_of(world, world.grid().width / 2) - 0.1);
  }
}

TEST(River, LeavesAPoolOnTheEdgeThatStaysWhenItEndsAndAfterSaving) {
  // A hollow at the edge fills while the river flows, and dries up slowly after it has ended.
  WorldSetup setup = setup_of({200.0, 160.0, 5.0f, 0.0, 16.0f});
  Grid const& grid = setup.grid;
  for (int y = 10; y < 22; ++y) {
    for (int x = 0; x < 6; ++x) setup.base[grid.index(x, y)] -= to_quanta(1.0);
  }
  setup.sources[0].x = 0.0f;
  setup.parameters.push_back({"water_particles", "erodibility", 0.0});
  setup.parameters.push_back({"water_particles", "lake_evaporation", 2000.0});
  World world = make_world(std::move(setup), "water_particles");
  const auto deepest = [](World const& of) {
    const std::vector<float> depth = of.field("lake_depth").value();
    float most = 0.0f;
    for (int y = 0; y < of.grid().height; ++y) most = std::max(most, depth[of.grid().index(0, y)]);
    return most;
  };
  run(world, 400);
  EXPECT_GT(deepest(world), 0.5f);
  world.apply(RemoveSources{});
  run(world, 100);
  EXPECT_GT(deepest(world), 0.1f);
  World again = World::restore(world.snapshot(), make_processes(), 1);
  for (int k = 0; k < 12; ++k) {
    run(world, 100);
    run(again, 100);
    EXPECT_EQ(world.hash(), again.hash()) << k;
    EXPECT_EQ(unsound(world), "") << k;
  }
  EXPECT_EQ(deepest(world), 0.0f);
}

TEST(River, OfNoWidthIsACellWide) {
  WorldSetup setup = setup_of({640.0, 320.0, 5.0f, 0.0, 16.0f});
  setup.parameters.push_back({"water_particles", "erodibility", 0.0});
  setup.parameters.push_back({"water_particles", "width", 0.0});
  World world = make_world(std::move(setup), "water_particles");
  run(world, 1000);
  EXPECT_LT(width_of(world), 15.0);
}

/// Erosion by a river of the outer banks of its bends minus that of the inner banks, m.
struct Banks {
  double momentum = 1.0;
  std::uint64_t seed = 1;
  float plants = -1.0f;  ///< plant density on the banks; negative: no plants at all
};
double retreat(Banks const& banks) {
  constexpr double kBend = 200.0, kSwing = 20.0, kBed = 20.0;  // m: wavelength, amplitude, width of the channel
  WorldSetup setup = setup_of({800.0, 320.0, 5.0f, 6.0, 16.0f});
  setup.seed = banks.seed;
  const auto middle = [](double x) { return 160.0 + kSwing * std::sin(2.0 * kPi * x / kBend); };
  const auto place = [&](std::size_t i) {
    const auto width = static_cast<std::size_t>(setup.grid.width);
    return std::pair((static_cast<double>(i % width) + 0.5) * 5.0, (static_cast<double>(i / width) + 0.5) * 5.0);
  };
  for (std::size_t i = 0; i < setup.grid.cells(); ++i) {
    const auto [x, y] = place(i);
    const bool bed = std::abs(y - middle(x)) < kBed / 2.0;
    if (bed) setup.sand[i] -= to_quanta(1.0);
    if (banks.plants >= 0.0f) setup.cell_layers.real(CellLayer::plants).push_back(bed ? 0.0f : banks.plants);
  }
  setup.parameters.push_back({"water_particles", "capacity", 5.0});
  setup.parameters.push_back({"water_particles", "momentum", banks.momentum});
  World world = make_world(setup, "water_particles");
  run(world, 2500);
  EXPECT_EQ(unsound(world), "");
  const std::vector<float> lowered = world.field("rain_erosion").value();
  double outer = 0.0, inner = 0.0, cells = 0.0;
  for (std::size_t i = 0; i < lowered.size(); ++i) {
    const auto [x, y] = place(i);
    const double bend = std::sin(2.0 * kPi * x / kBend), beyond = y - middle(x);
    if (std::abs(bend) < 0.8 || x < 200.0 || std::abs(beyond) < 0.5 * kBed || std::abs(beyond) > kBed) continue;
    (bend * beyond > 0.0 ? outer : inner) += static_cast<double>(lowered[i]);
    cells += 0.5;
  }
  return (outer - inner) / cells;
}

TEST(River, WearsTheOuterBanksOfItsBends) {
  double carried = 0.0, without = 0.0;
  const int seeds = how_many(1, 3);
  for (int seed = 1; seed <= seeds; ++seed) {
    carried += retreat({1.0, static_cast<std::uint64_t>(seed)}) / seeds;
    without += retreat({0.0, static_cast<std::uint64_t>(seed)}) / seeds;
  }
  std::printf("outer less inner banks: %.3f m, without momentum %.3f m\n", carried, without);
  EXPECT_GT(carried, 0.1);
  EXPECT_LT(without, 0.5 * carried);
}

TEST(River, LeavesTheBanksThatPlantsHold) {
  const double bare = retreat({1.0, 1, 0.0f});
  EXPECT_NEAR(bare / retreat({}), 1.0, 0.1) << "a field of plants with none in it";
  EXPECT_LT(retreat({1.0, 1, 0.9f}), 0.5 * bare);
}

}  // namespace
}  // namespace barchan::test::river_test
