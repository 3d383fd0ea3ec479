// A changed past, and another branch beside the present one.
#include <gtest/gtest.h>

#include "history/history_outline.hpp"
#include "history/small_history.hpp"
#include "land/terrain.hpp"

namespace barchan::test::rework_test {
namespace {

TEST(Rework, GoesOnWithWhatWasDoneMeanwhile) {
  const auto history = begin();
  steps(*history, 20);
  history->apply(kWall);
  steps(*history, 20);
  const ActId wall = outline_of(*history).acts.front().act;
  Rework rework = history->without(wall);
  while (!rework.run(1.0)) {
  }
  steps(*history, 15);
  history->apply(speed(8.0));
  steps(*history, 15);
  ASSERT_TRUE(history->extend(rework));
  while (!rework.run(1.0)) {
  }
  EXPECT_FALSE(history->extend(rework));
  history->adopt(std::move(rework));
  World fresh = world_of(kLand);
  for (int i = 0; i < 70; ++i) {
    if (i == 55) fresh.apply(speed(8.0));
    fresh.step();
  }
  EXPECT_EQ(history->world().hash(), fresh.hash());
  // A journey elsewhere leaves nothing to go on with.
  Rework other = history->with(outline_of(*history).acts.front().act, {speed(9.0)});
  history->rewind(5);
  history->arrive();
  EXPECT_FALSE(history->extend(other));
}

TEST(Rework, LeavesLaterChangesToTheirObstacles) {
  const auto history = begin();
  const auto wall_at = [](float x) { return PlaceObstacle{{.x = x, .height = 4.0f, .length = 8.0f, .width = 3.0f}}; };
  for (const float x : {0.2f, 0.5f}) {
    steps(*history, 5);
    history->apply(wall_at(x));
  }
  steps(*history, 5);
  history->apply(ChangeObstacle{2, obstacle_key_bit("x"), {.x = 0.8f}});
  steps(*history, 5);
  Rework rework = history->without(outline_of(*history).acts.front().act);
  while (!rework.run(1.0)) {
  }
  EXPECT_TRUE(rework.refused().empty());
  history->adopt(std::move(rework));
  const auto bodies = history->world().terrain().bodies.list();
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies.front().number, 2u) << "it keeps its number without the first one";
  EXPECT_EQ(bodies.front().obstacle.x, 0.8f);
}

TEST(Rework, LeavesAnActOutThatIsUndoneMeanwhile) {
  const auto history = begin();
  steps(*history, 20);
  history->apply(speed(7.0));
  steps(*history, 20);
  Rework rework = history->without(outline_of(*history).acts.front().act);
  while (!rework.run(1.0)) {
  }
  history->undo();
  steps(*history, 5);
  history->redo();
  steps(*history, 5);
  ASSERT_TRUE(history->extend(rework));
  while (!rework.run(1.0)) {
  }
  history->adopt(std::move(rework));
  World fresh = world_of(kLand);
  for (int i = 0; i < 50; ++i) fresh.step();
  EXPECT_EQ(history->world().hash(), fresh.hash());
  EXPECT_TRUE(outline_of(*history).acts.empty());
  // Such a history can be kept and read.
  EXPECT_EQ(written(*read(written(*history), history->world())), written(*history));
}

TEST(Rework, MayPutAChangeOfTheLandInThePlaceOfAValue) {
  const auto history = begin();
  steps(*history, 20);
  history->apply(speed(7.0));
  steps(*history, 20);
  const BranchId first = history->branch();
  Rework rework = history->with(outline_of(*history).acts.front().act, {AddSoil{"silt", "Silt", true, ""}});
  while (!rework.run(1.0)) {
  }
  history->adopt(std::move(rework));
  const std::uint64_t with_silt = history->world().hash();
  EXPECT_TRUE(outline_of(*history).acts.front().changes_land);
  history->undo();
  history->arrive();
  EXPECT_EQ(history->now().step, 20u);
  history->redo();
  history->arrive();
  EXPECT_EQ(history->world().hash(), with_silt);
  // The act of the other branch is the one that it was.
  history->go_to(first);
  history->arrive();
  EXPECT_FALSE(outline_of(*history).acts.front().changes_land);
  history->undo();
  EXPECT_EQ(history->now().step, 40u);
}

TEST(Rework, IsRefusedWhenItsActsAreGone) {
  const auto history = begin();
  steps(*history, 20);
  const BranchId first = history->branch();
  history->rewind(5);
  history->apply(speed(7.0));
  steps(*history, 5);
  history->apply(kWall);
  steps(*history, 5);
  const BranchId second = history->branch();
  Rework rework = history->without(outline_of(*history).acts.front().act);
  while (!rework.run(1.0)) {
  }
  history->go_to(first);
  history->arrive();
  history->remove(second);
  EXPECT_THROW(history->adopt(std::move(rework)), HistoryError);
  steps(*history, 3);
  EXPECT_EQ(written(*read(written(*history), history->world())), written(*history));
}

TEST(Rework, LooksAtAnotherBranchAtTheSameStep) {
  const auto history = begin();
  steps(*history, 60);
  history->rewind(20);
  history->apply(kWall);
  steps(*history, 25);
  const BranchId first = history->tree().branches().begin()->first;
  Rework other = history->look_at(first);
  while (!other.run(1.0)) {
  }
  World fresh = world_of(kLand);
  for (int i = 0; i < 45; ++i) fresh.step();
  EXPECT_EQ(other.world().hash(), fresh.hash());
  EXPECT_THROW(history->adopt(std::move(other)), std::invalid_argument);
  // A branch that ends earlier is shown at its tip.
  steps(*history, 30);
  Rework tip = history->look_at(first);
  while (!tip.run(1.0)) {
  }
  EXPECT_EQ(tip.world().step_count(), 60u);
  EXPECT_THROW(history->look_at(first + 1000), std::invalid_argument);
  history->replace(world_of(kLand), {1, "new land"});
  EXPECT_THROW(history->look_at(first), std::invalid_argument);
}

}  // namespace
}  // namespace barchan::test::rework_test
