// The brush in the window: strokes by mouse and keys.
#include <cmath>

#include <gtest/gtest.h>

#include "headless.hpp"
#include "program.hpp"
#include "world/world.hpp"

namespace barchan_test::brush_tool_test {
namespace {

constexpr char const* kReady = "key space\nframes 2\ncamera 0 80 2 0.5 0.5\ntool brush\nframes 2\n";

void run(Headless& window, std::string const& script) { barchan::ui::Script::parse(script, "test.txt").run(window); }

TEST(BrushTool, DrawsAStrokeThatUndoTakesBack) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kReady);
  run(window,
      "expect tool == brush\nset brush.material sand\nexpect brush.material == sand\nset brush.radius 4\n"
      "mouse_drag 600 300 760 380\nframes 2\nexpect undo == \"raise sand\"\nexpect unsaved == true\n"
      "expect budget_error == 0\nexpect history.acts == 1\nkey ctrl+z\nframes 3\nexpect undo == none\n"
      "expect message == \"Undid: raise sand\"\nkey ctrl+y\nframes 3\nexpect undo == \"raise sand\"\n");
}

TEST(BrushTool, HasKeysForItsSizeAndItsStrength) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kReady);
  run(window,
      "set brush.radius 10\nkey right_bracket\nexpect brush.radius == 12\nkey left_bracket\nkey left_bracket\n"
      "expect brush.radius == 8.3333333 +- 0.001\nset brush.amount 1\nkey shift+right_bracket\n"
      "expect brush.amount == 1.2\nset brush.action smooth\nset brush.strength 0.5\nkey shift+left_bracket\n"
      "expect brush.strength == 0.4166667 +- 0.001\nexpect brush.amount == 1.2\n"
      "tool remove\nset obstacle.radius 10\nkey right_bracket\nexpect obstacle.radius == 12\n");
}

TEST(BrushTool, InvertsWithControlAndSmoothsWithShift) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kReady);
  run(window,
      "set brush.radius 5\nset brush.material rock\nmouse_move 640 340\nkey_down ctrl+a\nmouse_down\nmouse_up\n"
      "key_up ctrl+a\nframes 2\nexpect undo == \"lower rock\"\nmouse_move 640 340\nkey_down shift+a\nmouse_down\n"
      "mouse_up\nkey_up shift+a\nframes 2\nexpect undo == \"smooth rock\"\n");
}

TEST(BrushTool, BuildsARampFromPressToRelease) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kReady);
  run(window,
      "set brush.action ramp\nset brush.radius 4\nmouse_move 600 340\nmouse_down\nmouse_up\nframes 2\n"
      "expect undo == none\nexpect message contains \"Drag from one end\"\nmouse_drag 560 340 720 340\nframes 2\n"
      "expect undo == \"ramp rock\"\nexpect history.acts == 1\n");
}

/// Hash of the world after the mouse has gone along a path, with so many of its places in each frame.
std::uint64_t hash_after(std::size_t places_a_frame) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kReady);
  run(window, "set brush.radius 4\nset brush.amount 2\n");
  barchan::ui::ScriptedInput input;
  const auto place = [](std::size_t i) {
    const float t = static_cast<float>(i) / 144.0f;
    return ImVec2{520.0f + 240.0f * t, 340.0f + 60.0f * std::sin(9.0f * t)};
  };
  input.mouse = place(0);
  window.frame(input, false);
  for (std::size_t i = 1; i <= 144; ++i) {
    window.editor().pointer_moved(place(i));
    input.mouse = place(i);
    if (i == 5 || i == 131) {  // the button goes down and up between two frames
      input.buttons[0] = i == 5;
      window.editor().pointer_pressed(i == 5);
    }
    if (i % places_a_frame == 0 || i == 144) window.frame(input, false);
  }
  for (int frame = 0; frame < 4; ++frame) window.frame(input, false);
  return window.hash();
}

TEST(BrushTool, DrawsTheSameStrokeAtAnyFrameRate) {
  const std::uint64_t hash = hash_after(1);
  EXPECT_EQ(hash_after(144 / 10), hash);
  EXPECT_EQ(hash_after(37), hash);
}

TEST(BrushTool, MakesOneActOfADragWhateverKeysArePressed) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kReady);
  run(window,
      "set brush.radius 5\nmouse_move 560 340\nmouse_down\nmouse_move 600 340\nframes 1\nkey m\nmouse_move 660 340\n"
      "frames 1\nmouse_up\nframes 2\nexpect history.acts == 1\n");
}

TEST(BrushTool, EndsAStrokeWithEsc) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kReady);
  run(window, "set brush.radius 5\nmouse_move 560 340\nmouse_down\nmouse_move 600 340\nframes 2\nkey escape\n");
  const std::uint64_t hash = window.hash();
  run(window, "mouse_move 700 400\nframes 2\nmouse_up\nframes 2\nexpect tool == brush\nexpect history.acts == 1\n");
  EXPECT_EQ(window.hash(), hash);
}

TEST(BrushTool, ShowsItsRingAndItsEffect) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\ntool brush\nmouse_move 350 200\nframes 4\npicture ring.png\nmouse_drag 310 190 400 215\n"
      "frames 4\nmouse_move 350 200\nframes 120\npicture drawn.png\nkey ctrl+z\nframes 120\npicture undone.png\n"
      "expect budget_error == 0\n",
      workspace.tiny(), "--no-panels --size 640x360");
  ASSERT_EQ(run.code, 0) << run.output;
  const auto picture = [&](char const* name) { return barchan_test::pixels_of(workspace.folder() / name); };
  EXPECT_NE(picture("drawn.png"), picture("undone.png"));
  EXPECT_EQ(picture("ring.png"), picture("undone.png"));
}

}  // namespace
}  // namespace barchan_test::brush_tool_test
