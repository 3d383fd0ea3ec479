// Dunes and rivers on one land: wind-blown sand fills a dry bed and dams a small river; a large river carries it away.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "land/source.hpp"
#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::dunes_and_rivers_test {

namespace {

constexpr int kWidth = 96, kHeight = 72;         // cells of a metre
constexpr int kBank = 36, kFarBank = 42;         // the bed lies between them
constexpr int kFirst = 40, kLast = 56;           // columns that the dune occupies
constexpr double kBed = 2.0, kDuneHeight = 4.0;  // m
constexpr double kFall = 0.01;                   // slope of the plain and its bed, to the east
constexpr int kDuneArrives = 200;                // steps

WaterSource river(double discharge) {
  return {.x = 2.5f / kWidth, .y = 39.0f / kHeight, .discharge = static_cast<float>(discharge)};
}

/// A plain of rock with a straight bed in it, and a dune south of the bed. The wind blows to the north.
World land_of(std::string const& wind_process, double discharge, std::uint64_t seed) {
  WorldSetup setup;
  setup.grid = {.width = kWidth, .height = kHeight, .cell_size = 1.0f, .boundary = Boundary::open};
  setup.seed = seed;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool bed = y >= kBank && y < kFarBank;
      setup.base.push_back(to_quanta(10.0 + kFall * (kWidth - x) - (bed ? kBed : 0.0)));
      const double from_crest = std::abs(y - 0.5 * kBank);
      const bool dune = x >= kFirst && x < kLast && !bed;
      setup.sand.push_back(to_quanta(dune ? std::max(0.0, kDuneHeight - 0.5 * from_crest) : 0.0));
    }
  }
  if (discharge > 0.0) setup.sources.push_back(river(discharge));
  setup.parameters = {{"world", "time_step", 0.4},
                      {"wind", "direction", 90.0},
                      {"wind_particles", "inflow", 0.0},
                      {"slab_dunes", "inflow", 0.0},
                      {"water_particles", "rain", 0.0},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "population", 512.0},
                      {"water_particles", "erodibility", 0.0}};
  World world = make_world(std::move(setup), "water_particles");
  if (!wind_process.empty()) world.apply(SetParameter{wind_process, "enabled", 1.0});
  return world;
}

/// Sand in the bed along the dune and up to eight cells beyond its columns on both sides, m3.
double sand_in_bed(World const& world) {
  const std::vector<float> sand = world.field("sediment").value();
  double sum = 0.0;
  for (int y = kBank; y < kFarBank; ++y) {
    for (int x = kFirst - 8; x < kLast + 8; ++x) sum += static_cast<double>(sand[world.grid().index(x, y)]);
  }
  return sum;
}

/// Water that stands upstream of the dune, m3.
double lake_behind(World const& world) {
  const std::vector<float> depth = world.field("lake_depth").value_or(std::vector<float>{});
  double sum = 0.0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kFirst && !depth.empty(); ++x) sum += static_cast<double>(depth[world.grid().index(x, y)]);
  }
  return sum;
}

class DunesAndRivers : public testing::TestWithParam<std::string> {};

TEST_P(DunesAndRivers, WindFillsADryBed) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    World calm = land_of("", 0.0, seed), windy = land_of(GetParam(), 0.0, seed);
    run(calm, kDuneArrives);
    run(windy, kDuneArrives);
    EXPECT_EQ(sand_in_bed(calm), 0.0);
    std::printf("%.0f m3 in the bed\n", sand_in_bed(windy));
    EXPECT_GT(sand_in_bed(windy), 100.0);
    EXPECT_EQ(unsound(windy), "");
  }
}

TEST_P(DunesAndRivers, ADuneDamsARiver) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    World calm = land_of("", 1.0, seed), windy = land_of(GetParam(), 1.0, seed);
    run(calm, kDuneArrives);
    run(windy, kDuneArrives);
    std::printf("%.1f m3 of lake above the dune, %.1f without wind\n", lake_behind(windy), lake_behind(calm));
    EXPECT_GT(lake_behind(windy), 15.0);
    EXPECT_LT(lake_behind(calm), 1.0);
    EXPECT_EQ(unsound(windy), "");
  }
}

TEST_P(DunesAndRivers, ARiverCutsADuneThatLiesInItsWay) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    World dry = land_of(GetParam(), 0.0, seed);
    run(dry, kDuneArrives);
    dry.apply(SetParameter{GetParam(), "enabled", 0.0});
    run(dry, 20);
    World wet = World::restore(dry.snapshot(), make_processes(), 1);
    wet.apply(SetParameter{"water_particles", "capacity", 10.0});
    wet.apply(SetParameter{"water_particles", "minimum_slope", 0.0});
    wet.apply(PlaceSource{river(10.0)});
    const double before = sand_in_bed(dry);
    run(dry, 1000);
    EXPECT_EQ(sand_in_bed(dry), before) << "without a river it lies";
    double highest = 0.0;
    for (int part = 0; part < 40; ++part) {
      run(wet, 50);
      highest = std::max(highest, lake_behind(wet));
    }
    std::printf("%.0f of %.0f m3 left in the bed, %.1f of %.1f m3 in the lake\n", sand_in_bed(wet), before,
                lake_behind(wet), highest);
    EXPECT_LT(sand_in_bed(wet), 0.8 * before);
    EXPECT_LT(lake_behind(wet), 0.3 * highest) << "the lake breaks out";
    EXPECT_EQ(unsound(wet), "");
  }
}

INSTANTIATE_TEST_SUITE_P(All, DunesAndRivers, testing::Values("slab_dunes", "wind_particles"),
                         [](auto const& process) { return process.param; });

}  // namespace
}  // namespace barchan::test::dunes_and_rivers_test
