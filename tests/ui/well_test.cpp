// Wells in the window: they are offered, placed and removed by clicks, marked, and refused.
#include <gtest/gtest.h>

#include "io/saved_world.hpp"
#include "land/terrain.hpp"
#include "ui/program.hpp"
#include "ui/rain_panel.hpp"

namespace well_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;

/// Level sand on rock, with groundwater up to 4 m and an obstacle in the middle.
constexpr char const* kAquifer =
    "title = \"Aquifer\"\nseed = 3\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"closed\"\n"
    "[world]\ntime_step = 0.4\n[[land.sand]]\nshape = \"uniform\"\nthickness = 8.0\n"
    "[[land.water_table]]\nshape = \"uniform\"\nlevel = 4.0\n"
    "[wind_particles]\nenabled = false\n[groundwater]\nenabled = true\nclock = 1000.0\nrecharge = 0.0\n";

constexpr char const* kFromAbove = "key space\nkey t\nframes 120\n";
constexpr char const* kClick = "mouse_down\nmouse_up\nframes 3\n";

TEST(Wells, AreOfferedWithASensibleDischarge) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nset source.load 0.2\nset source.x 0.25\nexpect source.pumps == false\nclick source.well\n"
      "expect source.pumps == true\nexpect source.discharge == 0.01\nexpect source.load == 0\nexpect source.x == 0.25\n"
      "click source.place\nframes 2\nexpect sources == 1\nexpect unsaved == true\nclick source.spring\n"
      "expect source.pumps == false\nexpect source.discharge == 1\n"
      "click source.remove_all\nframes 2\nexpect sources == 0\n",
      workspace.tiny(), "--size 1280x1600");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Wells, AreFoundFromGroundWaterPlacedByAClickAndEndedByAnother) {
  const Workspace workspace;
  workspace.write("aquifer.toml", kAquifer);
  const std::string click = kClick;
  const auto run = workspace.run_script(
      std::string(kFromAbove) +
          "click groundwater.wells\nexpect tool == source\nexpect source.pumps == true\n"
          "expect message == \"Click on the land to drill a well there. Press Esc to stop.\"\nmouse_move 600 240\n" +
          click + "expect sources == 1\nmouse_move 760 480\n" + click +
          "expect sources == 2\nsteps 400\nexpect budget_error == 0\nhover source.1.mark\nframes 3\n" + click +
          "expect sources == 1\nclick groundwater.wells\nexpect tool != source\nkey ctrl+s\nframes 2\n"
          "set file/name wells\nframes 3\nexpect unsaved == false\n",
      "aquifer.toml", "--size 1280x720");
  EXPECT_EQ(run.code, 0) << run.output;
  const SavedWorld saved = load_world(workspace.folder() / "wells.barchan");
  Terrain const& terrain = saved.world.terrain();
  ASSERT_EQ(terrain.sources.size(), 1u);
  EXPECT_EQ(terrain.sources[0].pumps, 1);
  EXPECT_LT(terrain.sources[0].y, 0.5f) << "the first one has ended";
  // It has lowered its water table below that of the land around it.
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  EXPECT_LT(stored[cell_of(terrain.sources[0], terrain.grid)], stored[terrain.grid.index(1, 30)]);
}

TEST(Wells, APlaceThatCannotBeIsSaid) {
  const Workspace workspace;
  workspace.write("aquifer.toml", kAquifer);
  const std::string click = kClick;
  const auto run = workspace.run_script(
      "place block x=0.5 y=0.5 width=12 height=3\n" + std::string(kFromAbove) +
          "set groundwater.enabled false\nframes 2\nclick source.well\nclick source.click\n"
          "expect message == \"Wells do not take water while groundwater is off.\"\nmouse_move 640 360\n" +
          click +
          "expect sources == 0\nexpect message contains \"source: expected a place without an obstacle\"\nmouse_move "
          "1240 20\n" +
          click + "expect sources == 0\nexpect message == \"There is no land here in which to drill.\"\n",
      "aquifer.toml", "--size 1280x720");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Wells, AreDistinguishedFromSprings) {
  EXPECT_EQ(source_text({.discharge = 2.5f, .load = 0.06f}), "2.5 m³/s, 6 % sand");
  EXPECT_EQ(source_text({.discharge = 0.05f, .pumps = 1}), "well −0.05 m³/s");
  const WaterSource at{.x = 0.2f, .y = 0.7f, .discharge = 9.0f, .load = 0.3f, .pumps = 1};
  EXPECT_EQ(usual_spring(at), (WaterSource{.x = 0.2f, .y = 0.7f, .discharge = 1.0f}));
  EXPECT_EQ(usual_well(usual_spring(at)), usual_well(at));
  EXPECT_EQ(usual_well(at).pumps, 1);
  EXPECT_EQ(source_error(usual_well(at)), "");
}

}  // namespace
}  // namespace well_test
