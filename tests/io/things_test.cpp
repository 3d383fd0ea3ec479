// [[things]]: palms and persons of a scenario, which the simulation ignores.
#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace barchan::test::things_test {
namespace {

std::string land_with(std::string const& things) {
  return "title = \"a\"\n[grid]\nwidth = 24\nheight = 24\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2.5\n" +
         things;
}
Scenario parsed(std::string const& things) { return parse_scenario(land_with(things), "test.toml", {}); }
std::string refused(std::string const& things) {
  return input_error_of([&] { parsed(things); });
}

TEST(Things, AreReadWithTheirUsualHeights) {
  const Scenario scenario = parsed(
      "[[things]]\nkind = \"palm\"\nx = 0.25\ny = 0.5\nheight = 11.5\n"
      "[[things]]\nkind = \"person\"\nx = 1.0\ny = 0.0\n");
  ASSERT_EQ(scenario.things.size(), 2u);
  EXPECT_EQ(scenario.things[0], (Thing{ThingKind::palm, 0.25f, 0.5f, 11.5f}));
  EXPECT_EQ(scenario.things[1], (Thing{ThingKind::person, 1.0f, 0.0f, kPersonHeight}));
}

TEST(Things, AreRefusedWithNameAndLine) {
  const std::string good = "[[things]]\nkind = \"palm\"\nx = 0.5\n";
  EXPECT_TRUE(
      contains(refused("[[things]]\nkind = \"plam\"\nx = 0.5\ny = 0.5\n"),
               "test.toml:9:8: 'kind' in [[things]]: expected one of palm, person, found 'plam'; did you mean"));
  EXPECT_TRUE(contains(refused(good + "y = 1.5\n"), "test.toml:11:5: 'y' in [[things]]: expected 0 to 1, found 1.5"));
  EXPECT_TRUE(contains(refused(good + "y = 0.5\nheight = 90\n"),
                       "test.toml:12:10: 'height' in [[things]]: expected 0.5 to 40 m, found 90"));
  EXPECT_TRUE(contains(refused(good), "test.toml:8:1: [[things]]: expected y = a fraction of the land"));
  EXPECT_TRUE(contains(refused(good + "y = 0.5\ncolour = 1\n"), "test.toml:12:1: unknown key 'colour' in [[things]]"));
}

TEST(Things, StandOnTheSandOfTheBeginningAndAreSavedButChangeNoHash) {
  const TemporaryFolder folder;
  write_bytes(folder / "with.toml", land_with("[[things]]\nkind = \"palm\"\nx = 0.5\ny = 0.5\n"));
  write_bytes(folder / "without.toml", land_with(""));
  const StartedWorld with = start_world((folder / "with.toml").string());
  Things const& things = with.world.terrain().landmarks.things;
  ASSERT_EQ(things.size(), 1u);
  EXPECT_NEAR(things[0].sand, 2.5f, 0.01f);
  EXPECT_EQ(with.world.hash(), start_world((folder / "without.toml").string()).world.hash());
  const SavedWorld again = decode_world(encode_world(with.world, with.info), "w.barchan");
  EXPECT_EQ(again.world.terrain().landmarks.things, things);
}

}  // namespace
}  // namespace barchan::test::things_test
