// Crests form across the wind at every azimuth, from nothing but a level bed with white noise.
#include <cmath>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "world/world.hpp"

namespace barchan::test::crests_test {
namespace {

constexpr double kSeconds = 60.0;  // of the world's clock

struct CrestFigures {
  Statistics error, anisotropy, growth;
};

CrestFigures crests_under(double wind, double time_step_share) {
  std::vector<double> errors, anisotropies, growths;
  const auto seeds = static_cast<std::uint64_t>(how_many(2, 4));
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    World world = make_desert({.seed = seed}, wind);
    const double time_step = world.parameter("world", "time_step") * time_step_share;
    world.apply(SetParameter{"world", "time_step", time_step});
    const double start = rms_height(elevation_map(world.terrain()));
    run(world, static_cast<int>(std::lround(kSeconds / time_step)));
    EXPECT_EQ(unsound(world), "");
    const DuneMeasures measures = measure_dunes(elevation_map(world.terrain()), wind);
    errors.push_back(measures.crest_error_degrees);
    anisotropies.push_back(measures.crest.anisotropy);
    growths.push_back(measures.rms_height / start);
  }
  return {statistics(errors), statistics(anisotropies), statistics(growths)};
}

void expect_transverse(double wind, double time_step_share) {
  const CrestFigures crests = crests_under(wind, time_step_share);
  std::printf("wind %g, time step x %g: crest error %s, anisotropy %s, growth %s\n", wind, time_step_share,
              to_text(crests.error).c_str(), to_text(crests.anisotropy).c_str(), to_text(crests.growth).c_str());
  testing::Test::RecordProperty("crest_error", to_text(crests.error));
  testing::Test::RecordProperty("anisotropy", to_text(crests.anisotropy));
  testing::Test::RecordProperty("growth", to_text(crests.growth));
  EXPECT_LE(std::abs(crests.error.mean), 10.0);
  EXPECT_LE(crests.error.most, 20.0);
  EXPECT_GE(crests.error.least, -20.0);
  EXPECT_GE(crests.anisotropy.mean, 0.3);
  EXPECT_GE(crests.growth.least, 5.0);
}

class Crests : public testing::TestWithParam<double> {};
TEST_P(Crests, StandAcrossTheWind) { expect_transverse(GetParam(), 1.0); }
TEST_P(Crests, StandAcrossTheWindAtHalfTheTimeStep) {
  // The time step has no relation to the azimuth. So daily runs test only two winds, neither along an axis nor along a
  // diagonal.
  if (!long_run() && GetParam() != 20.0 && GetParam() != 200.0) GTEST_SKIP() << "runs at full length";
  expect_transverse(GetParam(), 0.5);
}
INSTANTIATE_TEST_SUITE_P(Winds, Crests, testing::Values(0.0, 20.0, 45.0, 70.0, 200.0));

}  // namespace
}  // namespace barchan::test::crests_test
