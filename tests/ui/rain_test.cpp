// Springs, storms and rain maps set by the user.
#include <gtest/gtest.h>

#include "io/saved_world.hpp"
#include "land/terrain.hpp"
#include "ui/program.hpp"

namespace rain_test {
namespace {

using barchan_test::Workspace;

/// A map of this size; that of the tiny land is 48 x 32.
std::string map_of(int width, int height) {
  std::string text = "ncols " + std::to_string(width) + "\nnrows " + std::to_string(height) + "\ncellsize 1\n";
  for (int i = 0; i < width * height; ++i) text += i % width < width / 2 ? "1 " : "0 ";
  return text;
}

TEST(RainByHand, SpringsAndStormsComeAndEnd) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nset water_particles.rain 0\nkey w\nexpect sources == 0\nset source.x 0.25\nset source.discharge 2\n"
      "click source.place\nframes 2\nexpect sources == 1\nexpect unsaved == true\nexpect changes == 2\n"
      "set storm.duration 20\nset storm.rain 9000\nclick storm.place\nframes 2\nexpect storms == 1\nsteps 30\n"
      "expect budget_error == 0\nexpect health == 0\nexpect particles > 0\n"
      "click source.remove_all\nclick storm.remove_all\nframes 2\nexpect sources == 0\nexpect storms == 0\n"
      "set storm.every 10\nclick storm.place\nframes 2\nexpect storms == 0\nexpect message contains \"at least the\"\n",
      workspace.tiny(), "--size 1280x1600");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(RainByHand, AMapIsChosenOfTheLandsSizeAndSavedWithTheWorld) {
  const Workspace workspace;
  workspace.write("half.asc", map_of(48, 32));
  workspace.write("other.asc", map_of(32, 48));
  const auto run = workspace.run_script(
      "key space\nclick storm.map\nframes 2\nexpect dialog == rain\nclick file/other.asc\nclick file/ok\nframes 3\n"
      "expect dialog == rain\nexpect trouble contains \"48 x 32 cells, found 32 x 48\"\nexpect rain_map == false\n"
      "double_click file/half.asc\nframes 3\nexpect dialog == none\nexpect rain_map == true\nexpect unsaved == true\n"
      "key ctrl+s\nframes 2\nset file/name wet\nframes 3\nexpect unsaved == false\nclick storm.even\nframes 2\n"
      "expect rain_map == false\nexpect unsaved == true\n",
      workspace.tiny(), "--size 1280x1600");
  EXPECT_EQ(run.code, 0) << run.output;
  const barchan::SavedWorld saved = barchan::load_world(workspace.folder() / "wet.barchan");
  EXPECT_EQ(saved.world.terrain().rainfall.map.size(), 48u * 32u);
}

// Seen from above, so that each pixel is a place. The land of 48 x 32 m is upright in the picture.
constexpr char const* kFromAbove = "key space\nkey t\nframes 120\n";
constexpr char const* kClick = "mouse_down\nmouse_up\nframes 3\n";

TEST(SourceTool, ClicksPlaceWhatThePanelSaysAndDragsOnlyLookAround) {
  const Workspace workspace;
  const std::string click = kClick;
  const auto run = workspace.run_script(
      std::string(kFromAbove) +
          "set source.discharge 2.5\nset source.load 0.1\nexpect tool != source\nclick source.click\n"
          "expect tool == source\nexpect sources == 0\nmouse_move 640 240\n" +
          click + "expect sources == 1\nexpect unsaved == true\nexpect health == 0\nset source.discharge 0.5\n" +
          "mouse_move 640 480\n" + click +
          "expect sources == 2\nmouse_drag 640 480 740 480\nframes 3\nexpect sources == 2\n"
          "key t\nframes 120\nkey escape\nexpect tool != source\nmouse_move 640 300\n" +
          click +
          "expect sources == 2\nexpect source.x == 0.5\nkey ctrl+s\nframes 2\nset file/name springs\nframes 3\n" +
          "expect unsaved == false\nclick source.1.remove\nframes 2\nexpect sources == 1\nexpect unsaved == true\n"
          "key ctrl+s\nframes 3\nexpect unsaved == false\nopen springs.barchan\nframes 3\nexpect sources == 1\n",
      workspace.tiny(), "--size 1280x1600");
  EXPECT_EQ(run.code, 0) << run.output;
  const barchan::SavedWorld saved = barchan::load_world(workspace.folder() / "springs.barchan");
  ASSERT_EQ(saved.world.terrain().sources.size(), 1u);
  EXPECT_EQ(saved.world.terrain().sources[0].discharge, 0.5f);
  ASSERT_EQ(saved.world.recording().size(), 3u);
  auto const* const placed = std::get_if<barchan::PlaceSource>(&saved.world.recording()[0].command);
  auto const* const ended = std::get_if<barchan::RemoveSource>(&saved.world.recording()[2].command);
  ASSERT_TRUE(placed != nullptr && ended != nullptr);
  EXPECT_EQ(placed->source, ended->source);
  EXPECT_EQ(placed->source.discharge, 2.5f);
  EXPECT_EQ(placed->source.load, 0.1f);
  EXPECT_NE(placed->source.y, saved.world.terrain().sources[0].y) << "each where the click was";
}

TEST(SourceTool, APlaceThatCannotBeIsSaidAsElsewhere) {
  const Workspace workspace;
  const std::string click = kClick;
  workspace.write("block.toml",
                  "title = \"Block\"\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"closed\"\n"
                  "[[land.base]]\nshape = \"uniform\"\nthickness = 2.0\n[wind_particles]\nenabled = false\n");
  const auto run = workspace.run_script(
      "key space\nplace block x=0.5 y=0.5 width=12 height=3\nkey t\nframes 200\nclick source.click\n"
      "expect message contains \"rain is off\"\nmouse_move 640 360\n" +
          click +
          "expect sources == 0\nexpect message contains \"source: expected a place without an obstacle, found an "
          "obstacle at x "
          "= 0.5\"\nmouse_move 1100 360\n" +
          click +
          "expect sources == 0\nexpect message == \"There is no land here over which water could flow.\"\nmouse_move "
          "760 360\n" +
          click + "expect sources == 1\nexpect tool == source\n",
      "block.toml");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(SourceTool, HasTheClickAlone) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nclick source.click\nexpect tool == source\nkey b\nexpect tool != source\n"
      "expect tool == place\nclick source.click\nexpect tool == source\nkey l\nexpect tool != source\n"
      "expect tool == gauge\nclick source.click\nexpect tool != gauge\nkey c\n"
      "expect tool != source\nexpect section == armed\nclick source.click\nexpect section == off\nkey x\n"
      "expect tool != source\nclick source.click\nexpect tool == source\nclick source.click\n"
      "expect tool != source\nexpect tool == look\n",
      workspace.tiny(), "--size 1280x1600");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(SourceTool, SourcesAreMarkedWhileTheSectionOrTheToolIsOpen) {
  const Workspace workspace;
  const std::string place = std::string(kFromAbove) +
                            "set source.x 0.3\nset source.y 0.4\nclick source.place\nframes 2\nhover source.1.mark\n";
  const std::string close = "click section/source\nframes 2\n";
  const auto marked = [&](std::string const& script) {
    return workspace.run_script(script + "hover source.1.mark\n", workspace.tiny(), "--size 1280x1600");
  };
  const auto both = marked(place + "click source.click\n" + close + "expect tool == source\n");
  EXPECT_EQ(both.code, 0) << both.output;
  const auto hidden = marked(place + "key tab\nframes 2\n");
  EXPECT_NE(hidden.code, 0) << hidden.output;
  EXPECT_NE(hidden.output.find("expected a widget of the window, found 'source.1.mark'"), std::string::npos)
      << hidden.output;
  const auto armed = marked(place + "click source.click\nkey tab\nframes 2\n");
  EXPECT_EQ(armed.code, 0) << armed.output;
}

}  // namespace
}  // namespace rain_test
