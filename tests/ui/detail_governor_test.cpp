// The fineness with which a machine of a given speed draws.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "ui/detail_governor.hpp"

namespace barchan::ui::detail_governor_test {
namespace {

/// A machine that needs a fixed time per frame and additional time for its pixels, seconds at full fineness.
struct Machine {
  double for_frame, for_pixels;

  double frame(float fineness) const {
    const auto side = static_cast<double>(fineness);
    return for_frame + for_pixels * side * side;
  }
};

/// Fineness of each of `count` frames.
std::vector<float> draw(DetailGovernor& governor, Machine const& machine, int count, double noise = 0.0) {
  std::mt19937 random(7);
  std::vector<float> drawn;
  for (int i = 0; i < count; ++i) {
    drawn.push_back(governor.fineness());
    const double luck = std::uniform_real_distribution<double>(1.0 - noise, 1.0 + noise)(random);
    governor.count(luck * machine.frame(governor.fineness()));
  }
  return drawn;
}

long changes(std::vector<float> const& drawn) {
  long count = 0;
  for (std::size_t i = 1; i < drawn.size(); ++i) count += drawn[i] != drawn[i - 1] ? 1 : 0;
  return count;
}

TEST(DetailGovernor, LeavesAFastMachineAlone) {
  DetailGovernor governor(20.0);
  EXPECT_EQ(changes(draw(governor, {.for_frame = 0.01, .for_pixels = 0.038}, 1000, 0.05)), 0);
  EXPECT_EQ(governor.fineness(), 1.0f);
}

TEST(DetailGovernor, HoldsTheRateWithAsManyPixelsAsItCan) {
  for (const double seconds : {0.06, 0.08, 0.1, 0.15}) {
    DetailGovernor governor(20.0);
    const Machine machine{.for_frame = 0.005, .for_pixels = seconds};
    draw(governor, machine, 1000, 0.05);
    const float settled = governor.fineness();
    EXPECT_LE(machine.frame(settled), 1.0 / 20.0) << seconds;
    EXPECT_GE(settled, 0.45f);
    const std::vector<float> later = draw(governor, machine, 2000, 0.05);
    EXPECT_LE(changes(later), 24) << "seldom does it try what does not hold";
    EXPECT_GE(std::ranges::count(later, settled), 1800) << seconds;
  }
}

TEST(DetailGovernor, IsFineAgainWhenThereIsTime) {
  DetailGovernor governor(20.0);
  draw(governor, {.for_frame = 0.01, .for_pixels = 0.6}, 60);
  EXPECT_EQ(governor.fineness(), 0.26f) << "no coarser, however slow";
  draw(governor, {.for_frame = 0.01, .for_pixels = 0.02}, 1000);
  EXPECT_EQ(governor.fineness(), 1.0f);
}

TEST(DetailGovernor, LearnsHowMuchOfAFramesTimeGoesIntoPixels) {
  DetailGovernor governor(20.0);
  draw(governor, {.for_frame = 0.03, .for_pixels = 0.3}, 100, 0.05);
  ASSERT_EQ(governor.fineness(), 0.26f);
  // Pixels take a sixth of a frame of 33 ms. If all of it counted as pixels, the next finer step would not be tried.
  const Machine machine{.for_frame = 0.028, .for_pixels = 0.06};
  draw(governor, machine, 600, 0.02);
  EXPECT_GE(governor.fineness(), 0.4f);
  EXPECT_LE(machine.frame(governor.fineness()), 1.0 / 20.0);
  EXPECT_LE(changes(draw(governor, machine, 2000, 0.05)), 24);
}

TEST(DetailGovernor, OneLateFrameIsNoReason) {
  DetailGovernor governor(60.0);
  const Machine machine{.for_frame = 0.004, .for_pixels = 0.008};
  for (int i = 0; i < 300; ++i) governor.count(i % 9 < 4 ? 0.3 : machine.frame(governor.fineness()));
  EXPECT_EQ(governor.fineness(), 1.0f);
}

}  // namespace
}  // namespace barchan::ui::detail_governor_test
