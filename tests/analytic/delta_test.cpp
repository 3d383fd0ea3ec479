// A delta in a flume (Gilbert 1885): a river with much coarse sand builds a front into deep water.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "land/source.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "world/world.hpp"

namespace barchan::test::delta_test {

namespace {

constexpr double kPi = 3.14159265358979;
constexpr double kRepose = 33.0;  // degrees, of sand
constexpr int kWall = 2;          // cells on either side

/// A shelf, a basin and the sill that keeps it full, between walls; `cell` in metres, the others in cells.
struct Flume {
  float cell_size;
  int shelf, basin, width;
  double depth;  // m, of the basin below the shelf
  float discharge, load;
};

WorldSetup setup_of(Flume const& flume) {
  WorldSetup setup;
  setup.grid = {.width = flume.shelf + flume.basin + 8,
                .height = flume.width + 2 * kWall,
                .cell_size = flume.cell_size,
                .boundary = Boundary::open};
  for (int y = 0; y < setup.grid.height; ++y) {
    for (int x = 0; x < setup.grid.width; ++x) {
      const bool wall = y < kWall || y >= setup.grid.height - kWall || x < 2;
      const bool basin = x >= flume.shelf && x < flume.shelf + flume.basin;
      setup.base.push_back(to_quanta(wall ? flume.depth + 20.0 : basin ? 0.0 : flume.depth));
    }
  }
  setup.sand.assign(setup.grid.cells(), 0);
  setup.sources.push_back(
      {.x = 4.0f / static_cast<float>(setup.grid.width), .y = 0.5f, .discharge = flume.discharge, .load = flume.load});
  setup.parameters = {{"world", "time_step", 1.0},
                      {"water_particles", "population", 1500},
                      {"water_particles", "rain", 0.0},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "lifetime", 20000.0},
                      {"water_particles", "minimum_slope", 0.0},
                      {"water_particles", "erodibility", 0.0},
                      {"water_particles", "deposition", 10.0},  // coarse sand, which sinks at once
                      {"water_particles", "width", 3.0}};
  return setup;
}

/// The front of a delta: means over the rows between the walls.
struct Front {
  double at;      // m, where the bed is half as high as the brink
  double brink;   // m above the floor of the basin: the level of the water
  double volume;  // m2, sand below the water level per metre of width
  double angle;   // degrees, median dip of the cells in the middle half of its height
};

/// Distance from the west at which the bed of a row falls below `level`, m.
double falls_below(std::vector<double> const& row, double level, double cell_size) {
  std::size_t x = row.size() - 1;
  while (x > 0 && row[x - 1] < level) --x;
  const double share = x == 0 ? 0.0 : (row[x - 1] - level) / (row[x - 1] - row[x]);
  return (static_cast<double>(x) - 0.5 + share) * cell_size;
}

/// Dip of the front, degrees: the median of the steepest slope of each cell between a quarter and three quarters of the
/// height of the brink.
double dip(std::vector<float> const& elevation, Grid const& grid, Flume const& flume, double brink) {
  const auto height = [&](int x, int y) { return static_cast<double>(elevation[grid.index(x, y)]); };
  const auto cell = static_cast<double>(grid.cell_size);
  std::vector<double> angles;
  for (int y = kWall + 1; y + 1 < kWall + flume.width; ++y) {
    for (int x = flume.shelf + 1; x + 1 < flume.shelf + flume.basin; ++x) {
      if (std::abs(height(x, y) - 0.5 * brink) > 0.25 * brink) continue;
      double steepest = 0.0;
      for (int k = 0; k < 9; ++k) {
        const double run = std::sqrt((k % 3 - 1) * (k % 3 - 1) + (k / 3 - 1) * (k / 3 - 1)) * cell;
        if (run > 0.0) steepest = std::max(steepest, (height(x, y) - height(x + k % 3 - 1, y + k / 3 - 1)) / run);
      }
      angles.push_back(std::atan(steepest) * 180.0 / kPi);
    }
  }
  if (angles.empty()) return 0.0;
  std::ranges::nth_element(angles, angles.begin() + static_cast<std::ptrdiff_t>(angles.size() / 2));
  return angles[angles.size() / 2];
}

/// Front of the delta in a basin that is full to the brim.
Front front_of(World const& world, Flume const& flume) {
  const std::vector<float> elevation = world.field("elevation").value();
  const std::vector<float> lake = world.field("lake_depth").value();
  const auto cell = static_cast<double>(flume.cell_size);
  const std::size_t deep = world.grid().index(flume.shelf + flume.basin - 1, kWall);
  Front front{0.0, static_cast<double>(elevation[deep] + lake[deep]), 0.0, 0.0};
  for (int y = kWall; y < kWall + flume.width; ++y) {
    std::vector<double> row;
    for (int x = flume.shelf; x < flume.shelf + flume.basin; ++x) {
      row.push_back(static_cast<double>(elevation[world.grid().index(x, y)]));
      front.volume += std::min(row.back(), front.brink) * cell / flume.width;
    }
    front.at += falls_below(row, 0.5 * front.brink, cell) / flume.width;
  }
  front.angle = dip(elevation, world.grid(), flume, front.brink);
  return front;
}

/// Runs until the front has advanced `way` metres into the full basin.
Front front_beyond(World& world, Flume const& flume, double way) {
  Front front;
  do {
    run(world, 100);
    front = front_of(world, flume);
  } while ((front.brink < flume.depth || front.at < way) && world.step_count() < 40000);
  return front;
}

class Delta : public ::testing::TestWithParam<Flume> {};

}  // namespace

TEST_P(Delta, AdvancesByWhatComesOverItsBrink) {
  Flume const& flume = GetParam();
  // Daily runs use cells of 1 and 2 m. In cells of half a metre the same front takes four times as long.
  if (!long_run() && flume.cell_size < 1.0f) GTEST_SKIP() << "runs at full length";
  World world = make_world(setup_of(flume), "water_particles");
  const Front early = front_beyond(world, flume, 2.0 * flume.depth);
  const Front late = front_beyond(world, flume, early.at + 1.5 * flume.depth);
  EXPECT_EQ(unsound(world), "");
  const double by_flux = (late.volume - early.volume) / (0.5 * (early.brink + late.brink));
  EXPECT_NEAR((late.at - early.at) / by_flux, 1.0, 0.05);
  EXPECT_NEAR(early.angle, kRepose, 2.0);
  EXPECT_NEAR(late.angle, kRepose, 2.0);
}

INSTANTIATE_TEST_SUITE_P(Flumes, Delta,
                         ::testing::Values(Flume{1.0f, 20, 44, 12, 6.0, 3.0f, 0.15f},
                                           Flume{2.0f, 20, 44, 10, 14.0, 8.0f, 0.1f},
                                           Flume{0.5f, 20, 44, 16, 4.0, 1.0f, 0.1f}));

}  // namespace barchan::test::delta_test
