/// Obstacles as objects: a body that is moved, turned, sized or removed leaves the land as if it had been there from
/// the beginning, or never.
#include <algorithm>
#include <functional>
#include <stdexcept>

#include "base/random.hpp"
#include "contract/process_test.hpp"
#include "io/scenario.hpp"
#include "land/obstacle_cells.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test::obstacle_body_test {
namespace {

constexpr Grid kGrid{.width = 48, .height = 36};

PlaceObstacle body(ObstacleShape shape, float x, float y) {
  PlaceObstacle command{.obstacle = {.shape = shape, .x = x, .y = y, .azimuth = 30.0f, .height = 5.0f}};
  command.obstacle.length = 16.0f;
  command.obstacle.width = 7.0f;
  command.obstacle.radius = 6.0f;
  if (shape == ObstacleShape::stamp) command.stamp = {3, 2, {0, 16384, 32768, 32768, 49152, 65535}};
  return command;
}

ChangeObstacle change(std::uint32_t number, std::function<void(Obstacle&)> const& edit) {
  Obstacle after{};
  edit(after);
  return change_between(number, {}, after);
}

ChangeObstacle move(std::uint32_t number, float x, float y) {
  return {number, obstacle_key_bit("x") | obstacle_key_bit("y"), {.x = x, .y = y}};
}

World sandy(Grid const& grid = kGrid) { return make_world(make_setup(grid, {.obstacle = false}), "none"); }

/// A world on which these commands were carried out.
World after(std::vector<Command> const& commands, Grid const& grid = kGrid) {
  World world = sandy(grid);
  for (Command const& command : commands) world.apply(command);
  EXPECT_EQ(world.budget().error(), 0);
  return world;
}

std::vector<std::uint32_t> numbers(World const& world) {
  std::vector<std::uint32_t> found;
  for (ObstacleBody const& one : world.terrain().bodies.list()) found.push_back(one.number);
  return found;
}

QuantaSum matter(World const& world) {
  QuantaSum sum = 0;
  for (std::size_t i = 0; i < world.grid().cells(); ++i) sum += world.terrain().columns.obstacle(i);
  return sum;
}

TEST(ObstacleBodies, StandAfterAMoveAsIfTheyHadBeenPlacedThere) {
  for (const Boundary boundary : kBoundaries) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    for (int i = 0; i < kObstacleShapeCount; ++i) {
      const auto shape = static_cast<ObstacleShape>(i);
      PlaceObstacle there = body(shape, 0.97f, 0.04f);
      const World moved = after({body(shape, 0.3f, 0.5f), move(1, 0.97f, 0.04f)}, grid);
      EXPECT_EQ(moved.terrain().columns, after({there}, grid).terrain().columns) << obstacle_shape_id(shape);
      EXPECT_GT(matter(moved), 0);
      EXPECT_EQ(moved.terrain().bodies.list().front().obstacle, there.obstacle);
      const World back = after({body(shape, 0.3f, 0.5f), move(1, 0.97f, 0.04f), RemoveObstacle{1}}, grid);
      EXPECT_EQ(back.terrain().columns, sandy(grid).terrain().columns) << obstacle_shape_id(shape);
      EXPECT_TRUE(numbers(back).empty());
    }
  }
}

TEST(ObstacleBodies, TurnAndChangeTheirSizeAndTheirShape) {
  const PlaceObstacle wall = body(ObstacleShape::wall, 0.4f, 0.5f);
  PlaceObstacle other = wall;
  other.obstacle.azimuth = 110.0f;
  EXPECT_EQ(after({wall, change(1, [](Obstacle& o) { o.azimuth = 110.0f; })}).terrain().columns,
            after({other}).terrain().columns);
  other = wall;
  other.obstacle.length = 30.0f;
  other.obstacle.height = 2.0f;
  EXPECT_EQ(after({wall, change(1,
                                [](Obstacle& o) {
                                  o.length = 30.0f;
                                  o.height = 2.0f;
                                })})
                .terrain()
                .columns,
            after({other}).terrain().columns);
  other = body(ObstacleShape::dome, 0.4f, 0.5f);
  const World dome = after({wall, change(1, [](Obstacle& o) {
                              o.shape = ObstacleShape::dome;
                              o.radius = 6.0f;
                            })});
  EXPECT_EQ(dome.terrain().columns, after({other}).terrain().columns);
}

TEST(ObstacleBodies, GiveWhatTheOthersDoNotGiveWhereTheyOverlap) {
  const PlaceObstacle low = body(ObstacleShape::cylinder, 0.4f, 0.5f);
  PlaceObstacle high = body(ObstacleShape::block, 0.48f, 0.5f);
  high.obstacle.height = 9.0f;
  PlaceObstacle high_there = high, low_there = low;
  high_there.obstacle.x = 0.8f;
  low_there.obstacle.x = 0.8f;
  const Columns apart = after({low, high_there}).terrain().columns;
  EXPECT_EQ(after({low, high, move(2, 0.8f, 0.5f)}).terrain().columns, apart);
  EXPECT_EQ(after({high, low, move(1, 0.8f, 0.5f)}).terrain().columns, apart);
  EXPECT_EQ(after({low, high, move(1, 0.8f, 0.5f)}).terrain().columns, after({high, low_there}).terrain().columns);
  EXPECT_EQ(after({low, high, RemoveObstacle{1}}).terrain().columns, after({high}).terrain().columns);
  EXPECT_EQ(after({low, high, RemoveObstacle{2}}).terrain().columns, after({low}).terrain().columns);
  // A short way: the old and the new place overlap.
  low_there.obstacle.x = 0.45f;
  EXPECT_EQ(after({low, move(1, 0.45f, 0.5f)}).terrain().columns, after({low_there}).terrain().columns);
}

TEST(ObstacleBodies, HaveNumbersThatDoNotReturn) {
  World world = sandy();
  for (const float x : {0.2f, 0.5f, 0.8f}) world.apply(body(ObstacleShape::block, x, 0.5f));
  EXPECT_EQ(numbers(world), (std::vector<std::uint32_t>{1, 2, 3}));
  world.apply(RemoveObstacle{3});
  world.apply(body(ObstacleShape::block, 0.8f, 0.5f));
  EXPECT_EQ(numbers(world), (std::vector<std::uint32_t>{1, 2, 4}));
  PlaceObstacle again = body(ObstacleShape::dome, 0.5f, 0.2f);
  again.number = 2;  // another body has it
  world.apply(again);
  again.number = 3;  // as a recording asks for it
  world.apply(again);
  EXPECT_EQ(numbers(world), (std::vector<std::uint32_t>{1, 2, 3, 4, 5}));
  PlaceObstacle recorded = body(ObstacleShape::block, 0.2f, 0.5f);
  recorded.number = 1;
  EXPECT_EQ(world.recording().front().command, Command(recorded)) << "a recording names the number";
  world.apply(RemoveObstacles{});
  EXPECT_TRUE(numbers(world).empty());
  world.apply(body(ObstacleShape::block, 0.2f, 0.5f));
  EXPECT_EQ(numbers(world), (std::vector<std::uint32_t>{6}));
  const World resumed = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(resumed.hash(), world.hash());
  EXPECT_EQ(numbers(resumed), numbers(world));
}

TEST(ObstacleBodies, LeaveTheListWhenNothingIsLeftOfThem) {
  World world = after({body(ObstacleShape::wall, 0.3f, 0.5f), body(ObstacleShape::block, 0.8f, 0.5f)});
  const Obstacle bite{.shape = ObstacleShape::cylinder, .x = 0.3f, .y = 0.5f, .radius = 3.0f};
  world.apply(RemoveObstacles{bite});
  EXPECT_EQ(numbers(world), (std::vector<std::uint32_t>{1, 2}));
  // A body is whole again where it is moved to.
  World moved = World::restore(world.snapshot(), make_processes());
  moved.apply(move(1, 0.5f, 0.6f));
  EXPECT_EQ(moved.terrain().columns,
            after({body(ObstacleShape::wall, 0.5f, 0.6f), body(ObstacleShape::block, 0.8f, 0.5f)}).terrain().columns);
  Obstacle rest = bite;
  rest.radius = 12.0f;
  world.apply(RemoveObstacles{rest});
  EXPECT_EQ(numbers(world), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(ObstacleBodies, DoNotFillHolesThatAnotherBodyLeaves) {
  const Obstacle bite{.shape = ObstacleShape::cylinder, .x = 0.5f, .y = 0.5f, .radius = 2.0f};
  World world = after({body(ObstacleShape::block, 0.5f, 0.5f), body(ObstacleShape::cylinder, 0.5f, 0.5f),
                       RemoveObstacles{bite}, move(2, 0.85f, 0.5f)});
  EXPECT_EQ(world.terrain().columns.obstacle(kGrid.index(24, 18)), 0);
  EXPECT_GT(world.terrain().columns.obstacle(kGrid.index(27, 18)), 0);
}

TEST(ObstacleBodies, LeaveMatterThatNoBodyExplains) {
  World world = make_world(make_setup(kGrid), "none");  // with an obstacle that is not a body
  const QuantaSum before = matter(world);
  ASSERT_GT(before, 0);
  EXPECT_TRUE(world.terrain().bodies.list().empty());
  PlaceObstacle low = body(ObstacleShape::cylinder, 0.5f, 0.5f);
  low.obstacle.height = 0.01f;
  world.apply(low);
  world.apply(move(1, 0.1f, 0.1f));
  world.apply(RemoveObstacle{1});
  EXPECT_EQ(matter(world), before);
}

TEST(ObstacleBodies, WrongChangesAreRefusedAndTheWorldIsUnchanged) {
  World world = after({body(ObstacleShape::wall, 0.3f, 0.5f), body(ObstacleShape::stamp, 0.7f, 0.5f)});
  const std::uint64_t before = world.hash();
  const auto refused = [&](Command const& command, std::string const& words) {
    try {
      world.apply(command);
      ADD_FAILURE() << name_of(command) << " was accepted: " << words;
    } catch (std::invalid_argument const& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
    EXPECT_EQ(world.hash(), before);
    EXPECT_EQ(world.recording().size(), 2u);
  };
  refused(RemoveObstacle{3},
          "expected the number of an obstacle of this land, found 3; the obstacles of the land have the "
          "numbers 1, 2");
  refused(move(0, 0.5f, 0.5f), "found 0");
  refused(ChangeObstacle{1, 0, {}}, "at least one value");
  refused(ChangeObstacle{1, 1u << 20, {}}, "at least one value");
  refused(move(1, 1.5f, 0.5f), "x: expected a number from 0 to 1");
  refused(change(1, [](Obstacle& o) { o.radius = 3.0f; }),
          "obstacle 1: expected a value of the shape wall, found 'radius'; leave it out");
  refused(change(1, [](Obstacle& o) { o.shape = ObstacleShape::stamp; }),
          "expected a shape other than stamp, found stamp; this obstacle has no relief");
  refused(change(2, [](Obstacle& o) { o.shape = ObstacleShape::dome; }),
          "expected the shape stamp, found dome; this obstacle has a relief");
  world.apply(RemoveObstacles{});
  EXPECT_THROW(world.apply(RemoveObstacle{1}), std::invalid_argument);
}

TEST(ObstacleBodies, AreNotChangedWhereThereIsNoRoom) {
  WorldSetup setup = make_setup(kGrid, {.sand_thickness = 0.0, .obstacle = false, .lift = 7988 * kQuantaPerMetre});
  World world = make_world(std::move(setup), "none");
  world.apply(body(ObstacleShape::block, 0.5f, 0.5f));
  const std::uint64_t before = world.hash();
  EXPECT_THROW(world.apply(change(1, [](Obstacle& o) { o.height = 20.0f; })), std::invalid_argument);
  EXPECT_EQ(world.hash(), before);
}

TEST(ObstacleBodies, LiftAndLowerTheSandAndSparePlantsOnlyWhereNothingChanges) {
  WorldSetup setup = make_setup(kGrid, {.obstacle = false});
  setup.cell_layers.real(CellLayer::plants).assign(kGrid.cells(), 0.5f);
  World world = make_world(std::move(setup), "none");
  const Columns before = world.terrain().columns;
  world.apply(body(ObstacleShape::block, 0.25f, 0.5f));
  world.apply(move(1, 0.75f, 0.5f));
  Terrain const& terrain = world.terrain();
  for (std::size_t i = 0; i < kGrid.cells(); ++i) {
    ASSERT_EQ(terrain.columns.sediment(i), before.sediment(i));
    ASSERT_EQ(terrain.columns.elevation(i), before.elevation(i) + terrain.columns.obstacle(i));
    if (terrain.columns.obstacle(i) == 0) continue;
    ASSERT_EQ(terrain.cell_layers.real(CellLayer::plants)[i], 0.0f) << "no plant survives under it";
  }
  EXPECT_EQ(terrain.cell_layers.real(CellLayer::plants)[kGrid.index(24, 3)], 0.5f);
}

/// A random command on the bodies of a world.
Command random_command(World const& world, std::uint64_t seed, std::uint32_t step) {
  const auto w = random_words(seed, step, RandomStream::scenario, 1);
  const auto list = world.terrain().bodies.list();
  const auto shape = static_cast<ObstacleShape>(w[0] % kObstacleShapeCount);
  const PlaceObstacle placed = body(shape, to_unit(w[1]), to_unit(w[2]));
  if (list.size() < 3 || w[3] % 5 == 0) return placed;
  const std::uint32_t number = list[w[0] / 16 % list.size()].number;
  if (w[3] % 5 == 1) return RemoveObstacle{number};
  if (w[3] % 5 == 2) return change(number, [&](Obstacle& o) { o.height = 0.5f + to_unit(w[1]) * 8.0f; });
  if (w[3] % 25 == 3) return RemoveObstacles{body(ObstacleShape::dome, to_unit(w[1]), to_unit(w[2])).obstacle};
  return move(number, to_unit(w[1]), to_unit(w[2]));
}

class ObstacleBodyContract : public ProcessContract {};

TEST_P(ObstacleBodyContract, AnyOrderOfCommandsKeepsTheMassBalanceExact) {
  for (const Boundary boundary : kBoundaries) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    World world = this->world(grid, {.obstacle = false});
    for (std::uint32_t step = 0; step < 30; ++step) {
      for (std::uint32_t i = 0; i < step % 3; ++i) world.apply(random_command(world, 5, step * 8 + i));
      world.step();
      ASSERT_EQ(unsound(world), "") << "step " << step << ", boundary " << static_cast<int>(boundary);
    }
    EXPECT_GT(world.budget().accounts[kObstacle].out, 0);
    // What the bodies give explains all that is there; less where something was removed or worn away.
    std::vector<Quanta> given(grid.cells(), 0);
    for (ObstacleBody const& one : world.terrain().bodies.list()) {
      for (ObstacleChange const& cell : cells_of(one, grid)) {
        given[cell.cell] = std::max(given[cell.cell], cell.thickness);
      }
    }
    for (std::size_t i = 0; i < grid.cells(); ++i) ASSERT_LE(world.terrain().columns.obstacle(i), given[i]) << i;
  }
}

TEST_P(ObstacleBodyContract, ThreadsAndASnapshotInTheMiddleChangeNothing) {
  const auto world = [&](int threads) {
    WorldSetup setup = make_setup(kGrid, {.obstacle = false});
    setup.timeline = {{2.0, body(ObstacleShape::stamp, 0.2f, 0.3f)},
                      {4.0, move(1, 0.9f, 0.9f)},
                      {9.0, change(1, [](Obstacle& o) { o.azimuth = 77.0f; })},
                      {10.0, RemoveObstacle{1}}};
    return make_world(setup, GetParam(), threads);
  };
  const auto go_on = [](World& of) {
    for (std::uint32_t step = 0; step < 15; ++step) {
      if (step % 4 == 1) of.apply(random_command(of, 6, step));
      of.step();
    }
  };
  World whole = world(1);
  go_on(whole);
  World resumed = World::restore(whole.snapshot(), make_processes(), 2);
  EXPECT_EQ(resumed.hash(), whole.hash());
  EXPECT_TRUE(std::ranges::equal(resumed.timeline(), whole.timeline()));
  EXPECT_TRUE(std::ranges::equal(resumed.recording(), whole.recording()));
  go_on(whole);
  go_on(resumed);
  EXPECT_EQ(resumed.hash(), whole.hash());
  EXPECT_TRUE(whole.timeline().empty());
  for (const int threads : {2, 3, 7}) {
    World other = world(threads);
    go_on(other);
    go_on(other);
    EXPECT_EQ(other.hash(), whole.hash()) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(, ObstacleBodyContract, testing::ValuesIn(each_process_and_all()), name_of_process);

TEST(ObstacleBodies, ARecordingReplaysToTheSameHash) {
  World live = make_world(make_setup(kGrid), "all");
  for (std::uint32_t step = 0; step < 24; ++step) {
    if (step % 2 == 1) live.apply(random_command(live, 7, step));
    live.step();
  }
  World replay = make_world(make_setup(kGrid), "all", 2);
  for (StampedCommand const& stamped : live.recording()) {
    while (replay.step_count() < stamped.step) replay.step();
    replay.apply(stamped.command);
  }
  while (replay.step_count() < live.step_count()) replay.step();
  EXPECT_EQ(replay.hash(), live.hash());
}

TEST(ObstacleBodies, OfATimeLineThatAreGoneArePassedOver) {
  WorldSetup setup = make_setup(kGrid, {.obstacle = false});
  setup.timeline = {{0.0, move(1, 0.5f, 0.5f)}};
  World world = make_world(std::move(setup), "none");
  world.step();
  ASSERT_EQ(health_rows(world.health()).size(), 1u);
  EXPECT_EQ(health_rows(world.health()).front().id, "left_out");
}

TEST(ObstacleBodies, BelongToTheHash) {
  // The land is the same, but a later command would act on another body.
  const World one = after({body(ObstacleShape::block, 0.5f, 0.5f), body(ObstacleShape::block, 0.5f, 0.5f)});
  World other = after({body(ObstacleShape::block, 0.5f, 0.5f), body(ObstacleShape::block, 0.5f, 0.5f)});
  EXPECT_EQ(one.hash(), other.hash());
  other.apply(RemoveObstacle{2});
  EXPECT_EQ(one.terrain().columns, other.terrain().columns);
  EXPECT_NE(one.hash(), other.hash());
}

/// Every obstacle of a shipped scenario that is built of walls, pyramids, cylinders, cones or domes consists of bodies.
TEST(ObstacleBodies, AreTheObstaclesOfTheShippedScenarios) {
  std::size_t lands = 0;
  for (ScenarioInfo const& info : shipped_scenarios()) {
    Scenario scenario = load_shipped_scenario(info.id);
    const auto built = std::ranges::count(scenario.land.base, kObstacle, &LandLayer::soil);
    if (built == 0) continue;
    ++lands;
    World world = make_world(scenario);
    EXPECT_EQ(world.terrain().bodies.list().size(), static_cast<std::size_t>(built)) << info.id;
    EXPECT_GT(matter(world), 0) << info.id;
    for (const std::uint32_t number : numbers(world)) world.apply(RemoveObstacle{number});
    EXPECT_EQ(matter(world), 0) << info.id;
    EXPECT_EQ(world.budget().error(), 0) << info.id;
  }
  EXPECT_GE(lands, 3u);
}

TEST(ObstacleBodies, OfATownAreItsHousesAndItsTower) {
  World world = make_world(load_shipped_scenario("oasis_town"));
  const auto list = world.terrain().bodies.list();
  ASSERT_EQ(list.size(), 15u);
  EXPECT_EQ(list[13].obstacle.shape, ObstacleShape::cylinder);
  EXPECT_EQ(list[13].obstacle.height, 16.0f);
  EXPECT_EQ(list[14].obstacle.height, 21.0f) << "the turret stands on the tower";
  EXPECT_EQ(list.front().number, 1u);
  EXPECT_EQ(list.back().number, 15u);
}

TEST(Sources, ChangeTheirValuesAndKeepTheirPlaceInTheList) {
  World world = sandy();
  const WaterSource first{0.25f, 0.5f, 1.0f}, second{0.75f, 0.5f, 3.0f};
  world.apply(PlaceSource{first});
  world.apply(PlaceSource{second});
  WaterSource moved = first;
  moved.y = 0.75f;
  world.apply(ChangeSource{first, moved});
  EXPECT_EQ(world.terrain().sources, (WaterSources{moved, second}));
  EXPECT_EQ(name_of(ChangeSource{first, moved}), "move source");
  EXPECT_THROW(world.apply(ChangeSource{first, moved}), std::invalid_argument) << "there is none like it";
  world.apply(body(ObstacleShape::block, 0.5f, 0.5f));
  WaterSource inside = moved;
  inside.x = inside.y = 0.5f;
  EXPECT_THROW(world.apply(ChangeSource{moved, inside}), std::invalid_argument) << "in an obstacle";
  EXPECT_EQ(world.terrain().sources, (WaterSources{moved, second}));
  inside.discharge = -1.0f;
  EXPECT_THROW(world.apply(ChangeSource{moved, inside}), std::invalid_argument);
  const World resumed = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(resumed.recording()[2].command, Command(ChangeSource{first, moved}));
}

}  // namespace
}  // namespace barchan::test::obstacle_body_test
