// The rain that a view shows is the rain that falls.
#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "support/lands.hpp"
#include "world/terrain_view.hpp"
#include "world/world.hpp"

namespace barchan::test::rain_view_test {
namespace {

RainView rain_of(World const& world) {
  ViewRequest request;
  request.light = false;
  TerrainView view;
  fill_view(world, request, view);
  return view.rain;
}

World land_in_rain(double rate) {
  World world = make_world(make_setup({.width = 48, .height = 40}), "water_particles");
  world.apply(SetParameter{"water_particles", "rain", rate});
  return world;
}

TEST(RainView, TellsTheRateOfTheEvenRain) {
  World world = land_in_rain(1200.0);
  EXPECT_DOUBLE_EQ(rain_of(world).rate, 1200.0);
  EXPECT_DOUBLE_EQ(rain_of(world).even, 1200.0);
  EXPECT_TRUE(rain_of(world).shares.empty());
  world.apply(SetParameter{"water_particles", "enabled", 0.0});
  EXPECT_EQ(rain_of(world).rate, 0.0) << "rain is off";
}

TEST(RainView, AddsAStormWhileItLasts) {
  World world = land_in_rain(0.0);
  EXPECT_EQ(rain_of(world).rate, 0.0);
  const auto step = static_cast<float>(world.parameter("world", "time_step"));
  world.apply(
      PlaceStorm{{.start = 2.0f * step, .duration = 4.0f * step, .rain = 5000.0f, .course = StormCourse::block}});
  EXPECT_EQ(rain_of(world).rate, 0.0) << "not yet";
  run(world, 3);
  EXPECT_NEAR(rain_of(world).rate, 5000.0, 1.0);
  EXPECT_EQ(rain_of(world).even, 0.0);
  run(world, 5);
  EXPECT_NEAR(rain_of(world).rate, 0.0, 1.0) << "it is over";
}

TEST(RainView, TellsWhereItRainsByTheMap) {
  World world = land_in_rain(1000.0);
  RainMap map{"east", 48, 40, std::vector<float>(std::size_t{48} * 40)};
  for (std::size_t i = 0; i < map.shares.size(); ++i) map.shares[i] = i % 48 >= 24 ? 3.0f : 0.0f;
  world.apply(SetRainMap{map});
  const RainView rain = rain_of(world);
  EXPECT_DOUBLE_EQ(rain.rate, 1000.0) << "the mean stays";
  ASSERT_EQ(rain.shares.size(), static_cast<std::size_t>(kRainSide * kRainSide));
  for (int i = 0; i < kRainSide * kRainSide; ++i) {
    EXPECT_FLOAT_EQ(rain.shares[static_cast<std::size_t>(i)], i % kRainSide >= kRainSide / 2 ? 2.0f : 0.0f) << i;
  }
}

TEST(RainView, TellsThatMoreFallsHigherUp) {
  World world = land_in_rain(1000.0);
  world.apply(SetParameter{"water_particles", "rain_gradient", 1000.0});
  const std::vector<float> shares = rain_of(world).shares;
  ASSERT_EQ(shares.size(), static_cast<std::size_t>(kRainSide * kRainSide));
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0f) / static_cast<float>(shares.size()), 1.0f, 1e-4f);
  EXPECT_GT(*std::max_element(shares.begin(), shares.end()), *std::min_element(shares.begin(), shares.end()));
}

}  // namespace
}  // namespace barchan::test::rain_view_test
