#include "barchan/land/soil.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace barchan {
namespace {

TEST(Soil, OnlySandIsLoose) {
  const auto soils = default_soils();
  EXPECT_TRUE(soils[kSand].loose);
  EXPECT_FALSE(soils[kRock].loose);
  EXPECT_FALSE(soils[kObstacle].loose);
  EXPECT_GT(soils[kSand].repose_slope, 0.3f);
  EXPECT_LT(soils[kSand].repose_slope, 1.0f);
}

TEST(Soil, RowsAreCompleteAndTellApart) {
  std::set<std::string_view> ids;
  for (Soil const& soil : default_soils()) {
    EXPECT_FALSE(soil.id.empty());
    EXPECT_FALSE(soil.name.empty());
    ids.insert(soil.id);
    for (float channel : soil.color) {
      EXPECT_GE(channel, 0.0f) << soil.id;
      EXPECT_LE(channel, 1.0f) << soil.id;
    }
  }
  EXPECT_EQ(ids.size(), default_soils().size());
}

TEST(Soil, AccountsCarryTheKeysOfReports) {
  const Soils soils = default_soils();
  EXPECT_EQ(account_id(soils, kRock), "rock");
  EXPECT_EQ(account_id(soils, kSand), "sand");
  EXPECT_EQ(account_id(soils, kObstacle), "obstacle");
  EXPECT_EQ(account_id(soils, kWater), "water");
  EXPECT_EQ(accounts_of(soils), (std::vector<SoilId>{kRock, kSand, kObstacle, kWater}));
}

}  // namespace
}  // namespace barchan
