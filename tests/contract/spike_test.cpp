// No spikes: in a step, water changes no cell by more than its width times the tangent of the angle of repose.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/long_run.hpp"
#include "support/shipped_worlds.hpp"
#include "world/world.hpp"

namespace barchan::test::spike_test {

namespace {

class Spikes : public ::testing::TestWithParam<std::string_view> {};

}  // namespace

TEST_P(Spikes, WaterMovesNoCellFartherThanSandStands) {
  World world = shipped_world(GetParam(), 3);
  const auto most =
      static_cast<double>(world.grid().cell_size) * static_cast<double>(world.terrain().soils[kSand].repose_slope);
  std::vector<float> before = world.field("rain_erosion").value();
  const int steps = how_many(120, 400);
  for (int i = 0; i < steps; ++i) {
    world.step();
    const std::vector<float> after = world.field("rain_erosion").value();
    double farthest = 0.0;
    for (std::size_t cell = 0; cell < after.size(); ++cell) {
      farthest = std::max(farthest, std::abs(static_cast<double>(after[cell]) - static_cast<double>(before[cell])));
    }
    ASSERT_LE(farthest, most * 1.0001) << "step " << i;
    before = after;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Spikes,
                         ::testing::Values("mountains", "storm", "butte", "dam_break", "badlands_rain", "rising_range"),
                         [](auto const& scenario) { return std::string(scenario.param); });

}  // namespace barchan::test::spike_test
