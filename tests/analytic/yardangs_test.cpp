// Rock under one wind with sand: ridges form along the wind, in any direction, from an isotropic relief.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "world/world.hpp"

namespace barchan::test::yardangs_test {
namespace {

constexpr int kSide = 112;
constexpr int kMargin = 24;  // cells at the edges that are skipped
constexpr int kSteps = 1200;

World make_rock(double wind, std::uint64_t seed, double abrasion) {
  WorldSetup setup = make_bed({.side = kSide, .noise = 0.8, .smallest_wavelength = 10.0, .seed = seed});
  setup.grid.boundary = Boundary::open;
  std::swap(setup.base, setup.sand);
  for (Quanta& sand : setup.sand) sand = 0;
  setup.parameters = {{"wind", "direction", wind},        {"world", "time_step", 0.4},
                      {"slab_dunes", "hop_length", 15.0}, {"slab_dunes", "deposit_bare", 0.02},
                      {"slab_dunes", "inflow", 0.06},     {"slab_dunes", "abrasion", abrasion}};
  return make_world(std::move(setup), "slab_dunes");
}

// The solid ground of the middle of the land.
ElevationMap middle_of(World const& world) {
  constexpr int kWidth = kSide - 2 * kMargin;
  ElevationMap map;
  map.grid = {kWidth, kWidth, world.grid().cell_size, Boundary::closed};
  for (int y = kMargin; y < kSide - kMargin; ++y) {
    for (int x = kMargin; x < kSide - kMargin; ++x) {
      map.metres.push_back(to_metres(world.terrain().columns.base(world.grid().index(x, y))));
    }
  }
  return map;
}

TEST(Yardangs, LieAlongTheWindWithinTenDegrees) {
  const auto seeds = static_cast<std::uint64_t>(how_many(1, 3));
  double worst = 0.0;
  for (double wind : long_run() ? std::vector{0.0, 30.0, 200.0} : std::vector{30.0, 200.0}) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      World world = make_rock(wind, seed, 0.12);
      const CrestOrientation start = crest_orientation(middle_of(world));
      const double relief = rms_height(middle_of(world));
      run(world, kSteps);
      EXPECT_EQ(unsound(world), "");
      const CrestOrientation end = crest_orientation(middle_of(world));
      const double error = axial_difference(end.degrees, wind);
      const double grown = rms_height(middle_of(world)) / relief;
      std::printf("wind %g, seed %d: ridges off the wind by %.1f degrees, anisotropy %.2f from %.2f, relief x %.1f\n",
                  wind, static_cast<int>(seed), error, end.anisotropy, start.anisotropy, grown);
      worst = std::max(worst, std::abs(error));
      EXPECT_LE(start.anisotropy, 0.35) << "it began without a direction";
      EXPECT_GE(end.anisotropy, 0.4);
      EXPECT_GE(grown, 1.5);
    }
  }
  std::printf("largest angle between yardangs and wind, deg: %.1f\n", worst);
  EXPECT_LE(worst, 10.0);
}

TEST(Yardangs, NeedAbrasion) {
  World world = make_rock(30.0, 1, 0.0);
  const std::vector<double> before = middle_of(world).metres;
  run(world, 100);
  EXPECT_EQ(middle_of(world).metres, before);
  EXPECT_EQ(world.budget().accounts[kSand].converted, 0);
}

}  // namespace
}  // namespace barchan::test::yardangs_test
