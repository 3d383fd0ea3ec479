// The soils in the window: legend, inspector, section and the editor of materials.
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "ui/inspector.hpp"
#include "ui/program.hpp"
#include "ui/section_window.hpp"
#include "ui/soil_color.hpp"
#include "ui/soil_panel.hpp"
#include "ui/soil_store.hpp"
#include "world/world.hpp"

namespace soils_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;

constexpr char const* kLayered =
    "title = \"Layered\"\nseed = 3\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"open\"\n"
    "[soils.shale]\nname = \"Shale\"\nloose = false\ncolor = \"#504540\"\n"
    "[soils.gravel]\nname = \"Gravel\"\nloose = true\nrepose_slope = 0.7\nstatic_slope = 0.8\ncolor = \"#a09080\"\n"
    "[[land.base]]\nshape = \"plane\"\nslope = 5.71\nazimuth = 30.0\n"
    "[[land.layer]]\nsoil = \"shale\"\nshape = \"uniform\"\nthickness = 4.0\n"
    "[[land.layer]]\nsoil = \"gravel\"\nshape = \"uniform\"\nthickness = 1.25\n"
    "[[land.sand]]\nshape = \"uniform\"\nthickness = 0.5\n[wind_particles]\npopulation = 256\n";

LoadedWorld layered() {
  const Scenario scenario = parse_scenario(kLayered, "layered.toml", ".");
  return {{{scenario.info, scenario.views.front().camera}, make_world(scenario)}, {"layered", {}, {}, {}}};
}

/// All layers of the columns, as a view should report them.
std::vector<Layer> layers_of(Columns const& columns, std::size_t cell) {
  std::vector<Layer> layers;
  for (int k = 0; k < columns.layer_count(cell); ++k) layers.push_back(columns.layer(cell, k));
  return layers;
}

/// Sum of the heights of a cell above its lower neighbours, and the layers exposed towards the lowest of them.
struct Openness {
  QuantaSum height = 0;
  std::vector<Band> face;
};
Openness openness_of(Terrain const& terrain, std::size_t cell) {
  Grid const& grid = terrain.grid;
  const int x = static_cast<int>(cell) % grid.width, y = static_cast<int>(cell) / grid.width;
  Openness open;
  for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
    if (!grid.contains(x + dx, y + dy)) continue;  // nothing is known beyond these edges
    const std::size_t other = grid.index(x + dx, y + dy);
    const std::vector<Band> face = exposed(terrain.columns, cell, other);
    const Quanta drop = terrain.columns.elevation(cell) - terrain.columns.elevation(other);
    open.height += std::max(drop, 0);
    const auto depth = [](std::vector<Band> const& bands) {
      return bands.empty() ? 0 : bands.front().top - bands.back().bottom;
    };
    if (depth(face) > depth(open.face)) open.face = face;
  }
  return open;
}

TEST(SoilView, InspectorAndSectionHoldTheColumnsTrueNumbers) {
  LoadedWorld loaded = layered();
  World& world = loaded.started.world;
  for (int i = 0; i < 30; ++i) world.step();
  Columns const& columns = world.terrain().columns;
  const auto slopes = *world.field("slope");
  ViewRequest request;
  request.section = SectionLine{{3.0, 5.0}, {90.0, 60.0}};
  TerrainView view;
  std::size_t faces = 0;
  for (std::size_t cell = 0; cell < world.grid().cells(); cell += 37) {
    request.cell = cell;
    fill_view(world, request, view);
    ASSERT_TRUE(view.column.has_value());
    EXPECT_EQ(view.column->surface, columns.elevation(cell));
    EXPECT_EQ(view.column->layers, layers_of(columns, cell));
    EXPECT_EQ(view.column->slope, slopes[cell]);
    const Openness open = openness_of(world.terrain(), cell);
    EXPECT_EQ(view.column->faces.height, open.height);
    EXPECT_EQ(view.column->faces.bands, open.face);
    EXPECT_EQ(face_lines(view).size(), open.face.size());
    faces += open.face.size();
    EXPECT_NEAR(std::tan(slope_degrees(*view.column) * std::acos(-1.0) / 180.0), static_cast<double>(slopes[cell]),
                1e-6);
  }
  EXPECT_GT(faces, 10u);
  ASSERT_GT(view.section.columns.size(), 40u);
  for (SectionColumn const& column : view.section.columns) {
    ASSERT_EQ(column.layers, layers_of(columns, column.cell));
    EXPECT_EQ(column.surface, columns.elevation(column.cell));
    // Half way down each layer, its soil is shown.
    const double middle = 0.5 * (column.begin + column.end);
    double top = view.datum + to_metres(column.surface);
    for (std::size_t k = 0; k + 1 < column.layers.size(); ++k) {
      const double thickness = to_metres(column.layers[k].thickness);
      const auto spot = spot_at(view, middle, top - 0.5 * thickness);
      ASSERT_TRUE(spot.has_value());
      EXPECT_EQ(spot->soil, view.soils[column.layers[k].soil].name);
      EXPECT_EQ(spot->thickness, thickness);
      top -= thickness;
    }
    EXPECT_EQ(spot_at(view, middle, top - 1000.0)->soil, "Bedrock");
    EXPECT_EQ(spot_at(view, middle, 8000.0)->soil, "");
  }
  EXPECT_FALSE(spot_at(view, view.section.length + 1.0, 0.0).has_value());
}

TEST(SoilView, WhatIsNotAskedForOrNotOnTheLandIsNotThere) {
  LoadedWorld loaded = layered();
  ViewRequest request;
  TerrainView view;
  fill_view(loaded.started.world, request, view);
  EXPECT_FALSE(view.column.has_value());
  EXPECT_TRUE(view.section.columns.empty());
  request.cell = std::numeric_limits<std::size_t>::max();
  request.section = SectionLine{{-5.0, 5.0}, {900.0, 60.0}};
  fill_view(loaded.started.world, request, view);
  EXPECT_FALSE(view.column.has_value());
  EXPECT_TRUE(view.section.columns.empty());
}

TEST(SoilView, FiguresSayWhatLiesOfEachSoil) {
  LoadedWorld loaded = layered();
  TerrainView view;
  fill_view(loaded.started.world, {}, view);
  ASSERT_EQ(view.soils.size(), 5u);
  ASSERT_EQ(view.soil_figures.size(), 5u);
  EXPECT_NEAR(view.soil_figures[kSand].depth, 0.5, 1e-5);
  EXPECT_EQ(view.soil_figures[kSand].surface, 1.0);
  EXPECT_NEAR(view.soil_figures[3].depth, 4.0, 1e-5);
  EXPECT_NEAR(view.soil_figures[4].depth, 1.25, 1e-5);
  EXPECT_EQ(depth_text(view, 4), "1.25 m");
  EXPECT_EQ(depth_text(view, kObstacle), "none");
  EXPECT_EQ(depth_text(view, kRock), "lowest layer");
  EXPECT_EQ(most_seen_soil(view), "sand");
}

TEST(SoilView, ThicknessesAreWrittenInAUnitThatFits) {
  EXPECT_EQ(thickness_text(123.456), "123.5 m");
  EXPECT_EQ(thickness_text(1.254), "1.25 m");
  EXPECT_EQ(thickness_text(0.0532), "5.3 cm");
  EXPECT_EQ(thickness_text(0.00133), "1.33 mm");
}

TEST(SoilView, ColoursComeBackAsTheyWere) {
  for (float part : {0.0f, 0.001f, 0.21f, 0.7f, 1.0f}) {
    const std::array<float, 3> color{part, part, 1.0f - part}, back = linear(encoded(color));
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(back[static_cast<std::size_t>(i)], color[static_cast<std::size_t>(i)], 1e-5f);
  }
}

TEST(SectionTool, LinesKeepToTheLand) {
  const Grid open{.width = 40, .height = 20, .cell_size = 2.0f, .boundary = Boundary::open};
  EXPECT_EQ(line_on(open, {10.0, 10.0}, {200.0, -7.0}), (SectionLine{{10.0, 10.0}, {80.0, 0.0}}));
  EXPECT_FALSE(line_on(open, {-1.0, 10.0}, {20.0, 10.0}).has_value());
  EXPECT_FALSE(line_on(open, {10.0, 10.0}, {11.0, 10.0}).has_value()) << "shorter than a cell";
  Grid round = open;
  round.boundary = Boundary::periodic;
  EXPECT_EQ(line_on(round, {170.0, -30.0}, {190.0, -10.0}), (SectionLine{{10.0, 10.0}, {30.0, 30.0}}));
}

TEST(SoilStore, ShowsWhatIsOnItsWay) {
  SimulationRunner runner(layered(), SimulationRunner::Mode::synchronous);
  SoilStore store(runner);
  store.set(SetSoil{"gravel", "hardness", 3.0});
  store.set(SetSoil{"gravel", "hardness", -1.0});
  EXPECT_EQ(store.soils()[4].hardness, 3.0f) << "what the world will refuse is not shown";
  EXPECT_EQ(runner.view().soils[4].hardness, 1.0f);
  store.set(SetSoil{"gravel", "hardness", 4.0});
  runner.advance(std::nullopt);
  store.refresh();
  EXPECT_EQ(store.soils()[4].hardness, 4.0f);
  EXPECT_EQ(runner.view().soils[4].hardness, 4.0f);
  EXPECT_EQ(store.start()[4].hardness, 1.0f);
  EXPECT_EQ(store.changes(), (std::vector<SoilCommand>{SetSoil{"gravel", "hardness", 4.0}}));
  store.follow(SetSoil{"gravel", "hardness", 6.0});
  store.set(AddSoil{"mud", "Mud", true, {}});
  runner.advance(std::nullopt);
  store.refresh();
  EXPECT_EQ(store.start().size(), 6u);
  EXPECT_EQ(store.start()[4].hardness, 6.0f) << "what the file says is what a reset goes back to";
  EXPECT_EQ(store.changes(), (std::vector<SoilCommand>{AddSoil{"mud", "Mud", true, {}}}));
  store.follow(AddSoil{"silt", "Silt", true, {}});
  EXPECT_EQ(store.changes(), (std::vector<SoilCommand>{AddSoil{"mud", "Mud", true, {}}})) << "the file has silt itself";
}

TEST(SoilPanel, LegendIsOpenWhereThereAreLayersAndClosedOnSandAndRock) {
  const Workspace workspace;
  workspace.write("layered.toml", kLayered);
  const auto run = workspace.run_script("frames 2\nhover soils/gravel\nhover soils/shale\nframes 40\n", "layered.toml");
  EXPECT_EQ(run.code, 0) << run.output;
  const auto closed = workspace.run_script("frames 2\nhover soils/sand\n", workspace.tiny());
  EXPECT_EQ(closed.code, 2) << closed.output;
  const auto opened = workspace.run_script("click section/soils\nframes 2\nhover soils/sand\n", workspace.tiny());
  EXPECT_EQ(opened.code, 0) << opened.output;
}

TEST(Inspector, ShowsTheCellUnderThePointer) {
  const Workspace workspace;
  workspace.write("layered.toml", kLayered);
  const auto run = workspace.run_script(
      "key space\nexpect inspector == true\nexpect cell.layers == none\nmouse_move 700 400\nframes 3\n"
      "expect cell.layers contains Sand 50.0 cm; Gravel 1.25 m; Shale 4.00 m; Bedrock from\n"
      "expect cell.slope == 5.71 +- 0.05\nexpect cell.tangent == 0.1 +- 0.001\n"
      "expect cell.open > 0.1\nexpect cell.face contains Sand\nkey i\nframes 3\nexpect cell.layers == none\n",
      "layered.toml", "--set world.time_step=0.01 --set wind_particles.enabled=false");
  EXPECT_EQ(run.code, 0) << run.output;
  const auto sand = workspace.run_script(
      "expect inspector == false\nkey i\nmouse_move 700 400\nframes 3\nexpect cell.layers contains Bedrock from\n",
      workspace.tiny());
  EXPECT_EQ(sand.code, 0) << sand.output;
}

TEST(SectionWindow, IsDrawnByADragReadByThePointerSavedAndClosed) {
  const Workspace workspace;
  workspace.write("layered.toml", kLayered);
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nexpect section == off\nkey c\nexpect section == armed\n"
      "mouse_drag 500 300 800 330\nframes 3\nexpect section == open\nexpect section.length > 20\n"
      "expect camera.elevation == 90 +- 0.5\nhover section.plot/shale\nframes 3\nexpect section.soil == Shale\n"
      "hover section.plot/gravel\nframes 3\nexpect section.soil == Gravel\nhover section.plot\nframes 3\nexpect "
      "section.distance > 5\n"
      "expect section.elevation != none\nset section.exaggeration 2\nexpect section.exaggeration == 2\n"
      "click section.csv\nframes 2\nexpect message contains -section.csv\nclick section.png\nframes 3\n"
      "expect message contains -section.png\nkey escape\nframes 2\nexpect section == off\n"
      "expect section.length == none\nkey c\nkey c\nexpect section == off\nkey c\nkey b\nexpect section == off\n",
      "layered.toml");
  EXPECT_EQ(run.code, 0) << run.output;
  int tables = 0, pictures = 0;
  for (auto const& entry : std::filesystem::directory_iterator(workspace.folder() / "Pictures")) {
    pictures += entry.path().extension() == ".png" ? 1 : 0;
    if (entry.path().extension() != ".csv") continue;
    ++tables;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(text.starts_with("distance_m,x,y,top_m,bottom_m,soil\n")) << text.substr(0, 100);
    EXPECT_NE(text.find(",gravel\n"), std::string::npos);
  }
  EXPECT_EQ(tables, 1);
  EXPECT_EQ(pictures, 1);
}

TEST(Materials, AreSetByHandKeptAndAskedAbout) {
  const Workspace workspace;
  workspace.write("layered.toml", kLayered);
  const auto run = workspace.run_script(
      "key space\nexpect soil == sand\nset soil gravel\nexpect soil == gravel\n"

      "expect soil.repose_slope == 0.7\nexpect unsaved == false\nset soil.repose_slope 0.9\nframes 2\n"
      "expect soil.repose_slope == 0.9\nexpect soil.static_slope == 0.9\nexpect unsaved == true\n"
      "set soil.abrades sand\nframes 2\nexpect soil.abrades == sand\nset soil.abrades gravel\nframes 2\n"
      "reset soil.repose_slope\nframes 2\nexpect soil.repose_slope == 0.7\nexpect soil.static_slope == 0.9\n"
      "set soil.hardness 2.5\nframes 2\nexpect soil.hardness == 2.5\nexpect soil.abrades == gravel\n"
      "click soil.abrades\nframes 2\nclick soil.abrades/sand\nframes 2\nexpect soil.abrades == sand\n"
      "expect menu == false\nclick soil.color\nframes 2\nexpect menu == true\nkey escape\nframes 2\n"
      "expect menu == false\n"
      "expect unsaved == true\n"
      "key ctrl+s\nframes 2\nclick file/ok\nframes 4\nexpect unsaved == false\nopen layered.barchan\nframes 4\n"
      "set soil gravel\nexpect soil.hardness == 2.5\nexpect soil.abrades == sand\nexpect unsaved == false\n",
      "layered.toml");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Materials, AreAddedCopiedAndRenamed) {
  const Workspace workspace;
  workspace.write("layered.toml", kLayered);
  const auto run = workspace.run_script(
      "key space\nclick section/soil\nframes 2\nset soil gravel\nset soil.hardness 2.5\nclick soil.copy\nframes 2\n"
      "expect soil == gravel_2\nexpect soil.hardness == 2.5\nexpect soil.abrades == gravel_2\nhover soil.absent\n"
      "expect unsaved == true\nclick soil.name\ntype \"Fine grit\"\nkey enter\nframes 3\n"
      "expect soil.name == \"Fine grit\"\nexpect soil == gravel_2\n"
      "click soil.name\ntype Gravel\nkey enter\nframes 3\nexpect soil.name == \"Fine grit\"\n"
      "expect message contains expected a soil name that no other soil has, found 'Gravel'\n"
      "set soil shale\nclick soil.abrades\nframes 2\nclick soil.abrades/gravel_2\nframes 2\n"
      "expect soil.abrades == gravel_2\nclick soil.new_solid\nframes 2\nexpect soil == new_rock\n"
      "expect soil.abrades == sand\nset soil.hardness 4\nreset soil.hardness\nframes 2\n"
      "expect soil.hardness == 1\nclick soil.new_loose\nframes 2\nexpect soil == new_soil\n"
      "click soil.new_loose\nframes 2\nexpect soil == new_soil_2\nexpect soil.name == \"New soil 2\"\n"
      "key space\nframes 20\nexpect budget_error == 0\nexpect health == 0\nkey space\n"
      "key ctrl+s\nframes 2\nclick file/ok\nframes 4\nexpect unsaved == false\nopen layered.barchan\nframes 4\n"
      "set soil gravel_2\nexpect soil.name == \"Fine grit\"\n",
      "layered.toml");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Materials, GoOverToANewLand) {
  const Workspace workspace;
  workspace.write("layered.toml", kLayered);
  const auto run = workspace.run_script(
      "key space\nclick section/soil\nframes 2\nset soil gravel\nset soil.hardness 2.5\nset soil.repose_slope "
      "1.1\nclick soil.copy\n"
      "frames 2\nset soil shale\nclick soil.abrades\nframes 2\nclick soil.abrades/gravel_2\nframes 2\n"
      "key r\nframes 4\nexpect dialog == none\nexpect seed == 4\nexpect soil == shale\n"
      "expect soil.abrades == gravel_2\nset soil gravel\nexpect soil.hardness == 2.5\n"
      "expect soil.static_slope == 1.1\nexpect unsaved == true\nreset soil.hardness\nframes 2\n"
      "expect soil.hardness == 1\nkey shift+r\nframes 4\nset soil gravel\nexpect soil.repose_slope == 1.1\n"
      "expect soil.hardness == 1\nopen layered.toml\nframes 3\nexpect dialog == question\n"
      "click question/discard\nframes 4\nset soil gravel\nexpect soil.repose_slope == 0.7\n",
      "layered.toml");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(SimulationRunner, ALaterSettingComesAfterWhatItNeeds) {
  SimulationRunner runner(layered(), SimulationRunner::Mode::synchronous);
  runner.apply(SetSoil{"shale", "abrades", std::string("gravel")});
  runner.apply(AddSoil{"mud", "Mud", true, {}});
  runner.apply(SetSoil{"shale", "abrades", std::string("mud")});
  runner.advance(std::nullopt);
  EXPECT_TRUE(runner.take_errors().empty());
  EXPECT_EQ(runner.view().soils[3].abrades, 5);
}

TEST(Materials, TheSlopesOfSandStayWithTheirParameters) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nexpect soil.repose_slope == 0.65\nclick section/soil\nframes 2\ndrag soil.repose_slope 40 0\n"
      "frames 2\nexpect soil.repose_slope == 0.65\nset gravity.repose_slope 0.8\nframes 2\n"
      "expect soil.repose_slope == 0.8\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace soils_test
