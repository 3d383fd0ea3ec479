#include "base/random.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace barchan::random_test {
namespace {

TEST(Random, IsAPureFunction) {
  const auto words = random_words(5, 6, RandomStream::wind_flight, 7, 8);
  random_words(1, 1, RandomStream::scenario, 1);
  EXPECT_EQ(random_words(5, 6, RandomStream::wind_flight, 7, 8), words);
}

TEST(Random, EveryArgumentChangesTheWords) {
  std::set<std::array<std::uint32_t, 4>> seen;
  const std::uint64_t high = std::uint64_t{1} << 32;
  std::size_t drawn = 0;
  for (std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, high + 1}) {
    for (std::uint64_t step : {std::uint64_t{0}, std::uint64_t{1}, high, high + 1}) {
      for (RandomStream stream : {RandomStream::scenario, RandomStream::wind_births, RandomStream::wind_flight,
                                  RandomStream::water_births, RandomStream::water_flight}) {
        for (std::uint32_t entity : {0u, 1u, 0xffffffffu}) {
          for (std::uint32_t draw : {0u, 1u}) {
            seen.insert(random_words(seed, step, stream, entity, draw));
            ++drawn;
          }
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(Random, UnitsAreUniform) {
  constexpr int kDraws = 100000;
  double sum = 0.0;
  double squares = 0.0;
  float smallest = 1.0f;
  float largest = 0.0f;
  std::array<int, 16> bins{};
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    for (std::uint32_t word : random_words(42, 3, RandomStream::wind_births, i)) {
      const float u = to_unit(word);
      ASSERT_GE(u, 0.0f);
      ASSERT_LT(u, 1.0f);
      sum += static_cast<double>(u);
      squares += static_cast<double>(u) * static_cast<double>(u);
      smallest = std::min(smallest, u);
      largest = std::max(largest, u);
      ++bins[static_cast<std::size_t>(u * 16.0f)];
    }
  }
  const double n = 4.0 * kDraws;
  // Six standard deviations of the mean (sqrt(1/12/n)) and about as many for the variance.
  EXPECT_NEAR(sum / n, 0.5, 6.0 * std::sqrt(1.0 / 12.0 / n));
  EXPECT_NEAR(squares / n - (sum / n) * (sum / n), 1.0 / 12.0, 6.0 * std::sqrt(1.0 / 180.0 / n));
  EXPECT_LT(smallest, 1e-4f);
  EXPECT_GT(largest, 0.9999f);
  double chi_squared = 0.0;
  for (int count : bins) chi_squared += (count - n / 16.0) * (count - n / 16.0) / (n / 16.0);
  EXPECT_LT(chi_squared, 44.0) << "15 degrees of freedom: one in 10^4";
}

TEST(Random, NeighbouringEntitiesAndStepsAreUncorrelated) {
  constexpr int kDraws = 100000;
  double entities = 0.0;
  double steps = 0.0;
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const float here = to_signed_unit(random_words(9, 100, RandomStream::wind_flight, i)[0]);
    entities += static_cast<double>(here * to_signed_unit(random_words(9, 100, RandomStream::wind_flight, i + 1)[0]));
    steps += static_cast<double>(here * to_signed_unit(random_words(9, 101, RandomStream::wind_flight, i)[0]));
  }
  // The product of two such numbers has the mean 0 and the standard deviation 1/3.
  EXPECT_NEAR(entities / kDraws, 0.0, 6.0 / 3.0 / std::sqrt(kDraws));
  EXPECT_NEAR(steps / kDraws, 0.0, 6.0 / 3.0 / std::sqrt(kDraws));
}

TEST(Random, SignedUnitsReachFromMinusOneToJustBelowOne) {
  EXPECT_EQ(to_signed_unit(0u), -1.0f);
  EXPECT_LT(to_signed_unit(0xffffffffu), 1.0f);
  EXPECT_GT(to_signed_unit(0xffffffffu), 0.999f);
  EXPECT_EQ(to_unit(0u), 0.0f);
  EXPECT_LT(to_unit(0xffffffffu), 1.0f);
}

}  // namespace
}  // namespace barchan::random_test
