/// The hash depends on every part of the state, and damaged snapshots are refused.
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "base/random.hpp"
#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/columns_test_access.hpp"
#include "world/world.hpp"

namespace barchan::test::sensitivity_test {
namespace {

class HashContract : public ProcessContract {};
INSTANTIATE_TEST_SUITE_P(Each, HashContract, testing::ValuesIn(each_process_and_all()), name_of_process);

TEST_P(HashContract, ChangesWithOneQuantumAnywhere) {
  World world = this->world({.width = 30, .height = 24});
  run(world, 8);
  const std::uint64_t before = world.hash();
  Columns& columns = ColumnsTestAccess::columns(world);
  for (std::size_t cell : {std::size_t{0}, std::size_t{17}, columns.size() - 1}) {
    ColumnsTestAccess::add_sand(columns, cell, 1);
    EXPECT_NE(world.hash(), before) << cell;
    ColumnsTestAccess::add_sand(columns, cell, -1);
    ColumnsTestAccess::add_base(columns, cell, 1);
    EXPECT_NE(world.hash(), before) << cell;
    ColumnsTestAccess::add_base(columns, cell, -1);
  }
  EXPECT_EQ(world.hash(), before);
  // Moving a quantum from one cell to the next changes no sum, but it changes the hash.
  std::size_t cell = 0;
  while (columns.sediment(cell) == 0) ++cell;
  columns.deposit(cell + 1, kSand, columns.erode(cell, 1));
  EXPECT_NE(world.hash(), before);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST_P(HashContract, ChangesWithEveryParameter) {
  World world = this->world({.width = 30, .height = 24});
  run(world, 4);
  // A change of the angle of repose disturbs the whole land, and that is state too.
  for (double slope : {0.5, 0.65}) world.apply(SetParameter{"gravity", "repose_slope", slope});
  const std::uint64_t before = world.hash();
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      const double value = group.get(row);
      const double other = value == row.minimum ? row.maximum : row.minimum;
      world.apply(SetParameter{std::string(group.id), std::string(row.key), other});
      EXPECT_NE(world.hash(), before) << group.id << "." << row.key;
      world.apply(SetParameter{std::string(group.id), std::string(row.key), value});
      EXPECT_EQ(world.hash(), before) << group.id << "." << row.key << ": there and back";
    }
  }
}

TEST_P(HashContract, ChangesWithTheStepNumberAndTheSeed) {
  // Bare rock and nothing in the air: only the clock moves.
  WorldSetup setup = make_setup({.width = 16, .height = 16}, {.sand_thickness = 0.0, .obstacle = false});
  World world = make_world(setup, "none");
  run(world, 50);
  const Columns before = world.terrain().columns;
  const std::uint64_t hash = world.hash();
  world.step();
  EXPECT_EQ(world.terrain().columns.elevations().front(), before.elevations().front());
  EXPECT_NE(world.hash(), hash) << "the step number is state";
  setup.seed += 1;
  EXPECT_NE(make_world(setup, "none").hash(),
            make_world(make_setup(setup.grid, {.sand_thickness = 0.0, .obstacle = false}), "none").hash());
}

TEST_P(HashContract, ChangesWithABitOfAParticle) {
  World world = this->world({.width = 30, .height = 24});
  run(world, 8);
  const std::uint64_t before = world.hash();
  for (auto const& process : world.processes()) {
    if (!process->enabled()) continue;
    Archive writer = Archive::writer();
    process->keep(writer);
    const std::vector<std::byte> bytes = writer.take();
    Archive hasher = Archive::hasher();
    process->keep(hasher);
    const std::size_t decisive = hasher.take().size();  // data that does not affect the simulation follows these bytes
    ASSERT_GT(decisive, process->carrier().any() != nullptr ? 100u : 0u) << process->info().id;
    const auto load = [&](std::vector<std::byte> const& from) {
      Archive reader = Archive::reader(from);
      process->keep(reader);
    };
    int changed = 0;
    for (std::uint32_t i = 0; i < 200; ++i) {
      const auto words = random_words(1, 0, RandomStream::scenario, i);
      std::vector<std::byte> flipped = bytes;
      flipped[words[0] % decisive] ^= static_cast<std::byte>(1u << (words[1] % 8u));
      try {
        load(flipped);
      } catch (ArchiveError const&) {
        load(bytes);
        continue;  // already refused when read
      }
      EXPECT_NE(world.hash(), before) << process->info().id << ", byte " << words[0] % decisive;
      ++changed;
    }
    EXPECT_GT(changed, 20) << process->info().id << ": the test reached no state";
    load(bytes);
    EXPECT_EQ(world.hash(), before) << process->info().id << ": saved, loaded, and not the same";
  }
}

TEST_P(HashContract, ATruncatedSnapshotIsRefused) {
  World world = this->world({.width = 12, .height = 9});
  run(world, 4);
  const std::vector<std::byte> bytes = world.snapshot();
  for (std::uint32_t i = 0; i < 300; ++i) {
    const std::size_t size = i < 60 ? i : random_words(2, 0, RandomStream::scenario, i)[0] % bytes.size();
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THROW(World::restore(cut, make_processes()), ArchiveError) << size << " of " << bytes.size();
  }
  std::vector<std::byte> longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_THROW(World::restore(longer, make_processes()), ArchiveError);
}

TEST_P(HashContract, ADamagedSnapshotIsRefusedOrAnotherWorldButNeverACrash) {
  World world = this->world({.width = 12, .height = 9});
  run(world, 4);
  const std::vector<std::byte> bytes = world.snapshot();
  for (std::uint32_t i = 0; i < 400; ++i) {
    const auto words = random_words(3, 0, RandomStream::scenario, i);
    std::vector<std::byte> damaged = bytes;
    // Half of the damage is done to the beginning, where the sizes are.
    const std::size_t at = words[0] % (i % 2 == 0 ? std::min<std::size_t>(256, bytes.size()) : bytes.size());
    damaged[at] ^= static_cast<std::byte>(1u << (words[1] % 8u));
    try {
      World restored = World::restore(damaged, make_processes());
      EXPECT_NE(restored.snapshot(), bytes) << "byte " << at;
      restored.step();
    } catch (ArchiveError const&) {
    }
  }
}

TEST(Snapshot, OfOtherProcessesIsRefused) {
  World world = make_world(make_setup({.width = 12, .height = 9}), "all");
  const std::vector<std::byte> bytes = world.snapshot();
  EXPECT_THROW(World::restore(bytes, {}), ArchiveError);
  EXPECT_THROW(World::restore({}, make_processes()), ArchiveError);
  EXPECT_THROW(World::restore(std::vector<std::byte>(1000, std::byte{0x55}), make_processes()), ArchiveError);
}

}  // namespace
}  // namespace barchan::test::sensitivity_test
