// Settling against closed forms: a pile of sand comes to rest at one angle in every direction.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "measure/measure.hpp"
#include "processes/process.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::gravity_test {
namespace {

constexpr double kTalus = 0.65;  // tangent of 33 degrees
constexpr double kRadian = std::numbers::pi / 180.0;

using Height = std::function<double(double, double)>;

// A world without processes, in which only gravity acts. Heights in metres are functions of the cell.
World sand_world(Grid const& grid, Height const& base, Height const& sand, double settling = 4.0) {
  WorldSetup setup;
  setup.grid = grid;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      setup.base.push_back(to_quanta(base(x, y)));
      setup.sand.push_back(to_quanta(sand(x, y)));
    }
  }
  setup.parameters = {
      {"world", "time_step", 1.0}, {"gravity", "repose_slope", kTalus}, {"gravity", "settling", settling}};
  return World(std::move(setup), {});
}

double nothing(double, double) { return 0.0; }

// Largest amount that may still move between two neighbours, m: the excess over the angle of repose, at most the sand.
double largest_excess(World const& world) {
  ElevationMap const map = elevation_map(world.terrain());
  Grid const& grid = map.grid;
  double largest = -1e9;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const double sand = to_metres(world.terrain().columns.sediment(grid.index(x, y)));
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const double limit = kTalus * std::hypot(dx, dy) * double{grid.cell_size};
          const double over = map.at(x, y) - map.at(x + dx, y + dy) - limit;
          if (dx != 0 || dy != 0) largest = std::max(largest, std::min(over, sand));
        }
      }
    }
  }
  return largest;
}

/// Largest excess at which settling leaves sand at rest, m: 0.00033 m/m and two quanta, over the diagonal of cells of 1
/// m.
const double kRest = std::sqrt(2.0) * (0.00033 + to_metres(2));

// Steps until no pair exceeds the angle of repose by more than `tolerance` metres. Returns the number of steps.
int relax(World& world, double tolerance, int most = 4000) {
  constexpr int kLook = 25;
  for (int step = 0; step < most; step += kLook) {
    if (largest_excess(world) <= tolerance) return step;
    for (int i = 0; i < kLook; ++i) EXPECT_EQ(test::checked_step(world), 0u);
  }
  ADD_FAILURE() << "not at rest after " << most << " steps: " << largest_excess(world) << " m too steep";
  return most;
}

constexpr double kColumnHeight = 100.0;
constexpr double kColumnRadius = 8.0;

double column(double x, double y) { return std::hypot(x - 64.0, y - 64.0) <= kColumnRadius ? kColumnHeight : 0.0; }

// The two figures of gate R1: height relative to that of the ideal cone, and roundness of the contour at 0.4 of its
// height.
struct ConeShape {
  double height_ratio;
  double roundness;
};
ConeShape cone_shape(ElevationMap const& map) {
  double volume = 0.0, highest = 0.0;
  for (double z : map.metres) {
    volume += z;
    highest = std::max(highest, z);
  }
  const double radius = std::cbrt(3.0 * volume / (std::numbers::pi * kTalus)), ideal = radius * kTalus;
  double least = 1e9, most = 0.0;
  constexpr int kAzimuths = 72;
  for (int i = 0; i < kAzimuths; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kAzimuths;
    double r = 0.0;
    while (map.sample(64.0 + r * std::cos(angle), 64.0 + r * std::sin(angle)) > 0.4 * ideal) r += 0.05;
    least = std::min(least, r);
    most = std::max(most, r);
  }
  return {highest / ideal, most / least};
}

bool passes(ConeShape const& shape) { return std::abs(shape.height_ratio - 1.0) <= 0.05 && shape.roundness <= 1.12; }

TEST(Cascade, ColumnOfSandBecomesAnIdealCone) {
  World world = sand_world({128, 128, 1.0f, Boundary::closed}, nothing, column);
  const MassBudget before = world.budget();
  const int steps = relax(world, 1e-3);
  const ConeShape shape = cone_shape(elevation_map(world.terrain()));
  RecordProperty("height_ratio", std::to_string(shape.height_ratio));
  RecordProperty("roundness", std::to_string(shape.roundness));
  RecordProperty("steps", steps);
  EXPECT_NEAR(shape.height_ratio, 1.0, 0.05);
  EXPECT_LE(shape.roundness, 1.12);
  EXPECT_EQ(world.budget().accounts[kSand].lying, before.accounts[kSand].lying);
  EXPECT_EQ(world.budget().error(), 0);
}

// Common faults, in the simplest relaxation that can have them, must fail the same figures.
enum class Fault { none, no_diagonal_distance, multiplied_distance, four_neighbours };
ElevationMap faulty_cone(Fault fault) {
  const Grid grid{128, 128, 1.0f, Boundary::closed};
  ElevationMap map{grid, std::vector<double>(grid.cells())};
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) map.metres[grid.index(x, y)] = column(x, y);
  }
  const int neighbours[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  std::vector<double> change(grid.cells());
  for (int sweep = 0; sweep < 6000; ++sweep) {
    std::fill(change.begin(), change.end(), 0.0);
    for (int y = 1; y + 1 < grid.height; ++y) {
      for (int x = 0; x + 1 < grid.width; ++x) {
        for (int k = 0; k < (fault == Fault::four_neighbours ? 2 : 4); ++k) {
          const double far = k < 2 ? 1.0 : std::numbers::sqrt2;
          const double limit = kTalus * (fault == Fault::no_diagonal_distance  ? 1.0
                                         : fault == Fault::multiplied_distance ? 1.0 / far
                                                                               : far);
          const std::size_t here = grid.index(x, y), there = grid.index(x + neighbours[k][0], y + neighbours[k][1]);
          const double drop = map.metres[here] - map.metres[there];
          const double over = std::abs(drop) - limit;
          if (over <= 0.0) continue;
          const double amount = std::copysign(0.1 * over, drop);
          change[here] -= amount;
          change[there] += amount;
        }
      }
    }
    for (std::size_t i = 0; i < change.size(); ++i) map.metres[i] += change[i];
  }
  return map;
}

TEST(Cascade, ConeFiguresTellRightRulesFromWrong) {
  EXPECT_TRUE(passes(cone_shape(faulty_cone(Fault::none))));
  EXPECT_FALSE(passes(cone_shape(faulty_cone(Fault::no_diagonal_distance))));
  EXPECT_FALSE(passes(cone_shape(faulty_cone(Fault::multiplied_distance))));
  EXPECT_FALSE(passes(cone_shape(faulty_cone(Fault::four_neighbours))));
}

class StepAtAzimuth : public testing::TestWithParam<double> {};

TEST_P(StepAtAzimuth, BecomesARampCentredOnTheStep) {
  constexpr double kStep = 20.0;
  const double c = std::cos(GetParam() * kRadian), s = std::sin(GetParam() * kRadian);
  const auto down = [=](double x, double y) { return (x - 79.5) * c + (y - 79.5) * s; };
  World world = sand_world({160, 160, 1.0f, Boundary::closed}, nothing,
                           [&](double x, double y) { return down(x, y) < 0.0 ? kStep : 0.0; });
  relax(world, 1e-3);
  const ElevationMap map = elevation_map(world.terrain());
  // Only cells far from the walls count, because only the step can have affected these.
  double worst = 0.0;
  const double half = 0.5 * kStep / kTalus;
  double sum_d = 0.0, sum_z = 0.0, sum_dd = 0.0, sum_dz = 0.0, count = 0.0;
  for (int y = 0; y < map.grid.height; ++y) {
    for (int x = 0; x < map.grid.width; ++x) {
      const double d = down(x, y), along = (y - 79.5) * c - (x - 79.5) * s;
      if (std::abs(along) > 20.0 || std::abs(d) > 40.0) continue;
      const double z = map.at(x, y);
      // The cell centres nearest to the step lie on both sides of its line, half a cell away on average.
      const double ideal = std::clamp(kStep * 0.5 - kTalus * d, 0.0, kStep);
      worst = std::max(worst, std::abs(z - ideal));
      if (std::abs(d) < 0.7 * half) {
        sum_d += d;
        sum_z += z;
        sum_dd += d * d;
        sum_dz += d * z;
        count += 1.0;
      }
    }
  }
  const double slope = -(count * sum_dz - sum_d * sum_z) / (count * sum_dd - sum_d * sum_d);
  const double angle = std::atan(slope) / kRadian, repose = std::atan(kTalus) / kRadian;
  RecordProperty("ramp_degrees", std::to_string(angle));
  RecordProperty("worst_m", std::to_string(worst));
  EXPECT_LE(worst, 1.3 * kTalus);
  EXPECT_GE(angle, repose - 0.7);
  EXPECT_LE(angle, repose + 2.5);
}
INSTANTIATE_TEST_SUITE_P(Azimuths, StepAtAzimuth, testing::Values(0.0, 22.5, 45.0, 90.0, 157.5, 225.0));

// Small heaps for the laws that hold for any land.
double heaps(double x, double y) {
  return 9.5 + 5.0 * std::sin(0.7 * x) * std::cos(0.45 * y) + 4.0 * std::sin(0.23 * x - 0.31 * y + 1.0);
}

class Boundaries : public testing::TestWithParam<Boundary> {};

TEST_P(Boundaries, RestIsRest) {
  World world = sand_world({48, 40, 1.0f, GetParam()}, nothing, heaps);
  relax(world, kRest);
  int steps = 0;
  const auto moving = [&] {
    const auto marks = world.terrain().columns.disturbed();
    return std::any_of(marks.begin(), marks.end(), [](std::uint8_t mark) { return mark != 0; });
  };
  while (moving() && steps < 2000) {
    world.step();
    ++steps;
  }
  EXPECT_FALSE(moving());
  const Columns rest = world.terrain().columns;
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_TRUE(world.terrain().columns == rest);
  // Examining every cell again moves nothing either, so the set of disturbed cells has not missed a slope.
  world.apply(SetParameter{"gravity", "repose_slope", 1.0});
  world.apply(SetParameter{"gravity", "repose_slope", kTalus});
  for (int i = 0; i < 20; ++i) world.step();
  const auto now = world.terrain().columns.elevations();
  EXPECT_TRUE(std::equal(now.begin(), now.end(), rest.elevations().begin()));
  EXPECT_EQ(world.health(), 0u);
}
INSTANTIATE_TEST_SUITE_P(All, Boundaries, testing::Values(Boundary::periodic, Boundary::open, Boundary::closed));

TEST(Cascade, NoPairStaysSteeperThanTheTalus) {
  World world = sand_world({64, 64, 1.0f, Boundary::periodic}, nothing, heaps);
  const double highest = measure_dunes(elevation_map(world.terrain()), 0.0).highest;
  relax(world, kRest);
  EXPECT_LE(largest_excess(world), kTalus * 1e-3 + to_metres(1));
  EXPECT_LE(measure_dunes(elevation_map(world.terrain()), 0.0).highest, highest);
}

TEST(Cascade, HighestPointNeverRisesAndLowestNeverSinks) {
  World world = sand_world({64, 64, 1.0f, Boundary::periodic}, nothing, heaps);
  auto limits = [&] {
    const auto z = world.terrain().columns.elevations();
    const auto [low, high] = std::minmax_element(z.begin(), z.end());
    return std::pair{*low, *high};
  };
  auto before = limits();
  for (int i = 0; i < 60; ++i) {
    world.step();
    const auto after = limits();
    ASSERT_LE(after.second, before.second) << "step " << i;
    ASSERT_GE(after.first, before.first) << "step " << i;
    before = after;
  }
}

TEST(Cascade, SlopesBelowTheTalusStayBitForBit) {
  const double slope = std::tan(30.0 * kRadian);
  World world =
      sand_world({64, 64, 1.0f, Boundary::closed}, nothing, [&](double x, double) { return 1.0 + slope * x; });
  const Columns before = world.terrain().columns;
  for (int i = 0; i < 50; ++i) world.step();
  const auto z = world.terrain().columns.elevations();
  EXPECT_TRUE(std::equal(z.begin(), z.end(), before.elevations().begin()));
}

TEST(Cascade, FormDoesNotDependOnTheRate) {
  const auto relaxed = [](double settling) {
    World world = sand_world(
        {64, 64, 1.0f, Boundary::closed}, nothing,
        [](double x, double y) { return std::hypot(x - 32.0, y - 32.0) <= 6.0 ? 30.0 : 0.0; }, settling);
    relax(world, 1e-3, 40000);
    return elevation_map(world.terrain());
  };
  const ElevationMap fast = relaxed(4.0), slow = relaxed(0.05);
  double moved = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < fast.metres.size(); ++i) {
    difference += std::abs(fast.metres[i] - slow.metres[i]);
    moved += fast.metres[i];
  }
  EXPECT_LE(difference, 0.02 * moved);
}

TEST(Cascade, OnlySandMovesOnSteepRock) {
  const auto rock = [](double x, double y) {
    const double squared = (x - 32.0) * (x - 32.0) + (y - 32.0) * (y - 32.0);
    return 40.0 * std::exp(-squared / 90.0);
  };
  World world = sand_world({64, 64, 1.0f, Boundary::closed}, rock, [](double, double) { return 1.5; });
  std::vector<Quanta> base;
  for (std::size_t i = 0; i < world.grid().cells(); ++i) base.push_back(world.terrain().columns.base(i));
  relax(world, 1e-3);
  QuantaSum bare = 0;
  for (std::size_t i = 0; i < base.size(); ++i) {
    ASSERT_EQ(world.terrain().columns.base(i), base[i]);
    ASSERT_GE(world.terrain().columns.sediment(i), 0);
    bare += world.terrain().columns.sediment(i) < to_quanta(0.01) ? 1 : 0;
  }
  EXPECT_GT(bare, 100) << "the steep flank sheds its sand";
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Cascade, RoughnessIsTheSlopeAtRest) {
  for (double slope : {0.36, 0.65, 0.9}) {
    World world = sand_world({96, 96, 1.0f, Boundary::closed}, nothing,
                             [](double x, double y) { return std::hypot(x - 48.0, y - 48.0) <= 8.0 ? 40.0 : 0.0; });
    world.apply(SetParameter{"gravity", "repose_slope", slope});
    for (int i = 0; i < 400; ++i) world.step();
    // The eastern flank, well below the tip and above the foot.
    const ElevationMap map = elevation_map(world.terrain());
    const double top = map.at(48, 48), foot = top / slope;
    const int near = static_cast<int>(0.25 * foot), far = static_cast<int>(0.75 * foot);
    EXPECT_NEAR((map.at(48 + near, 48) - map.at(48 + far, 48)) / (far - near), slope, 0.03 * slope);
  }
}

TEST(Cascade, CellSizeDoesNotChangeTheSlope) {
  for (float cell : {0.5f, 2.0f}) {
    World world = sand_world({96, 96, cell, Boundary::closed}, nothing, [&](double x, double y) {
      return std::hypot(x - 48.0, y - 48.0) <= 8.0 ? 40.0 * static_cast<double>(cell) : 0.0;
    });
    for (int i = 0; i < 4000; ++i) world.step();
    const ElevationMap map = elevation_map(world.terrain());
    EXPECT_NEAR((map.at(54, 48) - map.at(60, 48)) / (6.0 * static_cast<double>(cell)), kTalus, 0.03 * kTalus) << cell;
  }
}

TEST(Cascade, OnlyDifferencesOfHeightMatter) {
  World low = sand_world({48, 48, 1.0f, Boundary::periodic}, nothing, heaps);
  World high = sand_world(
      {48, 48, 1.0f, Boundary::periodic}, [](double, double) { return 4000.0; }, heaps);
  for (int i = 0; i < 100; ++i) {
    low.step();
    high.step();
  }
  const auto a = low.terrain().columns.available_thicknesses(), b = high.terrain().columns.available_thicknesses();
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
}

}  // namespace
}  // namespace barchan::gravity_test
