#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "history/history.hpp"
#include "history/history_outline.hpp"
#include "history/session.hpp"
#include "history/small_history.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"

namespace barchan::test::history_test {
namespace {

TEST(History, UndoesAValueWithoutTouchingTime) {
  const auto history = begin();
  const double before = history->world().parameter("wind", "speed");
  steps(*history, 5);
  history->apply(speed(7.0));
  steps(*history, 5);
  EXPECT_EQ(history->next_undo()->title, "wind.speed");
  EXPECT_EQ(history->undo()->title, "wind.speed");
  EXPECT_FALSE(history->travelling());
  EXPECT_EQ(history->world().step_count(), 10u);
  EXPECT_EQ(history->world().parameter("wind", "speed"), before);
  EXPECT_FALSE(history->next_undo());
  EXPECT_EQ(history->redo()->title, "wind.speed");
  EXPECT_EQ(history->world().parameter("wind", "speed"), 7.0);
  EXPECT_EQ(history->tree().branches().size(), 1u);
}

TEST(History, UndoesAChangeOfTheLandByReturningToTheMomentBeforeIt) {
  const auto history = begin();
  steps(*history, 30);
  const std::uint64_t before = history->world().hash();
  history->apply(kWall);
  steps(*history, 90);
  const std::uint64_t after = history->world().hash();
  EXPECT_EQ(history->undo()->title, "place wall");
  history->arrive();
  EXPECT_EQ(history->world().step_count(), 30u);
  EXPECT_EQ(history->world().hash(), before);
  EXPECT_EQ(history->next_redo()->title, "place wall");
  EXPECT_EQ(history->redo()->title, "place wall");
  history->arrive();
  EXPECT_EQ(history->world().step_count(), 120u);
  EXPECT_EQ(history->world().hash(), after);
}

TEST(History, DoesNotRepeatWhatWasUndone) {
  const auto history = begin();
  steps(*history, 10);
  history->apply(kWall);
  steps(*history, 20);
  const std::uint64_t with_wall = history->world().hash();
  history->undo();
  steps(*history, 20);
  World without = world_of(kLand);
  for (int i = 0; i < 30; ++i) without.step();
  EXPECT_EQ(history->world().hash(), without.hash());
  // The undone act can still be made again.
  history->redo();
  history->arrive();
  EXPECT_EQ(history->world().hash(), with_wall);
}

TEST(History, RepeatsItsFutureAfterARewind) {
  const auto history = begin();
  steps(*history, 40);
  history->apply(kWall);
  steps(*history, 40);
  history->apply(speed(6.0));
  const std::uint64_t end = history->world().hash();
  history->rewind(15);
  history->arrive();
  EXPECT_TRUE(history->has_future());
  steps(*history, 65);
  history->go_to_end();
  history->arrive();
  EXPECT_EQ(history->world().hash(), end);
  EXPECT_EQ(history->tree().branches().size(), 1u);
}

TEST(History, BeginsABranchWhenThePastIsChanged) {
  const auto history = begin();
  steps(*history, 40);
  const std::uint64_t old_end = history->world().hash();
  const BranchId first = history->branch();
  history->rewind(20);
  history->apply(kWall);
  steps(*history, 5);
  const BranchId second = history->branch();
  EXPECT_NE(second, first);
  EXPECT_EQ(history->tree().branches().at(second).name, "place wall");
  const std::uint64_t new_end = history->world().hash();
  history->go_to(first);
  history->arrive();
  EXPECT_EQ(history->world().hash(), old_end);
  history->go_to(second);
  history->arrive();
  EXPECT_EQ(history->world().hash(), new_end);
}

TEST(History, MakesOneActOfAGesture) {
  const auto history = begin();
  const double before = history->world().parameter("wind", "speed");
  for (int i = 0; i < 20; ++i) {
    history->apply(speed(5.0 + 0.1 * i), {.number = 4, .title = "drag"});
    if (i % 4 == 0) steps(*history, 1);
  }
  history->apply(SetParameter{"wind", "direction", 45.0}, {.number = 5});
  EXPECT_EQ(history->undo()->title, "wind.direction");
  EXPECT_EQ(history->undo()->title, "drag");
  EXPECT_EQ(history->world().parameter("wind", "speed"), before);
  history->redo();
  EXPECT_NEAR(history->world().parameter("wind", "speed"), 6.9, 1e-5);
}

TEST(History, UndoesANewLand) {
  const auto history = begin();
  steps(*history, 12);
  const std::uint64_t before = history->world().hash();
  const NodeId land = history->land();
  HistoryLand other = kLand;
  other.seed = 9;
  history->replace(world_of(other), {.number = 8, .title = "new land"});
  steps(*history, 3);
  const std::uint64_t after = history->world().hash();
  EXPECT_NE(history->land(), land);
  EXPECT_EQ(history->undo()->title, "new land");
  history->arrive();
  EXPECT_EQ(history->world().hash(), before);
  EXPECT_EQ(history->land(), land);
  history->redo();
  history->arrive();
  EXPECT_EQ(history->world().hash(), after);
}

TEST(History, TakesAnActOutOfThePast) {
  const auto history = begin();
  steps(*history, 10);
  history->apply(kWall);
  const ActId act = *history->tree().last_act(history->now().node);
  steps(*history, 10);
  history->apply(speed(7.0));
  steps(*history, 10);
  World wanted = world_of(kLand);
  for (int i = 0; i < 20; ++i) wanted.step();
  wanted.apply(speed(7.0));
  for (int i = 0; i < 10; ++i) wanted.step();
  Rework rework = history->without(act);
  while (!rework.run(0.001)) EXPECT_LE(rework.progress(), 1.0);
  EXPECT_TRUE(rework.refused().empty());
  history->adopt(std::move(rework));
  EXPECT_EQ(history->world().hash(), wanted.hash());
  EXPECT_EQ(history->tree().branches().at(history->branch()).name, "without place wall");
  EXPECT_EQ(history->undo()->title, "wind.speed");
}

TEST(History, ListsActsThatLoseTheirMeaning) {
  const auto history = begin();
  history->apply(AddSoil{"silt", "Silt", true, ""});
  const ActId act = *history->tree().last_act(history->now().node);
  steps(*history, 2);
  history->apply(RenameSoil{"silt", "Fine silt"});
  steps(*history, 2);
  Rework rework = history->without(act);
  while (!rework.run(1.0)) {
  }
  ASSERT_EQ(rework.refused().size(), 1u);
  EXPECT_NE(rework.refused().front().find("rename soil silt at step 2"), std::string::npos);
}

TEST(History, KeepsAtMost32Branches) {
  const auto history = begin();
  steps(*history, 40);
  const BranchId first = history->branch();
  for (int i = 0; i < 40; ++i) {
    history->go_to(first);
    history->rewind(static_cast<std::uint64_t>(i % 30));
    history->apply(speed(5.0 + 0.1 * i));
    steps(*history, 1);
  }
  EXPECT_EQ(history->tree().branches().size(), HistoryTree::kMostBranches);
  EXPECT_EQ(history->tree().branches().count(first), 1u);
  const std::vector<std::string> notices = history->take_notices();
  ASSERT_EQ(notices.size(), 9u);
  EXPECT_EQ(notices.front(), "Removed the branch \"wind.speed\": at most 32 branches are kept.");
}

TEST(History, StaysWithinItsBound) {
  HistoryOptions options = history_options();
  World later = world_of(kLand);
  for (int i = 0; i < 100; ++i) later.step();
  options.bound = 4 * later.size_of_snapshot();
  const auto history = begin(options);
  steps(*history, 1000);
  EXPECT_LE(history->checkpoints().size(), options.bound);
  const std::uint64_t end = history->world().hash();
  history->rewind(0);
  history->arrive();
  EXPECT_EQ(history->world().hash(), world_of(kLand).hash());
  history->go_to_end();
  history->arrive();
  EXPECT_EQ(history->world().hash(), end);
}

TEST(History, SaysWhenAMomentIsOutOfReach) {
  HistoryOptions options = history_options();
  options.bound = 1;
  const auto history = begin(options);
  steps(*history, 200);
  const std::uint64_t hash = history->world().hash();
  try {
    history->rewind(3);
    ADD_FAILURE() << "went to a moment that is out of reach";
  } catch (HistoryError const& error) {
    EXPECT_NE(std::string(error.what()).find("no longer reaches back to step 3"), std::string::npos);
  }
  EXPECT_EQ(history->world().hash(), hash);
  history->step();
}

TEST(History, ThinsItsCheckpointsAsTheyAge) {
  constexpr std::uint64_t kSecond = 3;  // steps
  HistoryOptions options = history_options();
  options.step_seconds = 1.0 / static_cast<double>(kSecond);
  const auto history = std::make_unique<History>(world_of({"dunes", 16, 16, 3, 256}), options);
  steps(*history, 900 * kSecond);
  const auto between = [&](std::uint64_t first, std::uint64_t last) {
    return std::ranges::count_if(history->checkpoints().all(), [&](Checkpoint const& one) {
      return one.at.step >= first * kSecond && one.at.step < last * kSecond;
    });
  };
  EXPECT_GE(between(841, 901), 58);
  EXPECT_LE(between(301, 840), 540);
  EXPECT_GE(between(301, 840), 180);
  EXPECT_LE(between(1, 299), 100);
  EXPECT_GE(between(1, 299), 5);
}

// -- keeping ----------------------------------------------------------------------------------------------------------

std::unique_ptr<History> eventful() {
  auto history = begin();
  steps(*history, 70);
  history->apply(kWall);
  steps(*history, 20);
  history->apply(speed(7.0));
  history->undo();
  history->rewind(50);
  history->apply(AddSoil{"silt", "Silt", true, ""});
  steps(*history, 10);
  history->undo();
  history->arrive();
  return history;
}

TEST(History, IsTheSameAfterItIsKept) {
  const auto history = eventful();
  const std::vector<std::byte> bytes = written(*history);
  const auto again = read(bytes, history->world());
  EXPECT_EQ(written(*again), bytes);
  EXPECT_EQ(again->next_redo()->title, history->next_redo()->title);
  for (History* one : {history.get(), again.get()}) {
    one->redo();
    one->arrive();
  }
  EXPECT_EQ(again->world().hash(), history->world().hash());
  EXPECT_EQ(again->now(), history->now());
  for (auto const& [id, branch] : history->tree().branches()) {
    for (History* one : {history.get(), again.get()}) {
      one->go_to(id);
      one->arrive();
    }
    EXPECT_EQ(again->world().hash(), history->world().hash()) << branch.name;
  }
}

TEST(History, RefusesAnotherWorld) {
  const auto history = eventful();
  const std::vector<std::byte> bytes = written(*history);
  World other = World::restore(history->world().snapshot(), make_processes());
  other.step();
  EXPECT_THROW(read(bytes, other), HistoryError);
}

TEST(History, RefusesWhatIsCutShortOrForged) {
  const auto history = eventful();
  const std::vector<std::byte> bytes = written(*history);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 7) {
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THROW(read(cut, history->world()), ArchiveError) << size;
  }
  Dice dice(5);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::byte> forged = bytes;
    // The tree and the place are small; most of the bytes are checkpoints.
    const std::size_t at = dice.below(2) == 0 ? dice.below(2000) : bytes.size() - 1 - dice.below(400);
    forged[at] ^= static_cast<std::byte>(1u << dice.below(8));
    try {
      const auto again = read(forged, history->world());
      again->rewind(dice.below(60));
      again->arrive();
      again->go_to_end();
      again->arrive();
      again->undo();
      again->redo();
      again->arrive();
    } catch (ArchiveError const&) {
    } catch (HistoryError const&) {
    } catch (std::invalid_argument const&) {
    }
  }
}

// -- joining and leaving out ------------------------------------------------------------------------------------------

TEST(History, TakesInTheHistoryOfAnotherWorld) {
  const auto other = eventful();
  const std::uint64_t theirs = other->world().hash();
  const auto history = begin();
  steps(*history, 40);
  history->apply(kWall);
  steps(*history, 10);
  const std::uint64_t ours = history->world().hash();
  history->replace(World::restore(other->world().snapshot(), make_processes()), other->record(), {1, "open other"});
  EXPECT_EQ(history->world().hash(), theirs);
  EXPECT_EQ(history->next_redo()->title, other->next_redo()->title);
  // All its branches are there beside ours.
  EXPECT_EQ(history->tree().branches().size(), 1 + other->tree().branches().size());
  for (auto const& [id, branch] : history->tree().branches()) {
    history->go_to(id);
    history->arrive();
    EXPECT_EQ(history->now().step, branch.tip.step) << branch.name;
  }
  history->go_to(history->tree().branches().begin()->first);
  history->arrive();
  EXPECT_EQ(history->world().hash(), ours);
}

TEST(History, UndoesTheOpeningOfAWorldWithAHistory) {
  const auto other = eventful();
  const auto history = begin();
  steps(*history, 25);
  const std::uint64_t ours = history->world().hash();
  history->replace(World::restore(other->world().snapshot(), make_processes()), other->record(), {1, "open other"});
  std::string last;
  while (const auto act = history->undo()) last = act->title;
  history->arrive();
  EXPECT_EQ(last, "open other");
  EXPECT_EQ(history->world().hash(), ours);
}

TEST(History, DoesNotTakeInTheHistoryOfAThirdWorld) {
  const auto other = eventful();
  const auto history = begin();
  EXPECT_THROW(history->replace(world_of(kLand), other->record(), {1, "open other"}), HistoryError);
  EXPECT_EQ(history->tree().branches().size(), 1u);
}

TEST(HistoryRecord, ReachesEveryMomentWithFewCheckpoints) {
  const auto history = eventful();
  HistoryRecord record = history->record();
  const std::size_t whole = record.size();
  record.limit(whole / 3);
  // The last checkpoint cannot be removed, and its loaded particles compress badly.
  EXPECT_LT(record.size(), whole * 3 / 5);
  EXPECT_LT(record.checkpoints.size(), history->checkpoints().all().size());
  History again(World::restore(history->world().snapshot(), make_processes()), std::move(record), history_options());
  for (auto const& [id, branch] : history->tree().branches()) {
    for (History* one : {history.get(), &again}) {
      one->go_to(id);
      one->arrive();
    }
    EXPECT_EQ(again.world().hash(), history->world().hash()) << branch.name;
  }
}

// -- what a person sees -----------------------------------------------------------------------------------------------

TEST(HistoryOutline, ListsActsCheckpointsAndBranches) {
  HistoryOptions options = history_options();
  options.draw = [](World const&) { return Picture{1, 1, {1, 2, 3}}; };
  const auto history = begin(options);
  steps(*history, 130);
  history->apply(speed(7.0));
  steps(*history, 70);
  history->apply(kWall);
  steps(*history, 50);
  HistoryOutline outline = outline_of(*history);
  ASSERT_EQ(outline.acts.size(), 2u);
  EXPECT_EQ(outline.acts[0].title, "wind.speed");
  EXPECT_EQ(outline.acts[0].step, 130u);
  EXPECT_FALSE(outline.acts[0].changes_land);
  EXPECT_EQ(outline.acts[1].title, "place wall");
  EXPECT_TRUE(outline.acts[1].changes_land);
  EXPECT_EQ(outline.first, 0u);
  EXPECT_EQ(outline.last, 250u);
  ASSERT_GE(outline.stops.size(), 4u);
  EXPECT_EQ(outline.stops[0].step, 0u);
  ASSERT_TRUE(outline.stops[0].thumbnail);
  EXPECT_EQ(outline.stops[0].thumbnail->rgb[2], 3);

  history->rewind(150);
  history->arrive();
  outline = outline_of(*history);
  EXPECT_EQ(outline.last, 250u);
  EXPECT_FALSE(outline.acts[0].ahead);
  EXPECT_TRUE(outline.acts[1].ahead);

  history->undo();
  outline = outline_of(*history);
  EXPECT_TRUE(outline.acts[0].undone);
  ASSERT_EQ(outline.branches.size(), 2u);
  EXPECT_EQ(outline.branches[0].branch, history->branch());
  EXPECT_TRUE(outline.branches[1].same_land);
  EXPECT_EQ(outline.branches[1].acts, 2u);
}

TEST(HistoryOutline, KnowsTheTimeOfEachStep) {
  const auto history = begin();
  const auto time_step = [](double value) { return SetParameter{"world", "time_step", value}; };
  std::vector<double> times;
  const auto run = [&](std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      times.push_back(history->world().time());
      history->step();
    }
  };
  run(10);
  history->apply(time_step(1.0), {1});
  history->apply(time_step(0.75), {1});
  run(20);
  history->apply(speed(7.0));
  history->undo();
  run(10);
  history->apply(time_step(0.25));
  run(5);
  history->undo();
  run(15);
  for (const std::uint64_t step : {60u, 0u, 10u, 25u, 42u, 45u, 59u}) {
    history->rewind(step);
    history->arrive();
    ASSERT_EQ(history->now().step, step);
    const HistoryOutline outline = outline_of(*history);
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_NEAR(outline.time_at(i), times[i], 1e-5) << "step " << i << ", seen from step " << step;
    }
  }
}

TEST(HistoryOutline, KnowsTheYearsOfEachStep) {
  const auto history = begin();
  history->apply(SetParameter{"slab_dunes", "enabled", 1.0});
  history->apply(SetParameter{"wind_particles", "enabled", 0.0});
  std::vector<double> years;
  for (int i = 0; i < 60; ++i) {
    years.push_back(history->world().calendar_years());
    history->step();
  }
  ASSERT_GT(years.back(), 0.0);
  for (const std::uint64_t step : {59u, 30u, 0u}) {
    history->rewind(step);
    history->arrive();
    const HistoryOutline outline = outline_of(*history);
    EXPECT_EQ(outline.years_at(step), years[step]);
    for (std::size_t i = 0; i < step; ++i) {
      const std::optional<double> there = outline.years_at(i);
      ASSERT_TRUE(there) << "step " << i << ", seen from step " << step;
      EXPECT_NEAR(*there, years[i], 1e-6 * years.back()) << "step " << i << ", seen from step " << step;
    }
    EXPECT_FALSE(outline.years_at(1'000'000)) << "nobody has been there";
  }
}

TEST(History, RenamesAndRemovesBranches) {
  const auto history = begin();
  steps(*history, 20);
  history->rewind(10);
  history->apply(kWall);
  const BranchId mine = history->branch();
  const BranchId first = history->tree().branches().begin()->first;
  history->rename(mine, "with a wall");
  EXPECT_EQ(history->tree().branches().at(mine).name, "with a wall");
  EXPECT_THROW(history->rename(mine, "first"), std::invalid_argument);
  EXPECT_THROW(history->rename(mine, ""), std::invalid_argument);
  EXPECT_THROW(history->rename(mine, std::string(1000, 'x')), std::invalid_argument);
  EXPECT_THROW(history->rename(mine + 77, "x"), std::invalid_argument);
  EXPECT_THROW(history->remove(mine), std::invalid_argument);
  history->remove(first);
  EXPECT_EQ(history->tree().branches().size(), 1u);
  EXPECT_THROW(history->go_to(first), std::invalid_argument);
  EXPECT_EQ(history->undo()->title, "place wall");
  history->arrive();
  EXPECT_EQ(history->now().step, 10u);
}

}  // namespace
}  // namespace barchan::test::history_test
