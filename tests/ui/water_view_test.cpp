// Water in the window: inspector and section.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "support/drainage.hpp"
#include "support/lake_country.hpp"
#include "support/lands.hpp"
#include "ui/inspector.hpp"
#include "ui/program.hpp"
#include "ui/section_window.hpp"
#include "ui/soil_color.hpp"

namespace water_view_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan::test::kLakeX;
using barchan::test::kLakeY;
using barchan_test::Workspace;

/// Closed and tilted, so that the water of a spring collects at the eastern side.
constexpr char const* kTub =
    "title = \"Tub\"\nseed = 3\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"closed\"\n"
    "[[land.base]]\nshape = \"plane\"\nslope = 5.71\nazimuth = 180.0\n"
    "[[water_source]]\nx = 0.3\ny = 0.5\ndischarge = 20.0\n"
    "[wind_particles]\nenabled = false\n[water_particles]\nenabled = true\nrain = 0.0\ncapacity = 0.001\n"
    "evaporation = 0.0\n";

TEST(WaterView, InspectorTellsCoordinatesAndTheDialKnowsGridNorth) {
  TerrainView view;
  view.grid = {.width = 40, .height = 30, .cell_size = 10.0f};
  view.column.emplace();
  view.column->cell = view.grid.index(3, 2);
  EXPECT_EQ(coordinate_texts(view).first, "") << "the land has no place";
  EXPECT_EQ(north_of(view.place), 90.0);
  view.place.transform = {500000.0, 10.0, 0.0, 5000300.0, 0.0, -10.0};
  EXPECT_EQ(coordinate_texts(view), std::pair(std::string("x 500035.0"), std::string("y 5000025.0")));
  EXPECT_EQ(north_of(view.place), 90.0);
  // A map whose rows run from west-south-west: its upper edge points 30 degrees west of north.
  const double c = 10.0 * std::sqrt(0.75), s = 5.0;
  view.place.transform = {500000.0, c, s, 5000300.0, s, -c};
  EXPECT_NEAR(north_of(view.place), 60.0, 1e-9);
}

TEST(WaterView, InspectorTellsLakeAndStreamAndNothingWhereItIsDry) {
  const World world = test::lake_country({}, 900);
  ViewRequest request;
  TerrainView view;
  const auto lines_at = [&](int x, int y) {
    request.cell = world.grid().index(x, y);
    fill_view(world, request, view);
    return water_lines(view);
  };
  const auto lake = lines_at(kLakeX + 5, kLakeY);
  ASSERT_EQ(lake.size(), 2u);
  EXPECT_EQ(lake[0].what, "Lake " + std::to_string(view.column->water.lake->id));
  EXPECT_TRUE(lake[0].figure.ends_with(" m deep")) << lake[0].figure;
  EXPECT_TRUE(lake[1].what.starts_with("level 1")) << lake[1].what;
  EXPECT_TRUE(lake[1].figure.ends_with(" m³")) << lake[1].figure;
  const auto stream = lines_at(12, kLakeY);
  ASSERT_EQ(stream.size(), 2u) << "it is a cell wide";
  EXPECT_EQ(stream[0].what, "Stream");
  EXPECT_TRUE(stream[1].what.ends_with(" m/s"));
  EXPECT_TRUE(stream[1].figure.ends_with(" m³/s"));
  EXPECT_TRUE(lines_at(kLakeX, kLakeY).empty()) << "the island";
  EXPECT_TRUE(lines_at(20, 4).empty());
}

TEST(WaterView, InspectorTellsTheSeaAndNoLakeThatItCovers) {
  // The land falls to the east. The hollow fills before the sea reaches it.
  WorldSetup setup = test::rock_land(32, 2.0, 1.0, std::vector<double>(32 * 32), 3);
  setup.datum = 5.0;
  for (int i = 0; i < 32 * 32; ++i) {
    const int x = i % 32, y = i / 32;
    const bool hollow = x >= 20 && x <= 24 && y >= 14 && y <= 18;
    setup.base[static_cast<std::size_t>(i)] = to_quanta(20.0 - 0.25 * x - (hollow ? 3.0 : 0.0));
  }
  setup.grid.boundary = Boundary::open;
  setup.sources = {{0.7f, 0.5f, 20.0f}};
  setup.parameters = {{"water_particles", "rain", 0.0}, {"water_particles", "capacity", 0.001}};
  World world = test::make_world(std::move(setup), "water_particles");
  ViewRequest request;
  TerrainView view;
  const auto lines_at = [&](int x, int y) {
    request.cell = world.grid().index(x, y);
    fill_view(world, request, view);
    return water_lines(view);
  };
  test::run(world, 200);
  ASSERT_FALSE(lines_at(22, 16).empty());
  EXPECT_TRUE(lines_at(22, 16)[0].what.starts_with("Lake ")) << lines_at(22, 16)[0].what;
  EXPECT_TRUE(lines_at(31, 2).empty());

  world.apply(SetParameter{"water_particles", "sea_level", 21.5});
  world.apply(SetParameter{"water_particles", "sea", 1.0});
  world.step();
  for (const int x : {22, 31}) {
    const auto sea = lines_at(x, x == 22 ? 16 : 2);
    ASSERT_EQ(sea.size(), 2u) << x;
    EXPECT_EQ(sea[0].what, "Sea");
    EXPECT_EQ(sea[0].figure, thickness_text(21.5 - 5.0 - to_metres(view.column->surface)) + " deep");
    EXPECT_EQ(sea[1].what, "level 21.50 m");
    EXPECT_EQ(sea[1].figure, "") << "it has no volume";
  }
  EXPECT_TRUE(lines_at(2, 2).empty()) << "ashore";
}

TEST(WaterView, FiguresOfWaterAreWords) {
  EXPECT_EQ(volume_text(0.254), "0.25 m³");
  EXPECT_EQ(volume_text(850.4), "850 m³");
  EXPECT_EQ(volume_text(12034.0), "12 034 m³");
  EXPECT_EQ(volume_text(1.254e6), "1.25 million m³");
  EXPECT_EQ(discharge_text(0.0254), "0.0254 m³/s");
  EXPECT_EQ(discharge_text(12.34), "12.3 m³/s");
  EXPECT_EQ(discharge_text(1234.4), "1234 m³/s");
}

TEST(WaterView, ThePointerInASectionTellsWaterFromAir) {
  const World world = test::lake_country({}, 900);
  ViewRequest request;
  request.section = SectionLine{{1.0, 65.0}, {127.0, 65.0}};
  TerrainView view;
  fill_view(world, request, view);
  int lakes = 0, streams = 0;
  for (SectionColumn const& column : view.section.columns) {
    const double middle = 0.5 * (column.begin + column.end), ground = view.datum + to_metres(column.surface);
    EXPECT_EQ(spot_at(view, middle, ground - 0.01)->water, "");
    EXPECT_EQ(spot_at(view, middle, ground + column.water() + 0.01)->water, "");
    if (!(column.water() > 0.0)) continue;
    const auto spot = spot_at(view, middle, ground + 0.5 * column.water());
    EXPECT_EQ(spot->water, column.lake > 0.0 ? "Lake" : "Stream");
    EXPECT_EQ(spot->thickness, column.water());
    EXPECT_EQ(spot->soil, "");
    (column.lake > 0.0 ? lakes : streams) += 1;
  }
  EXPECT_GT(lakes, 8);
  EXPECT_GT(streams, 15);
}

/// The sea covers the west, and a lake lies in a hole in the land.
constexpr char const* kCoast =
    "title = \"Coast\"\nseed = 3\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"open\"\n"
    "[[land.base]]\nshape = \"plane\"\nslope = 5.71\nazimuth = 0.0\nlevel = 5.0\n"
    "[[land.base]]\nshape = \"bowl\"\nx = 0.8\ny = 0.5\ndepth = 6.0\nradius = 12.0\n"
    "[[water_source]]\nx = 0.8\ny = 0.5\ndischarge = 20.0\n"
    "[wind_particles]\nenabled = false\n[water_particles]\nenabled = true\nrain = 0.0\ncapacity = 0.001\n"
    "evaporation = 0.0\nsea = true\nsea_level = 4.0\n";

TEST(WaterView, ASectionTellsTheSeaFromALake) {
  World world = make_world(parse_scenario(kCoast, "coast.toml", {}));
  for (int step = 0; step < 100; ++step) world.step();
  ViewRequest request;
  request.section = SectionLine{{1.0, 33.0}, {95.0, 33.0}};
  TerrainView view;
  fill_view(world, request, view);
  int lakes = 0, seas = 0;
  for (SectionColumn const& column : view.section.columns) {
    if (!(column.lake > 0.0)) continue;
    const double ground = view.datum + to_metres(column.surface);
    const auto spot = spot_at(view, 0.5 * (column.begin + column.end), ground + 0.5 * column.lake);
    const bool sea = world.terrain().under_sea(column.cell);
    EXPECT_EQ(spot->water, sea ? "Sea" : "Lake") << column.cell;
    (sea ? seas : lakes) += 1;
  }
  EXPECT_GT(lakes, 4);
  EXPECT_GT(seas, 10);
}

TEST(WaterView, TheSeaIsNamedInTheWindowsSection) {
  const Workspace workspace;
  workspace.write("coast.toml", kCoast);
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nkey c\nmouse_drag 400 360 700 360\nframes 3\nhover section.level\nframes 3\n"
      "expect section.water == Sea\n",
      "coast.toml", "--steps 100");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(WaterView, ALakeIsInspectedAndCutInTheWindow) {
  const Workspace workspace;
  workspace.write("tub.toml", kTub);
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nkey i\nmouse_move 900 360\nframes 3\nexpect cell.water contains Lake \n"
      "expect cell.water contains deep; level\nmouse_move 600 360\nframes 3\nexpect cell.water contains "
      "Stream\nmouse_move 600 180\nframes 3\nexpect cell.water == none\n"
      "expect section.water == none\nkey c\nmouse_drag 700 500 960 500\nframes 3\n"
      "hover section.level\nframes 3\nexpect section.water == Lake\nexpect section.soil == none\n"
      "click section.csv\nframes 2\nexpect message contains -section.csv\n",
      "tub.toml", "--steps 300");
  EXPECT_EQ(run.code, 0) << run.output;
  bool seen = false;
  for (auto const& entry : std::filesystem::directory_iterator(workspace.folder() / "Pictures")) {
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    seen |= text.find(",water\n") != std::string::npos;
  }
  EXPECT_TRUE(seen) << "the table has the lake";
}

}  // namespace
}  // namespace water_view_test
