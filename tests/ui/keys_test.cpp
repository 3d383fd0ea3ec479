// Keys and mouse, through the program.
#include "ui/keys.hpp"
#include "wind/wind_field.hpp"

#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "ui/program.hpp"
#include "ui/toolbox.hpp"
#include "ui/tools/tool_list.hpp"

namespace keys_test {
namespace {

using namespace barchan::ui;
using barchan_test::Workspace;

void expect_runs(char const* script) {
  const Workspace workspace;
  const auto run = workspace.run_script(script, workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Keys, EachChordHasOneMeaningAndEachActionAChord) {
  std::set<std::string> seen;
  for (KeyRow const& row : key_table()) {
    for (const Chord chord : {row.chord, row.alternative}) {
      if (chord.key == Key::none) continue;
      EXPECT_TRUE(seen.insert(chord_label(chord)).second) << chord_label(chord) << " stands twice";
      EXPECT_EQ(find_action(chord), row.action);
    }
    EXPECT_NE(row.chord.key, Key::none);
    EXPECT_FALSE(row.help.empty());
  }
}

TEST(Keys, NamesAreReadBack) {
  for (int i = 1; i < kKeyCount; ++i) {
    const Key key = static_cast<Key>(i);
    ASSERT_FALSE(key_name(key).empty()) << i;
    EXPECT_EQ(parse_chord(key_name(key)), (Chord{key, {}}));
  }
  EXPECT_EQ(parse_chord("shift+r"), (Chord{Key::r, {.shift = true}}));
  EXPECT_EQ(parse_chord("hyper+r"), std::nullopt);
  EXPECT_EQ(parse_chord(""), std::nullopt);
}

TEST(Keys, ThePageInTheDocsIsTheTable) {
  std::ifstream file(BARCHAN_SOURCE_DIR "/docs/keys.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(page, keys_markdown(tool_keys(shipped_tools()))) << "run: barchan --keys > docs/keys.md";
}

TEST(Keys, TheWorldRunsFromTheStartAndPauses) {
  expect_runs(
      "expect paused == false\nframes 5\nexpect step == 5\nkey space\nframes 9\nexpect paused == true\n"
      "expect step <= 6\nkey p\nframes 3\nexpect paused == false\nexpect step >= 8\n");
}

TEST(Keys, ArrowsOfTheWindComeAndGo) {
  expect_runs(
      "key v\nframes 3\nexpect picture.wind_field == true\nkey v\nframes 2\nexpect picture.wind_field == false\n");
}

TEST(Keys, SingleStepsPauseFirst) {
  expect_runs(
      "frames 3\nkey n\nexpect paused == true\nframes 5\nexpect step == 4\nkey n\nframes 5\nexpect step == 5\n"
      "key s\nframes 1\nexpect step == 6\n");
}

TEST(Keys, NewLandKeepsSettingsAndViewAndShowsTheOldSeed) {
  expect_runs(
      "set wind.direction 45\nmouse_drag 700 300 900 300\nframes 200\nexpect previous_seed == none\n"
      "key r\nhold 2\nexpect seed == 5\nexpect previous_seed == 4\nexpect wind.direction == 45\n"
      "expect changes == 1\nexpect step < 8\nframes 10\nkey r\nhold 2\nexpect seed == 6\n"
      "expect previous_seed == 5\nframes 10\nkey shift+r\nhold 2\nexpect seed == 6\nexpect step < 5\n");
}

TEST(Keys, SlowerAndFaster) {
  expect_runs("expect speed == 0\nkey comma\nexpect speed == -1\nhold 1\nkey period\nkey period\nexpect speed == 1\n");
}

TEST(Keys, PanelsOverlayMapRainHelp) {
  expect_runs(
      "key tab\nexpect panels == false\nkey tab\nexpect panels == true\n"
      "key o\nexpect overlay != none\nkey shift+o\nexpect overlay == none\nkey m\nexpect map == true\n"
      "expect water_particles.enabled == 0\nkey w\nframes 2\nexpect water_particles.enabled == 1\n"
      "key g\nexpect picture.repeat == false\nkey f1\nexpect help == true\nkey escape\nexpect help == false\n"
      "key h\nexpect help == true\nclick help/close\nexpect help == false\n");
}

TEST(Mouse, DragsTurnMoveAndZoom) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "expect camera.azimuth == 60 +- 0.01\nmouse_drag 700 300 800 300\nframes 120\n"
      "expect camera.azimuth < 55\nkey home\nframes 120\nexpect camera.azimuth == 60 +- 0.1\n"
      "mouse_drag 700 300 800 300 right\nframes 120\nexpect camera.azimuth < 55\nkey home\nframes 200\n"
      "expect camera.x == 24 +- 0.1\nmouse_drag 700 300 800 300 middle\nframes 120\n"
      "expect camera.azimuth == 60 +- 0.1\nexpect camera.x != 24 +- 0.5\n"
      "key home\nframes 200\nkey_down shift+f5\nmouse_drag 700 300 800 300\nkey_up shift+f5\nframes 120\n"
      "expect camera.azimuth == 60 +- 0.1\nexpect camera.x != 24 +- 0.5\nkey home\nframes 200\n"
      "mouse_move 700 500\nwheel 3\nframes 120\nexpect camera.distance < 40\n"
      "key t\nframes 200\nexpect camera.elevation == 90 +- 0.5\nkey f\nframes 200\nexpect camera.elevation < 70\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Mouse, DragsOnThePanelDoNotTurnTheView) {
  expect_runs(
      "expect camera.azimuth == 60 +- 0.01\nmouse_drag 100 250 200 250\nframes 60\n"
      "expect camera.azimuth == 60 +- 0.01\n");
}

TEST(Mouse, FlyingTakesTheLetterKeys) {
  // While the right button is held, W flies and does not switch on the rain.
  expect_runs(
      "mouse_move 800 400\nmouse_down right\nkey_down w\nframes 60\nkey_up w\nmouse_up right\nframes 60\n"
      "expect water_particles.enabled == 0\nexpect camera.y != 16 +- 2\nexpect camera.azimuth == 60 +- 0.01\n"
      "key w\nframes 2\nexpect water_particles.enabled == 1\n");
}

TEST(Files, ABadFileIsSaidAndTheWorldKept) {
  const Workspace workspace;
  workspace.write("bad.toml", "title = \"Bad\"\n[grid]\nwidth = 0\n");
  std::string worse = "title = \"Worse\"\n";
  for (int i = 10; i < 39; ++i) worse += "a" + std::to_string(i) + " = 0\n";
  workspace.write("worse.toml", worse);
  const auto run = workspace.run_script(
      "frames 3\nopen bad.toml\nframes 2\nexpect message contains bad.toml\nexpect scenario contains tiny\n"
      "expect step > 3\nopen nowhere.png\nframes 2\nexpect message contains nowhere.png\n"
      "expect scenario contains tiny\nopen worse.toml\nframes 2\nexpect message contains \"worse.toml:11:1: \"\n"
      "expect message contains \"… and 19 more lines\"\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace keys_test
