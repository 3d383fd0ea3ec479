// The same desert with another cell size, and at another height above the sea.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::cell_size_test {
namespace {

constexpr double kSmallestWave = 8.0;  // m: both grids can represent every wave of the bed
constexpr int kEvery = 5;              // steps between readings of the flux

double mean_flux(World const& world) {
  const std::vector<float> flux = *world.field("sand_flux");
  double sum = 0.0;
  for (float value : flux) sum += static_cast<double>(value);
  return sum / static_cast<double>(flux.size());
}

struct Desert {
  double passed = 0.0;  // m2, volume of sand carried past each metre of width
  double seconds = 0.0;
  double growth = 0.0;  // of the rms height
  double rms = 0.0;
  double spacing = 0.0;
};

// Blows until `seconds` have passed or `passed` m2 of sand have moved past, whichever comes first.
Desert desert_of(int side, double length, std::uint64_t seed, double seconds, double passed) {
  const auto cell = static_cast<float>(length / side);
  World world = make_desert({.side = side, .cell_size = cell, .smallest_wavelength = kSmallestWave, .seed = seed}, 0.0);
  const double time_step = world.parameter("world", "time_step");
  const double start = rms_height(elevation_map(world.terrain()));
  Desert desert;
  while (world.time() < seconds && desert.passed < passed) {
    run(world, kEvery);
    desert.passed += mean_flux(world) * time_step * kEvery;
  }
  EXPECT_EQ(world.health(), 0u);
  const ElevationMap map = elevation_map(world.terrain());
  desert.seconds = world.time();
  desert.rms = rms_height(map);
  desert.growth = desert.rms / start;
  desert.spacing = spacing(map, 0.0);
  return desert;
}

TEST(CellSize, SameDesertAtHalfTheCellSize) {
  constexpr double kLength = 144.0, kSeconds = 100.0, kNoLimit = 1e9;
  std::vector<double> rms_ratio, spacing_ratio, growth;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Desert coarse = desert_of(144, kLength, seed, kSeconds, kNoLimit);
    const Desert fine = desert_of(288, kLength, seed, 3.0 * kSeconds, coarse.passed);
    std::printf("1 m: %.1f s %.2f m2 passed rms %.3f spacing %.1f; 0.5 m: %.1f s %.2f m2 rms %.3f spacing %.1f\n",
                coarse.seconds, coarse.passed, coarse.rms, coarse.spacing, fine.seconds, fine.passed, fine.rms,
                fine.spacing);
    rms_ratio.push_back(fine.rms / coarse.rms);
    spacing_ratio.push_back(fine.spacing / coarse.spacing);
    growth.push_back(std::min(fine.growth, coarse.growth));
  }
  RecordProperty("rms_ratio", to_text(statistics(rms_ratio)));
  RecordProperty("spacing_ratio", to_text(statistics(spacing_ratio)));
  RecordProperty("growth", to_text(statistics(growth)));
  EXPECT_GE(statistics(growth).least, 5.0);
  EXPECT_NEAR(statistics(rms_ratio).mean, 1.0, 0.2);
  EXPECT_NEAR(statistics(spacing_ratio).mean, 1.0, 0.2);
}

TEST(CellSize, SameSandFourThousandMetresHigher) {
  const auto sand_after = [](Quanta lift) {
    World world = make_desert({.side = 96, .lift = lift, .seed = 3}, 30.0, {{"wind_particles", "population", 8192.0}});
    run(world, 150);
    const auto sand = world.terrain().columns.available_thicknesses();
    return std::vector<Quanta>(sand.begin(), sand.end());
  };
  EXPECT_TRUE(sand_after(0) == sand_after(4000 * kQuantaPerMetre));
}

}  // namespace
}  // namespace barchan::test::cell_size_test
