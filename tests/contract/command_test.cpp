/// Commands are the only way to change a world: invalid ones are refused, valid ones recorded, and a recording replays
/// to the same world.
#include <limits>
#include <stdexcept>

#include "contract/process_test.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test::command_test {
namespace {

constexpr Grid kGrid{.width = 48, .height = 36};

TEST(Commands, WrongOnesAreRefusedAndTheWorldIsUnchanged) {
  World world = make_world(make_setup(kGrid), "all");
  run(world, 5);
  const std::uint64_t before = world.hash();
  const auto refused = [&](SetParameter const& command, std::string const& word) {
    try {
      world.apply(command);
      ADD_FAILURE() << command.group << "." << command.key << " = " << command.value << " was accepted";
    } catch (std::invalid_argument const& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(word), std::string::npos) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
    EXPECT_EQ(world.hash(), before) << command.group << "." << command.key;
    EXPECT_TRUE(world.recording().empty());
  };
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      const std::string id(group.id);
      const std::string key(row.key);
      const double range = row.maximum - row.minimum;
      refused({id, key, row.maximum + range}, key);
      refused({id, key, row.minimum - range}, key);
      refused({id, key, std::numeric_limits<double>::quiet_NaN()}, key);
      refused({id, key, std::numeric_limits<double>::infinity()}, key);
      if (row.kind != ParameterKind::real) refused({id, key, row.minimum + 0.5}, key);
    }
    refused({std::string(group.id), "no_such_key", 1.0}, "no_such_key");
  }
  refused({"no_such_group", "speed", 1.0}, "no_such_group");
}

TEST(Commands, TheLaterOfTwoToOneTargetBeforeTheSameStepReplacesTheEarlier) {
  World world = make_world(make_setup(kGrid), "all");
  world.apply(SetParameter{"wind", "speed", 5.0});
  world.apply(SetParameter{"wind", "direction", 90.0});
  world.apply(SetParameter{"wind", "speed", 7.0});
  world.apply(SetParameter{"wind", "speed", 6.0});
  ASSERT_EQ(world.recording().size(), 2u);
  EXPECT_EQ(world.recording()[0], (StampedCommand{0, SetParameter{"wind", "direction", 90.0}}));
  EXPECT_EQ(world.recording()[1], (StampedCommand{0, SetParameter{"wind", "speed", 6.0}}));
  world.step();
  world.apply(SetParameter{"wind", "speed", 8.0});
  ASSERT_EQ(world.recording().size(), 3u);
  EXPECT_EQ(world.recording()[2], (StampedCommand{1, SetParameter{"wind", "speed", 8.0}}));
  EXPECT_EQ(world.parameter("wind", "speed"), 8.0);
}

TEST(Commands, ARecordingReplaysToTheSameHash) {
  for (Boundary boundary : kBoundaries) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    World live = make_world(make_setup(grid), "all");
    const std::vector<std::string> ids = process_ids();
    for (int step = 0; step < 40; ++step) {
      if (step % 7 == 3) live.apply(SetParameter{"wind", "direction", step * 8.0});
      if (step % 10 == 4) live.apply(SetParameter{"wind", "speed", 4.0 + step * 0.2});
      if (step % 10 == 4) live.apply(SetParameter{"wind", "speed", 5.0 + step * 0.2});
      if (step == 15) live.apply(SetParameter{"gravity", "repose_slope", 0.5});
      if (step == 20) live.apply(SetParameter{ids.front(), "enabled", 0.0});
      if (step == 24) live.apply(SetParameter{ids.front(), "enabled", 1.0});
      if (step == 30) live.apply(SetParameter{"world", "time_step", 0.1});
      live.step();
    }
    World replay = make_world(make_setup(grid), "all", 2);
    std::size_t next = 0;
    while (replay.step_count() < live.step_count()) {
      while (next < live.recording().size() && live.recording()[next].step == replay.step_count()) {
        replay.apply(live.recording()[next++].command);
      }
      replay.step();
    }
    EXPECT_EQ(next, live.recording().size());
    EXPECT_EQ(replay.hash(), live.hash());
    EXPECT_TRUE(std::equal(replay.recording().begin(), replay.recording().end(), live.recording().begin(),
                           live.recording().end()));
  }
}

TEST(Commands, TheRecordingIsPartOfTheSnapshot) {
  World world = make_world(make_setup(kGrid), "all");
  run(world, 3);
  world.apply(SetParameter{"wind", "speed", 6.5});
  run(world, 2);
  world.apply(SetParameter{"wind", "direction", 10.0});
  const World restored = World::restore(world.snapshot(), make_processes());
  EXPECT_TRUE(std::equal(restored.recording().begin(), restored.recording().end(), world.recording().begin(),
                         world.recording().end()));
  EXPECT_EQ(restored.parameter("wind", "direction"), 10.0);
}

TEST(Commands, SetUpParametersApplyBeforeTheFirstStepAndAreChecked) {
  WorldSetup setup = make_setup(kGrid);
  setup.parameters = {{"wind", "speed", 5.5}};
  EXPECT_EQ(World(setup, make_processes()).parameter("wind", "speed"), 5.5);
  setup.parameters = {{"wind", "speed", 500.0}};
  EXPECT_THROW(World(setup, make_processes()), std::invalid_argument);
  setup.parameters = {{"wind", "sped", 5.0}};
  EXPECT_THROW(World(setup, make_processes()), std::invalid_argument);
}

TEST(Commands, UnknownParametersCannotBeRead) {
  const World world = make_world(make_setup(kGrid), "none");
  EXPECT_THROW(world.parameter("wind", "sped"), std::invalid_argument);
  EXPECT_THROW(world.parameter("wnd", "speed"), std::invalid_argument);
}

TEST(Setup, OfDisagreeingSizesIsRefused) {
  for (int which = 0; which < 3; ++which) {
    WorldSetup setup = make_setup(kGrid);
    if (which == 0) setup.base.pop_back();
    if (which == 1) setup.sand.push_back(0);
    if (which == 2) setup.obstacle.pop_back();
    EXPECT_THROW(World(setup, make_processes()), std::invalid_argument) << which;
  }
  for (Grid grid : {Grid{.width = 0, .height = 4}, Grid{.width = 4, .height = -1}, Grid{.width = 4, .height = 16385},
                    Grid{.width = 4, .height = 4, .cell_size = 0.0f}}) {
    WorldSetup setup;
    setup.grid = grid;
    setup.base.assign(16, 0);
    setup.sand.assign(16, 0);
    EXPECT_THROW(World(setup, make_processes()), std::invalid_argument) << grid.width << " x " << grid.height;
  }
}

TEST(Setup, WithObstaclesOfNoThicknessIsAllRock) {
  WorldSetup setup = make_setup(kGrid, {.obstacle = false});
  const WorldSetup without = setup;
  setup.obstacle.assign(kGrid.cells(), 0);
  EXPECT_EQ(World(setup, make_processes()).hash(), World(without, make_processes()).hash());
}

}  // namespace
}  // namespace barchan::test::command_test
