// FollowedGrid: what comes and goes within a few steps does not blink, and everything else is shown as it is.
#include "render/followed_grid.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "render/synthetic_land.hpp"

namespace barchan::render::followed_grid_test {
namespace {

constexpr float kJump = 1.0f;

class FollowedGridTest : public ::testing::Test {
 protected:
  /// What is shown of a cell that has the value `now` at `step`.
  float shown(float now, std::uint64_t step, bool exact = false) {
    view_.step = step;
    grid_.begin(view_, exact, kJump);
    const std::vector<float> values(view_.grid.cells(), now);
    float last = 0.0f;
    // In two parts, as when a frame's budget ends within a grid.
    const std::size_t half = values.size() / 2;
    for (const std::size_t first : {std::size_t{0}, half}) {
      const auto part = grid_.follow(std::span(values).subspan(first, half), first);
      EXPECT_EQ(part.size(), half);
      EXPECT_EQ(part.front(), part.back());
      last = part.back();
    }
    return last;
  }

  TerrainView view_ = test::level_sand(8, 8, Boundary::periodic);
  FollowedGrid grid_;
};

TEST_F(FollowedGridTest, ASlabThatComesAndGoesDoesNotBlink) {
  shown(0.0f, 0);
  float low = 1.0f, high = 0.0f;
  for (std::uint64_t step = 1; step <= 400; ++step) {
    const float now = shown(step / 5 % 2 == 0 ? 0.2f : 0.0f, step);
    if (step < 200) continue;
    low = std::min(low, now);
    high = std::max(high, now);
  }
  EXPECT_LT(high - low, 0.2f / 5.0f);
  EXPECT_NEAR(0.5f * (low + high), 0.1f, 0.01f);
}

TEST_F(FollowedGridTest, ArrivesAfterSomeStepsHoweverManyAViewSkips) {
  shown(0.0f, 0);
  const float one_by_one = [&] {
    float now = 0.0f;
    for (std::uint64_t step = 1; step <= 60; ++step) now = shown(0.5f, step);
    return now;
  }();
  EXPECT_GT(one_by_one, 0.3f);
  EXPECT_LT(one_by_one, 0.5f);
  grid_ = {};
  shown(0.0f, 0);
  EXPECT_NEAR(shown(0.5f, 60), one_by_one, 1.0e-4f);
  EXPECT_EQ(shown(0.5f, 1000), 0.5f);
}

TEST_F(FollowedGridTest, EditsPausesAndOtherWorldsAreShownAtOnce) {
  shown(0.0f, 10);
  EXPECT_EQ(shown(1.5f, 11), 1.5f) << "a jump";
  EXPECT_EQ(shown(1.6f, 11), 1.6f) << "an edit between two steps";
  EXPECT_NE(shown(1.7f, 12), 1.7f);
  EXPECT_EQ(shown(1.7f, 12, true), 1.7f) << "a pause";
  EXPECT_EQ(shown(1.2f, 3), 1.2f) << "an earlier step";
  view_.seed += 1;
  EXPECT_EQ(shown(1.0f, 4), 1.0f) << "another seed";
  view_.grid.width = 16;
  EXPECT_EQ(shown(0.8f, 5), 0.8f) << "another size";
}

}  // namespace
}  // namespace barchan::render::followed_grid_test
