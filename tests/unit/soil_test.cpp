#include "land/soil.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/archive.hpp"

namespace barchan::soil_test {
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

TEST(Soil, TheDefaultTableIsOneThatAWorldCanHave) { EXPECT_EQ(soils_error(default_soils()), ""); }

TEST(Soil, ATableThatNoWorldCanHaveIsReportedInOneSentence) {
  const auto error_of = [](auto&& spoil) {
    Soils soils = default_soils();
    spoil(soils);
    return soils_error(soils);
  };
  EXPECT_EQ(error_of([](Soils& s) { s.pop_back(); }), "expected 3 to 64 soils, found 2");
  EXPECT_EQ(error_of([](Soils& s) { s.resize(65); }), "expected 3 to 64 soils, found 65");
  EXPECT_EQ(error_of([](Soils& s) { s[kRock].loose = true; }),
            "expected rock and obstacles to be solid and sand to be loose");
  EXPECT_EQ(error_of([](Soils& s) { s[kRock].id = "sand"; }),
            "soils: expected an id that no other soil has, found 'sand'");
  EXPECT_EQ(error_of([](Soils& s) { s[kRock].id = "water"; }),
            "soils: expected an id that no other soil has, found 'water'");
  EXPECT_EQ(error_of([](Soils& s) { s[kRock].porosity = 2.0f; }),
            "soil 'rock': porosity: expected a number from 0 to 1, found 2");
  EXPECT_EQ(error_of([](Soils& s) { s[kSand].static_slope = 0.1f; }),
            "soil 'sand': expected static_slope to be at least repose_slope, 0.650000, found 0.100000");
  EXPECT_EQ(error_of([](Soils& s) { s[kRock].erodes = 3; }),
            "expected every conversion to lead to a soil of this land");
  EXPECT_EQ(error_of([](Soils& s) { s[kRock].abrades = kObstacle; }),
            "soil 'rock': expected conversions to loose soils; only a solid soil may weather to a solid one");
  EXPECT_EQ(error_of([](Soils& s) { s[kSand].weathers = kRock; }),
            "soil 'sand': expected conversions to loose soils; only a solid soil may weather to a solid one");
  EXPECT_EQ(error_of([](Soils& s) { s[kRock].weathers = kObstacle; }), "") << "rock may weather into a solid soil";
}

TEST(Soil, ATableComesBackWhole) {
  const auto bytes_of = [](Archive archive, Soils soils) {
    keep(archive, soils);
    return archive.take();
  };
  Soils changed = default_soils();
  changed[kRock].shininess = 3.0f;
  changed[kRock].erosion_rate = 0.5f;
  EXPECT_NE(bytes_of(Archive::hasher(), changed), bytes_of(Archive::hasher(), default_soils()));
  const std::vector<std::byte> saved = bytes_of(Archive::writer(), changed);
  Archive reader = Archive::reader(saved);
  Soils read = default_soils();
  keep(reader, read);
  EXPECT_EQ(read, changed);
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
}  // namespace barchan::soil_test
