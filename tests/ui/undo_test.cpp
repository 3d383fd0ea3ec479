// Undo and redo, as a user does them.
#include <string>

#include <gtest/gtest.h>

#include "ui/program.hpp"

namespace undo_test {
namespace {

using barchan_test::Workspace;

TEST(Undo, SetsTheOldValueWithoutTouchingTime) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nsteps 5\nset wind.speed 7\nsteps 5\nexpect undo == \"Wind speed\"\nkey ctrl+z\nframes 2\n"
      "expect step == 10\nexpect changes == 0\nexpect undo == none\nexpect redo == \"Wind speed\"\n"
      "key ctrl+shift+z\nframes 2\nexpect wind.speed == 7\nkey ctrl+z\nframes 2\nkey ctrl+y\nframes 2\n"
      "expect wind.speed == 7\nexpect step == 10\nclick undo\nframes 2\nexpect changes == 0\nclick redo\nframes 2\n"
      "expect wind.speed == 7\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Undo, MakesOneActOfADragAndOfAPreset) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\ndrag wind.speed 30 0\nframes 2\nclick preset/star\nframes 2\nexpect undo == \"Star\"\n"
      "key ctrl+z\nframes 2\nexpect changes == 1\nexpect undo == \"Wind speed\"\nkey ctrl+z\nframes 2\n"
      "expect changes == 0\nexpect undo == none\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Undo, ReturnsToTheMomentBeforeAChangeOfTheLand) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nsteps 20\nframes 4\npicture before.png\nplace wall height=5\nframes 4\nsteps 90\n"
      "expect obstacles > 0\nexpect undo == \"place wall\"\nframes 4\npicture wall.png\n"
      "key ctrl+z\nframes 4\nexpect step == 20\nexpect unsaved == true\nexpect obstacles == 0\nexpect redo == \"place "
      "wall\"\nframes 120\n"
      "picture undone.png\nkey ctrl+y\nframes 4\nexpect step == 110\nexpect obstacles > 0\nframes 120\n"
      "picture redone.png\nexpect budget_error == 0\n",
      workspace.tiny(), "--no-panels --size 240x160");
  ASSERT_EQ(run.code, 0) << run.output;
  const auto picture = [&](char const* name) { return barchan_test::pixels_of(workspace.folder() / name); };
  EXPECT_EQ(picture("undone.png"), picture("before.png"));
  EXPECT_EQ(picture("redone.png"), picture("wall.png"));
  EXPECT_NE(picture("wall.png"), picture("before.png"));
}

TEST(Undo, ReturnsToTheLandBeforeANewOne) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nset wind.speed 7\nsteps 20\nexpect seed == 4\nkey r\nframes 4\nexpect seed == 5\n"
      "expect step == 0\nexpect wind.speed == 7\nexpect undo == \"new land\"\nkey ctrl+z\nframes 4\nexpect seed == "
      "4\nexpect unsaved == true\n"
      "expect step == 20\nexpect wind.speed == 7\nkey ctrl+y\nframes 4\nexpect seed == 5\nexpect step == 0\n"
      "open dunes\nframes 4\nclick question/discard\nframes 4\nexpect scenario == dunes\nkey ctrl+z\nframes 4\nexpect "
      "seed == 5\n"
      "expect wind.speed == 7\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Undo, SaysThatThereIsNothing) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nkey ctrl+z\nframes 2\nexpect message == \"There is nothing to undo.\"\n"
      "key ctrl+y\nframes 2\nexpect message == \"There is nothing to redo.\"\nplace wall height=5\nframes 2\nkey "
      "ctrl+z\nframes 2\n"
      "expect message == \"Undid: place wall\"\nset wind.speed 7\nkey ctrl+z\nframes 2\n"
      "expect message == \"Undid: Wind speed\"\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace undo_test
