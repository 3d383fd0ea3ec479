// The window of the history: going to acts, taking them out, changing them, and branches.
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "ui/headless.hpp"
#include "ui/program.hpp"

namespace history_window_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

constexpr char const* kStart = "key space\nframes 2\n";
constexpr char const* kSmall = "--size 480x320";
constexpr char const* kAlone = "key tab\nframes 120\n";  // for pictures of the land alone

auto picture_of(Workspace const& workspace, char const* name) {
  return barchan_test::pixels_of(workspace.folder() / name);
}

TEST(HistoryWindow, OpensByButtonAndKeyAndClosesWithEsc) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nexpect history == false\nclick history/show\nexpect history == true\nkey escape\n"
      "frames 2\nexpect history == false\nkey y\nexpect history == true\nframes 2\nclick history/close\n"
      "expect history == false\nkey y\nclick soil.graph\nframes 2\nexpect graph == true\nexpect history == false\n"
      "key y\nframes 2\nexpect graph == false\nexpect history == true\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(HistoryWindow, AClickOnAnActGoesThere) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) +
          "steps 20\nplace wall height=5\nsteps 20\nset wind.speed 7\nsteps 20\nkey y\nframes 4\n"
          "expect history.list == \"place wall at 20; Wind speed at 40\"\nclick \"history/act 1\"\nframes 2\n"
          "expect step == 21\nexpect obstacles > 0\nexpect changes == 0\nkey_down shift+b\n"
          "click \"history/act 1\"\nkey_up shift+b\nframes 2\nexpect step == 20\nexpect obstacles == 0\n"
          "expect history.list == \"place wall at 20 ahead; Wind speed at 40 ahead\"\nend\nexpect step == 60\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(HistoryWindow, TakingOutAWallGivesTheLandWithoutIt) {
  const Workspace workspace;
  const std::string after = std::string("expect step == 60\nexpect obstacles == 0\n") + kAlone;
  const auto changed = workspace.run_script(
      std::string(kStart) +
          "steps 20\nplace wall height=5\nsteps 40\nexpect obstacles > 0\nkey y\nframes 4\n"
          "click \"history/act 1/take out\"\nframes 4\nexpect rework == none\n"
          "expect message contains \"Took out: place wall\"\nexpect history.branches == 2\n"
          "expect history.branch == \"without place wall\"\nkey y\n" +
          after + "picture changed.png\nkey tab\nbranch first\nexpect obstacles > 0\nexpect step == 60\n" + kAlone +
          "picture wall.png\n",
      workspace.tiny(), kSmall);
  ASSERT_EQ(changed.code, 0) << changed.output;
  const auto plain = workspace.run_script(std::string(kStart) + "steps 60\n" + after + "picture plain.png\n",
                                          workspace.tiny(), kSmall);
  ASSERT_EQ(plain.code, 0) << plain.output;
  EXPECT_EQ(picture_of(workspace, "changed.png"), picture_of(workspace, "plain.png"));
  EXPECT_NE(picture_of(workspace, "wall.png"), picture_of(workspace, "plain.png"));
}

TEST(HistoryWindow, AnotherValueGivesTheLandThatItWouldHaveMade) {
  const Workspace workspace;
  const auto changed =
      workspace.run_script(std::string(kStart) +
                               "steps 20\nset wind.speed 7\nsteps 40\nkey y\nframes 4\nclick \"history/act 1/change\"\n"
                               "set \"history/act 1/wind.speed\" 14\nclick \"history/act 1/apply\"\nframes 4\n"
                               "expect wind.speed == 14\nexpect step == 60\nexpect history.branches == 2\n"
                               "expect message contains \"Changed: Wind speed\"\nkey y\n" +
                               kAlone + "picture changed.png\n",
                           workspace.tiny(), kSmall);
  ASSERT_EQ(changed.code, 0) << changed.output;
  const auto plain = workspace.run_script(std::string(kStart) + "steps 20\nset wind.speed 14\nsteps 40\n" + kAlone +
                                              "expect step == 60\npicture plain.png\n",
                                          workspace.tiny(), kSmall);
  ASSERT_EQ(plain.code, 0) << plain.output;
  EXPECT_EQ(picture_of(workspace, "changed.png"), picture_of(workspace, "plain.png"));
}

TEST(HistoryWindow, WhatLiesAheadOrIsUndoneCannotBeTakenOut) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) +
          "steps 20\nset wind.speed 7\nsteps 20\nkey y\nrewind 10\nframes 4\nclick \"history/act 1/take out\"\n"
          "frames 4\nexpect history.branches == 1\nend\nkey ctrl+z\nframes 2\n"
          "expect history.list == \"Wind speed at 20 undone\"\nclick \"history/act 1/take out\"\nframes 4\n"
          "expect history.branches == 1\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(HistoryWindow, CancelLeavesTheLandAndItsPastAsTheyAre) {
  Headless host(shipped_tools());
  const auto run = [&](char const* script) { Script::parse(script, "cancel.txt").run(host); };
  run("key space\nframes 2\nsteps 20\nplace wall height=5\nframes 2\nsteps 80000\nkey y\nframes 4\n");
  SimulationRunner& runner = host.runner();
  const std::shared_ptr<barchan::TerrainView const> before = runner.shared_view();
  const std::string list = "expect history.list == \"place wall at 20\"\n";
  run(list.c_str());
  runner.set_mode(SimulationRunner::Mode::threaded);
  run("click \"history/act 1/take out\"\nframes 4\n");
  ASSERT_TRUE(runner.rework()) << "it should take longer than this";
  EXPECT_LT(*runner.rework(), 1.0);
  run("click history/cancel\nframes 2\n");
  for (int i = 0; i < 1000 && runner.rework(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    run("frames 1\n");
  }
  EXPECT_FALSE(runner.rework());
  run("frames 4\nexpect step == 80020\nexpect obstacles > 0\nexpect history.branches == 1\n"
      "expect message == \"Cancelled: the land and its past stay as they are.\"\n");
  run(list.c_str());
  EXPECT_EQ(runner.view().elevation, before->elevation);
}

TEST(HistoryWindow, ALongListScrollsToItsLastAct) {
  Headless host(shipped_tools());
  const auto run = [&](char const* script) { Script::parse(script, "long.txt").run(host); };
  run("key space\nframes 2\n");
  constexpr int kActs = 5000;
  for (int i = 1; i <= kActs; ++i) {
    host.editor().begin_act();
    host.editor().give(barchan::SetParameter{"wind", "speed", 4.0 + 0.001 * i});
  }
  run("frames 2\nsteps 10\nkey y\nframes 4\nexpect history.acts == 5000\nexpect wind.speed == 9 +- 0.0001\n");
  WidgetRegistry const& widgets = host.editor().widgets();
  EXPECT_NE(widgets.find("history/act 1"), nullptr);
  EXPECT_EQ(widgets.find("history/act 5000"), nullptr) << "it is out of sight, so it is not drawn";
  EXPECT_TRUE(widgets.find_row("history/act 5000"));
  EXPECT_FALSE(widgets.find_row("history/act 5001"));
  EXPECT_FALSE(widgets.find_row("history/act 50x"));
  EXPECT_FALSE(widgets.find_row("history/act 1/nothing")) << "the row is in sight, and has no such part";
  run("click \"history/act 5000/take out\"\nframes 4\nexpect wind.speed == 8.999 +- 0.0001\n"
      "expect history.acts == 4999\nclick \"history/act 2/change\"\nset \"history/act 2/wind.speed\" 5\n"
      "click \"history/act 4999/change\"\nset \"history/act 4999/wind.speed\" 12\n"
      "click \"history/act 4999/apply\"\nframes 4\nexpect wind.speed == 12\n");
  EXPECT_EQ(widgets.find("history/act 1"), nullptr);
}

TEST(HistoryWindow, AnActIsNotUndoneBeforeItsUndo) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) +
          "steps 20\nset wind.speed 7\nsteps 20\nkey ctrl+z\nframes 2\nsteps 20\n"
          "expect history.list == \"Wind speed at 20 undone\"\nrewind 30\n"
          "expect history.list == \"Wind speed at 20\"\nexpect wind.speed == 7\nend\nexpect changes == 0\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(HistoryWindow, BranchesAreNamedVisitedAndRemoved) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) +
          "steps 40\nrewind 20\nset wind.speed 7\nsteps 5\nkey y\nframes 4\nexpect history.branches == 2\n"
          "set \"history/branch first\" calm\nframes 2\nexpect history.names == \"Wind speed; calm\"\n"
          "click \"history/branch calm/go\"\nframes 2\nexpect step == 40\nexpect history.branch == calm\n"
          "click \"history/branch calm/remove\"\nframes 2\nexpect history.branches == 2\n"
          "click \"history/branch Wind speed/remove\"\nframes 2\nexpect history.branches == 2\n"
          "click \"history/branch Wind speed/remove\"\nframes 2\nexpect history.branches == 1\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(HistoryWindow, ASecondPressElsewhereRemovesNothing) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) +
          "steps 40\nrewind 20\nset wind.speed 7\nsteps 5\nkey y\nframes 4\nclick \"history/branch first/remove\"\n"
          "click history/branches\nframes 2\nclick \"history/branch first/remove\"\nframes 2\n"
          "expect history.branches == 2\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(HistoryWindow, TheMemoryHasABound) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) +
          "steps 300\nexpect history.checkpoints >= 5\nexpect history.megabytes > 0\nkey y\nframes 4\n"
          "set history/memory 32\nframes 2\nexpect history.bound == 32\nset history/memory 1\nframes 2\n"
          "expect history.bound == 16\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(HistoryWindow, ComparesTheLandWithAnotherBranch) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) +
          "steps 60\nrewind 20\nplace wall height=6\nframes 2\nsteps 20\nkey y\nframes 4\nexpect compared == none\n"
          "click \"history/branch first/compare\"\nframes 6\nexpect compared == first\n"
          "expect overlay == branch_difference\nexpect message contains \"at step 40\"\n"
          // The wall stands higher than the ground of the other branch.
          "expect legend.highest > 5\nexpect legend.lowest <= 0\n"
          "click \"history/branch first/compare\"\nframes 4\nexpect compared == none\nexpect overlay == none\n"
          // A comparison ends with the land.
          "click \"history/branch first/compare\"\nframes 6\nexpect compared == first\nkey r\nframes 2\n"
          "click question/discard\nframes 4\n"
          "expect compared == none\nexpect overlay == none\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace history_window_test
