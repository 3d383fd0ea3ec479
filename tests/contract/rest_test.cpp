// A land on which nothing can move: no process does anything, and each acts again when its input changes.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::rest_test {
namespace {

constexpr int kUntilRest = 1500;  ///< steps

/// Four metres of sand on hills of rock, with groundwater and some plants; no wind, no rain and no sources.
WorldSetup calm_land() {
  WorldSetup setup;
  setup.grid = {.width = 96, .height = 70, .cell_size = 1.0f, .boundary = Boundary::periodic};
  for_each_cell(setup.grid, [&](int x, int y) {
    const double hill = 0.4 * std::sin(2.0 * 3.14159265 * x / 96.0) * std::cos(2.0 * 3.14159265 * y / 70.0);
    setup.base.push_back(to_quanta(hill));
    setup.sand.push_back(to_quanta(4.0));
  });
  setup.cell_layers.real(CellLayer::water_table).assign(setup.grid.cells(), 0.8f);
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.1f);
  setup.parameters = {{"wind", "speed", 0.0},           {"water_particles", "rain", 0.0},
                      {"groundwater", "recharge", 0.0}, {"groundwater", "clock", 10000.0},
                      {"vegetation", "growth", 1.0},    {"groundwater", "transpiration", 0.0},
                      {"groundwater", "roots", 5.0}};
  for (char const* process :
       {"wind_particles", "slab_dunes", "water_particles", "groundwater", "vegetation", "weathering"}) {
    setup.parameters.push_back({process, "enabled", 1.0});
  }
  return setup;
}

World world_at_rest() {
  World world(calm_land(), make_processes(), 1);
  for (int i = 0; i < kUntilRest; ++i) world.step();
  return world;
}

/// Number of writes to each layer.
std::vector<std::uint64_t> writes(World const& world) {
  std::vector<std::uint64_t> counts;
  for (std::size_t layer = 0; layer < kCellLayerCount; ++layer) {
    counts.push_back(world.terrain().cell_layers.changes(static_cast<CellLayer>(layer)));
  }
  return counts;
}

TEST(AtRest, NothingIsWrittenTo) {
  World world = world_at_rest();
  const std::vector<std::uint64_t> before = writes(world);
  Changes const& changes = world.terrain().columns.changes();
  const Changes::Look look = changes.look();
  for (int i = 0; i < 200; ++i) world.step();
  EXPECT_FALSE(changes.any(changes.since(look)));
  EXPECT_EQ(writes(world), before);
  EXPECT_EQ(unsound(world), "");
}

std::size_t drops(World const& world) {
  std::size_t count = 0;
  for (auto const& process : world.processes()) count += process->counters().particles;
  return count;
}

struct Event {
  std::string name;
  std::vector<Command> commands;
};

std::vector<Event> events() {
  const auto set = [](char const* group, char const* key, double value) -> Command {
    return SetParameter{group, key, value};
  };
  return {{"wind", {set("wind", "speed", 12.0)}},
          {"rain", {set("water_particles", "rain", 2000.0)}},
          {"recharge", {set("groundwater", "recharge", 500.0)}},
          {"evaporation", {set("groundwater", "recharge", 500.0), set("groundwater", "evaporation", 100.0)}},
          {"transpiration", {set("groundwater", "transpiration", 100.0)}},
          {"slip", {set("groundwater", "slip_depth", 20.0)}},
          {"season", {set("vegetation", "density", 0.4)}},
          {"seeds", {set("vegetation", "density", 1.0), set("vegetation", "seeds", 0.01)}},
          {"depth", {set("weathering", "depth", 2.0)}},
          {"spring", {PlaceSource{{.x = 0.4f, .y = 0.6f, .discharge = 2.0f}}}},
          {"well", {PlaceSource{{.x = 0.4f, .y = 0.6f, .discharge = 0.05f, .pumps = 1}}}},
          {"soil", {SetSoil{"sand", "porosity", 0.2}}},
          {"wall", {PlaceObstacle{{.height = 3.0f}, {}}}}};
}

/// A process that had missed an event would continue as before, but one that was read from a file examines everything.
TEST(AtRest, EachEventWakesWhatItReachesAsInAWorldThatWasRead) {
  constexpr int kSteps = 100;  // after the event
  World const resting = world_at_rest();
  const std::vector<std::byte> bytes = resting.snapshot();
  for (Event const& event : events()) {
    SCOPED_TRACE(event.name);
    World awake = World::restore(bytes, make_processes());
    World other = World::restore(bytes, make_processes(), 3);
    for (int i = 0; i < 60; ++i) awake.step();  // examines everything once, then rests
    const std::uint64_t rested = awake.hash();
    for (int i = 0; i < 60; ++i) other.step();
    World undisturbed = World::restore(other.snapshot(), make_processes());
    ASSERT_EQ(other.hash(), rested);
    for (Command const& command : event.commands) {
      awake.apply(command);
      other.apply(command);
    }
    for (int i = 0; i < kSteps; ++i) {
      awake.step();
      other.step();
      ASSERT_EQ(awake.hash(), other.hash()) << "step " << i;
      if (i % 3 == 0) other = World::restore(other.snapshot(), make_processes(), 2);
    }
    for (int i = 0; i < kSteps; ++i) undisturbed.step();
    EXPECT_FALSE(same_land(awake, undisturbed) && awake.terrain().cell_layers == undisturbed.terrain().cell_layers)
        << "nothing has come of it";
  }
}

/// Rain ends: droplets run off, lakes fill, streams are forgotten, and the memory of the rain is released. All this
/// happens in the same step as in a world that is restored from its bytes in each step.
TEST(AtRest, ComesAfterAShowerInTheSameStepAsInAWorldThatWasRead) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    WorldSetup setup = make_setup({.width = 70, .height = 40, .cell_size = 1.0f, .boundary = boundary});
    setup.parameters = {{"wind_particles", "enabled", 0.0},
                        {"wind", "speed", 0.0},
                        {"water_particles", "enabled", 1.0},
                        {"water_particles", "memory", 1.0},
                        {"water_particles", "rain", 3000.0},
                        {"water_particles", "population", 200.0},
                        {"water_particles", "lake_evaporation", 10000.0},
                        {"weathering", "enabled", 1.0}};
    World world(std::move(setup), make_processes(), 1);
    for (int i = 0; i < 20; ++i) world.step();
    world.apply(SetParameter{"water_particles", "rain", 0.0});
    World read = World::restore(world.snapshot(), make_processes());
    int still = 0;
    for (int i = 0; i < 6000 && still < 100; ++i) {
      world.step();
      read.step();
      ASSERT_EQ(read.hash(), world.hash()) << i;
      read = World::restore(read.snapshot(), make_processes());
      still = drops(world) == 0 ? still + 1 : 0;
    }
    EXPECT_EQ(still, 100) << "water runs on";
  }
}

}  // namespace
}  // namespace barchan::test::rest_test
