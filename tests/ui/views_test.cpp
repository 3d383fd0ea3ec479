// The views of a scenario: keys, menu and scripts, and what a saved world keeps of them.
#include <gtest/gtest.h>

#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "ui/program.hpp"

namespace views_test {
namespace {

using namespace barchan;
using barchan_test::Workspace;

std::string with_views(Workspace const& workspace) {
  return workspace.write(
      "valley.toml",
      "title = \"Valley\"\n[grid]\nwidth = 48\nheight = 32\n[[view]]\nname = \"Ridge\"\n"
      "azimuth = 30.0\n[[view]]\nname = \"Mouth\"\nazimuth = 100.0\nelevation = 15.0\n"
      "distance = 0.5\ntarget = [0.25, 0.75]\n[[land.sand]]\nshape = \"uniform\"\n[wind_particles]\npopulation = 64\n");
}

void expect_runs(Workspace const& workspace, std::string const& script, std::string const& source) {
  const auto run = workspace.run_script(script, source);
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Views, KeysAndTheMenuMoveTheCamera) {
  const Workspace workspace;
  expect_runs(workspace,
              "expect view == Ridge\nexpect camera.azimuth == 30 +- 0.01\nkey 2\nexpect view == Mouth\nframes 200\n"
              "expect camera.azimuth == 100 +- 0.1\nexpect camera.distance == 24 +- 0.1\nexpect camera.x == 12 +- 0.1\n"
              "expect camera.y == 24 +- 0.1\nclick view\nframes 2\nclick view/1\nframes 200\nexpect view == Ridge\n"
              "expect camera.azimuth == 30 +- 0.1\nmouse_drag 700 300 800 300\nexpect view == none\n"
              "key home\nframes 200\nexpect camera.azimuth == 30 +- 0.1\n",
              with_views(workspace));
}

TEST(Views, AKeyWithoutAViewIsSaid) {
  const Workspace workspace;
  expect_runs(workspace, "key 3\nframes 1\nexpect message == \"This land has 2 views\"\nexpect view == Ridge\n",
              with_views(workspace));
  expect_runs(workspace, "expect view == Overview\nkey 4\nframes 1\nexpect message == \"This land has 1 view\"\n",
              workspace.tiny());
}

TEST(Views, ASavedWorldKeepsThemAndOpensWithItsOwnCamera) {
  const Workspace workspace;
  const std::string source = with_views(workspace);
  expect_runs(workspace,
              "mouse_drag 700 300 900 300\nframes 200\nkey ctrl+s\nframes 2\nkey enter\nframes 3\n"
              "expect message contains Saved\n",
              source);
  const SavedWorld saved = load_world(workspace.folder() / "valley.barchan");
  EXPECT_EQ(saved.info.views, load_scenario(source).views);
  expect_runs(workspace,
              "expect view == none\nexpect camera.azimuth < 20\nkey 2\nframes 200\nexpect view == Mouth\n"
              "expect camera.azimuth == 100 +- 0.1\nkey home\nframes 200\nexpect camera.azimuth < 20\n",
              (workspace.folder() / "valley.barchan").string());
}

std::string with_light(Workspace const& workspace) {
  return workspace.write("lit.toml",
                         "title = \"Lit\"\n[grid]\nwidth = 48\nheight = 32\n[[view]]\nname = \"Evening\"\n"
                         "sun_azimuth = 200.0\nsun_elevation = 8.0\nclouds = 0.1\n[[view]]\nname = \"Plain\"\n"
                         "[[view]]\nname = \"Noon\"\nsun_elevation = 60.0\n"
                         "[[land.sand]]\nshape = \"uniform\"\n[wind_particles]\npopulation = 64\n");
}

TEST(Views, AViewCanHaveItsOwnLight) {
  const Workspace workspace;
  const std::string source = with_light(workspace);
  const auto expect_light = [](std::string const& azimuth, std::string const& elevation, std::string const& clouds) {
    return "expect picture.azimuth == " + azimuth + " +- 0.01\nexpect picture.elevation == " + elevation +
           " +- 0.01\nexpect picture.clouds == " + clouds + " +- 0.001\n";
  };
  const std::string usual = expect_light("235", "18", "0.4");
  expect_runs(workspace,
              "click section/picture\nframes 2\n" + expect_light("200", "8", "0.1") + "key 2\nframes 2\n" + usual +
                  "key 3\nframes 2\n" + expect_light("235", "60", "0.4") + "key 1\nkey 2\nframes 2\n" + usual,
              source);
  // A light that the user chooses stays until a view with its own light is chosen, and returns after that view.
  expect_runs(workspace,
              "click section/picture\nframes 2\nset picture.elevation 33\nkey 2\nframes 2\n" +
                  expect_light("200", "33", "0.1") + "key 3\nframes 2\n" + expect_light("235", "60", "0.4") +
                  "key 2\nframes 2\n" + expect_light("200", "33", "0.1"),
              source);
  expect_runs(workspace, "key ctrl+s\nframes 2\nkey enter\nframes 3\nexpect message contains Saved\n", source);
  expect_runs(workspace, "click section/picture\nframes 2\n" + expect_light("200", "8", "0.1"),
              (workspace.folder() / "lit.barchan").string());
}

TEST(Views, AScriptMovesTheCameraAnywhere) {
  const Workspace workspace;
  expect_runs(workspace,
              "camera 75 12 0.5 0.5 0.25\nexpect camera.azimuth == 75 +- 0.01\nexpect camera.elevation == 12 +- 0.01\n"
              "expect camera.distance == 24 +- 0.1\nexpect camera.x == 24 +- 0.1\nexpect camera.y == 8 +- 0.1\n"
              "expect view == none\n",
              with_views(workspace));
  const auto refused = workspace.run_script("camera 75 95 0.5 0.5 0.25\n", with_views(workspace));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.output.find(":1: expected the azimuth (-360 to 360)"), std::string::npos) << refused.output;
}

TEST(Views, EachShippedLandOpensWithSkyAndHasOthers) {
  for (ScenarioInfo const& info : shipped_scenarios()) {
    const Views views = load_shipped_scenario(info.id).views;
    EXPECT_GE(views.size(), 2u) << info.id;
    for (NamedView const& view : views) {
      // With a field of view of 45 degrees, the horizon is at least a fifteenth of the height below the upper edge.
      EXPECT_GE(view.camera.elevation, 8.0) << info.id;
      EXPECT_LE(view.camera.elevation, 18.0) << info.id << ": " << view.name;
    }
  }
}

}  // namespace
}  // namespace views_test
