// Deposition from a load of several soils: the coarse soil is deposited first.
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "processes/water_particles/shares.hpp"

namespace barchan::water::water_load_test {
namespace {

Quanta sum(std::span<Quanta const> parts) { return std::accumulate(parts.begin(), parts.end(), Quanta{0}); }

TEST(WaterLoad, FallsOutToTheQuantumAndNoPartGivesMoreThanItHas) {
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const auto words = random_words(7, 0, RandomStream::scenario, i);
    const std::size_t kinds = 1 + words[0] % 5;
    std::vector<Quanta> parts(kinds);
    std::vector<std::int32_t> settles(kinds);
    for (std::size_t k = 0; k < kinds; ++k) {
      const auto more = random_words(7, 1 + k, RandomStream::scenario, i);
      parts[k] = static_cast<Quanta>(more[0] % (i % 3 == 0 ? 5u : 1u << 23));
      settles[k] = static_cast<std::int32_t>(1 + more[1] % 16384u);
    }
    const auto amount = static_cast<Quanta>(words[1] % static_cast<std::uint32_t>(sum(parts) + 1));
    const auto falls = falling_parts(parts, amount, settles);
    EXPECT_EQ(sum(falls), amount);
    for (std::size_t k = 0; k < kinds; ++k) {
      EXPECT_GE(falls[k], 0);
      EXPECT_LE(falls[k], parts[k]);
    }
  }
}

TEST(WaterLoad, GravelFallsOutBeforeSandAndClayLast) {
  const std::array<Quanta, 3> parts{1000, 1000, 1000};
  const std::array<std::int32_t, 3> settles{1280, 128, 13};  // gravel, sand, clay
  const auto little = falling_parts(parts, 300, settles);
  EXPECT_NEAR(little[0], 300.0 * 1280 / 1421, 2);
  EXPECT_NEAR(little[1], 300.0 * 128 / 1421, 2);
  EXPECT_NEAR(little[2], 300.0 * 13 / 1421, 2);
  const auto most = falling_parts(parts, 1800, settles);
  EXPECT_EQ(most[0], 1000);  // all of the gravel
  EXPECT_GT(most[1], 5 * most[2]);
}

TEST(WaterLoad, SoilsThatSettleAlikeFallByTheirShares) {
  const std::array<Quanta, 2> parts{3000, 1000};
  const std::array<std::int32_t, 2> settles{128, 128};
  const auto falls = falling_parts(parts, 400, settles);
  EXPECT_EQ(falls[0], 300);
  EXPECT_EQ(falls[1], 100);
}

}  // namespace
}  // namespace barchan::water::water_load_test
