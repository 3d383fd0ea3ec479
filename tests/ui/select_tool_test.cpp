// The tool Select: objects of the land are moved, turned, sized, duplicated and removed by mouse and keys.
#include <cmath>

#include <gtest/gtest.h>

#include "headless.hpp"
#include "program.hpp"
#include "ui/obstacle_handles.hpp"
#include "ui/obstacle_outline.hpp"
#include "world/world.hpp"

namespace barchan_test::select_tool_test {
namespace {

using barchan::Obstacle;
using barchan::ObstacleShape;
using barchan::ui::dragged_body;
using barchan::ui::Grip;
using barchan::ui::GripDrag;

void run(Headless& window, std::string const& script) { barchan::ui::Script::parse(script, "test.txt").run(window); }

// Seen from above, with a block of 8 m in the middle of the land of 48 m x 32 m, which is the middle of the picture.
constexpr char const* kBlock =
    "key space\nframes 2\nplace block x=0.5 y=0.5 width=8 height=3 azimuth=0\nframes 2\nkey t\nframes 150\ntool "
    "select\n"
    "frames 2\n";

TEST(SelectTool, NamesWhatIsUnderThePointerAndSelectsItWithAClick) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "expect tool == select\nexpect objects == 1\nmouse_move 640 360\nframes 2\nexpect hovered == \"Block 1\"\n"
      "expect selected == none\nmouse_move 640 600\nframes 2\nexpect hovered == none\nmouse_move 640 360\nmouse_down\n"
      "mouse_up\nframes 2\nexpect selected == \"Block 1\"\nexpect history.acts == 1\nexpect selected.height == 3\n"
      "mouse_move 640 650\nmouse_down\nmouse_up\nframes 2\nexpect selected == none\n");
}

TEST(SelectTool, MovesABodyWithOneCommandWhenTheHandLetsGo) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  const std::uint64_t before = window.hash();
  run(window, "mouse_move 640 360\nmouse_down\nmouse_move 680 360\nmouse_move 740 400\nframes 3\n");
  ASSERT_EQ(window.runner().view().bodies.size(), 1u);
  EXPECT_EQ(window.runner().view().bodies.front().obstacle.x, 0.5f) << "the world has it where it was";
  run(window,
      "expect history.acts == 1\nmouse_up\nframes 3\nexpect undo == \"move obstacle 1\"\nexpect history.acts == 2\n"
      "expect selected == \"Block 1\"\nexpect selected.x > 0.55\nexpect selected.y < 0.48\nexpect budget_error == 0\n"
      "expect unsaved == true\n");
  EXPECT_NE(window.hash(), before);
  run(window, "key ctrl+z\nframes 4\nexpect selected.x == 0.5\nexpect selected.y == 0.5\n");
  EXPECT_EQ(window.hash(), before);
  run(window, "key ctrl+y\nframes 4\nexpect selected.x > 0.55\n");
}

TEST(SelectTool, FollowsAPointerThatGoesAllTheWayInOneFrame) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "mouse_move 640 360\nmouse_down\nmouse_move 760 360\nmouse_up\nframes 3\nexpect undo == \"move obstacle 1\"\n"
      "expect selected.x > 0.6\nexpect selected.y == 0.5 +- 0.01\n");
}

TEST(SelectTool, TurnsAndSizesABodyByItsHandles) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "place wall x=0.5 y=0.8 length=12 width=3 azimuth=0\nframes 3\nclick select.obstacle.2\nframes 2\n"
      "expect selected == \"Wall 2\"\ndrag select.length 60 0\nframes 3\nexpect undo == \"change obstacle 2\"\n"
      "expect selected.length > 14\nexpect selected.width == 3\nexpect history.acts == 3\n"
      "drag select.width 0 -30\nframes 3\nexpect selected.width > 4\nexpect history.acts == 4\n"
      "drag select.azimuth -80 -200\nframes 3\nexpect undo == \"turn obstacle 2\"\nexpect selected.azimuth > 20\n"
      "expect selected.azimuth < 120\nexpect selected.x == 0.5\nexpect history.acts == 5\n"
      "key ctrl+z\nkey ctrl+z\nkey ctrl+z\nframes 4\nexpect selected.azimuth == 0\nexpect selected.length == 12\n"
      "expect selected.width == 3\nexpect budget_error == 0\n");
}

TEST(SelectTool, DuplicatesAndRemovesWholeBodies) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "key ctrl+d\nexpect message == \"Click an object first.\"\nexpect objects == 1\nclick select.obstacle.1\nkey "
      "ctrl+d\n"
      "frames 3\nexpect objects == 2\nexpect selected == \"Block 2\"\nexpect undo == \"place block\"\n"
      "expect selected.x > 0.6\nexpect selected.width == 8\nexpect obstacles == 128\nkey delete\nframes 3\n"
      "expect objects == 1\nexpect undo == \"remove obstacle 2\"\nexpect obstacles == 64\nexpect selected == none\n"
      "click select.obstacle.1\nkey backspace\nframes 3\nexpect objects == 0\nexpect obstacles == 0\nkey ctrl+z\n"
      "frames 3\nexpect objects == 1\nexpect obstacles == 64\nclick select.obstacle.1\nclick select.duplicate\nframes "
      "3\n"
      "expect objects == 2\nclick select.remove\nframes 3\nexpect objects == 1\nexpect budget_error == 0\n");
}

TEST(SelectTool, EscEndsADragThenTheSelectionThenTheTool) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  const std::uint64_t before = window.hash();
  run(window,
      "mouse_move 640 360\nmouse_down\nmouse_move 740 400\nkey escape\nmouse_move 760 420\nmouse_up\nframes 3\n"
      "expect selected == \"Block 1\"\nexpect selected.x == 0.5\nexpect history.acts == 1\nkey escape\n"
      "expect selected == none\nexpect tool == select\nkey escape\nexpect tool == look\nkey e\nexpect tool == "
      "select\n");
  EXPECT_EQ(window.hash(), before);
}

TEST(SelectTool, DragsOnOpenLandTurnTheView) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "click select.obstacle.1\nmouse_drag 640 640 720 640\nframes 2\nexpect camera.azimuth != 90\n"
      "expect selected == \"Block 1\"\nexpect history.acts == 1\n");
}

TEST(SelectTool, TakesValuesFromThePanel) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "click select.obstacle.1\nset selected.height 6\nframes 3\nexpect selected.height == 6\n"
      "expect undo == \"change obstacle 1\"\nexpect history.acts == 2\nset selected.x 0.25\nframes 3\n"
      "expect selected.x == 0.25\nexpect undo == \"move obstacle 1\"\ndrag selected.width 30 0\nframes 3\n"
      "expect selected.width > 8\nexpect history.acts == 4\n"
      "set selected.height 500\nframes 3\nexpect selected.height == 500\nexpect budget_error == 0\n");
}

TEST(SelectTool, LooksAtAnObjectWithADoubleClickInItsList) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "place dome x=0.25 y=0.75 radius=3\nframes 3\ndouble_click select.obstacle.2\nframes 150\n"
      "expect selected == \"Dome 2\"\nexpect camera.x == 12 +- 1\nexpect camera.y == 24 +- 1\n"
      "click select.obstacle.1\nframes 60\nexpect camera.x == 12 +- 1\nclick select.look\nframes 150\n"
      "expect camera.x == 24 +- 1\n");
}

TEST(SelectTool, MovesSourcesAndGauges) {
  Headless window(barchan::ui::shipped_tools());
  run(window,
      "key space\nframes 2\nkey t\nframes 150\nkey j\nmouse_move 700 300\nmouse_down\nmouse_up\nframes 3\n"
      "key l\nmouse_move 560 420\nmouse_down\nmouse_up\nframes 3\ntool select\nframes 2\nexpect objects == 2\n"
      "mouse_move 700 300\nframes 2\nexpect hovered == \"Spring 1\"\nmouse_drag 700 300 760 340\nframes 3\n"
      "expect undo == \"move source\"\nexpect sources == 1\nexpect selected.x > 0.6\n"
      "key ctrl+z\nframes 3\nexpect sources == 1\nexpect undo == \"place Gauge 1\"\n"
      "mouse_move 560 420\nframes 2\nexpect hovered == \"Gauge 1\"\nexpect gauges.points == 1\n"
      "mouse_drag 560 420 600 380\nframes 3\nexpect selected == \"Gauge 1\"\nexpect selected.x > 0.4\n"
      "expect undo == \"move Gauge 1\"\n"
      "key ctrl+d\nframes 3\nexpect gauges == 2\nkey delete\nframes 3\nexpect gauges == 1\n"
      "expect gauges.last == \"Gauge 2\"\nclick select.source.1\nkey ctrl+d\nframes 3\nexpect sources == 2\n"
      "key delete\nframes 3\nexpect sources == 1\n");
}

TEST(SelectTool, ForgetsABodyThatIsGone) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kBlock);
  run(window,
      "click select.obstacle.1\nexpect selected == \"Block 1\"\nremove all\nframes 3\nexpect selected == none\n"
      "expect objects == 0\nkey delete\nframes 2\nexpect message == \"Click an object first.\"\n");
}

// The town of a scenario: its houses, its palms and its people.
TEST(SelectTool, ChangesATownAndItsPalms) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 4\ntool select\nframes 4\nexpect objects == 37\nclick select.obstacle.4\n"
      "expect selected == \"Wall 4\"\nexpect selected.height == 10\ndouble_click select.obstacle.4\nframes 150\n"
      "set selected.azimuth 40\nframes 4\nexpect undo == \"turn obstacle 4\"\n"
      "click select.thing.1\nexpect selected == \"Palm 1\"\nkey ctrl+d\nframes 4\n"
      "expect objects == 38\nexpect undo == \"duplicate palm 1\"\nkey delete\nframes 4\nexpect objects == 37\n"
      "expect selected == none\nexpect undo == \"remove palm 1\"\nkey ctrl+z\nframes 4\nexpect objects == 38\n"
      "key ctrl+z\nframes 4\nexpect objects == 37\nexpect undo == \"turn obstacle 4\"\n"
      "expect budget_error == 0\nexpect health == 0\n",
      "oasis_town", "--size 1280x720");
  EXPECT_EQ(run.code, 0) << run.output;
}

constexpr glm::vec2 kLand(100.0f, 50.0f);

TEST(ObstacleHandles, MoveABodyWithinItsLandOrAroundIt) {
  const Obstacle body{.x = 0.5f, .y = 0.5f};
  const GripDrag drag{.from = {10.0f, 10.0f}, .to = {70.0f, 5.0f}, .land = kLand};
  const Obstacle inside = dragged_body(body, drag);
  EXPECT_FLOAT_EQ(inside.x, 1.0f) << "60 m to the east would leave the land";
  EXPECT_FLOAT_EQ(inside.y, 0.4f);
  GripDrag around = drag;
  around.periodic = true;
  EXPECT_NEAR(dragged_body(body, around).x, 0.1f, 1e-6f);
}

TEST(ObstacleHandles, TurnABodyAboutItsMiddle) {
  const Obstacle body{.x = 0.5f, .y = 0.5f, .azimuth = 10.0f};
  GripDrag drag{.grip = Grip::azimuth, .from = {70.0f, 25.0f}, .to = {50.0f, 45.0f}, .land = kLand};
  EXPECT_FLOAT_EQ(dragged_body(body, drag).azimuth, 100.0f);
  drag.coarse = true;
  EXPECT_FLOAT_EQ(dragged_body(body, drag).azimuth, 105.0f);
  drag.coarse = false;
  drag.to = {50.0f, 5.0f};
  EXPECT_FLOAT_EQ(dragged_body(body, drag).azimuth, 280.0f);
}

TEST(ObstacleHandles, SizeABodyAboutItsMiddle) {
  const Obstacle wall{.x = 0.5f, .y = 0.5f, .azimuth = 90.0f, .length = 20.0f, .width = 4.0f};
  GripDrag drag{.grip = Grip::length, .from = {50.0f, 35.0f}, .to = {52.0f, 38.0f}, .land = kLand};
  EXPECT_FLOAT_EQ(dragged_body(wall, drag).length, 26.0f);
  drag = {.grip = Grip::width, .from = {48.0f, 25.0f}, .to = {49.5f, 25.0f}, .land = kLand};
  EXPECT_FLOAT_EQ(dragged_body(wall, drag).width, 1.0f);
  EXPECT_FLOAT_EQ(dragged_body(wall, drag).length, 20.0f);
  drag.to = {50.0f, 25.0f};
  EXPECT_FLOAT_EQ(dragged_body(wall, drag).width, 0.01f) << "the least width";
  const Obstacle dome{.shape = ObstacleShape::dome, .radius = 5.0f};
  drag = {.grip = Grip::radius, .from = {55.0f, 25.0f}, .to = {53.0f, 25.0f}, .land = kLand};
  EXPECT_FLOAT_EQ(dragged_body(dome, drag).radius, 3.0f);
  const Obstacle block{.shape = ObstacleShape::block, .azimuth = 0.0f, .width = 10.0f};
  drag = {.grip = Grip::width, .from = {55.0f, 25.0f}, .to = {57.0f, 26.0f}, .land = kLand};
  EXPECT_FLOAT_EQ(dragged_body(block, drag).width, 14.0f) << "from either side";
}

TEST(ObstacleHandles, KnowWhichPlacesABodyReaches) {
  const Obstacle wall{.azimuth = 90.0f, .length = 20.0f, .width = 4.0f};
  EXPECT_TRUE(barchan::ui::reaches(wall, {0.0f, 9.5f}, 0.0f));
  EXPECT_FALSE(barchan::ui::reaches(wall, {9.5f, 0.0f}, 0.0f));
  EXPECT_TRUE(barchan::ui::reaches(wall, {2.5f, 0.0f}, 1.0f));
  const Obstacle cone{.shape = ObstacleShape::cone, .radius = 5.0f};
  EXPECT_TRUE(barchan::ui::reaches(cone, {3.0f, 3.9f}, 0.0f));
  EXPECT_FALSE(barchan::ui::reaches(cone, {4.0f, 4.0f}, 0.0f));
}

}  // namespace
}  // namespace barchan_test::select_tool_test
