/// The same seed and the same commands give the same world: for any number of threads, after saving and resuming, and
/// at any height above the sea.
#include <cstdint>
#include <vector>

#include "contract/process_test.hpp"
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test::reproducible_test {
namespace {

class ReproducibleContract : public ProcessContract {};
INSTANTIATE_TEST_SUITE_P(Each, ReproducibleContract, testing::ValuesIn(each_process_and_all()), name_of_process);

std::vector<std::uint64_t> hashes(World& world, int steps, int every) {
  std::vector<std::uint64_t> list;
  for (int step = 0; step < steps; ++step) {
    world.step();
    if ((step + 1) % every == 0) list.push_back(world.hash());
  }
  return list;
}

TEST_P(ReproducibleContract, GivesTheSameHashOnAnyNumberOfThreads) {
  for (Boundary boundary : kBoundaries) {
    const Grid grid{.width = 150, .height = 90, .cell_size = 1.0f, .boundary = boundary};
    World one = world(grid, {}, 1);
    const std::vector<std::uint64_t> expected = hashes(one, 24, 4);
    for (int threads : {2, 3, 7}) {
      World many = world(grid, {}, threads);
      ASSERT_EQ(many.threads(), threads);
      EXPECT_EQ(hashes(many, 24, 4), expected) << threads << " threads, boundary " << static_cast<int>(boundary);
    }
  }
}

TEST_P(ReproducibleContract, GivesTheSameHashTwiceAndAnotherForAnotherSeed) {
  const Grid grid{.width = 60, .height = 44};
  World first = world(grid);
  World second = world(grid);
  EXPECT_EQ(first.hash(), second.hash());
  EXPECT_EQ(hashes(first, 20, 5), hashes(second, 20, 5));
  WorldSetup setup = make_setup(grid);
  setup.seed += 1;
  World other = world(std::move(setup));
  run(other, 20);
  EXPECT_NE(other.hash(), first.hash());
  EXPECT_EQ(same_land(other, first), !random()) << "the seed reaches a process that draws, and no other";
}

/// Hashing and saving read the same state as the steps, and must leave no trace in it, not even in what is derived.
TEST(Reproducible, IsNotChangedByLookingAtIt) {
  const auto begin = [] {
    Scenario scenario = load_shipped_scenario("everything");
    scenario.grid.width = scenario.grid.height = 64;
    WorldOptions options;
    options.seed = 232;
    return make_world(scenario, options);
  };
  World watched = begin(), alone = begin();
  for (int step = 0; step < 60; ++step) {
    for (World* world : {&watched, &alone}) {
      // Soils come and go at the surface.
      if (step == 2 || step == 3) world->apply(SetParameter{"weathering", "enabled", step == 2 ? 0.0 : 1.0});
      world->step();
    }
    watched.hash();
    watched.snapshot();
    watched.health();
    ASSERT_TRUE(same_land(watched, alone)) << "step " << step;
  }
  EXPECT_EQ(watched.hash(), alone.hash());
}

TEST_P(ReproducibleContract, ContinuesFromASnapshotBitForBit) {
  for (Boundary boundary : kBoundaries) {
    const Grid grid{.width = 75, .height = 40, .cell_size = 1.0f, .boundary = boundary};
    World original = world(grid);
    for (int before : {0, 1, 7, 30}) {
      while (original.step_count() < static_cast<std::uint64_t>(before)) original.step();
      const std::vector<std::byte> bytes = original.snapshot();
      World through = World::restore(bytes, make_processes());
      EXPECT_EQ(through.hash(), original.hash()) << "after " << before << " steps";
      EXPECT_EQ(through.snapshot(), bytes);
      World restored = World::restore(bytes, make_processes(), 2);
      World reference = World::restore(original.snapshot(), make_processes());
      const std::vector<std::uint64_t> expected = hashes(reference, 12, 1);
      EXPECT_EQ(hashes(restored, 12, 1), expected) << "resumed on two threads after " << before << " steps";
    }
    // The original, which was never interrupted, has the same course.
    World restored = World::restore(original.snapshot(), make_processes(), 3);
    EXPECT_EQ(hashes(restored, 40, 4), hashes(original, 40, 4)) << "boundary " << static_cast<int>(boundary);
    EXPECT_EQ(restored.time(), original.time());
    EXPECT_EQ(restored.seed(), original.seed());
    EXPECT_EQ(restored.step_count(), original.step_count());
  }
}

TEST_P(ReproducibleContract, ASnapshotTakesNothingAway) {
  World watched = world({.width = 50, .height = 40});
  World alone = world({.width = 50, .height = 40});
  for (int step = 0; step < 20; ++step) {
    watched.step();
    alone.step();
    watched.snapshot();
    watched.hash();
    watched.budget();
    for (FieldRow const& row : watched.fields()) watched.field(row.id);
    for (auto const& process : watched.processes()) {
      if (Carrier const* const carrier = process->carrier().any()) carrier->trace_particles(watched.terrain(), 100);
    }
  }
  EXPECT_EQ(watched.hash(), alone.hash()) << "looking at a world changes it";
}

TEST_P(ReproducibleContract, TheSameLandFourThousandMetresHigherGivesTheSameSand) {
  for (Boundary boundary : kBoundaries) {
    const Grid grid{.width = 70, .height = 52, .cell_size = 1.0f, .boundary = boundary};
    World low = world(grid);
    run(low, 40);
    for (Quanta metres : {4000, -4000}) {
      const Quanta lift = metres * kQuantaPerMetre;
      World high = world(grid, {.lift = lift});
      run(high, 40);
      EXPECT_EQ(unsound(high), "");
      Columns const& a = low.terrain().columns;
      Columns const& b = high.terrain().columns;
      std::size_t differences = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        differences += a.sediment(i) != b.sediment(i) || a.elevation(i) + lift != b.elevation(i) ? 1u : 0u;
      }
      EXPECT_EQ(differences, 0u) << "of " << a.size() << " cells, " << metres << " m, boundary "
                                 << static_cast<int>(boundary);
    }
  }
}

TEST_P(ReproducibleContract, TheDatumIsALabelOnly) {
  WorldSetup setup = make_setup({.width = 40, .height = 30});
  World sea = world(setup);
  setup.datum = 5321.0;
  World plateau = world(setup);
  run(sea, 20);
  run(plateau, 20);
  EXPECT_TRUE(same_land(sea, plateau));
}

}  // namespace
}  // namespace barchan::test::reproducible_test
