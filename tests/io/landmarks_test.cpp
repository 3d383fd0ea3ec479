// Landmarks: gauges, palms and people are part of a world, but not of what a hash covers.
#include "land/landmarks.hpp"

#include <cmath>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "history/history.hpp"
#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/source_tree.hpp"
#include "world/world.hpp"

namespace barchan::test::landmarks_test {
namespace {

World small_world() {
  return make_world(
      parse_scenario("title = \"a\"\n[grid]\nwidth = 24\nheight = 24\n[[land.sand]]\nshape = \"uniform\"\n"
                     "thickness = 2.0\n",
                     "test.toml", {}));
}

const SetGauges kGauges{{{1, {"Bridge", 0.25f, 0.75f}}, {4, {"Mouth", 1.0f, 0.0f}}}};
const SetThings kThings{{{ThingKind::palm, 0.5f, 0.5f, 9.0f, 2.0f}, {ThingKind::person, 0.1f, 0.2f, 1.75f, 1.5f}}};

TEST(Landmarks, AreSetAndSavedAndChangeNoHash) {
  World world = small_world();
  const std::uint64_t hash = world.hash();
  world.apply(kGauges);
  world.apply(kThings);
  EXPECT_EQ(world.hash(), hash);
  const World again = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(again.terrain().landmarks, (Landmarks{kGauges.gauges, kThings.things}));
  EXPECT_EQ(again.hash(), hash);
}

TEST(Landmarks, ANewGaugeHasANumberAndANameOfItsOwn) {
  EXPECT_EQ(new_gauge({}, 0.1f, 0.2f), (PlacedGauge{1, {"Gauge 1", 0.1f, 0.2f}}));
  EXPECT_EQ(new_gauge({{2, {"Gauge 3", 0.3f, 0.4f}}, {1, {"Gauge 1", 0.1f, 0.2f}}}, 0.5f, 0.5f),
            (PlacedGauge{3, {"Gauge 3'", 0.5f, 0.5f}}));
}

TEST(Landmarks, AreRefusedWithAReason) {
  World world = small_world();
  const auto refused = [&](auto const& command) -> std::string {
    try {
      world.apply(command);
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused(SetGauges{{{1, {"Bridge", std::nanf(""), 0.5f}}}}), "a gauge stands outside the land");
  EXPECT_EQ(refused(SetGauges{{{1, {"Bridge", 0.5f, 0.5f}}, {2, {"Bridge", 0.1f, 0.5f}}}}),
            "a gauge has no name, or the name of another gauge");
  EXPECT_EQ(refused(SetGauges{{{1, {"", 0.5f, 0.5f}}}}), "a gauge has no name, or the name of another gauge");
  EXPECT_EQ(refused(SetGauges{{{1, {std::string(257, 'a'), 0.5f, 0.5f}}}}),
            "expected a name of a gauge of at most 256 bytes, found 257");
  EXPECT_EQ(refused(SetGauges{{{1, {"Bridge", 0.5f, 0.5f}}, {1, {"Mouth", 0.1f, 0.5f}}}}),
            "a gauge has no number, or the number of another gauge");
  SetGauges many;
  for (int id = 1; id <= 65; ++id) many.gauges.push_back({id, {std::to_string(id), 0.5f, 0.5f}});
  EXPECT_EQ(refused(many), "expected at most 64 gauges, found 65");
  EXPECT_EQ(refused(SetThings{{{ThingKind::palm, 0.5f, 1.5f, 9.0f, 0.0f}}}), "a thing is out of range");
  EXPECT_EQ(refused(SetThings{{{ThingKind::palm, 0.5f, 0.5f, 41.0f, 0.0f}}}), "a thing is out of range");
  EXPECT_EQ(refused(SetThings{Things(257)}), "expected at most 256 palms and people, found 257");
  EXPECT_EQ(world.terrain().landmarks, Landmarks{});
}

TEST(Landmarks, AreUndoneWithoutTouchingTime) {
  History history(small_world(), {.make_processes = [] { return make_processes(); }, .step_seconds = 0.01});
  Landmarks const placed{kGauges.gauges, kThings.things};
  history.apply(kGauges);
  history.apply(kThings);
  for (int step = 0; step < 5; ++step) history.step();
  SetThings moved = kThings;
  moved.things[0].x = 0.9f;
  history.apply(moved, {7, "move palm 1"});
  moved.things[0].x = 0.8f;
  history.apply(moved, {7, "move palm 1"});
  EXPECT_EQ(history.undo()->title, "move palm 1");
  EXPECT_EQ(history.world().terrain().landmarks, placed);
  EXPECT_EQ(history.world().step_count(), 5u);
  history.redo();
  EXPECT_EQ(history.world().terrain().landmarks.things, moved.things);
  history.rewind(0);
  history.arrive();
  EXPECT_EQ(history.world().terrain().landmarks, Landmarks{}) << "the moment before they were placed";
  history.go_to_end();
  history.arrive();
  EXPECT_EQ(history.world().terrain().landmarks.things, moved.things);
}

/// In the folder `things` of the corpus, the palms and people lie beside the world.
TEST(Landmarks, OfOlderSavedWorldsAreTakenUp) {
  const std::filesystem::path corpus = source_root() / "tests/corpus";
  const Things things = load_world(corpus / "things/palms.barchan").world.terrain().landmarks.things;
  ASSERT_EQ(things.size(), 2u);
  EXPECT_EQ(things[0].kind, ThingKind::palm);
  EXPECT_NEAR(things[0].sand, 1.5f, 0.01f);
  EXPECT_EQ(load_world(corpus / "landmarks/palms.barchan").world.terrain().landmarks.things, things);

  SavedWorldInfo info{};
  info.scenario.title = "a";
  info.gauges = {{kGauges.gauges[0].gauge, {}, 1}};
  const SavedWorld gauged = decode_world(encode_world(small_world(), info), "w.barchan");
  EXPECT_EQ(gauged.world.terrain().landmarks.gauges, (PlacedGauges{kGauges.gauges[0]}));
}

}  // namespace
}  // namespace barchan::test::landmarks_test
