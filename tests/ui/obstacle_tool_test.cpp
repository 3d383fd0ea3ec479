// Obstacles placed by the user: clicks on the land place and remove them, and scripts give the same commands.
#include <gtest/gtest.h>

#include "ui/program.hpp"

namespace obstacle_tool_test {
namespace {

using barchan_test::Workspace;

// Seen from above, so that each pixel is a place. The land of 48 x 32 m is upright in the picture.
constexpr char const* kFromAbove = "key space\nkey t\nframes 120\n";

TEST(ObstacleTool, ClicksPlaceAndTakeAwayAndDragsOnlyLookAround) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kFromAbove) +
          "expect tool == look\nexpect obstacles == 0\n"
          "set obstacle.shape block\nset obstacle.width 6\nset obstacle.height 3\n"
          "expect obstacle.shape == block\nexpect obstacle.width == 6\n"
          "click obstacle.place\nexpect tool == place\nexpect message contains place an obstacle\n"
          "mouse_move 760 340\nmouse_down\nmouse_up\nframes 3\nexpect obstacles == 36 +- 6\nexpect budget_error == 0\n"
          "mouse_drag 760 340 860 340\nframes 3\nexpect obstacles == 36 +- 6\n"
          "key t\nframes 120\n"
          "key x\nexpect tool == remove\nset obstacle.radius 12\nmouse_move 760 340\nmouse_down\nmouse_up\nframes 3\n"
          "expect obstacles == 0\nexpect budget_error == 0\n"
          "key escape\nexpect tool == look\nmouse_move 760 340\nmouse_down\nmouse_up\nframes 3\nexpect obstacles == 0\n"
          "key b\nexpect tool == place\nkey b\nexpect tool == look\n",
      workspace.tiny(), "--size 1280x720");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(ObstacleTool, ScriptsGiveTheSameCommands) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nplace wall azimuth=0 height=3 length=8 width=2\nframes 2\nexpect obstacles == 16\n"
      "place cylinder x=0.1 y=0.1 radius=3\nframes 2\nexpect obstacles > 16\nsteps 5\nexpect budget_error == 0\n"
      "remove cylinder x=0.1 y=0.1 radius=4\nframes 2\nexpect obstacles == 16\n"
      "click obstacle.remove_all\nframes 2\nexpect obstacles == 0\nexpect health == 0\nexpect changes == 0\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
  const auto refused = workspace.run_script("key space\nplace wall heigth=3\n", workspace.tiny());
  EXPECT_EQ(refused.code, 2) << refused.output;
  EXPECT_NE(refused.output.find("script.txt:2: place wall heigth=3: unknown key 'heigth' of a wall; did you mean"),
            std::string::npos)
      << refused.output;
}

TEST(ObstacleTool, ABodyWithoutRoomIsSaidAndTheWorldGoesOn) {
  const Workspace workspace;
  const std::string high = workspace
                               .write("high.toml",
                                      "title = \"High\"\n[grid]\nwidth = 24\nheight = 24\ndatum = 0\n[[land.base]]\n"
                                      "shape = \"uniform\"\nthickness = 7990\n")
                               .string();
  const auto run = workspace.run_script(
      "key space\nplace block height=20\nframes 2\nexpect obstacles == 0\nexpect message contains 8000\nsteps 3\n"
      "place block height=5\nframes 2\nexpect obstacles > 0\nexpect health == 0\n",
      high);
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace obstacle_tool_test
