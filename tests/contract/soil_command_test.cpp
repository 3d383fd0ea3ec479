// Commands can also set soils: the commands are checked, recorded, saved and timed, and everything that reads soils
// responds.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test::soil_command_test {
namespace {

constexpr Grid kGrid{.width = 48, .height = 36};

/// Rock, sand, obstacle, solid shale and loose gravel, with a heap of gravel in the middle.
WorldSetup make_layers() {
  WorldSetup setup = make_setup(kGrid);
  Soil shale = setup.soils[kRock];
  shale.id = "shale";
  Soil gravel = setup.soils[kSand];
  gravel.id = "gravel";
  gravel.repose_slope = gravel.static_slope = 1.0f;
  setup.soils.push_back(shale);
  setup.soils.push_back(gravel);
  std::vector<Quanta> heap(kGrid.cells(), 0);
  for (int y = 10; y < 26; ++y) {
    for (int x = 16; x < 32; ++x) {
      const int rim = std::min(std::min(x - 15, 32 - x), std::min(y - 9, 26 - y));
      heap[kGrid.index(x, y)] = to_quanta(0.9 * rim * static_cast<double>(kGrid.cell_size));
    }
  }
  setup.layers = {{static_cast<SoilId>(3), std::vector<Quanta>(kGrid.cells(), to_quanta(1.0))},
                  {static_cast<SoilId>(4), heap}};
  return setup;
}

Soil const& soil(World const& world, std::size_t which) { return world.terrain().soils[which]; }

TEST(SoilCommands, WrongOnesAreRefusedAndTheWorldIsUnchanged) {
  World world = make_world(make_layers(), "all");
  run(world, 3);
  const std::uint64_t before = world.hash();
  const Soils soils = world.terrain().soils;
  const auto refused = [&](SetSoil const& command, std::string const& word) {
    try {
      world.apply(command);
      ADD_FAILURE() << name_of(command) << " was accepted";
    } catch (std::invalid_argument const& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(word), std::string::npos) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
    EXPECT_EQ(world.hash(), before);
    EXPECT_EQ(world.terrain().soils, soils);
    EXPECT_TRUE(world.recording().empty());
  };
  const std::string name = "gravel";
  for (SoilProperty const& property : soil_properties()) {
    const std::string key(property.row.key);
    refused({name, key, property.row.maximum * 2.0 + 1.0}, key);
    refused({name, key, property.row.minimum - 1.0}, key);
    refused({name, key, std::numeric_limits<double>::quiet_NaN()}, key);
    refused({name, key, std::string("sand")}, "a number");
  }
  for (SoilConversion const& way : soil_conversions()) {
    refused({name, std::string(way.key), std::string("mud")}, "id of a soil");
    refused({name, std::string(way.key), 1.0}, "id of a soil");
    refused({name, std::string(way.key), std::string("shale")}, "solid");
  }
  refused({name, "color", std::array<float, 3>{0.5f, 1.5f, 0.0f}}, "0 to 1");
  refused({name, "color", std::array<float, 3>{0.5f, std::numeric_limits<float>::quiet_NaN(), 0.0f}}, "0 to 1");
  refused({name, "color", 0.5}, "three numbers");
  refused({name, "colour", 0.5}, "'colour'");
  refused({"mud", "hardness", 0.5}, "'mud'");
  refused({"sand", "repose_slope", 0.5}, "gravity.repose_slope");
  refused({"sand", "static_slope", 0.5}, "gravity.repose_slope");
}

TEST(SoilCommands, EveryPropertyIsSetAndASlopeTakesTheOtherAlong) {
  World world = make_world(make_layers(), "none");
  for (SoilProperty const& property : soil_properties()) {
    ParameterRow const& row = property.row;
    const double value = 0.5 * (row.minimum + row.maximum);
    world.apply(SetSoil{"shale", std::string(row.key), value});
    EXPECT_EQ(row.get(&soil(world, 3)), static_cast<double>(static_cast<float>(value))) << row.key;
  }
  world.apply(SetSoil{"gravel", "repose_slope", 1.5});
  EXPECT_EQ(soil(world, 4).static_slope, 1.5f);
  world.apply(SetSoil{"gravel", "static_slope", 0.5});
  EXPECT_EQ(soil(world, 4).repose_slope, 0.5f);
  world.apply(SetSoil{"shale", "weathers", std::string("gravel")});
  EXPECT_EQ(soil(world, 3).weathers, 4);
  world.apply(SetSoil{"shale", "color", std::array<float, 3>{0.1f, 0.2f, 0.3f}});
  EXPECT_EQ(soil(world, 3).color, (std::array<float, 3>{0.1f, 0.2f, 0.3f}));
  EXPECT_EQ(soils_error(world.terrain().soils), "");
}

TEST(SoilCommands, GravityNoticesASlope) {
  WorldSetup setup = make_layers();
  std::ranges::fill(setup.base, 0);
  std::ranges::fill(setup.sand, 0);
  setup.obstacle.clear();
  World world = make_world(setup, "none");
  run(world, 60);
  const auto middle = kGrid.index(24, 18);
  const Quanta stood = world.terrain().columns.elevation(middle);
  run(world, 20);
  ASSERT_EQ(world.terrain().columns.elevation(middle), stood) << "the heap is at rest";
  world.apply(SetSoil{"gravel", "hardness", 2.0});
  run(world, 20);
  EXPECT_EQ(world.terrain().columns.elevation(middle), stood) << "it stays so when something else changes";
  world.apply(SetSoil{"gravel", "repose_slope", 0.2});
  world.apply(SetSoil{"gravel", "static_slope", 0.2});
  run(world, 60);
  EXPECT_LT(world.terrain().columns.elevation(middle), stood - to_quanta(0.5));
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(SoilCommands, ARecordingReplaysToTheSameHash) {
  World live = make_world(make_layers(), "all");
  for (int step = 0; step < 20; ++step) {
    if (step % 3 == 1) {
      // A user drags the slopes up and down between two steps.
      for (double slope : {1.2, 0.7, 0.4}) live.apply(SetSoil{"gravel", "repose_slope", slope + 0.01 * step});
      for (double slope : {1.3, 0.6, 0.9}) live.apply(SetSoil{"gravel", "static_slope", slope});
    }
    if (step == 5) live.apply(SetSoil{"shale", "hardness", 9.0});
    if (step == 5) live.apply(SetSoil{"shale", "hardness", 0.1});
    if (step == 9) live.apply(SetSoil{"shale", "abrades", std::string("gravel")});
    if (step == 9) live.apply(SetSoil{"gravel", "color", std::array<float, 3>{0.1f, 0.2f, 0.3f}});
    live.step();
  }
  World replay = make_world(make_layers(), "all", 2);
  std::size_t next = 0, hardnesses = 0;
  while (replay.step_count() < live.step_count()) {
    while (next < live.recording().size() && live.recording()[next].step == replay.step_count()) {
      hardnesses += name_of(live.recording()[next].command) == "soil shale.hardness" ? 1 : 0;
      replay.apply(live.recording()[next++].command);
    }
    replay.step();
  }
  EXPECT_EQ(hardnesses, 1u) << "the later of two stands for both";
  EXPECT_EQ(replay.hash(), live.hash());
  EXPECT_EQ(replay.terrain().soils, live.terrain().soils);

  const World restored = World::restore(live.snapshot(), make_processes());
  EXPECT_EQ(restored.hash(), live.hash());
  EXPECT_EQ(restored.terrain().soils, live.terrain().soils);
  EXPECT_TRUE(std::equal(restored.recording().begin(), restored.recording().end(), live.recording().begin(),
                         live.recording().end()));
}

TEST(SoilCommands, ATimeLineHoldsThemAndIsChecked) {
  WorldSetup setup = make_layers();
  setup.timeline = {{1.0, SetSoil{"gravel", "hardness", 5.0}}};
  World world = make_world(setup, "none");
  EXPECT_EQ(soil(world, 4).hardness, 1.0f);
  const World waiting = World::restore(world.snapshot(), make_processes());
  ASSERT_EQ(waiting.timeline().size(), 1u);
  EXPECT_EQ(waiting.timeline()[0], world.timeline()[0]);
  run(world, 6);
  EXPECT_EQ(soil(world, 4).hardness, 5.0f);
  setup.timeline = {{1.0, SetSoil{"mud", "hardness", 5.0}}};
  EXPECT_THROW(World(setup, make_processes()), std::invalid_argument);
}

}  // namespace
}  // namespace barchan::test::soil_command_test
