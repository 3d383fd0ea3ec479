// Saving and opening by the user, and the one question before work is lost.
#include <fstream>

#include <gtest/gtest.h>

#include "io/raster_file.hpp"
#include "io/saved_world.hpp"
#include "ui/headless.hpp"
#include "ui/program.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace document_test {
namespace {

using namespace barchan;
using barchan_test::Workspace;

void expect_runs(Workspace const& workspace, std::string const& script, std::string const& source) {
  const auto run = workspace.run_script(script, source);
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Document, SavesUnderATypedNameAndThenByTheKeyAlone) {
  const Workspace workspace;
  expect_runs(
      workspace,
      "frames 5\nexpect unsaved == false\nset wind.speed 7\nexpect unsaved == true\nexpect title == \"* Tiny\"\n"
      "key ctrl+s\nframes 2\nexpect dialog == save\ntype garden\nkey enter\nframes 3\nexpect dialog == none\n"
      "expect unsaved == false\nexpect file contains garden.barchan\nexpect title == \"Tiny (garden.barchan)\"\n"
      "place wall height=3 length=8 width=2\nframes 2\nexpect unsaved == true\nkey ctrl+s\nframes 2\n"
      "expect dialog == none\nexpect unsaved == false\nexpect message contains Saved\n",
      workspace.tiny());
  const SavedWorld saved = load_world(workspace.folder() / "garden.barchan");
  EXPECT_EQ(saved.world.parameter("wind", "speed"), 7.0);
  EXPECT_EQ(saved.world.recording().size(), 2u) << "the second save holds the wall";
  EXPECT_EQ(saved.info.scenario.title, "Tiny");
}

TEST(Document, WhatWasSavedOpensWithItsView) {
  const Workspace workspace;
  const std::string tiny = workspace.tiny();
  expect_runs(workspace,
              "mouse_drag 700 300 900 300\nframes 200\nexpect camera.azimuth < 50\nsteps 20\nkey ctrl+s\nframes 2\n"
              "key enter\nframes 3\nset scenario flat_bed\nframes 3\nexpect seed == 17\nkey ctrl+o\nframes 2\n"
              "expect dialog == open\nset file/name tiny.barchan\nframes 3\nexpect dialog == none\nexpect seed == 4\n"
              "expect step >= 20\nexpect camera.azimuth < 50\nexpect file contains tiny.barchan\n",
              tiny);
}

TEST(Document, TheListGoesThroughFoldersAndTroubleIsSaidInPlace) {
  const Workspace workspace;
  std::filesystem::create_directories(workspace.folder() / "lands" / "far");
  workspace.write("lands/second.toml",
                  "title = \"Second\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\n");
  workspace.write("lands/bad.toml", "title = \"Bad\"\nsed = 3\n");
  workspace.write("lands/notes.txt", "no land");
  expect_runs(workspace,
              "key ctrl+o\nframes 2\nclick file/lands\nframes 2\nclick file/far\nframes 2\nclick file/up\nframes 2\n"
              "click file/bad.toml\nclick file/ok\nframes 3\nexpect dialog == open\nexpect trouble contains sed\n"
              "expect scenario contains tiny\nset file/name nowhere.toml\nframes 3\nexpect trouble contains nowhere\n"
              "double_click file/second.toml\nframes 3\nexpect dialog == none\nexpect scenario contains second.toml\n",
              workspace.tiny());
  const auto other = workspace.run_script("key ctrl+o\nframes 2\nclick file/lands\nframes 2\nclick file/notes.txt\n",
                                          workspace.tiny());
  EXPECT_NE(other.output.find("expected a widget of the window, found 'file/notes.txt'"), std::string::npos)
      << "it is no land: " << other.output;
}

TEST(Document, AFileThatIsThereIsReplacedOnlyBySayingSo) {
  const Workspace workspace;
  workspace.write("old.barchan", "the old one");
  expect_runs(workspace,
              "key ctrl+shift+s\nframes 2\ntype old\nkey enter\nframes 3\nexpect dialog == save\n"
              "expect trouble contains exists\nkey escape\nframes 2\nexpect dialog == none\n",
              workspace.tiny());
  EXPECT_EQ(workspace.shell("cat old.barchan").output, "the old one");
  expect_runs(workspace,
              "key ctrl+shift+s\nframes 2\ntype old\nkey enter\nframes 3\nclick file/ok\nframes 3\n"
              "expect dialog == none\n",
              workspace.tiny());
  EXPECT_NO_THROW(load_world(workspace.folder() / "old.barchan"));
}

TEST(Document, AFailedSaveIsSaidInTheDialogAndTheWorkStaysUnsaved) {
  const Workspace workspace;
  expect_runs(workspace,
              "set wind.speed 7\nkey ctrl+s\nframes 2\nset file/name nowhere/at/all.barchan\nframes 3\n"
              "expect dialog == save\nexpect trouble contains \"cannot be written\"\nexpect unsaved == true\n"
              "expect file == none\nset file/name here\nframes 3\nexpect dialog == none\nexpect unsaved == false\n",
              workspace.tiny());
  EXPECT_TRUE(std::filesystem::exists(workspace.folder() / "here.barchan"));
}

TEST(Document, AFailedSaveLeavesUnsavedWhatWasUnsavedAndNothingElse) {
  const Workspace workspace;
  // The failed save contained a wind speed and no obstacle, so a new land loses nothing and no question is asked.
  expect_runs(workspace,
              "set wind.speed 7\nkey ctrl+s\nframes 2\nset file/name nowhere/at/all.barchan\nframes 3\n"
              "expect unsaved == true\nkey escape\nframes 2\nexpect dialog == none\nexpect unsaved == true\n"
              "key r\nframes 2\nexpect dialog == none\nexpect seed == 5\nexpect unsaved == true\n",
              workspace.tiny());
}

TEST(Document, AskingBeforeWorkIsLost) {
  const Workspace workspace;
  // A new land keeps the parameters, so the question is only about obstacles.
  expect_runs(workspace,
              "set wind.speed 7\nkey r\nframes 2\nexpect dialog == none\nexpect seed == 5\nexpect wind.speed == 7\n"
              "place wall height=3 length=8 width=2\nframes 2\nkey r\nframes 2\nexpect dialog == question\n"
              "key space\nexpect paused == false\nkey escape\nframes 2\nexpect dialog == none\nexpect seed == 5\n"
              "expect obstacles == 16\nkey shift+r\nframes 2\nclick question/cancel\nframes 2\nexpect obstacles == 16\n"
              "key r\nframes 2\nclick question/discard\nframes 3\nexpect seed == 6\nexpect obstacles == 0\n"
              "expect wind.speed == 7\n"
              // Opening another land would lose everything.
              "set scenario flat_bed\nframes 2\nexpect dialog == question\nclick question/cancel\nframes 2\n"
              "expect seed == 6\nopen flat_bed\nframes 2\nexpect dialog == question\nclick question/save\nframes 2\n"
              "expect dialog == save\ntype kept\nkey enter\nframes 4\nexpect scenario == flat_bed\n"
              "expect unsaved == false\nexpect file == none\n",
              workspace.tiny());
  EXPECT_EQ(load_world(workspace.folder() / "kept.barchan").world.parameter("wind", "speed"), 7.0);
}

TEST(Document, CancellingTheNameCancelsWhatWasToFollow) {
  const Workspace workspace;
  expect_runs(workspace,
              "set wind.speed 7\nopen flat_bed\nframes 2\nclick question/save\nframes 2\nkey escape\nframes 2\n"
              "expect dialog == none\nkey ctrl+s\nframes 2\nkey enter\nframes 4\nexpect unsaved == false\n"
              "expect scenario contains tiny\n",
              workspace.tiny());
}

TEST(Document, ASavedWorldHasNewLandsWhenItsScenarioHas) {
  const Workspace workspace;
  expect_runs(workspace,
              "steps 5\nset wind.speed 7\nkey ctrl+s\nframes 2\ntype bed\nkey enter\nframes 3\nopen bed.barchan\n"
              "frames 2\nexpect step >= 5\nkey r\nframes 3\nexpect scenario == flat_bed\nexpect seed == 18\n"
              "expect step < 5\nexpect wind.speed == 7\nexpect file == none\n",
              "flat_bed");
  expect_runs(
      workspace,
      "key space\nsteps 5\nkey ctrl+s\nframes 2\ntype mine\nkey enter\nframes 3\nopen mine.barchan\nframes 2\nsteps 9\n"
      "key r\nframes 2\nexpect message contains Shift+R\nexpect step >= 14\nkey shift+r\nframes 2\n"
      "expect step < 14\nexpect step >= 5\n",
      workspace.tiny());
}

TEST(Document, ASaveWaitsForTheLandThatIsBeingOpened) {
  const Workspace workspace;
  const std::string garden = (workspace.folder() / "garden.barchan").string();
  barchan_test::Headless host(ui::shipped_tools());
  ui::Editor& editor = host.editor();
  const auto run = [&](std::string const& script) { ui::Script::parse(script, "save.txt").run(host); };
  const auto press = [&](char const* chord) { editor.key(*ui::parse_chord(chord), true); };
  editor.open({workspace.tiny(), 4, {}, {}});
  run("frames 3\nkey ctrl+s\nframes 2\ntype " + garden + "\nkey enter\nframes 3\nexpect dialog == none\n");
  run("expect file contains garden.barchan\nexpect seed == 4\n");
  // Between two frames, the user asks for another land and saves.
  press("r");
  press("ctrl+s");
  run("frames 3\nexpect seed == 5\nexpect file == none\nexpect dialog == save\nkey escape\nframes 2\n");
  EXPECT_EQ(load_world(garden).world.seed(), 4u) << "the file of the land before";
  editor.open({"flat_bed", {}, {}, {}});
  const std::filesystem::path last = workspace.folder() / "last.barchan";
  editor.save_at_once(last);
  EXPECT_EQ(load_world(last).info.scenario.id, "flat_bed");
}

Raster ramp_map() {
  Raster raster;
  raster.width = 32;
  raster.height = 24;
  for (int i = 0; i < 32 * 24; ++i) raster.values.push_back(static_cast<float>(i % 32));
  return raster;
}

TEST(HeightMap, GuessesAreOfferedForCorrection) {
  const Workspace workspace;
  // A raw file without a sidecar: its size is assumed to be square, and its range and cell size are unknown.
  std::string bytes;
  for (int i = 0; i < 32 * 32; ++i) {
    const int code = i % 32 * 2000;
    bytes += static_cast<char>(code & 0xff);
    bytes += static_cast<char>(code >> 8);
  }
  const std::string map = workspace.write("map.r16", bytes).string();
  expect_runs(workspace,
              "key space\nexpect guess == true\nexpect cells == 1\nset guess.maximum 30\nset guess.cell_size 4\nclick "
              "guess.apply\n"
              "frames 3\nexpect guess == false\nexpect cells == 4\nset overlay bedrock\nframes 2\n"
              "expect legend.highest == 27.38 +- 0.05\nkey r\nframes 3\nexpect cells == 4\nexpect guess == false\n"
              "open map.r16\nframes 2\nexpect guess == true\nkey escape\nexpect guess == false\nexpect cells == 1\n",
              map);
  const auto said = workspace.run_script(
      "key space\nexpect guess == false\nexpect cells == 2.5\nset overlay bedrock\nframes 2\n"
      "expect legend.highest == 93.61 +- 0.05\n",
      map, "--range 0:100 --cell-size 2.5");
  EXPECT_EQ(said.code, 0) << said.output;
  // Cells without data are interpolated and shown, until the user decides.
  workspace.write("gap.asc",
                  "ncols 4\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 10\nnodata_value -9999\n9 9 9 9\n9 -9999 9 5\n"
                  "9 9 9 9\n9 9 9 9\n");
  expect_runs(workspace,
              "key space\nexpect guess == true\nexpect overlay == mask.no_data\nhover legend.hatch\nclick "
              "guess.lowest\nclick guess.apply\n"
              "frames 3\nexpect guess == false\nset overlay elevation\nframes 2\nexpect legend.lowest == 5 +- 0.01\n"
              "key r\nframes 3\nexpect guess == false\n",
              (workspace.folder() / "gap.asc").string());
  // For a file that contains these values, nothing is asked.
  write_raster(workspace.folder() / "known.tif", ramp_map());
  expect_runs(workspace, "expect guess == false\n", (workspace.folder() / "known.tif").string());
}

TEST(Window, AsksBeforeItClosesWithUnsavedWork) {
#ifndef BARCHAN_DROP_FILE_PATH
  GTEST_SKIP() << "there was no X library when this was built";
#else
  const Workspace workspace;
  if (workspace.shell("command -v xvfb-run && command -v xdotool").code != 0) {
    GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  }
  // Each key is repeated until the window shows its effect, for slow machines.
  workspace.write("close.sh",
                  "timeout 100 '" BARCHAN_WINDOW_PATH "' '" + workspace.tiny() +
                      "' --size 320x240 --file-dialogs own &\nprogram=$!\n"
                      "await 'Tiny - Barchan'\nxdotool key --window \"$window\" w 2>/dev/null\n"
                      "await '[*] Tiny - Barchan'\n'" BARCHAN_DROP_FILE_PATH
                      "' \"$window\"; sleep 1\n"
                      "kill -0 $program && echo asks\nxdotool key --window \"$window\" Escape 2>/dev/null; sleep 1\n"
                      "kill -0 $program && echo stays\n'" BARCHAN_DROP_FILE_PATH
                      "' \"$window\"\n"
                      "for i in $(seq 1 100); do\n  kill -0 $program 2>/dev/null || break\n"
                      "  xdotool key --window \"$window\" Return 2>/dev/null; sleep 0.3\ndone\n"
                      "wait $program; echo ended $?\n");
  const auto run = workspace.on_a_screen("close.sh", "800x600");
  EXPECT_EQ(run.output, "asks\nstays\nended 0\n");
  EXPECT_NO_THROW(load_world(workspace.folder() / "tiny.barchan"))
      << "Return saved it, under the name that was proposed";
#endif
}

}  // namespace
}  // namespace document_test
