// Dunes stay crisp and do not collect grid noise: what the spectrum of a corner does not explain stays small, early and
// late, and no blur hides it.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "support/shipped_worlds.hpp"
#include "world/world.hpp"

namespace barchan::test {
namespace {

TEST(Crispness, DunesStayCrispAndGatherNoNoise) {
  constexpr int kEarly = 1200, kLate = 3000;
  World world = shipped_world("dunes", 5);
  const double wind = world.parameter("wind", "direction"), roughness = world.parameter("gravity", "repose_slope");
  run(world, kEarly);
  const DuneMeasures early = measure_dunes(elevation_map(world.terrain()), wind, roughness);
  run(world, kLate - kEarly);
  const DuneMeasures late = measure_dunes(elevation_map(world.terrain()), wind, roughness);
  std::printf("early %s\nlate  %s\n", to_text(early).c_str(), to_text(late).c_str());
  RecordProperty("early", to_text(early));
  RecordProperty("late", to_text(late));
  const double repose = std::atan(roughness) * 180.0 / std::numbers::pi;
  // 0: nothing repeats within half of the land, as in a field of single dunes.
  EXPECT_TRUE(late.spacing == 0.0 || late.spacing >= 40.0) << late.spacing;
  EXPECT_LE(late.slope_noise_share, 0.12);
  EXPECT_LE(late.slope_noise_share, 1.2 * early.slope_noise_share);
  for (DuneMeasures const* measures : {&early, &late}) {
    EXPECT_GE(measures->lee.p90_degrees, 0.9 * repose);
    EXPECT_LE(measures->profile.turn_cells, 3.0);
  }
}

// Bare of dunes the wind must not make a pattern of its own that is as short as the grid: on a bed that it has only
// begun to work, the noise given at the start has gone.
TEST(Crispness, WhiteNoiseOfTheStartIsWornDown) {
  World world = make_desert({.side = 128, .seed = 2}, 20.0, {{"wind_particles", "population", 16384.0}});
  const double start = slope_noise_share(elevation_map(world.terrain()));
  run(world, 300);
  const double then = slope_noise_share(elevation_map(world.terrain()));
  RecordProperty("noise_share", std::to_string(then));
  EXPECT_GT(start, 0.9);
  EXPECT_LT(then, 0.4 * start);
}

}  // namespace
}  // namespace barchan::test
