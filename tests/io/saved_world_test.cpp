// Saved worlds continue bit for bit, and a damaged file is refused.
#include "io/saved_world.hpp"
#include "base/archive.hpp"
#include "io/world_history.hpp"
#include "picture/thumbnail.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace barchan::test::saved_world_test {
namespace {

Scenario small_scenario() {
  return parse_scenario(R"(
title = "Small"
[grid]
width = 24
height = 20
[[land.base]]
shape = "cone"
radius = 6
height = 4
soil = "obstacle"
[[land.sand]]
shape = "noise"
level = 1
wavelength = 12
[wind_particles]
population = 200
[water_particles]
enabled = true
population = 100
)",
                        "small.toml", {});
}

SavedWorldInfo info_of(Scenario const& scenario) { return {scenario.info, {10.0, 20.0, 0.5, 0.1, 0.2}}; }

TEST(SavedWorld, ContinuesBitForBit) {
  const Scenario scenario = small_scenario();
  World straight = make_world(scenario);
  for (int step = 0; step < 30; ++step) straight.step();
  const TemporaryFolder folder;
  save_world(folder / "half.barchan", straight, info_of(scenario));
  SavedWorld loaded = load_world(folder / "half.barchan", 2);
  EXPECT_EQ(loaded.world.threads(), 2);
  EXPECT_EQ(loaded.world.hash(), straight.hash());
  EXPECT_EQ(loaded.info.scenario.title, "Small");
  EXPECT_EQ(loaded.info.camera, info_of(scenario).camera);
  for (int step = 0; step < 30; ++step) {
    straight.step();
    loaded.world.step();
  }
  EXPECT_EQ(loaded.world.hash(), straight.hash());
  EXPECT_EQ(loaded.world.step_count(), 60u);
}

TEST(SavedWorld, EveryDamageIsRefused) {
  const Scenario scenario = small_scenario();
  World world = make_world(scenario);
  world.step();
  const std::vector<std::byte> good = encode_world(world, info_of(scenario));
  const auto refused = [&](std::vector<std::byte> const& bytes) {
    return input_error_of([&] { decode_world(bytes, "w.barchan"); });
  };
  std::vector<std::byte> bytes = good;
  bytes[0] = std::byte{'b'};
  EXPECT_TRUE(contains(refused(bytes), "w.barchan: expected a saved Barchan world, found something else"));
  bytes = good;
  bytes[8] = std::byte{77};
  EXPECT_TRUE(contains(refused(bytes), "expected a saved world of version 14, found version 77"));
  for (std::size_t at = 12; at < 16; ++at) {
    bytes = good;
    bytes[at] = std::byte{1};
    EXPECT_TRUE(contains(refused(bytes), "expected zeros in bytes 12 to 15")) << at;
  }
  bytes = good;
  bytes.pop_back();
  EXPECT_TRUE(contains(refused(bytes), "cut short"));
  bytes.assign(good.begin(), good.begin() + 20);
  EXPECT_TRUE(contains(refused(bytes), "only its first 20 bytes"));
  bytes = good;
  bytes.push_back(std::byte{0});
  EXPECT_TRUE(contains(refused(bytes), "too long"));
  for (std::size_t at = 32; at < good.size(); at += 1 + good.size() / 50) {
    bytes = good;
    bytes[at] ^= std::byte{1};
    EXPECT_TRUE(contains(refused(bytes), "expected the checksum")) << "byte " << at;
  }
  EXPECT_TRUE(contains(refused({}), "found something else"));
}

TEST(SavedWorld, RefusesACameraThatStandsNowhere) {
  const Scenario scenario = small_scenario();
  const World world = make_world(scenario);
  SavedWorldInfo info = info_of(scenario);
  for (double distance : {std::nan(""), -1.0, 1.0e300}) {
    info.camera.distance = distance;
    EXPECT_TRUE(contains(input_error_of([&] { decode_world(encode_world(world, info), "w.barchan"); }), "camera"))
        << distance;
  }
}

TEST(SavedWorld, KeepsGaugesAndWhatTheyHaveRead) {
  const Scenario scenario = small_scenario();
  World world = make_world(scenario);
  for (int step = 0; step < 4; ++step) world.step();
  SavedWorldInfo info = info_of(scenario);
  info.gauges = {{{"Bridge", 0.25f, 0.75f}, {{2, 0.5, {3.0, 0.5, 12.0}}, {4, 1.0, {2.0, 0.25, 11.5}, 3.5}}, 2},
                 {{"Mouth", 1.0f, 0.0f}}};
  const std::vector<GaugeHistory> gauges = decode_world(encode_world(world, info), "w.barchan").info.gauges;
  ASSERT_EQ(gauges.size(), 2u);
  EXPECT_EQ(gauges[0].gauge.name, "Bridge");
  EXPECT_EQ(gauges[0].gauge.x, 0.25f);
  EXPECT_EQ(gauges[0].gauge.y, 0.75f);
  EXPECT_EQ(gauges[0].stride, 2u);
  ASSERT_EQ(gauges[0].points.size(), 2u);
  EXPECT_EQ(gauges[0].points[1].step, 4u);
  EXPECT_EQ(gauges[0].points[1].time, 1.0);
  EXPECT_EQ(gauges[0].points[1].reading.level, 11.5);
  EXPECT_EQ(gauges[0].points[0].years, 0.0);
  EXPECT_EQ(gauges[0].points[1].years, 3.5);
  EXPECT_EQ(gauges[1].gauge.name, "Mouth");
  EXPECT_TRUE(gauges[1].points.empty());
}

TEST(SavedWorld, RefusesGaugesThatCannotBe) {
  const Scenario scenario = small_scenario();
  World world = make_world(scenario);
  for (int step = 0; step < 4; ++step) world.step();
  const GaugeHistory good{{"Bridge", 0.25f, 0.75f}, {{2, 0.5, {}}, {4, 1.0, {}}}, 2};
  const auto refused = [&](std::vector<GaugeHistory> gauges) {
    SavedWorldInfo info = info_of(scenario);
    info.gauges = std::move(gauges);
    return input_error_of([&] { decode_world(encode_world(world, info), "w.barchan"); });
  };
  SavedWorldInfo right = info_of(scenario);
  right.gauges = {good};
  EXPECT_NO_THROW(decode_world(encode_world(world, right), "w.barchan"));
  const auto changed = [&](auto const& change) {
    GaugeHistory bad = good;
    change(bad);
    return refused({bad});
  };
  EXPECT_TRUE(
      contains(changed([](auto& bad) { bad.gauge.x = 1.5f; }), "found a fault: a gauge stands outside the land"));
  EXPECT_TRUE(contains(changed([](auto& bad) { bad.gauge.y = std::nanf(""); }), "outside the land"));
  EXPECT_TRUE(contains(changed([](auto& bad) { bad.gauge.name = ""; }), "a gauge has no name, or the name of another"));
  EXPECT_TRUE(contains(refused({good, good}), "a gauge has no name, or the name of another"));
  for (auto const& read :
       {changed([](auto& bad) { bad.stride = 0; }), changed([](auto& bad) { bad.stride = ~0ull; }),
        changed([](auto& bad) { bad.points[1].step = 2; }), changed([](auto& bad) { bad.points[1].time = 0.25; }),
        changed([](auto& bad) { bad.points[0].reading.depth = std::nan(""); })}) {
    EXPECT_TRUE(contains(read, "the readings of a gauge are out of range or out of order")) << read;
  }
  EXPECT_TRUE(contains(changed([](auto& bad) { bad.points[1].step = 5; }), "readings of future steps"));
  EXPECT_TRUE(contains(changed([](auto& bad) { bad.points.assign(GaugeHistory::kMostPoints + 1, {}); }),
                       "is longer than allowed"));
  std::vector<GaugeHistory> crowd(kMostGauges + 1, good);
  for (std::size_t i = 0; i < crowd.size(); ++i) crowd[i].gauge.name += std::to_string(i);
  EXPECT_TRUE(contains(refused(crowd), "more gauges than are allowed"));
}

// Fuzzing found a particle with a remainder of 2e19 quanta.
TEST(SavedWorld, WithAnAbsurdNumberIsRefusedOrStillConservesMatter) {
  const Scenario scenario = parse_scenario(
      "title = \"f\"\n[grid]\nwidth = 9\nheight = 7\n[[land.sand]]\nshape = \"uniform\"\n[wind_particles]\npopulation "
      "= 20\n",
      "small.toml", {});
  World world = make_world(scenario);
  for (int step = 0; step < 3; ++step) world.step();
  const std::vector<std::byte> good = world.snapshot();
  constexpr float kAbsurd = -2.2e19f;
  int owing = 0;
  for (std::size_t at = 0; at + sizeof kAbsurd <= good.size(); ++at) {
    std::vector<std::byte> bytes = good;
    std::memcpy(bytes.data() + at, &kAbsurd, sizeof kAbsurd);
    try {
      World restored = World::restore(bytes, make_processes());
      const QuantaSum before = restored.budget().error();
      for (int step = 0; step < 2; ++step) restored.step();
      EXPECT_EQ(restored.budget().error(), before) << "byte " << at;
    } catch (std::exception const& error) {
      if (contains(error.what(), "is more than a quantum")) ++owing;
    }
  }
  EXPECT_GE(owing, 20) << "one of each particle";
}

TEST(StartWorld, RefusesWordsAboutHeightMapsForAnythingElse) {
  RasterHints hints;
  hints.cell_size = 2.0;
  EXPECT_TRUE(contains(input_error_of([&] { start_world("flat_bed", {}, hints); }), "leave these options out"));
}

TEST(StartWorld, TakesEveryKindOfStart) {
  const Scenario scenario = small_scenario();
  const World world = make_world(scenario);
  const TemporaryFolder folder;
  const std::string file = (folder / "w.barchan").string();
  save_world(file, world, info_of(scenario));
  const StartedWorld resumed = start_world(file, {{}, {{"wind", "speed", 3.0}}, 1});
  EXPECT_TRUE(resumed.resumed);
  EXPECT_EQ(resumed.info.scenario.id, "small");
  EXPECT_TRUE(contains(input_error_of([&] {
                         start_world(file, {5, {}, 1});
                       }),
                       "expected no --seed with a saved world"));
  EXPECT_FALSE(start_world("flat_bed").resumed);
  write_raster(folder / "map.asc", sample_raster(5, 4));
  const StartedWorld map = start_world((folder / "map.asc").string());
  EXPECT_EQ(map.world.grid().width, 5);
  EXPECT_FALSE(map.notices.empty());
}

TEST(StartWorld, OfASavedWorldTakesThreadsParametersAndCommands) {
  const TemporaryFolder folder;
  const std::string file = (folder / "w.barchan").string();
  save_world(file, make_world(small_scenario()), info_of(small_scenario()));
  const PlaceSource source{{.x = 0.1f, .y = 0.2f, .discharge = 0.5f}};
  WorldOptions options;
  options.parameters = {{"wind", "speed", 3.0}};
  options.threads = 2;
  options.commands = {source};
  const StartedWorld resumed = start_world(file, options);
  EXPECT_EQ(resumed.world.threads(), 2);
  EXPECT_EQ(resumed.world.parameter("wind", "speed"), 3.0);
  ASSERT_EQ(resumed.world.recording().size(), 2u);
  EXPECT_EQ(resumed.world.recording()[1].command, Command(source));
}

TEST(SavedWorld, AWorldThatHasGoneBackKeepsOnlyReadingsOfItsPast) {
  const Scenario scenario = small_scenario();
  World world = make_world(scenario);
  for (int step = 0; step < 3; ++step) world.step();
  SavedWorldInfo info = info_of(scenario);
  info.gauges = {{{"Bridge", 0.5, 0.5}, {{1, 1.0, {}}, {3, 3.0, {}}, {9, 9.0, {}}}, 1}};
  EXPECT_TRUE(contains(input_error_of([&] { decode_world(encode_world(world, info), "w.barchan"); }), "future steps"));
  drop_later_readings(info, world.step_count());
  EXPECT_EQ(decode_world(encode_world(world, info), "w.barchan").info.gauges.front().points.size(), 2u);
}

// -- the history of a saved world -------------------------------------------------------------------------------------

/// A saved world with a wall in its history.
std::vector<std::byte> world_with_history(Scenario const& scenario) {
  History history(make_world(scenario), usual_history_options(1));
  for (int step = 0; step < 10; ++step) history.step();
  history.apply(PlaceObstacle{{.height = 4.0f, .length = 5.0f, .width = 2.0f}}, {});
  for (int step = 0; step < 10; ++step) history.step();
  SavedWorldInfo info = info_of(scenario);
  info.history = encode_history(history.record());
  return encode_world(history.world(), info);
}

StartedWorld started(SavedWorld world) { return {std::move(world.info), std::move(world.world), true, {}, {}}; }

TEST(WorldHistory, IsSavedWithTheWorld) {
  StartedWorld opened = started(decode_world(world_with_history(small_scenario()), "w.barchan"));
  auto record = take_history(opened, "w.barchan");
  ASSERT_TRUE(record);
  EXPECT_TRUE(opened.info.history.empty());
  EXPECT_TRUE(opened.notices.empty());
  History history(std::move(opened.world), std::move(*record), usual_history_options(1));
  EXPECT_EQ(history.undo()->title, "place wall");
  history.arrive();
  World fresh = make_world(small_scenario());
  for (int step = 0; step < 10; ++step) fresh.step();
  EXPECT_EQ(history.world().hash(), fresh.hash());
  // The thumbnails are kept as well.
  ASSERT_TRUE(history.checkpoints().all().front().thumbnail);
  EXPECT_EQ(history.checkpoints().all().front().thumbnail->width, kThumbnailSide);
}

TEST(WorldHistory, AWorldOpensWithoutAHistoryThatCannotBeUsed) {
  SavedWorld saved = decode_world(world_with_history(small_scenario()), "w.barchan");
  const std::vector<std::byte> good = saved.info.history;
  const auto refused = [&](std::vector<std::byte> history, World const& world) {
    SavedWorldInfo info = saved.info;
    info.history = std::move(history);
    StartedWorld opened = started(decode_world(encode_world(world, info), "w.barchan"));
    EXPECT_FALSE(take_history(opened, "w.barchan"));
    EXPECT_EQ(opened.world.hash(), world.hash());
    return opened.notices.empty() ? std::string() : opened.notices.front();
  };
  std::vector<std::byte> cut(good.begin(), good.end() - 5);
  EXPECT_TRUE(contains(refused(cut, saved.world), "w.barchan: expected the history of the world, found a fault"));
  World other = make_world(small_scenario());
  EXPECT_TRUE(contains(refused(good, other), "found the history of another world"));
  EXPECT_EQ(refused({}, saved.world), "");
}

TEST(WorldHistory, KeepsHowALandBegan) {
  LandOrigin origin;
  origin.order = {"dunes",
                  7,
                  {.minimum = 1.0, .maximum = 2.0, .cell_size = 3.0, .size = std::pair(4, 5)},
                  {{"wind", "speed", 8.0}}};
  origin.info = info_of(small_scenario());
  origin.info.history.resize(99);
  origin.resumed = true;
  const LandOrigin again = decode_origin(encode_origin(origin));
  EXPECT_EQ(again.order.source, "dunes");
  EXPECT_EQ(again.order.seed, 7u);
  EXPECT_EQ(again.order.hints.size, std::pair(4, 5));
  EXPECT_EQ(again.order.hints.cell_size, 3.0);
  EXPECT_EQ(again.order.parameters, origin.order.parameters);
  EXPECT_EQ(again.info.scenario.title, "Small");
  EXPECT_TRUE(again.info.history.empty());
  EXPECT_TRUE(again.resumed);
  EXPECT_THROW(decode_origin(std::vector<std::byte>(20)), ArchiveError);
}

}  // namespace
}  // namespace barchan::test::saved_world_test
