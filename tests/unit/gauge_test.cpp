// Gauges read the world and change nothing.
#include "world/gauge.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/lake_country.hpp"
#include "world/streams.hpp"
#include "world/world.hpp"

namespace barchan::test::gauge_test {
namespace {

Gauge gauge_at(World const& world, int x, int y) {
  return {"here", (static_cast<float>(x) + 0.5f) / static_cast<float>(world.grid().width),
          (static_cast<float>(y) + 0.5f) / static_cast<float>(world.grid().height)};
}

TEST(Gauges, ReadRiverLakeAndDryGround) {
  World world = lake_country({}, 900);
  const std::vector<Gauge> gauges{gauge_at(world, 20, kLakeY), gauge_at(world, kLakeX + 5, kLakeY),
                                  gauge_at(world, 20, 4)};
  const std::uint64_t before = world.hash();
  const std::vector<GaugeReading> read = read_gauges(world, gauges);
  EXPECT_EQ(world.hash(), before);
  ASSERT_EQ(read.size(), 3u);
  EXPECT_NEAR(read[0].discharge, 2.0, 0.3) << "what the source gives";
  EXPECT_GT(read[0].depth, 0.02);
  const auto ground = [&](std::size_t k) {
    return to_metres(world.terrain().columns.elevation(cell_of(gauges[k], world.grid())));
  };
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(read[k].level, ground(k) + read[k].depth, 1e-9) << k;
  const std::size_t cell = cell_of(gauges[1], world.grid());
  const LakeView lake = world.terrain().lakes.lake(world.terrain().lakes.id(cell));
  EXPECT_NEAR(read[1].level, to_metres(lake.level), 1e-9);
  EXPECT_EQ(read[1].discharge, 0.0);
  EXPECT_EQ(read[2].discharge, 0.0);
  EXPECT_EQ(read[2].depth, 0.0);
}

TEST(Gauges, AWorldThatIsReadInEveryStepIsTheSameWorld) {
  World read = lake_country({}, 0), left = lake_country({}, 0);
  const std::vector<Gauge> gauges{gauge_at(read, 20, kLakeY), gauge_at(read, kLakeX + 5, kLakeY)};
  double last = 0.0;
  for (int step = 0; step < 300; ++step) {
    read.step();
    left.step();
    last = read_gauges(read, gauges)[0].discharge;
  }
  EXPECT_GT(last, 0.5);
  EXPECT_EQ(read.hash(), left.hash());
}

TEST(Gauges, TheCornersOfTheLandAreOnItAndBeyondTheyAreRefused) {
  const Grid grid{.width = 7, .height = 5};
  EXPECT_EQ(cell_of({"", 0.0f, 0.0f}, grid), 0u);
  EXPECT_EQ(cell_of({"", 1.0f, 1.0f}, grid), 34u);
  EXPECT_EQ(gauge_error({"", 1.0f, 0.0f}), "");
  EXPECT_EQ(gauge_error({"", 1.1f, 0.0f}), "gauge: x: expected a number from 0 to 1, found 1.1");
  EXPECT_NE(gauge_error({"", 0.0f, -0.5f}), "");
  EXPECT_NE(gauge_error({"", std::numeric_limits<float>::quiet_NaN(), 0.5f}), "");
}

TEST(Gauges, ATableHasALineAStepAndRoomForGaugesThatCameLater) {
  EXPECT_EQ(
      gauge_heading(std::vector<Gauge>{{"a", 0.0f, 0.0f}, {"b, c", 0.0f, 0.0f}}),
      "step,time_s,a_discharge_m3_s,a_depth_m,a_level_m,\"b, c_discharge_m3_s\",\"b, c_depth_m\",\"b, c_level_m\"\n");
  const GaugeReading reading{1.5, 0.25, 101.0};
  EXPECT_EQ(gauge_line(12, 4.8, std::vector<GaugeReading const*>{nullptr, &reading}),
            "12,4.800,,,,1.500000,0.250000,101.000000\n");
}

}  // namespace
}  // namespace barchan::test::gauge_test
