// A bed does not keep noise of the grid. dunes_test.cpp also checks, during its run, that dunes stay crisp.
#include <string>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::crispness_test {
namespace {

// Where there are no dunes, the wind must not make a pattern that is as short as the grid. After only a short time, the
// noise with which the bed began is gone.
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
}  // namespace barchan::test::crispness_test
