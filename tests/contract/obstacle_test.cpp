/// Obstacles placed and removed while the world runs: counted to the last quantum, recorded, and removed without a
/// trace.
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/archive.hpp"
#include "base/random.hpp"
#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test::obstacle_test {
namespace {

constexpr Grid kGrid{.width = 48, .height = 36};

// A relief of 3 x 2 cells: lowest in the south-west, highest in the north-east.
Stamp small_stamp() { return {3, 2, {0, 16384, 32768, 32768, 49152, 65535}}; }

PlaceObstacle place(ObstacleShape shape, float x, float y) {
  PlaceObstacle command{.obstacle = {.shape = shape, .x = x, .y = y, .azimuth = 30.0f, .height = 5.0f}};
  command.obstacle.length = 20.0f;
  command.obstacle.width = 7.0f;
  command.obstacle.radius = 6.0f;
  if (shape == ObstacleShape::stamp) command.stamp = small_stamp();
  return command;
}

std::vector<ObstacleShape> all_shapes() {
  std::vector<ObstacleShape> shapes;
  for (int i = 0; i < kObstacleShapeCount; ++i) shapes.push_back(static_cast<ObstacleShape>(i));
  return shapes;
}

std::vector<std::size_t> cells_with_obstacle(World const& world) {
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < world.grid().cells(); ++i) {
    if (world.terrain().columns.obstacle(i) > 0) cells.push_back(i);
  }
  return cells;
}

World bare_world(Grid const& grid) {
  return make_world(make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false}), "none");
}

TEST(Obstacles, APlacedBodyThatIsRemovedLeavesTheSameLand) {
  for (Boundary boundary : kBoundaries) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    World world = make_world(make_setup(grid, {.obstacle = false}), "none");
    const Columns before = world.terrain().columns;
    for (ObstacleShape shape : all_shapes()) {
      const PlaceObstacle command = place(shape, 0.95f, 0.1f);
      world.apply(command);
      Columns const& columns = world.terrain().columns;
      const std::size_t covered = cells_with_obstacle(world).size();
      EXPECT_GT(covered, 20u) << name_of(command);
      for (std::size_t i = 0; i < grid.cells(); ++i) {
        ASSERT_EQ(columns.sediment(i), before.sediment(i)) << "sand is lifted whole";
        ASSERT_EQ(columns.elevation(i), before.elevation(i) + columns.obstacle(i));
        ASSERT_EQ(columns.base_soil(i), columns.obstacle(i) > 0 ? kObstacle : kRock);
      }
      EXPECT_EQ(world.budget().error(), 0);
      EXPECT_EQ(world.budget().accounts[kRock].in, 0);
      world.apply(RemoveObstacles{});
      EXPECT_EQ(world.terrain().columns, before) << name_of(command);
      EXPECT_EQ(world.budget().error(), 0);
    }
    EXPECT_EQ(world.budget().accounts[kObstacle].in, world.budget().accounts[kObstacle].out);
  }
}

TEST(Obstacles, WallsCoverTheCellsThatAHandWouldCount) {
  const Grid grid{.width = 20, .height = 12, .cell_size = 2.0f, .boundary = Boundary::open};
  World world = bare_world(grid);
  // The middle is the corner between cells (9, 5) and (10, 6); 12 m by 4 m are 6 by 2 cells.
  world.apply(PlaceObstacle{{.azimuth = 0.0f, .height = 3.0f, .length = 12.0f, .width = 4.0f}, {}});
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const bool inside = x >= 7 && x <= 12 && (y == 5 || y == 6);
      ASSERT_EQ(world.terrain().columns.obstacle(grid.index(x, y)), inside ? 3 * kQuantaPerMetre : 0) << x << ", " << y;
    }
  }
  World across = bare_world(grid);
  across.apply(PlaceObstacle{{.azimuth = 90.0f, .height = 3.0f, .length = 12.0f, .width = 4.0f}, {}});
  EXPECT_EQ(cells_with_obstacle(across).size(), 12u);
  EXPECT_GT(across.terrain().columns.obstacle(grid.index(9, 8)), 0) << "its length lies from south to north";
}

TEST(Obstacles, ThinWallsHaveNoGapsAtAnyAzimuth) {
  const Grid grid{.width = 60, .height = 60, .boundary = Boundary::closed};
  for (float azimuth = 0.0f; azimuth < 180.0f; azimuth += 7.5f) {
    World world = bare_world(grid);
    world.apply(PlaceObstacle{{.azimuth = azimuth, .height = 1.0f, .length = 40.0f, .width = 0.01f}, {}});
    std::vector<std::size_t> found{grid.index(30, 30)};
    std::vector<std::uint8_t> seen(grid.cells(), 0);
    seen[found[0]] = 1;
    // Walk from the middle across sides, not corners.
    for (std::size_t i = 0; i < found.size(); ++i) {
      const int x = static_cast<int>(found[i]) % grid.width, y = static_cast<int>(found[i]) / grid.width;
      for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        const std::size_t next = grid.index(x + dx, y + dy);
        if (seen[next] == 0 && world.terrain().columns.obstacle(next) > 0) found.push_back(next);
        seen[next] = 1;
      }
    }
    EXPECT_EQ(found.size(), cells_with_obstacle(world).size()) << azimuth;
    EXPECT_GE(found.size(), 38u) << azimuth;
    EXPECT_LE(found.size(), 90u) << azimuth;
  }
}

TEST(Obstacles, GoRoundAPeriodicLandAndEndAtTheEdgeOfOthers) {
  for (Boundary boundary : kBoundaries) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    World corner = bare_world(grid);
    corner.apply(place(ObstacleShape::cylinder, 0.0f, 0.0f));
    World middle = bare_world(grid);
    middle.apply(place(ObstacleShape::cylinder, 0.5f, 0.5f));
    const std::size_t whole = cells_with_obstacle(middle).size();
    EXPECT_EQ(cells_with_obstacle(corner).size(), grid.periodic() ? whole : whole / 4);
  }
}

TEST(Obstacles, TheHigherOneCountsWhereTwoMeet) {
  World once = bare_world(kGrid);
  once.apply(place(ObstacleShape::block, 0.5f, 0.5f));
  World twice = bare_world(kGrid);
  for (int i = 0; i < 2; ++i) twice.apply(place(ObstacleShape::block, 0.5f, 0.5f));
  EXPECT_EQ(twice.terrain().columns, once.terrain().columns);
  EXPECT_EQ(twice.recording().size(), 2u) << "commands to place obstacles never replace each other";
  PlaceObstacle higher = place(ObstacleShape::block, 0.5f, 0.5f);
  higher.obstacle.height = 9.0f;
  once.apply(higher);
  EXPECT_EQ(once.terrain().columns.obstacle(kGrid.index(24, 18)), 9 * kQuantaPerMetre);
  once.apply(place(ObstacleShape::block, 0.5f, 0.5f));
  EXPECT_EQ(once.terrain().columns.obstacle(kGrid.index(24, 18)), 9 * kQuantaPerMetre);
}

TEST(Obstacles, AStampFollowsItsRelief) {
  const Grid grid{.width = 40, .height = 30, .boundary = Boundary::open};
  World world = bare_world(grid);
  PlaceObstacle command = place(ObstacleShape::stamp, 0.5f, 0.5f);
  command.obstacle.azimuth = 0.0f;
  command.obstacle.length = 30.0f;
  command.obstacle.width = 20.0f;
  command.obstacle.height = 8.0f;
  world.apply(command);
  const auto metres = [&](int x, int y) { return to_metres(world.terrain().columns.obstacle(grid.index(x, y))); };
  EXPECT_EQ(metres(5, 5), 0.0) << "the relief's south-west cell";
  EXPECT_EQ(metres(34, 24), 8.0) << "its north-east cell";
  EXPECT_NEAR(metres(19, 9), 8.0 * 16384 / 65535, 0.25) << "the middle of the middle cell in the south";
  EXPECT_EQ(metres(4, 15), 0.0) << "west of its foot";
  EXPECT_GT(metres(5, 15), 0.0);
}

TEST(Obstacles, SandSlidesFromWhatLiftsIt) {
  const Grid grid{.width = 24, .height = 24, .boundary = Boundary::closed};
  WorldSetup setup = make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false});
  setup.sand.assign(grid.cells(), kQuantaPerMetre);
  World world = make_world(setup, "none");
  run(world, 5);
  world.apply(PlaceObstacle{{.shape = ObstacleShape::block, .height = 6.0f, .width = 2.0f}, {}});
  const std::size_t top = grid.index(12, 12);
  ASSERT_EQ(world.terrain().columns.elevation(top), 7 * kQuantaPerMetre);
  run(world, 400);
  EXPECT_LT(world.terrain().columns.sediment(top), kQuantaPerMetre) << "it ran down";
  EXPECT_GT(world.terrain().columns.sediment(grid.index(10, 12)), kQuantaPerMetre) << "and lies at the foot";
  world.apply(RemoveObstacles{});
  run(world, 400);
  EXPECT_GT(world.terrain().columns.sediment(top), kQuantaPerMetre / 2) << "the hole fills again";
  EXPECT_EQ(unsound(world), "");
  EXPECT_EQ(world.budget().accounts[kSand].lying, static_cast<QuantaSum>(grid.cells()) * kQuantaPerMetre);
}

TEST(Obstacles, LeaveNoPlantUnderThemAndTellThatPlantsHaveChanged) {
  WorldSetup setup = make_setup(kGrid, {.obstacle = false});
  setup.cell_layers.real(CellLayer::plants).assign(kGrid.cells(), 0.5f);
  World world = make_world(std::move(setup), "none");
  CellLayers const& layers = world.terrain().cell_layers;
  const std::uint64_t before = layers.changes(CellLayer::plants);
  world.apply(place(ObstacleShape::block, 0.25f, 0.5f));
  for (std::size_t i = 0; i < kGrid.cells(); ++i) {
    EXPECT_EQ(layers.real(CellLayer::plants)[i], world.terrain().columns.obstacle(i) > 0 ? 0.0f : 0.5f);
  }
  EXPECT_NE(layers.changes(CellLayer::plants), before);
}

TEST(Obstacles, OnACliffThatIsHollowedOutHaveAFaceOfTheirOwn) {
  constexpr Grid kCliff{.width = 24, .height = 24, .boundary = Boundary::closed};
  WorldSetup setup;
  setup.grid = kCliff;
  for (std::size_t i = 0; i < kCliff.cells(); ++i) setup.base.push_back(i % 24 < 12 ? 0 : 5 * kQuantaPerMetre);
  setup.sand.assign(kCliff.cells(), 0);
  setup.parameters = {{"weathering", "rate", 1.0}, {"weathering", "years_per_second", 1000.0}};
  World world = make_world(std::move(setup), "weathering");
  run(world, 2);  // 800 years; after 1000 years the brink falls
  const std::size_t brink = kCliff.index(12, 12), far = kCliff.index(12, 2);
  Notches const& notches = world.terrain().notches;
  EXPECT_NEAR(notches.weathered(brink), 0.8, 0.01);
  world.apply(PlaceObstacle{
      {.shape = ObstacleShape::block, .x = 12.5f / 24.0f, .y = 12.5f / 24.0f, .height = 2.0f, .width = 3.0f}, {}});
  ASSERT_GT(world.terrain().columns.obstacle(brink), 0);
  EXPECT_EQ(notches.weathered(brink), 0.0);
  EXPECT_NEAR(notches.weathered(far), 0.8, 0.01);
}

TEST(Obstacles, RemovalReachesNoFartherThanItsBody) {
  World world = bare_world(kGrid);
  world.apply(place(ObstacleShape::block, 0.25f, 0.5f));
  const std::size_t one = cells_with_obstacle(world).size();
  world.apply(place(ObstacleShape::block, 0.75f, 0.5f));
  EXPECT_EQ(cells_with_obstacle(world).size(), 2 * one);
  world.apply(RemoveObstacles{Obstacle{.shape = ObstacleShape::cylinder, .x = 0.75f, .y = 0.5f, .radius = 8.0f}});
  EXPECT_EQ(cells_with_obstacle(world).size(), one);
  EXPECT_GT(world.terrain().columns.obstacle(kGrid.index(12, 18)), 0);
}

TEST(Obstacles, WrongOnesAreRefusedAndTheWorldIsUnchanged) {
  World world = make_world(make_setup(kGrid), "all");
  run(world, 3);
  const std::uint64_t before = world.hash();
  const auto refused = [&](Command const& command, std::string const& word) {
    try {
      world.apply(command);
      ADD_FAILURE() << name_of(command) << " was accepted: " << word;
    } catch (std::invalid_argument const& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(word), std::string::npos) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
    EXPECT_EQ(world.hash(), before);
    EXPECT_TRUE(world.recording().empty());
  };
  const PlaceObstacle good = place(ObstacleShape::wall, 0.5f, 0.5f);
  Obstacle copy = good.obstacle;
  const ParameterGroup group = obstacle_group(copy);
  for (ParameterRow const& row : group.rows) {
    if (row.kind == ParameterKind::choice) continue;
    for (double value : {row.minimum - 0.5, row.maximum * 2.0 + 1.0, std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
      copy = good.obstacle;
      group.set(row, value);
      refused(PlaceObstacle{copy, {}}, std::string(row.key));
      refused(RemoveObstacles{copy}, std::string(row.key));
    }
  }
  copy = good.obstacle;
  copy.shape = static_cast<ObstacleShape>(kObstacleShapeCount);
  refused(PlaceObstacle{copy, {}}, "shape");
  copy.shape = ObstacleShape::stamp;
  refused(PlaceObstacle{copy, {}}, "1 to 1024 cells");
  refused(PlaceObstacle{copy, {2, 2, {1, 2, 3}}}, "with 3 values");
  refused(PlaceObstacle{copy, {1025, 1, std::vector<std::uint16_t>(1025, 1)}}, "1025 x 1");
  refused(RemoveObstacles{copy}, "stamp");
  refused(PlaceObstacle{good.obstacle, small_stamp()}, "shape stamp");
}

TEST(Obstacles, AreRefusedWhereThereIsNoRoom) {
  WorldSetup setup = make_setup(kGrid, {.sand_thickness = 0.0, .obstacle = false, .lift = 7990 * kQuantaPerMetre});
  const PlaceObstacle high{{.shape = ObstacleShape::block, .height = 12.0f}, {}};
  World world = make_world(setup, "none");
  const std::uint64_t before = world.hash();
  EXPECT_THROW(world.apply(high), std::invalid_argument);
  EXPECT_EQ(world.hash(), before);
  EXPECT_TRUE(world.recording().empty());
  // In a time line, nobody receives the error: the obstacle is skipped and the health shows it.
  setup.timeline = {{0.0, high}};
  World timed = make_world(setup, "none");
  timed.step();
  EXPECT_TRUE(cells_with_obstacle(timed).empty());
  ASSERT_EQ(health_rows(timed.health()).size(), 1u);
  EXPECT_EQ(health_rows(timed.health()).front().id, "near_range_end");
  EXPECT_EQ(timed.budget().error(), 0);
}

// A random command for this step.
Command random_command(std::uint64_t seed, std::uint32_t step) {
  const auto w = random_words(seed, step, RandomStream::scenario, 0);
  const auto shape = static_cast<ObstacleShape>(w[0] % kObstacleShapeCount);
  PlaceObstacle command = place(shape, to_unit(w[1]), to_unit(w[2]));
  command.obstacle.azimuth = to_unit(w[3]) * 360.0f;
  command.obstacle.height = 0.01f + 0.02f * static_cast<float>(w[3] % 500);
  if (w[0] / 16 % 3 != 0) return command;
  if (w[0] / 64 % 4 == 0) return RemoveObstacles{};
  if (shape == ObstacleShape::stamp) command.obstacle.shape = ObstacleShape::dome;
  return RemoveObstacles{command.obstacle};
}

class ObstacleContract : public ProcessContract {};

TEST_P(ObstacleContract, AnyOrderOfCommandsKeepsTheMassBalanceExact) {
  for (Boundary boundary : kBoundaries) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    World world = this->world(grid);
    for (std::uint32_t step = 0; step < 30; ++step) {
      for (std::uint32_t i = 0; i < step % 3; ++i) world.apply(random_command(5, step * 8 + i));
      world.step();
      ASSERT_EQ(unsound(world), "") << "step " << step << ", boundary " << static_cast<int>(boundary);
    }
    EXPECT_GT(world.budget().accounts[kObstacle].in, 0);
    EXPECT_GT(world.budget().accounts[kObstacle].out, 0);
  }
}

TEST_P(ObstacleContract, ThreadsAndASnapshotInTheMiddleChangeNothing) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    Grid grid = kGrid;
    grid.boundary = boundary;
    const auto world = [&](int threads) {
      WorldSetup setup = make_setup(grid);
      setup.timeline = {{7.0, place(ObstacleShape::stamp, 0.2f, 0.3f)},
                        {9.0, RemoveObstacles{place(ObstacleShape::dome, 0.5f, 0.5f).obstacle}},
                        {10.0, RemoveObstacles{}}};
      return make_world(setup, GetParam(), threads);
    };
    const auto go_on = [](World& of) {
      for (std::uint32_t step = 0; step < 15; ++step) {
        if (step % 4 == 1) of.apply(random_command(6, step));
        of.step();
      }
    };
    World whole = world(1);
    go_on(whole);
    whole.apply(place(ObstacleShape::wall, 0.5f, 0.5f));
    World resumed = World::restore(whole.snapshot(), make_processes(), 2);
    EXPECT_EQ(resumed.hash(), whole.hash());
    EXPECT_EQ(resumed.timeline().size(), 3u);
    EXPECT_TRUE(std::equal(resumed.timeline().begin(), resumed.timeline().end(), whole.timeline().begin()));
    EXPECT_TRUE(std::equal(resumed.recording().begin(), resumed.recording().end(), whole.recording().begin(),
                           whole.recording().end()));
    go_on(whole);
    go_on(resumed);
    EXPECT_EQ(resumed.hash(), whole.hash());
    EXPECT_TRUE(whole.timeline().empty());
    for (int threads : {2, 3, 7}) {
      World other = world(threads);
      go_on(other);
      other.apply(place(ObstacleShape::wall, 0.5f, 0.5f));
      go_on(other);
      EXPECT_EQ(other.hash(), whole.hash()) << threads << " threads";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ObstacleContract, testing::ValuesIn(each_process_and_all()), name_of_process);

TEST(Obstacles, ARecordingReplaysToTheSameHash) {
  World live = make_world(make_setup(kGrid), "all");
  for (std::uint32_t step = 0; step < 24; ++step) {
    if (step % 3 == 1) live.apply(random_command(7, step));
    if (step % 5 == 1) live.apply(SetParameter{"wind", "speed", 5.0 + step * 0.2});
    if (step == 12) live.apply(place(ObstacleShape::stamp, 0.6f, 0.4f));
    live.step();
  }
  World replay = make_world(make_setup(kGrid), "all", 2);
  std::size_t next = 0;
  while (replay.step_count() < live.step_count()) {
    while (next < live.recording().size() && live.recording()[next].step == replay.step_count()) {
      replay.apply(live.recording()[next++].command);
    }
    replay.step();
  }
  EXPECT_EQ(next, live.recording().size());
  EXPECT_EQ(replay.hash(), live.hash());
}

TEST(Obstacles, DamagedOnesInASnapshotAreRefused) {
  World world = make_world(make_setup(kGrid), "none");
  world.apply(place(ObstacleShape::stamp, 0.5f, 0.5f));
  const std::vector<std::byte> good = world.snapshot();
  EXPECT_NO_THROW(World::restore(good, make_processes()));
  const std::string_view bytes(reinterpret_cast<char const*>(good.data()), good.size());
  constexpr std::string_view kTag = "recording";
  const std::size_t at = bytes.rfind(kTag);
  ASSERT_NE(at, std::string_view::npos);
  // After the name: version and length of the section, number of commands, step of the first, and its id as text.
  constexpr std::size_t kWord =
      kTag.size() + sizeof(std::uint32_t) + 4 * sizeof(std::uint64_t) + std::string_view("place_obstacle").size();
  for (std::size_t offset = 0; offset < sizeof(Obstacle); offset += 4) {
    std::vector<std::byte> bad = good;
    for (std::size_t i = 0; i < 4; ++i) bad[at + kWord + offset + i] = std::byte{0x7f};
    EXPECT_THROW(World::restore(bad, make_processes()), ArchiveError) << "member at " << offset;
  }
  std::vector<std::byte> bad = good;
  bad[at + kWord + sizeof(Obstacle)] = std::byte{9};  // columns of the stamp
  EXPECT_THROW(World::restore(bad, make_processes()), ArchiveError);
}

}  // namespace
}  // namespace barchan::test::obstacle_test
