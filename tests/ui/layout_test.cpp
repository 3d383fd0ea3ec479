// The parts of the window do not overlap, and the land keeps at least half of it, at small and large sizes.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "ui/headless.hpp"
#include "ui/program.hpp"
#include "ui/theme.hpp"

namespace layout_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

struct WindowSize {
  ImVec2 pixels;
  float scale = 1.0f;
};

void PrintTo(WindowSize const& size, std::ostream* out) {
  *out << size.pixels.x << "x" << size.pixels.y << " scale " << size.scale;
}

struct Box {
  std::string name;
  ImVec2 low, high;

  float area() const { return (high.x - low.x) * (high.y - low.y); }
};

/// The parts that are drawn now.
std::vector<Box> parts_of(Editor const& editor) {
  std::vector<Box> parts;
  for (char const* const name : {"menus", "toolbar", "tool", "panel", "status", "timebar.strip", "legend.box",
                                 "inset_map", "hints", "paused_mark", "hint"}) {
    if (WidgetPlace const* const place = editor.widgets().find(name)) {
      parts.push_back({name, place->minimum, place->maximum});
    }
  }
  return parts;
}

void expect_apart(std::vector<Box> const& parts, ImVec2 window) {
  for (Box const& one : parts) {
    EXPECT_GE(std::min(one.low.x, one.low.y), 0.0f) << one.name;
    EXPECT_LE(one.high.x, window.x) << one.name;
    EXPECT_LE(one.high.y, window.y) << one.name;
    for (Box const& other : parts) {
      if (one.name >= other.name) continue;
      const float width = std::min(one.high.x, other.high.x) - std::max(one.low.x, other.low.x);
      const float height = std::min(one.high.y, other.high.y) - std::max(one.low.y, other.low.y);
      EXPECT_TRUE(width <= 0.5f || height <= 0.5f) << one.name << " overlaps " << other.name;
    }
  }
}

class Layout : public testing::TestWithParam<WindowSize> {
 protected:
  Layout() : window_(shipped_tools(), GetParam().pixels, GetParam().scale) {
    apply_theme(GetParam().scale, Theme::dark);
  }
  void run(std::string const& script) { Script::parse(script, "layout.txt").run(window_); }
  std::vector<Box> parts() { return parts_of(window_.editor()); }
  WidgetPlace const* find(std::string const& name) { return window_.editor().widgets().find(name); }
  /// A place of the window in a script: "600 300".
  static std::string at(float x, float y) {
    return std::to_string(static_cast<int>(x * GetParam().pixels.x)) + " " +
           std::to_string(static_cast<int>(y * GetParam().pixels.y));
  }

  /// Area beside the column of settings, below the menus and above the time bar or the status bar.
  float land_area() {
    float left = 0.0f;
    for (char const* const name : {"toolbar", "tool", "panel"}) {
      if (WidgetPlace const* const place = find(name)) left = std::max(left, place->maximum.x);
    }
    WidgetPlace const* const bar = find("timebar.strip");
    const float foot = bar != nullptr ? bar->minimum.y : find("status")->minimum.y;
    return (GetParam().pixels.x - left) * (foot - find("menus")->maximum.y);
  }
  void expect_within_and_not_over_half_of_the_land(std::string const& name) {
    WidgetPlace const* const place = find(name);
    ASSERT_NE(place, nullptr) << name;
    EXPECT_GE(std::min(place->minimum.x, place->minimum.y), 0.0f) << name;
    EXPECT_LE(place->maximum.x, GetParam().pixels.x) << name;
    EXPECT_LE(place->maximum.y, GetParam().pixels.y) << name;
    const Box box{name, place->minimum, place->maximum};
    EXPECT_LE(box.area(), 0.505f * land_area()) << name;
  }
  void expect_inside(std::string const& name, std::string const& window) {
    WidgetPlace const* const place = find(name);
    WidgetPlace const* const whole = find(window);
    ASSERT_TRUE(place != nullptr && whole != nullptr) << name;
    EXPECT_GE(place->minimum.x, whole->minimum.x) << name;
    EXPECT_GE(place->minimum.y, whole->minimum.y) << name;
    EXPECT_LE(place->maximum.x, whole->maximum.x) << name;
    EXPECT_LE(place->maximum.y, whole->maximum.y) << name;
  }
  void place_gauge() {
    barchan::Landmarks landmarks;
    landmarks.gauges.push_back({1, {"Gauge 1", 0.5f, 0.5f}});
    window_.editor().set_landmarks(landmarks, "place Gauge 1");
    run("frames 2\nsteps 5\nframes 4\n");
  }

  Headless window_;
};

TEST_P(Layout, LeavesHalfOfTheWindowToTheLandAndTheFirstSlidersInReach) {
  run("key space\nframes 4\nmouse_move 1 1\nframes 2\n");
  const std::vector<Box> all = parts();
  expect_apart(all, GetParam().pixels);
  float covered = 0.0f;
  for (Box const& part : all) covered += part.name == "paused_mark" || part.name == "hint" ? 0.0f : part.area();
  EXPECT_LE(covered, 0.5f * GetParam().pixels.x * GetParam().pixels.y);
  for (char const* const name : {"wind.dial", "wind.speed", "wind.direction", "wind_particles.suspension",
                                 "wind_particles.abrasion", "gravity.repose_slope", "gravity.settling"}) {
    WidgetPlace const* const slider = window_.editor().widgets().find(name);
    ASSERT_NE(slider, nullptr) << name;
    EXPECT_TRUE(slider->visible()) << name;
  }
  for (auto const& tool : window_.editor().toolbox().tools()) {
    WidgetPlace const* const button = window_.editor().widgets().find("tool/" + std::string(tool->info().id));
    ASSERT_NE(button, nullptr) << tool->info().id;
    EXPECT_TRUE(button->visible()) << tool->info().id;
  }
}

TEST_P(Layout, KeepsItsPartsApartWithEachToolAnOverlayTheMapAndFoldedSettings) {
  run("key space\nset map true\nset overlay sediment\nmouse_move 1 1\nframes 4\n");
  for (auto const& tool : window_.editor().toolbox().tools()) {
    run("tool " + std::string(tool->info().id) + "\nframes 4\n");
    SCOPED_TRACE(tool->info().id);
    expect_apart(parts(), GetParam().pixels);
  }
  run("tool brush\nkey f9\nframes 4\nexpect settings == false\n");
  expect_apart(parts(), GetParam().pixels);
  EXPECT_EQ(window_.editor().widgets().find("wind.speed"), nullptr);
  EXPECT_NE(window_.editor().widgets().find("tool"), nullptr) << "the options of the tool stay";
  run("tool look\nframes 4\n");
  WidgetPlace const* const strip = window_.editor().widgets().find("panel");
  ASSERT_NE(strip, nullptr);
  EXPECT_LT(strip->maximum.x - strip->minimum.x, 40.0f * GetParam().scale);
  run("click settings/fold\nframes 4\nexpect settings == true\n");
}

TEST_P(Layout, HintsCoverNothingElse) {
  run("key space\nset overlay sediment\nset menu/help hints\nmouse_move 1 1\nframes 4\n");
  for (int i = 0; i < 3; ++i) {
    if (window_.editor().ask("hints") == Answer(std::string("none"))) break;  // no time bar in a small window
    std::vector<Box> all = parts();
    std::erase_if(all, [](Box const& box) { return box.name == "paused_mark"; });
    expect_apart(all, GetParam().pixels);
    run("click hints/ok\nmouse_move 1 1\nframes 4\n");
  }
}

TEST_P(Layout, NoWindowCoversMoreThanHalfOfTheLand) {
  run("key space\nkey t\nframes 200\nset gravity.repose_slope 0.5\nsteps 4\nset gravity.repose_slope 0.6\nsteps 4\nkey "
      "y\nmouse_move 1 1\n"
      "frames 6\n");
  expect_within_and_not_over_half_of_the_land("history");
  run("key y\nframes 3\n");
  window_.editor().state().graph.shown = true;
  run("frames 4\n");
  expect_within_and_not_over_half_of_the_land("graph.box");
  window_.editor().state().graph.shown = false;
  run("tool inspect\nmouse_move " + at(0.6f, 0.5f) + "\nframes 6\n");
  expect_within_and_not_over_half_of_the_land("inspector.box");
  run("tool section\nmouse_drag " + at(0.55f, 0.45f) + " " + at(0.7f, 0.6f) + "\nmouse_move 1 1\nframes 6\n");
  expect_within_and_not_over_half_of_the_land("section");
  run("key escape\nframes 3\n");
  place_gauge();
  expect_within_and_not_over_half_of_the_land("gauges");
}

TEST_P(Layout, SectionAndGaugesTogetherLeaveSomeOfTheLandFree) {
  run("key space\nkey t\nframes 200\ntool section\nmouse_drag " + at(0.55f, 0.45f) + " " + at(0.7f, 0.6f) +
      "\nmouse_move 1 1\nframes 6\n");
  place_gauge();
  auto const& widgets = window_.editor().widgets();
  ASSERT_NE(widgets.find("gauges"), nullptr) << "what was opened last is shown";
  const float foot =
      widgets.find("timebar.strip") == nullptr ? GetParam().pixels.y : widgets.find("timebar.strip")->minimum.y;
  const float free = widgets.find("gauges")->minimum.y - widgets.find("menus")->maximum.y;
  EXPECT_GE(free, std::min(100.0f * GetParam().scale, 0.4f * foot));
  if (widgets.find("section") != nullptr) return;
  run("key escape\nframes 4\nexpect section == open\n");
  EXPECT_EQ(widgets.find("gauges"), nullptr) << "Esc closes the window in sight";
  EXPECT_NE(widgets.find("section"), nullptr) << "what was opened before is shown again";
}

TEST_P(Layout, TheWindowsOfSectionAndGaugesContainTheirParts) {
  for (char const* const map : {"false", "true"}) {
    run(std::string("key space\nkey t\nframes 200\nset map ") + map + "\ntool section\nmouse_drag " + at(0.55f, 0.45f) +
        " " + at(0.7f, 0.6f) + "\nmouse_move 1 1\nframes 6\n");
    for (char const* const name :
         {"section.exaggeration", "section.csv", "section.png", "section.close", "section.plot"}) {
      expect_inside(name, "section");
    }
    EXPECT_GE(find("section.exaggeration")->maximum.x - find("section.exaggeration")->minimum.x, 100.0f);
    run("key escape\nframes 3\n");
    place_gauge();
    for (char const* const name : {"gauges.discharge", "gauges.depth", "gauges.level", "gauges.add", "gauges.csv",
                                   "gauges.close", "gauges.1.name", "gauges.1.remove", "gauges.plot"}) {
      expect_inside(name, "gauges");
    }
    EXPECT_LE(find("gauges.discharge")->maximum.x, find("gauges.depth")->minimum.x);
    EXPECT_GE(find("gauges.plot")->maximum.x - find("gauges.plot")->minimum.x, 100.0f);
    EXPECT_GE(find("gauges.plot")->maximum.y - find("gauges.plot")->minimum.y, 60.0f);
    run("key space\n");
  }
}

TEST_P(Layout, KeepsTheFirstSlidersInReachWhileAToolHasOptions) {
  run("key space\nframes 4\n");
  for (auto const& tool : window_.editor().toolbox().tools()) {
    run("tool " + std::string(tool->info().id) + "\nmouse_move 1 1\nframes 6\n");
    for (char const* const name : {"wind.speed", "wind_particles.suspension", "wind_particles.abrasion",
                                   "gravity.repose_slope", "gravity.settling"}) {
      WidgetPlace const* const slider = find(name);
      ASSERT_NE(slider, nullptr) << name;
      EXPECT_TRUE(slider->visible()) << name << " with the tool " << tool->info().id;
    }
  }
}

TEST_P(Layout, AnActThatIsChangedShowsItsValues) {
  run("key space\nframes 2\n");
  for (int i = 0; i < 8; ++i) run("set gravity.repose_slope 0." + std::to_string(51 + i) + "\nsteps 2\n");
  run("key y\nframes 6\nclick \"history/act 8/change\"\nmouse_move 1 1\nframes 8\n");
  WidgetPlace const* const apply = find("history/act 8/apply");
  ASSERT_NE(apply, nullptr);
  EXPECT_TRUE(apply->visible());
}

TEST_P(Layout, AWindowThatNeedsTheRoomFoldsTheSettingsUntilItCloses) {
  run("key space\nkey y\nframes 4\n");
  const bool small = GetParam().pixels.x < 800.0f;
  EXPECT_EQ(find("wind.speed") == nullptr, small);
  if (!small) return;
  run("key f9\nframes 3\nexpect settings == true\nexpect history == false\n");
  EXPECT_NE(find("wind.speed"), nullptr);
}

TEST_P(Layout, AFileDialogKeepsItsButtonsInTheWindow) {
  const Workspace workspace;
  workspace.write("old.barchan", "?");
  for (int i = 0; i < 30; ++i) workspace.write("other" + std::to_string(i) + ".barchan", "?");
  run("key space\nkey ctrl+shift+s\nframes 3\ntype \"" + (workspace.folder() / "old.barchan").string() +
      "\"\nkey enter\nframes 4\nexpect dialog == save\nexpect trouble contains Replace\n");
  for (char const* const name : {"file/ok", "file/cancel"}) {
    WidgetPlace const* const button = find(name);
    ASSERT_NE(button, nullptr) << name;
    EXPECT_TRUE(button->visible()) << name;
    EXPECT_LE(button->maximum.y, GetParam().pixels.y) << name;
  }
}

TEST_P(Layout, HelpAndTooltipsStayInTheWindow) {
  run("key space\nkey f1\nframes 5\n");
  ASSERT_NE(find("help/row"), nullptr);
  EXPECT_LE(find("help/row")->maximum.x, 0.98f * GetParam().pixels.x);
  run("key f1\nhover preset/star\nframes 40\n");
  WidgetPlace const* const help = find("preset.help");
  ASSERT_NE(help, nullptr);
  EXPECT_GE(std::min(help->minimum.x, help->minimum.y), 0.0f);
  EXPECT_LE(help->maximum.x, GetParam().pixels.x);
  EXPECT_LE(help->maximum.y, GetParam().pixels.y);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Layout,
                         testing::Values(WindowSize{{640.0f, 360.0f}}, WindowSize{{900.0f, 600.0f}},
                                         WindowSize{{1280.0f, 720.0f}}, WindowSize{{2560.0f, 1440.0f}, 2.0f}));

}  // namespace
}  // namespace layout_test
