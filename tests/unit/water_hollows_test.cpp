// Where hollows run over: small lands whose lakes can be seen by eye.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "processes/water_particles/hollows.hpp"

namespace barchan::test {

namespace {

using water::find_spills;
using water::Spill;

/// A row of hills between two walls, as a land of one row of cells would be; walls of height 9 above and below.
std::vector<std::uint32_t> spills_of(std::vector<Quanta> const& row) {
  const int width = static_cast<int>(row.size());
  std::vector<Quanta> land(row.size() * 3, 9);
  std::copy(row.begin(), row.end(), land.begin() + width);
  const auto spills = find_spills({width, 3, 1.0f, Boundary::open}, land);
  return {spills.begin() + width, spills.begin() + 2 * width};
}

}  // namespace

TEST(WaterHollows, ASlopeHasNone) {
  for (const std::uint32_t spill : spills_of({0, 1, 2, 3, 4, 5})) EXPECT_EQ(spill, Spill::kDry);
}

TEST(WaterHollows, WaterRunsOverTheLowerSillAndOn) {
  const auto spills = spills_of({0, 4, 2, 1, 3, 7, 8});
  EXPECT_EQ(spills[1], Spill::kDry);
  for (const std::size_t x : {2u, 3u, 4u}) {
    const Spill spill = Spill::from(spills[x]);
    EXPECT_EQ(spill.sill, 7u + 1u);  // the cell of height 4, in the second row
    EXPECT_EQ(spill.east(), -1);
    EXPECT_EQ(spill.north(), 0);
  }
  EXPECT_EQ(spills[5], Spill::kDry);
}

TEST(WaterHollows, AHollowInAHollowRunsOverTheOuterSill) {
  const auto spills = spills_of({0, 6, 2, 4, 1, 8});
  for (const std::size_t x : {2u, 3u, 4u}) EXPECT_EQ(Spill::from(spills[x]).sill, 6u + 1u);
}

TEST(WaterHollows, ASillOnTheEdgeLeadsOut) {
  const auto spills = spills_of({5, 2, 3, 8});
  EXPECT_EQ(Spill::from(spills[1]).sill, 4u);
  EXPECT_EQ(Spill::from(spills[1]).way, Spill::kEdge);
}

TEST(WaterHollows, WithoutAnEdgeTheLowestPlaceIsDry) {
  // Periodic: the sill between the two hollows is the lower of the two ways round.
  const std::vector<Quanta> land{7, 2, 5, 0, 7, 2, 5, 0, 7, 2, 5, 0};
  const auto spills = find_spills({4, 3, 1.0f, Boundary::periodic}, land);
  EXPECT_EQ(spills[3], Spill::kDry);
  EXPECT_NE(spills[1], Spill::kDry);
  EXPECT_EQ(Spill::from(spills[1]).sill % 4, 2u);
  EXPECT_EQ(Spill::from(spills[1]).east(), 1);
}

TEST(WaterHollows, HeightAloneDoesNotMatter) {
  const std::vector<Quanta> land{3, 3, 3, 3, 3, 1, 2, 3, 3, 3, 3, 3};
  std::vector<Quanta> higher = land;
  for (Quanta& z : higher) z += 4000 * kQuantaPerMetre;
  const Grid grid{4, 3, 1.0f, Boundary::open};
  EXPECT_EQ(find_spills(grid, land), find_spills(grid, higher));
}

}  // namespace barchan::test
