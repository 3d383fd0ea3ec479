// Every control by keyboard: the keyboard goes from window to window, moves there, presses, and comes back to the land.
#include "ui/keyboard_focus.hpp"

#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ui/headless.hpp"

namespace keyboard_focus_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;

void run(Headless& window, std::string const& script) { Script::parse(script, "keyboard.txt").run(window); }

std::string text(Headless& window, char const* name) { return std::get<std::string>(*window.editor().ask(name)); }

/// Presses a key until the control has the focus. False if it never has.
bool reach(Headless& window, std::string const& key, std::string const& control) {
  for (int i = 0; i < 90; ++i) {
    if (text(window, "keyboard.at") == control) return true;
    run(window, "key " + key + "\nframes 2\n");
  }
  return false;
}

TEST(KeyboardFocus, GoesFromWindowToWindowAndBackToTheLand) {
  Headless window(shipped_tools());
  run(window,
      "key space\nframes 3\nexpect paused == true\nexpect keyboard == none\nkey f6\nframes 2\n"
      "expect keyboard == panel\nkey f6\nframes 2\nexpect keyboard == menus\nkey tab\nframes 2\n"
      "expect keyboard == toolbar\nexpect panels == true\nkey f6\nframes 2\nexpect keyboard == timebar.strip\n"
      "key f6\nframes 2\nexpect keyboard == panel\nkey shift+f6\nframes 2\nexpect keyboard == timebar.strip\n"
      "key escape\nframes 2\nexpect keyboard == none\nkey space\nframes 2\nexpect paused == false\n");
}

TEST(KeyboardFocus, KeysOfTheLandDoNothingMeanwhile) {
  Headless window(shipped_tools());
  run(window,
      "key space\nframes 3\nkey f6\nframes 2\nkey r\nkey o\nkey tab\nkey tab\nkey tab\nkey tab\nframes 3\n"
      "expect overlay == none\nexpect panels == true\nexpect seed == 4\nkey ctrl+z\nkey escape\nframes 2\nkey o\n"
      "frames 2\nexpect overlay != none\n");
}

TEST(KeyboardFocus, ReachesASliderAndChangesIt) {
  Headless window(shipped_tools());
  run(window, "key space\nframes 3\nkey f6\nframes 2\n");
  ASSERT_TRUE(reach(window, "down", "gravity.settling"));
  run(window,
      "expect gravity.settling == 2\nkey right\nframes 2\nexpect gravity.settling > 2\nkey left\nframes 2\n"
      "key left\nframes 2\nexpect gravity.settling < 2\n");
  // Enter types a value.
  run(window,
      "key enter\nframes 3\nexpect typing == true\nkey ctrl+a\ntype 3\nkey enter\nframes 3\n"
      "expect typing == false\nexpect gravity.settling == 3\nexpect keyboard == panel\n");
  // So does Space, and Esc ends it.
  ASSERT_TRUE(reach(window, "up", "gravity.repose_slope"));
  run(window,
      "key space\nframes 3\nexpect typing == true\nkey escape\nframes 3\nexpect typing == false\n"
      "expect paused == true\n");
}

TEST(KeyboardFocus, PressesButtonsAndSwitches) {
  Headless window(shipped_tools());
  run(window, "key space\nframes 3\nkey f6\nframes 2\n");
  ASSERT_TRUE(reach(window, "down", "section/wind"));
  run(window, "key space\nframes 3\n");
  EXPECT_NE(window.editor().widgets().find("wind.winds"), nullptr);
  ASSERT_TRUE(reach(window, "up", "water_particles.enabled"));
  run(window, "key enter\nframes 3\nexpect water_particles.enabled == 1\n");
  run(window, "key f6\nkey f6\nframes 2\nexpect keyboard == toolbar\n");
  ASSERT_TRUE(reach(window, "down", "tool/brush"));
  run(window, "key enter\nframes 3\nexpect tool == brush\n");
}

TEST(KeyboardFocus, OpensAMenuAndChoosesAnEntry) {
  Headless window(shipped_tools());
  run(window, "key space\nframes 3\nexpect map == false\nkey f6\nkey f6\nframes 2\nexpect keyboard == menus\n");
  ASSERT_TRUE(reach(window, "right", "menu/view"));
  run(window, "key enter\nframes 3\nexpect menu == true\n");
  ASSERT_TRUE(reach(window, "down", "menu/view/inset_map"));
  run(window, "key enter\nframes 3\nexpect menu == false\nexpect map == true\n");
  run(window,
      "key enter\nframes 3\nexpect menu == true\nkey escape\nframes 3\nexpect menu == false\n"
      "expect keyboard == menus\n");
}

TEST(KeyboardFocus, MovesInADialogWithoutBeingAsked) {
  Headless window(shipped_tools());
  run(window, "key space\nset gravity.settling 3\nframes 2\nkey ctrl+n\nframes 4\nexpect dialog == new_land\n");
  bool reached = false;
  for (int i = 0; i < 60 && !reached; ++i) {
    run(window, "key down\nframes 2\n");
    reached = window.editor().widgets().focused() == "new_land/cancel";
  }
  ASSERT_TRUE(reached);
  run(window, "key space\nframes 3\nexpect dialog == none\nexpect paused == true\n");
}

TEST(KeyboardFocus, TravelsInTimeAndLeavesWithAClickOnTheLand) {
  Headless window(shipped_tools());
  run(window,
      "key space\nframes 3\nsteps 100\nframes 2\nkey f6\nkey shift+f6\nframes 2\nexpect keyboard == timebar.strip\n");
  ASSERT_TRUE(reach(window, "down", "timebar"));
  run(window,
      "key left\nframes 4\nexpect step == 98\nkey left\nframes 4\nexpect step == 96\nkey right\nframes 4\n"
      "expect step == 98\nmouse_move 900 300\nmouse_down\nframes 2\nmouse_up\nframes 2\nexpect keyboard == none\n");
}

}  // namespace
}  // namespace keyboard_focus_test
