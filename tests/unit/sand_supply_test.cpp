// The sand supply: the given amount comes in at the given place and stops when it should.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/disc.hpp"
#include "base/math.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::sand_supply_test {
namespace {

constexpr double kLine = 0.0, kDisc = 1.0, kUpwindEdge = 2.0, kRandomDiscs = 3.0;
constexpr double kModes[] = {kLine, kDisc, kUpwindEdge, kRandomDiscs};

/// Flat bare rock and a supply.
World bare_world(Grid const& grid, double mode, std::vector<SetParameter> const& parameters = {}, int threads = 1) {
  WorldSetup setup = make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false});
  setup.parameters = {{"sand_supply", "mode", mode}};
  setup.parameters.insert(setup.parameters.end(), parameters.begin(), parameters.end());
  return make_world(std::move(setup), "sand_supply", threads);
}

/// Inflow so far, m3.
double volume_in(World const& world) {
  const auto cell = static_cast<double>(world.grid().cell_size);
  return to_metres(world.budget().accounts[kSand].in) * cell * cell;
}

double cover(World const& world, double depth) {
  const auto loose = world.terrain().columns.available_thicknesses();
  const auto covered = std::count_if(loose.begin(), loose.end(), [&](Quanta q) { return q > to_quanta(depth); });
  return static_cast<double>(covered) / static_cast<double>(loose.size());
}

/// Mean and variance of the position of the sand along the unit vector (ux, uy), m and m2.
struct Spread {
  double mean = 0.0, variance = 0.0;
};
Spread spread_along(World const& world, double ux, double uy) {
  Grid const& grid = world.grid();
  double sum = 0.0, first = 0.0, second = 0.0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const double mass = to_metres(world.terrain().columns.sediment(grid.index(x, y)));
      const double place = ((x + 0.5) * ux + (y + 0.5) * uy) * static_cast<double>(grid.cell_size);
      sum += mass;
      first += mass * place;
      second += mass * place * place;
    }
  }
  return {first / sum, second / sum - first / sum * (first / sum)};
}

TEST(SandSupply, IsOffUntilItIsAskedFor) {
  World world = World(make_setup({.width = 20, .height = 20}), make_processes());
  EXPECT_EQ(world.parameter("sand_supply", "enabled"), 0.0);
  run(world, 20);
  World off = make_world(make_setup({.width = 20, .height = 20}), "none");
  run(off, 20);
  EXPECT_EQ(off.budget().accounts[kSand].in, 0);
}

class SupplyFromEveryQuarter : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Winds, SupplyFromEveryQuarter,
                         testing::Values(0, 45, 90, 135, 180, 225, 270, 315, 20, 200, 338));

TEST_P(SupplyFromEveryQuarter, TheUpwindEdgesFeedABareLandAtTheRateAskedFor) {
  const math::SineCosine wind = math::sine_cosine_degrees(GetParam());
  for (Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    const Grid grid{.width = 60, .height = 44, .cell_size = 1.5f, .boundary = boundary};
    World world = bare_world(grid, kUpwindEdge,
                             {{"wind", "direction", static_cast<double>(GetParam())}, {"sand_supply", "rate", 0.05}});
    world.step();
    // Strips that the wind crosses within 5 m. Where two strips overlap, no cell gets sand twice.
    const int columns = static_cast<int>(std::ceil(5.0 / 1.5 * std::abs(wind.cosine) - 1e-6));
    const int rows = static_cast<int>(std::ceil(5.0 / 1.5 * std::abs(wind.sine) - 1e-6));
    const double each = 0.05 * 0.4 / 5.0;
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const int i = wind.cosine < 0.0 ? grid.width - 1 - x : x;
        const int j = wind.sine < 0.0 ? grid.height - 1 - y : y;
        const double metres = to_metres(world.terrain().columns.sediment(grid.index(x, y)));
        ASSERT_LT(metres, 1.05 * each) << x << ", " << y;
        ASSERT_EQ(metres > 0.0, i < columns || j < rows) << x << ", " << y;
      }
    }
    run(world, 49);
    const double width = 1.5 * (44 * std::abs(wind.cosine) + 60 * std::abs(wind.sine));
    EXPECT_NEAR(volume_in(world) / (0.05 * width * 50 * 0.4), 1.0, 0.001);
    EXPECT_EQ(unsound(world), "");
  }
}

TEST_P(SupplyFromEveryQuarter, ALineAcrossTheWindLiesWhereItShouldAndGivesWhatItShould) {
  const math::SineCosine wind = math::sine_cosine_degrees(GetParam());
  const Grid grid{.width = 96, .height = 96, .cell_size = 0.5f, .boundary = Boundary::open};
  World world = bare_world(grid, kLine,
                           {{"wind", "direction", static_cast<double>(GetParam())},
                            {"sand_supply", "rate", 0.001},
                            {"sand_supply", "x", 0.55},
                            {"sand_supply", "y", 0.5},
                            {"sand_supply", "length", 30.0},
                            {"sand_supply", "band", 4.0}});
  run(world, 20);
  EXPECT_NEAR(volume_in(world) / (0.001 * 30.0 * 20 * 0.4), 1.0, 0.001);
  const Spread down = spread_along(world, wind.cosine, wind.sine);
  EXPECT_NEAR(down.mean, 0.5 * 96 * (0.55 * wind.cosine + 0.5 * wind.sine), 0.5 * 0.5)
      << "m, downwind: an upright line lies in whole cells";
  EXPECT_NEAR(down.variance / (4.0 * 4.0 / 12.0), 1.0, 0.08);
  const Spread across = spread_along(world, -wind.sine, wind.cosine);
  EXPECT_NEAR(across.variance / (30.0 * 30.0 / 12.0), 1.0, 0.03);
}

TEST(SandSupplyLine, LiesAtAFreeAngleAndEndsAtTheEdgesOfTheLand) {
  const Grid grid{.width = 80, .height = 40, .cell_size = 1.0f, .boundary = Boundary::closed};
  const auto volume = [&](double angle, double x, double y) {
    World world = bare_world(grid, kLine,
                             {{"sand_supply", "across_wind", 0.0},
                              {"sand_supply", "angle", angle},
                              {"sand_supply", "x", x},
                              {"sand_supply", "y", y},
                              {"sand_supply", "rate", 0.01},
                              {"wind", "direction", 77.0}});
    run(world, 10);
    EXPECT_EQ(unsound(world), "");
    return volume_in(world) / (0.01 * 10 * 0.4);
  };
  EXPECT_NEAR(volume(0.0, 0.5, 0.5), 80.0, 0.05);
  EXPECT_NEAR(volume(90.0, 0.5, 0.5), 40.0, 0.05);
  EXPECT_NEAR(volume(90.0, 0.0, 0.5), 40.0, 0.05) << "half of the band lies off the land, but not of the sand";
  EXPECT_NEAR(volume(90.0, 1.0, 1.0), 40.0, 0.05);
  EXPECT_NEAR(volume(45.0, 0.5, 0.5), 40.0 * std::sqrt(2.0), 0.05);
  EXPECT_NEAR(volume(135.0, 0.125, 0.25), 20.0 * std::sqrt(2.0), 0.05) << "from (0, 20) to (20, 0)";
}

TEST(SandSupplyDisc, IsKeptAtItsDepth) {
  const Grid grid{.width = 64, .height = 64, .cell_size = 1.0f, .boundary = Boundary::open};
  World world = bare_world(grid, kDisc,
                           {{"sand_supply", "x", 0.5},
                            {"sand_supply", "y", 0.5},
                            {"sand_supply", "radius", 6.0},
                            {"sand_supply", "depth", 4.0}});
  world.step();
  EXPECT_NEAR(volume_in(world), 3.14159 * 36.0 * 4.0, 0.05 * 3.14159 * 36.0 * 4.0);
  run(world, 400);  // sand that slides away is replaced
  EXPECT_GT(volume_in(world), 1.5 * 3.14159 * 36.0 * 4.0);
  EXPECT_NEAR(to_metres(world.terrain().columns.sediment(grid.index(32, 32))), 4.0, 0.01);
  const double before = volume_in(world);
  run(world, 400);
  EXPECT_LT(volume_in(world), 1.1 * before) << "a heap at rest takes no more";
  EXPECT_EQ(unsound(world), "");
}

TEST(SandSupplyDisc, IsFilledUpToItsDepthOfAnyLooseSoil) {
  const Grid grid{.width = 32, .height = 32, .cell_size = 1.0f, .boundary = Boundary::open};
  WorldSetup setup = make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false});
  const SoilId gravel = add_soil(setup.soils, 0.6f);
  setup.layers = {{kSand, std::vector<Quanta>(grid.cells(), to_quanta(1.0))},
                  {gravel, std::vector<Quanta>(grid.cells(), to_quanta(0.5))}};
  setup.parameters = {{"sand_supply", "mode", kDisc}, {"sand_supply", "x", 0.5}, {"sand_supply", "depth", 2.0}};
  World world = make_world(std::move(setup), "sand_supply");
  world.step();
  EXPECT_EQ(world.terrain().columns.sediment(grid.index(16, 16)), to_quanta(2.0));
  EXPECT_EQ(world.terrain().columns.sediment(grid.index(2, 2)), to_quanta(1.5));
}

class SupplyInCells : public testing::TestWithParam<float> {};
INSTANTIATE_TEST_SUITE_P(Sizes, SupplyInCells, testing::Values(0.5f, 1.0f, 2.0f));

TEST_P(SupplyInCells, DiscsAreAsWide) {
  constexpr double kRadius = 8.0, kDepth = 0.5;
  const int side = static_cast<int>(96.0f / GetParam());
  const Grid grid{.width = side, .height = side, .cell_size = GetParam(), .boundary = Boundary::periodic};
  const auto volume = [&](double mode, int steps) {
    World world = bare_world(grid, mode,
                             {{"sand_supply", "x", 0.5},
                              {"sand_supply", "radius", kRadius},
                              {"sand_supply", "depth", kDepth},
                              {"sand_supply", "target_cover", 0.9},
                              {"sand_supply", "disc_rate", 2.5}});
    run(world, steps);
    return volume_in(world) / (M_PI * kRadius * kRadius * kDepth);
  };
  EXPECT_NEAR(volume(kDisc, 1), 1.0, 0.05);
  EXPECT_NEAR(volume(kRandomDiscs, 9), 9.0, 0.05 * 9.0) << "steps 0, 4 and 8 deposit the discs that are due: 3.6 s";
}

class CoverWanted : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Shares, CoverWanted, testing::Values(0.0, 0.07, 0.22, 0.64, 1.0));

TEST_P(CoverWanted, IsReachedAndKept) {
  const Grid grid{.width = 160, .height = 128, .cell_size = 1.0f, .boundary = Boundary::periodic};
  World world = bare_world(grid, kRandomDiscs,
                           {{"sand_supply", "target_cover", GetParam()},
                            {"sand_supply", "radius", 5.0},
                            {"sand_supply", "depth", 0.5},
                            {"sand_supply", "disc_rate", 5.0}});
  run(world, 600);
  EXPECT_NEAR(cover(world, 0.1), GetParam(), 0.02);
  const double in = volume_in(world);
  run(world, 100);
  EXPECT_EQ(volume_in(world), in) << "nothing comes in when it is reached";
  EXPECT_LE(in, 2.5 * 0.5 * 160 * 128 * GetParam()) << "and what lies bare has come first";
  EXPECT_EQ(unsound(world), "");
}

TEST(SandSupplyDiscs, GoOnWhenTheCoverFalls) {
  const Grid grid{.width = 100, .height = 100, .cell_size = 1.0f, .boundary = Boundary::periodic};
  World world = bare_world(
      grid, kRandomDiscs,
      {{"sand_supply", "target_cover", 0.2}, {"sand_supply", "depth", 0.5}, {"sand_supply", "disc_rate", 5.0}});
  run(world, 300);
  ASSERT_NEAR(cover(world, 0.1), 0.2, 0.02);
  const double in = volume_in(world);
  world.apply(SetParameter{"sand_supply", "cover_depth", 0.8});  // the edges of the heaps do not count any more
  ASSERT_LT(cover(world, 0.8), 0.19);
  run(world, 300);
  EXPECT_GT(volume_in(world), in);
  EXPECT_NEAR(cover(world, 0.8), 0.2, 0.02);
}

TEST(SandSupplyDiscs, ThatWereNotNeededDoNotComeWhenTheCoverFalls) {
  const Grid grid{.width = 100, .height = 100, .cell_size = 1.0f, .boundary = Boundary::periodic};
  World world = bare_world(
      grid, kRandomDiscs,
      {{"sand_supply", "target_cover", 0.2}, {"sand_supply", "depth", 0.5}, {"sand_supply", "disc_rate", 1.0}});
  run(world, 300);
  ASSERT_NEAR(cover(world, 0.1), 0.2, 0.02);
  const double in = volume_in(world);
  world.apply(SetParameter{"sand_supply", "cover_depth", 0.8});
  run(world, 8);
  EXPECT_LE(volume_in(world) - in, 5 * 0.5 * M_PI * 6.0 * 6.0) << "one disc that was due, and one per second";
}

TEST(SandSupplyDiscs, OfAWholeNumberOfDiscsComeIn) {
  const Grid grid{.width = 90, .height = 90, .cell_size = 1.0f, .boundary = Boundary::periodic};
  World world = bare_world(grid, kRandomDiscs,
                           {{"sand_supply", "target_cover", 0.9},
                            {"sand_supply", "depth", 0.5},
                            {"sand_supply", "radius", 3.0},
                            {"sand_supply", "disc_rate", 2.5}});
  run(world, 41);             // steps 0, 4, ..., 40 deposit the discs that are due: 16.4 s
  constexpr int kCells = 29;  // number of cell centres within 3 cells of a cell's centre
  EXPECT_EQ(world.budget().accounts[kSand].in, QuantaSum{41} * kCells * (kQuantaPerMetre / 2));
}

TEST(SandSupply, HalfTheTimeStepBringsTheSame) {
  const Grid grid{.width = 64, .height = 64, .cell_size = 1.0f, .boundary = Boundary::open};
  for (double mode : kModes) {
    const auto total = [&](double time_step, int steps) {
      World world = bare_world(grid, mode,
                               {{"world", "time_step", time_step},
                                {"sand_supply", "target_cover", 1.0},
                                {"sand_supply", "disc_rate", 0.5},
                                {"sand_supply", "radius", 3.0}});
      run(world, steps);
      return volume_in(world);
    };
    EXPECT_NEAR(total(0.2, 1000) / total(0.4, 500), 1.0, 0.01) << "mode " << mode;
  }
}

TEST(SandSupply, SmallAmountsDoNotVanish) {
  // A hundredth of a quantum per cell and step.
  const Grid grid{.width = 48, .height = 48, .cell_size = 1.0f, .boundary = Boundary::open};
  for (double mode : {kLine, kUpwindEdge}) {
    for (double direction : {0.0, 30.0}) {
      World world = bare_world(grid, mode,
                               {{"wind", "direction", direction},
                                {"world", "time_step", 0.02},
                                {"sand_supply", "x", 0.5},
                                {"sand_supply", "length", 30.0},
                                {"sand_supply", "rate", 0.0001},
                                {"sand_supply", "band", 40.0}});
      run(world, 2000);
      const math::SineCosine wind = math::sine_cosine_degrees(direction);
      const double width = mode == kLine ? 30.0 : 48.0 * (wind.cosine + wind.sine);
      EXPECT_NEAR(volume_in(world) / (0.0001 * width * 40.0), 1.0, 0.005) << "mode " << mode << ", " << direction;
    }
  }
}

TEST(SandSupply, IsTheSameOnAnyNumberOfThreadsAndAfterSaving) {
  for (double mode : kModes) {
    const Grid grid{.width = 150, .height = 90, .cell_size = 1.0f, .boundary = Boundary::open};
    const std::vector<SetParameter> parameters{{"wind", "direction", 200.0}, {"sand_supply", "disc_rate", 3.3}};
    World one = bare_world(grid, mode, parameters);
    run(one, 23);
    const std::vector<std::byte> bytes = one.snapshot();
    run(one, 27);
    EXPECT_GT(one.budget().accounts[kSand].in, 0) << "mode " << mode;
    for (int threads : {2, 3, 7}) {
      World many = bare_world(grid, mode, parameters, threads);
      run(many, 50);
      EXPECT_EQ(many.hash(), one.hash()) << threads << " threads, mode " << mode;
      World resumed = World::restore(bytes, make_processes(), threads);
      run(resumed, 27);
      EXPECT_EQ(resumed.hash(), one.hash()) << "saved, mode " << mode;
    }
  }
}

TEST(SandSupply, NoRateReachesTheEndOfTheRange) {
  for (double mode : kModes) {
    for (Boundary boundary : {Boundary::periodic, Boundary::closed}) {
      WorldSetup setup = make_setup({.width = 9, .height = 7, .cell_size = 0.05f, .boundary = boundary},
                                    {.rock_relief = 0.0, .sand_thickness = 0.0, .lift = 8000 * kQuantaPerMetre});
      setup.parameters = {{"world", "time_step", 2.0},          {"sand_supply", "mode", mode},
                          {"sand_supply", "rate", 10.0},        {"sand_supply", "band", 0.1},
                          {"sand_supply", "depth", 50.0},       {"sand_supply", "disc_rate", 100.0},
                          {"sand_supply", "target_cover", 1.0}, {"sand_supply", "cover_depth", 1.0}};
      World world = make_world(std::move(setup), "sand_supply");
      run(world, 400);
      EXPECT_EQ(unsound(world), "") << "mode " << mode;
      EXPECT_LE(to_metres(world.budget().accounts[kSand].in), 2 * 100.0 * 9 * 7);
      EXPECT_GT(volume_in(world), 0.0);
    }
  }
}

TEST(DiscCells, AreThoseWithinTheRadiusEachOnce) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    const Grid grid{.width = 13, .height = 10, .cell_size = 1.0f, .boundary = boundary};
    for (double radius : {0.2, 0.5, 1.0, 2.7, 4.9, 5.5, 7.0, 40.0}) {
      for (const auto& [x, y] : {std::pair{6.5, 5.5}, {0.0, 0.0}, {12.9, 3.2}, {4.0, 9.99}, {13.0, 10.0}}) {
        std::vector<int> visits(grid.cells(), 0);
        for_each_cell_of_disc(grid, x, y, radius, [&](std::size_t cell, double square) {
          ++visits[cell];
          EXPECT_TRUE(square >= 0.0 && square <= 1.0) << square;
        });
        int within = 0;
        for (int row = 0; row < grid.height; ++row) {
          for (int column = 0; column < grid.width; ++column) {
            double dx = column + 0.5 - x, dy = row + 0.5 - y;
            if (grid.periodic()) dx -= 13.0 * std::floor(dx / 13.0 + 0.5);
            if (grid.periodic()) dy -= 10.0 * std::floor(dy / 10.0 + 0.5);
            const bool inside = dx * dx + dy * dy <= radius * radius;
            within += inside ? 1 : 0;
            if (!inside) continue;
            EXPECT_EQ(visits[grid.index(column, row)], 1) << column << ", " << row << ", radius " << radius;
          }
        }
        EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), std::max(within, 1)) << x << ", " << y;
      }
    }
  }
}

}  // namespace
}  // namespace barchan::test::sand_supply_test
