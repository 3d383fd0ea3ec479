/// Vectors of a land keep their values, begin at a cache line and, if large, at different lines.
#include "base/land_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace barchan::test::land_vector_test {
namespace {

constexpr std::size_t kLine = 64, kPage = 4096;

std::size_t address_of(void const* values) { return reinterpret_cast<std::uintptr_t>(values); }

TEST(LandVector, BeginsAtALine) {
  for (const std::size_t size : {1, 3, 1000, 16383, 16384, 300'000, 1'100'000}) {
    const LandVector<std::int32_t> values(size, 7);
    EXPECT_EQ(address_of(values.data()) % kLine, 0u) << size;
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::size_t{0}), 7 * size);
  }
}

TEST(LandVector, LargeOnesBeginAtDifferentLinesOfTheirPage) {
  std::vector<LandVector<float>> arrays(16);
  std::set<std::size_t> lines;
  for (LandVector<float>& array : arrays) {
    array.resize(262'144);
    lines.insert(address_of(array.data()) % kPage / kLine);
    EXPECT_EQ(address_of(array.data()) % kLine, 0u);
  }
  EXPECT_GE(lines.size(), 14u) << "others may be made meanwhile";
}

TEST(LandVector, KeepsWhatItHoldsAsItGrowsAndMoves) {
  LandVector<std::uint8_t> grows;
  for (int i = 0; i < 200'000; ++i) grows.push_back(static_cast<std::uint8_t>(i % 251));
  LandVector<std::uint8_t> moved = std::move(grows), copy = moved;
  EXPECT_EQ(copy, moved);
  for (std::size_t i = 0; i < copy.size(); ++i) ASSERT_EQ(copy[i], i % 251) << i;
  moved.clear();
  moved.shrink_to_fit();
  EXPECT_EQ(moved.capacity(), 0u);
}

TEST(LandVector, RefusesWhatNoMemoryHolds) {
  LandVector<double> values;
  EXPECT_THROW(values.resize(std::size_t{1} << 60), std::exception);
  EXPECT_TRUE(values.empty());
}

}  // namespace
}  // namespace barchan::test::land_vector_test
