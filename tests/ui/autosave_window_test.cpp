// Automatic saves and the recovery of lost work, as a user meets them.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "ui/program.hpp"

namespace autosave_window_test {
namespace {

namespace fs = std::filesystem;
using barchan_test::Workspace;

constexpr char const* kData = "--data data --autosave 1";

std::size_t autosaves(Workspace const& workspace) {
  std::size_t count = 0;
  for (auto const& entry : fs::directory_iterator(workspace.folder() / "data/autosave")) {
    count += entry.path().extension() == ".barchan" ? 1 : 0;
  }
  return count;
}

TEST(AutosaveWindow, OffersWhatWasNotSaved) {
  const Workspace workspace;
  auto run = workspace.run_script(
      "key space\nframes 2\nsteps 20\nplace wall height=5\nframes 2\nsteps 30\nframes 70\nexpect autosaves == 1\n"
      "frames 120\nexpect autosaves == 1\nset wind.speed 7\nframes 70\nexpect autosaves == 2\n",
      workspace.tiny(), kData);
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(autosaves(workspace), 1u);
  run = workspace.run_script(
      "expect recovery == 1\nframes 4\nclick \"recovery/1/open\"\nframes 4\n"
      "expect recovery == 0\nexpect paused == true\nexpect step == 50\nexpect obstacles > 0\n"
      "expect wind.speed == 7\nexpect unsaved == true\n"
      "expect undo == \"Wind speed\"\nframes 4\n"
      "key ctrl+z\nframes 2\nkey ctrl+z\nframes 4\nexpect step == 20\nexpect obstacles == 0\n"
      "key ctrl+y\nframes 4\nexpect step == 50\nexpect budget_error == 0\n",
      "dunes", kData);
  ASSERT_EQ(run.code, 0) << run.output;
}

TEST(AutosaveWindow, LaterAsksAgainAndDeleteDoesNot) {
  const Workspace workspace;
  auto run = workspace.run_script("steps 5\nframes 70\nexpect autosaves == 1\n", workspace.tiny(), kData);
  ASSERT_EQ(run.code, 0) << run.output;
  run = workspace.run_script(
      "key space\nexpect recovery == 1\nframes 2\nclick recovery/later\nframes 2\nexpect recovery == 0\n"
      "expect scenario == dunes\n",
      "dunes", "--data data --autosave 1000");
  ASSERT_EQ(run.code, 0) << run.output;
  run = workspace.run_script("key space\nframes 2\nkey escape\nframes 2\nexpect recovery == 0\n", "dunes",
                             "--data data --autosave 1000");
  ASSERT_EQ(run.code, 0) << run.output;
  run = workspace.run_script(
      "key space\nexpect recovery == 1\nframes 2\nclick \"recovery/1/delete\"\nframes 2\nexpect recovery == 1\n"
      "click \"recovery/1/delete\"\nframes 2\nexpect recovery == 0\n",
      "dunes", "--data data --autosave 1000");
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(autosaves(workspace), 0u);
}

TEST(AutosaveWindow, SavedWorkIsNotOffered) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nset wind.speed 7\nsteps 5\nframes 70\nexpect autosaves == 1\nkey ctrl+shift+s\nframes 2\n"
      "type \"w.barchan\"\nkey enter\nframes 6\nexpect unsaved == false\nframes 2\n",
      workspace.tiny(), kData);
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(autosaves(workspace), 0u);
  // The file is listed among the recent ones, and contains the history.
  const auto again = workspace.run_script(
      "key space\nkey ctrl+o\nframes 3\nclick \"file/recent 1\"\nclick file/ok\nframes 6\nexpect step == 5\n"
      "expect undo == \"Wind speed\"\nkey ctrl+z\nframes 2\nexpect redo == \"Wind speed\"\n",
      "dunes", kData);
  EXPECT_EQ(again.code, 0) << again.output;
}

TEST(AutosaveWindow, AWorldIsSavedWithoutItsHistoryIfTheUserWants) {
  const Workspace workspace;
  auto run = workspace.run_script(
      "key space\nset wind.speed 7\nsteps 5\nframes 2\nkey ctrl+shift+s\nframes 2\nclick file/history\n"
      "click file/name\ntype \"w.barchan\"\nkey enter\nframes 6\nexpect unsaved == false\n",
      workspace.tiny());
  ASSERT_EQ(run.code, 0) << run.output;
  run = workspace.run_script("key space\nframes 2\nexpect undo == none\nexpect step == 5\n", "w.barchan");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(AutosaveWindow, SavesBeforeTheWorldIsReplaced) {
  const Workspace workspace;
  const auto run =
      workspace.run_script("key space\nframes 2\nsteps 5\nkey r\nframes 4\nexpect autosaves == 1\nexpect step == 0\n",
                           workspace.tiny(), "--data data --autosave 1000");
  ASSERT_EQ(run.code, 0) << run.output;
}

TEST(AutosaveWindow, TimeIsWorkAfterAMinute) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nsteps 3500\nexpect unsaved == false\nsteps 200\nexpect unsaved == true\nexpect changes == 0\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(AutosaveWindow, SaysOnceThatNothingCanBeSaved) {
  const Workspace workspace;
  workspace.write("data", "a file, not a folder");
  const auto run = workspace.run_script("frames 2\nexpect autosaves == 0\nsteps 5\nframes 70\nexpect autosaves == 0\n",
                                        workspace.tiny(), kData);
  EXPECT_EQ(run.code, 0) << run.output;
  const auto says = workspace.run_script("frames 1\nexpect message == \"?\"\n", workspace.tiny(), kData);
  EXPECT_NE(says.output.find("Automatic saving is off: "), std::string::npos) << says.output;
}

TEST(AutosaveWindow, ALongNameAmongTheRecentFilesIsShown) {
  const Workspace workspace;
  const auto file = workspace.write(std::string(120, 'n') + ".toml", "title = 1\n");
  fs::create_directories(workspace.folder() / "data");
  workspace.write("data/recent.txt", file.string() + "\n");
  const auto run =
      workspace.run_script("key space\nkey ctrl+o\nframes 3\nexpect dialog == open\n", workspace.tiny(), kData);
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace autosave_window_test
