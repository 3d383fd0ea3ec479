#include "base/math.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/direction.hpp"
#include "base/kernel_math.hpp"

namespace barchan::math_test {
namespace {

TEST(Math, SineAndCosineAgreeWithTheLibrary) {
  for (double degrees = -1000.0; degrees <= 1000.0; degrees += 0.37) {
    const math::SineCosine own = math::sine_cosine_degrees(degrees);
    const double radians = std::remainder(degrees, 360.0) * (math::kPi / 180.0);
    EXPECT_NEAR(own.sine, std::sin(radians), 2e-15) << degrees;
    EXPECT_NEAR(own.cosine, std::cos(radians), 2e-15) << degrees;
  }
}

TEST(Math, TheLogarithmAgreesWithTheLibrary) {
  for (double x = 1e-18; x < 1e300; x *= 1.0137) {
    EXPECT_NEAR(math::logarithm_from_one(x) / std::log1p(x), 1.0, 1e-15) << x;
  }
  EXPECT_EQ(math::logarithm_from_one(0.0), 0.0);
}

TEST(Math, PowersAgreeWithTheLibrary) {
  for (double x = 1e-6; x < 1e6; x *= 1.0137) {
    const auto base = static_cast<float>(x);
    EXPECT_NEAR(kernel::binary_logarithm(base), std::log2(double{base}), 2e-7 + 2e-7 * std::abs(std::log2(x))) << x;
    for (double exponent = 0.0; exponent <= 2.0; exponent += 0.0625) {
      const double wanted = std::pow(double{base}, exponent);
      EXPECT_NEAR(kernel::power(base, static_cast<float>(exponent)) / wanted, 1.0, 2e-6) << x << "^" << exponent;
    }
    EXPECT_EQ(kernel::power(base, 1.0f), base);
  }
  EXPECT_EQ(kernel::power_of_two(0.0f), 1.0f);
  EXPECT_NEAR(kernel::power(1e-12f, 0.5f), 1e-6, 1e-12);
}

TEST(Math, QuarterTurnsAreExact) {
  for (int turns = -8; turns <= 8; ++turns) {
    const math::SineCosine angle = math::sine_cosine_degrees(90.0 * turns);
    const int quarter = ((turns % 4) + 4) % 4;
    EXPECT_EQ(angle.cosine, quarter == 0 ? 1.0 : quarter == 2 ? -1.0 : 0.0) << turns;
    EXPECT_EQ(angle.sine, quarter == 1 ? 1.0 : quarter == 3 ? -1.0 : 0.0) << turns;
  }
}

TEST(Math, AQuarterTurnOfTheAngleIsAQuarterTurnOfTheVectorBitForBit) {
  for (double degrees = 0.0; degrees < 90.0; degrees += 1.25) {
    const glm::vec2 a = unit_vector(degrees);
    const glm::vec2 b = unit_vector(degrees + 90.0);
    EXPECT_EQ(b.x, -a.y) << degrees;
    EXPECT_EQ(b.y, a.x) << degrees;
  }
}

TEST(Math, UnitVectorsHaveLengthOneAndPointTheNamedWay) {
  for (double degrees = -720.0; degrees <= 720.0; degrees += 0.91) {
    const glm::vec2 v = unit_vector(degrees);
    EXPECT_NEAR(std::hypot(v.x, v.y), 1.0f, 1e-7f) << degrees;
    const double measured = std::atan2(static_cast<double>(v.y), static_cast<double>(v.x)) * 180.0 / math::kPi;
    EXPECT_NEAR(std::remainder(measured - degrees, 360.0), 0.0, 1e-5) << degrees;
  }
}

TEST(Math, TangentAgreesWithTheLibrary) {
  for (float degrees = -85.0f; degrees <= 85.0f; degrees += 0.25f) {
    const double expected = std::tan(static_cast<double>(degrees) * math::kPi / 180.0);
    EXPECT_NEAR(static_cast<double>(math::tangent_degrees(degrees)), expected, 1e-6 * (1.0 + std::abs(expected)));
  }
}

TEST(Math, DecayAgreesWithTheExponential) {
  for (float x = 0.0f; x < 80.0f; x += 0.0625f) {
    const double expected = std::exp(-static_cast<double>(x));
    // Each of seven squarings doubles the rounding error of the series.
    EXPECT_NEAR(static_cast<double>(math::decay(x)) / expected, 1.0, x < 8.0f ? 1e-5 : 2e-4) << x;
  }
  EXPECT_EQ(math::decay(0.0f), 1.0f);
  EXPECT_EQ(math::decay(80.0f), 0.0f);
  EXPECT_EQ(math::decay(1e30f), 0.0f);
}

}  // namespace
}  // namespace barchan::math_test
