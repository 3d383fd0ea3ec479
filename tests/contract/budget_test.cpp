/// The mass balance is exact whatever happens, and detects removed matter.
#include <algorithm>
#include <vector>

#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "support/columns_test_access.hpp"
#include "world/world.hpp"

namespace barchan::test::budget_test {
namespace {

class BudgetContract : public ProcessContract {};
INSTANTIATE_TEST_SUITE_P(Each, BudgetContract, testing::ValuesIn(each_process_and_all()), name_of_process);

TEST_P(BudgetContract, ClosesAtEveryStepUnderEveryBoundary) {
  for (Boundary boundary : kBoundaries) {
    World world = this->world({.width = 72, .height = 50, .cell_size = 1.0f, .boundary = boundary});
    for (int step = 0; step < 60; ++step) {
      world.step();
      ASSERT_EQ(unsound(world), "") << "boundary " << static_cast<int>(boundary) << ", step " << step;
    }
  }
}

TEST_P(BudgetContract, NothingLeavesAClosedOrPeriodicLand) {
  for (Boundary boundary : {Boundary::periodic, Boundary::closed}) {
    World world = this->world({.width = 40, .height = 40, .cell_size = 1.0f, .boundary = boundary});
    run(world, 40);
    for (SoilId soil : {kRock, kSand, kObstacle}) {
      EXPECT_EQ(world.budget().accounts[soil].out, 0) << account_id(world.terrain().soils, soil);
      if (supplies()) continue;
      EXPECT_EQ(world.budget().accounts[soil].in, 0) << account_id(world.terrain().soils, soil);
    }
  }
}

TEST_P(BudgetContract, WhatIsConvertedBalancesBetweenTheSoils) {
  World world = this->world({.width = 64, .height = 64, .cell_size = 1.0f, .boundary = Boundary::periodic});
  run(world, 80);
  const MassBudget budget = world.budget();
  QuantaSum sum = 0;
  for (SoilId soil : {kRock, kSand, kObstacle}) sum += budget.accounts[soil].converted;
  EXPECT_EQ(sum, 0);
  EXPECT_LE(budget.accounts[kRock].converted, 0) << "nothing turns into rock";
  EXPECT_LE(budget.accounts[kObstacle].converted, 0);
}

TEST_P(BudgetContract, ActsAtAll) {
  World world = this->world({.width = 64, .height = 64, .cell_size = 1.0f, .boundary = Boundary::periodic});
  World still = make_world(make_setup(world.grid()), "none");
  run(world, 60);
  run(still, 60);
  EXPECT_FALSE(same_land(world, still)) << "the same as with the process switched off";
}

TEST_P(BudgetContract, SwitchingOffLaysEverythingDown) {
  for (Boundary boundary : kBoundaries) {
    World world = this->world({.width = 48, .height = 40, .cell_size = 1.0f, .boundary = boundary});
    run(world, 60);
    EXPECT_EQ(holds_matter(world), carries()) << "nothing to lay down: the test sees nothing";
    for (std::string const& id : tested()) world.apply(SetParameter{id, "enabled", 0.0});
    world.step();
    const MassBudget budget = world.budget();
    for (const SoilId i : accounts_of(world.terrain().soils)) {
      EXPECT_EQ(budget.accounts[i].airborne, 0) << account_id(world.terrain().soils, i);
    }
    for (auto const& process : world.processes()) EXPECT_EQ(process->counters().particles, 0u) << process->info().id;
    EXPECT_EQ(unsound(world), "");
    for (FieldRow const& row : world.fields()) {
      if (row.role == FieldRole::none || row.role == FieldRole::discharge) continue;  // streams are remembered
      const std::vector<float> values = world.field(row.id).value();
      EXPECT_TRUE(std::ranges::all_of(values, [](float value) { return value == 0.0f; })) << row.id << " is old";
    }
    // The process is switched on again and starts from the beginning.
    for (std::string const& id : tested()) world.apply(SetParameter{id, "enabled", 1.0});
    run(world, 10);
    EXPECT_EQ(unsound(world), "");
  }
}

TEST_P(BudgetContract, AQuantumTakenBehindTheLedgerIsAnErrorOfOne) {
  World world = this->world({.width = 40, .height = 40, .cell_size = 1.0f, .boundary = Boundary::periodic});
  run(world, 10);
  ASSERT_EQ(world.budget().error(), 0);
  std::size_t cell = 0;
  while (world.terrain().columns.sediment(cell) == 0) ++cell;
  ColumnsTestAccess::add_sand(ColumnsTestAccess::columns(world), cell, -1);
  EXPECT_EQ(world.budget().error(), 1);
  EXPECT_NE(checked_step(world) & static_cast<std::uint32_t>(Health::budget_broken), 0u);
  run(world, 5);
  EXPECT_EQ(world.budget().error(), 1) << "the error neither grows nor is forgotten";
  ColumnsTestAccess::add_base(ColumnsTestAccess::columns(world), cell, 1);
  EXPECT_EQ(world.budget().error(), 2) << "errors of two accounts do not cancel";
}

TEST(HealthFlags, ANegativeThicknessIsFlagged) {
  World world = make_world(make_setup({.width = 20, .height = 20}), "none");
  EXPECT_EQ(checked_step(world), 0u);
  Columns& columns = ColumnsTestAccess::columns(world);
  ColumnsTestAccess::add_sand(columns, 5, -columns.sediment(5) - 1);
  EXPECT_NE(checked_step(world) & static_cast<std::uint32_t>(Health::negative_thickness), 0u);
}

TEST(HealthFlags, AnElevationNearTheEndOfTheRangeIsFlagged) {
  WorldSetup setup = make_setup({.width = 20, .height = 20},
                                {.sand_thickness = 0.0, .obstacle = false, .lift = 8000 * kQuantaPerMetre});
  World below = make_world(setup, "none");
  EXPECT_EQ(checked_step(below), 0u);
  setup.base[7] = kRangeEnd;
  World near = make_world(setup, "none");
  EXPECT_EQ(checked_step(near), static_cast<std::uint32_t>(Health::near_range_end));
}

TEST(HealthFlags, MatterThatHasLeftAtTheEndOfTheRangeIsFlaggedOnALowerLandToo) {
  World world = make_world(make_setup({.width = 20, .height = 20}), "none");
  Columns& columns = ColumnsTestAccess::columns(world);
  columns.deposit(7, kSand, QuantaSum{kRangeEnd} + 1);
  columns.erode(7, kRangeEnd);
  ASSERT_LT(columns.elevation(7), kRangeEnd);
  EXPECT_NE(checked_step(world) & static_cast<std::uint32_t>(Health::near_range_end), 0u);
}

TEST(HealthFlags, StayForTheLifeOfTheWorld) {
  World world = make_world(make_setup({.width = 20, .height = 20}), "none");
  Columns& columns = ColumnsTestAccess::columns(world);
  std::size_t cell = 0;
  while (columns.sediment(cell) == 0) ++cell;
  ColumnsTestAccess::add_sand(columns, cell, -1);
  run(world, 16);  // enough steps for one count of all matter
  ColumnsTestAccess::add_sand(columns, cell, 1);
  columns.disturb(cell);  // or the next count would not look at it
  run(world, 16);
  EXPECT_EQ(world.budget().error(), 0);
  ASSERT_EQ(health_rows(world.health()).size(), 1u);
  EXPECT_EQ(health_rows(world.health()).front().id, "budget_broken");
}

}  // namespace
}  // namespace barchan::test::budget_test
