// The parts of the window do not overlap, and the land keeps at least half of it, at small and large sizes.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ui/headless.hpp"
#include "ui/theme.hpp"

namespace layout_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;

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

INSTANTIATE_TEST_SUITE_P(Sizes, Layout,
                         testing::Values(WindowSize{{640.0f, 360.0f}}, WindowSize{{900.0f, 600.0f}},
                                         WindowSize{{1280.0f, 720.0f}}, WindowSize{{2560.0f, 1440.0f}, 2.0f}));

}  // namespace
}  // namespace layout_test
