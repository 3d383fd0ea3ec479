// Colour ramps: even, monotonic, symmetric where they should be.
#include "render/color_ramp.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "base/srgb.hpp"

namespace barchan::render::color_ramp_test {
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
  EXPECT_LT(lightness(ramp.back()), 0.7f);
  EXPECT_GT(ramp.front()[2], ramp.front()[0]) << "blue for less";
  EXPECT_GT(ramp.back()[0], ramp.back()[2]) << "orange for more";
}

/// How a kind of colour blindness changes linear sRGB colours, by rows (Machado, Oliveira & Fernandes 2009, severity
/// 1).
struct Vision {
  char const* name;
  std::array<std::array<double, 3>, 3> matrix;
};
constexpr Vision kVisions[] = {
    {"all colours", {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}}},
    {"no red", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"no green", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"no blue", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

using Lab = std::array<double, 3>;

/// A colour in OKLab (Ottosson 2020), as it is seen; the first number is its lightness, 0 .. 1.
Lab seen(Vision const& vision, std::array<std::uint8_t, 3> const& color) {
  std::array<double, 3> linear{}, rgb{};
  for (std::size_t i = 0; i < 3; ++i) linear[i] = srgb::decoded(color[i] / 255.0);
  for (std::size_t i = 0; i < 3; ++i) {
    auto const& row = vision.matrix[i];
    rgb[i] = std::clamp(row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2], 0.0, 1.0);
  }
  const double l = std::cbrt(0.4122214708 * rgb[0] + 0.5363325363 * rgb[1] + 0.0514459929 * rgb[2]);
  const double m = std::cbrt(0.2119034982 * rgb[0] + 0.6806995451 * rgb[1] + 0.1073969566 * rgb[2]);
  const double s = std::cbrt(0.0883024619 * rgb[0] + 0.2817188376 * rgb[1] + 0.6299787005 * rgb[2]);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double apart(Lab const& a, Lab const& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

constexpr std::size_t kStep = 8;  // of the 256 colours; about 3 % of the range

TEST(ColorRamp, SequentialRampsGrowLighterInEveryKindOfColourBlindness) {
  for (Vision const& vision : kVisions) {
    for (const FieldRamp kind : {FieldRamp::sequential, FieldRamp::elevation}) {
      ColorRamp const& ramp = color_ramp(kind);
      for (std::size_t i = kStep; i < ramp.size(); ++i) {
        const Lab low = seen(vision, ramp[i - kStep]), high = seen(vision, ramp[i]);
        EXPECT_GT(high[0], low[0]) << vision.name << ", " << i;
        EXPECT_GT(apart(low, high), 0.006) << vision.name << ", " << i;
      }
    }
  }
}

TEST(ColorRamp, TheSidesOfTheDivergingRampDifferInEveryKindOfColourBlindness) {
  ColorRamp const& ramp = color_ramp(FieldRamp::diverging);
  constexpr std::size_t kMiddle = kRampSize / 2;
  for (Vision const& vision : kVisions) {
    for (std::size_t i = kMiddle; i + kStep < ramp.size(); ++i) {
      const std::size_t mirrored = ramp.size() - 1 - i;
      EXPECT_LT(seen(vision, ramp[i + kStep])[0], seen(vision, ramp[i])[0]) << vision.name << ", " << i;
      EXPECT_LT(seen(vision, ramp[mirrored - kStep])[0], seen(vision, ramp[mirrored])[0]) << vision.name << ", " << i;
    }
    // A quarter of the range from the middle, and at the ends. The cool-warm map has 0.12 and 0.25 there without red.
    constexpr std::size_t kQuarter = kRampSize / 4;
    EXPECT_GT(apart(seen(vision, ramp[kQuarter]), seen(vision, ramp[ramp.size() - 1 - kQuarter])), 0.15) << vision.name;
    EXPECT_GT(apart(seen(vision, ramp.front()), seen(vision, ramp.back())), 0.3) << vision.name;
    // They differ without colours too, as on a grey printer. Those of the cool-warm map do not.
    EXPECT_GT(seen(vision, ramp.back())[0] - seen(vision, ramp.front())[0], 0.15) << vision.name;
  }
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
}  // namespace barchan::render::color_ramp_test
