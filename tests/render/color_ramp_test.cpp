// Colour ramps: even, monotonic, symmetric where they should be.
#include "render/color_ramp.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace barchan::render {
namespace {

float lightness(std::array<std::uint8_t, 3> const& color) {
  const auto linear = [](std::uint8_t v) { return std::pow(static_cast<float>(v) / 255.0f, 2.2f); };
  return std::cbrt(0.2126f * linear(color[0]) + 0.7152f * linear(color[1]) + 0.0722f * linear(color[2]));
}

TEST(ColorRamp, SequentialRampsGrowLighterAllTheWay) {
  for (const FieldRamp kind : {FieldRamp::sequential, FieldRamp::elevation}) {
    ColorRamp const& ramp = color_ramp(kind);
    for (std::size_t i = 8; i < ramp.size(); ++i) EXPECT_GT(lightness(ramp[i]), lightness(ramp[i - 8]) - 0.002f) << i;
    EXPECT_GT(lightness(ramp.back()) - lightness(ramp.front()), 0.5f);
  }
}

TEST(ColorRamp, EndsAreThoseOfThePublishedMaps) {
  EXPECT_EQ(color_ramp(FieldRamp::sequential).front(), (std::array<std::uint8_t, 3>{0x44, 0x01, 0x54}));
  EXPECT_EQ(color_ramp(FieldRamp::sequential).back(), (std::array<std::uint8_t, 3>{0xfd, 0xe7, 0x25}));
}

TEST(ColorRamp, DivergingRampIsPaleAtZeroAndDarkensBothWays) {
  ColorRamp const& ramp = color_ramp(FieldRamp::diverging);
  const float middle = lightness(ramp[kRampSize / 2]);
  EXPECT_GT(middle, 0.9f);
  EXPECT_LT(lightness(ramp.front()), 0.65f);
  EXPECT_LT(lightness(ramp.back()), 0.65f);
  EXPECT_GT(ramp.front()[2], ramp.front()[0]) << "blue for less";
  EXPECT_GT(ramp.back()[0], ramp.back()[2]) << "red for more";
}

TEST(ColorRamp, RangesAreNeverEmptyAndSymmetricAboutZero) {
  const RampRange symmetric = ramp_range(FieldRamp::diverging, -1.0f, 3.0f);
  EXPECT_EQ(symmetric.low, -3.0f);
  EXPECT_EQ(symmetric.high, 3.0f);
  for (const float value : {0.0f, 5.0f, -2000.0f}) {
    const RampRange one = ramp_range(FieldRamp::sequential, value, value);
    EXPECT_LT(one.low, value);
    EXPECT_GT(one.high, value);
  }
  const RampRange nothing = ramp_range(FieldRamp::sequential, NAN, NAN);
  EXPECT_LT(nothing.low, nothing.high);
}

}  // namespace
}  // namespace barchan::render
