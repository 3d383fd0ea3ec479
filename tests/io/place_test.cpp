// The place of a land: from a georeferenced map, through a saved world, to exports.
#include "land/place.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/align_raster.hpp"
#include "io/command_reader.hpp"
#include "io/geojson.hpp"
#include "io/layer_field.hpp"
#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "world/fields.hpp"
#include "world/world.hpp"

namespace barchan::test::place_test {
namespace {

constexpr char const* kUtm = "EPSG:32633";

/// A hill on `width` x `height` cells, with a place whose cells have this size in the units of `crs`.
Raster hill(int width, int height, double cell, std::string const& crs, glm::dvec2 corner) {
  Raster raster;
  raster.width = width;
  raster.height = height;
  raster.cell_size = cell;
  raster.place = {crs, "", {corner.x, cell, 0.0, corner.y, 0.0, -cell}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      raster.values.push_back(500.0f + 0.5f * static_cast<float>(x) + 0.25f * static_cast<float>(y));
    }
  }
  return raster;
}

TEST(Place, GoesThroughASavedWorldToAnExport) {
  const TemporaryFolder folder;
  const Raster map = hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0});
  write_raster(folder / "map.tif", map);
  const StartedWorld started = start_world((folder / "map.tif").string());
  Place const& place = started.world.terrain().place;
  EXPECT_EQ(place.name, "WGS 84 / UTM zone 33N (EPSG:32633)");
  EXPECT_EQ(place.transform, map.place.transform);
  const glm::dvec2 corner = coordinates_of(place, started.world.grid(), {0.0, 0.0});
  EXPECT_EQ(corner, glm::dvec2(500000.0, 5000000.0));

  save_world(folder / "w.barchan", started.world, started.info);
  const SavedWorld saved = load_world(folder / "w.barchan", 1);
  EXPECT_EQ(saved.world.terrain().place, place);
  EXPECT_EQ(saved.world.hash(), started.world.hash());

  write_raster(folder / "out.tif", export_field(saved.world, "elevation"));
  const Raster out = read_raster(folder / "out.tif");
  EXPECT_EQ(out.values, map.values) << "the surface of the land is that of the map";
  EXPECT_EQ(out.place, place);
  write_raster(folder / "out.asc", export_field(saved.world, "elevation"));
  EXPECT_EQ(read_raster(folder / "out.asc").place.transform, map.place.transform);
  EXPECT_TRUE(std::filesystem::exists(folder / "out.prj"));
}

TEST(Place, ChangesNoHash) {
  const TemporaryFolder folder;
  Raster map = hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0});
  write_raster(folder / "here.tif", map);
  map.place.transform[0] += 100.0;
  write_raster(folder / "there.tif", map);
  EXPECT_EQ(start_world((folder / "here.tif").string()).world.hash(),
            start_world((folder / "there.tif").string()).world.hash());
}

TEST(Place, AMapInDegreesComesBackToItsOwnCells) {
  const TemporaryFolder folder;
  const Raster map = hill(40, 30, 1.0 / 1200.0, "EPSG:4326", {13.0, 46.0});
  const std::string file = (folder / "degrees.tif").string();
  write_raster(file, map);
  const StartedWorld started = start_world(file);
  EXPECT_EQ(started.world.terrain().place.name, "WGS 84 / UTM zone 33N (EPSG:32633)");
  EXPECT_NEAR(static_cast<double>(started.world.grid().cell_size), 75.0, 10.0) << "three arc seconds at 46 degrees";
  const Raster back = on_grid_of(export_field(started.world, "elevation"), file);
  ASSERT_EQ(back.width, map.width);
  ASSERT_EQ(back.height, map.height);
  for (int y = 2; y < map.height - 2; ++y) {
    for (int x = 2; x < map.width - 2; ++x) {
      const auto i = static_cast<std::size_t>(y * map.width + x);
      EXPECT_NEAR(back.origin + static_cast<double>(back.values[i]), static_cast<double>(map.values[i]), 0.25);
    }
  }
  const Raster far = hill(4, 4, 10.0, kUtm, {100000.0, 1000000.0});
  write_raster(folder / "far.tif", far);
  EXPECT_TRUE(contains(
      input_error_of([&] { on_grid_of(export_field(started.world, "elevation"), (folder / "far.tif").string()); }),
      "overlaps the land"));
}

TEST(Place, RastersOfAScenarioAreLaidOnTheSameCells) {
  const TemporaryFolder folder;
  write_raster(folder / "rock.tif", hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  Raster sand = hill(60, 48, 5.0, kUtm, {499980.0, 5000200.0});  // larger, with smaller cells
  for (float& value : sand.values) value = 2.0f;
  write_raster(folder / "sand.tif", sand);
  const std::string text =
      "title = \"a\"\n[[land.base]]\nshape = \"heightmap\"\nfile = \"rock.tif\"\n"
      "[[land.sand]]\nshape = \"heightmap\"\nfile = \"sand.tif\"\n";
  const Scenario scenario = parse_scenario(text, "a.toml", folder.path());
  EXPECT_EQ(scenario.land.sand.front().raster->width, 24);
  const World world = make_world(scenario);
  const std::vector<float> sediment = *world.field("sediment");
  for (float thickness : sediment) EXPECT_NEAR(thickness, 2.0f, 1e-3f);
  EXPECT_NE(std::ranges::find_if(
                scenario.notices,
                [](std::string const& notice) { return contains(notice, "resampled to the cells of the land"); }),
            scenario.notices.end());

  write_raster(folder / "sand.tif", hill(24, 16, 10.0, kUtm, {500100.0, 5000160.0}));  // covers a part
  EXPECT_TRUE(contains(input_error_of([&] { parse_scenario(text, "a.toml", folder.path()); }), "covers the land"));
}

TEST(Place, MasksAndRainMapsAreLaidOnTheCellsOfTheLand) {
  const TemporaryFolder folder;
  write_raster(folder / "rock.tif", hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  Raster share = hill(60, 48, 5.0, kUtm, {499980.0, 5000200.0});  // larger, with smaller cells
  for (float& value : share.values) value = 0.25f;
  write_raster(folder / "share.tif", share);
  const Scenario scenario = parse_scenario(
      "title = \"a\"\n[[land.base]]\nshape = \"heightmap\"\nfile = \"rock.tif\"\n[rain_map]\nfile = \"share.tif\"\n"
      "[[mask]]\nid = \"quarter\"\nlayer = [{ source = \"raster\", file = \"share.tif\" }]\n",
      "a.toml", folder.path());
  EXPECT_EQ(scenario.rain_map.width, 24);
  MaskRaster const& mask = scenario.masks.front().layers.front().raster;
  EXPECT_EQ(mask.width, 24);
  EXPECT_EQ(mask.height, 16);
  EXPECT_NEAR(mask.values.at(100), 0.25f, 1e-6f);
}

TEST(Place, ARasterOfOtherCellsMayHaveFilledGaps) {
  const TemporaryFolder folder;
  write_raster(folder / "rock.tif", hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  Raster sand = hill(60, 48, 5.0, kUtm, {499980.0, 5000200.0});
  for (float& value : sand.values) value = 2.0f;
  sand.filled.assign(sand.cells(), 0);
  for (std::size_t row = 20; row < 28; ++row) {
    for (std::size_t column = 20; column < 28; ++column) sand.filled[row * 60 + column] = 1;
  }
  write_raster(folder / "sand.tif", sand);
  const Scenario scenario = parse_scenario(
      "title = \"a\"\n[[land.base]]\nshape = \"heightmap\"\nfile = \"rock.tif\"\n"
      "[[land.sand]]\nshape = \"heightmap\"\nfile = \"sand.tif\"\nfill = \"interpolate\"\n",
      "a.toml", folder.path());
  EXPECT_EQ(scenario.masks.size(), 1u) << "the cells that the sand does not know";
  const World world = make_world(scenario);
  const std::vector<float> sediment = *world.field("sediment");
  EXPECT_NEAR(*std::ranges::min_element(sediment), 2.0f, 1e-3f);
}

TEST(Place, AFileThatWouldMoveAnExportIsNotOverlooked) {
  const TemporaryFolder folder;
  const Raster map = hill(8, 8, 10.0, kUtm, {500000.0, 5000160.0});
  write_bytes(folder / "out.tif.aux.xml", "<PAMDataset><GeoTransform>0,1,0,0,0,-1</GeoTransform></PAMDataset>");
  EXPECT_TRUE(contains(input_error_of([&] { write_raster(folder / "out.tif", map); }), "out.tif.aux.xml"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out.tif"));
  write_bytes(folder / "out.tif.aux.xml", "<PAMDataset><PAMRasterBand band=\"1\"/></PAMDataset>");
  write_raster(folder / "out.tif", map);
  EXPECT_EQ(read_raster(folder / "out.tif").place.transform, map.place.transform);
}

TEST(Place, FilledCellsAreAMaskAndHaveNoDataAgain) {
  const TemporaryFolder folder;
  write_bytes(folder / "gap.asc",
              "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 10\nnodata_value -9999\n1 2 3 4\n1 -9999 3 4\n"
              "1 2 3 4\n");
  const std::string file = (folder / "gap.asc").string();
  EXPECT_TRUE(contains(input_error_of([&] { start_world(file); }), "--fill"));
  const StartedWorld started = start_world(file, {}, {.fill = GapFill::interpolate});
  Mask const* const mask = started.world.terrain().masks.find(kNoDataMask);
  ASSERT_NE(mask, nullptr);
  EXPECT_EQ(std::ranges::count(mask->values, 1.0f), 1);
  EXPECT_EQ(mask->values[5], 1.0f) << "row 1 from the south, column 1";
  EXPECT_NEAR((*started.world.field("elevation"))[5], 2.0f, 0.6f);
  write_raster(folder / "out.asc", export_field(started.world, "elevation"));
  EXPECT_TRUE(contains(input_error_of([&] { read_raster(folder / "out.asc"); }), "found no data in 1 of 12 cells"));
}

/// The options that a command line such as `--mask TEXT` gives.
WorldOptions option(std::string_view name, std::string const& text) {
  WorldOptions options;
  for (CommandOption const& row : command_options()) {
    if (row.option == name) row.parse(text, options);
  }
  EXPECT_EQ(options.commands.size(), 1u) << name;
  return options;
}

/// A raster with cells of 20 m around the land of hill(24, 16, 10): 0 in the west and 1 from x = 500120 on.
Raster eastern_half() {
  Raster raster = hill(14, 10, 20.0, kUtm, {499980.0, 5000180.0});
  for (std::size_t i = 0; i < raster.values.size(); ++i) raster.values[i] = i % 14 < 7 ? 0.0f : 1.0f;
  return raster;
}

TEST(Place, RastersOfTheCommandLineAreLaidOnTheLand) {
  const TemporaryFolder folder;
  const std::string map = (folder / "map.tif").string();
  write_raster(map, hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  write_raster(folder / "east.tif", eastern_half());
  const std::string file = (folder / "east.tif").string();
  const auto expect_east = [](std::span<float const> values, std::string const& what) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t column = i % 24;
      if (column == 11 || column == 12) continue;  // beside the border
      EXPECT_NEAR(values[i] / values[20], column < 11 ? 0.0f : 1.0f, 1e-3f) << what << " at " << i;
    }
  };
  const StartedWorld masked = start_world(map, option("--mask", "east raster file=" + file));
  expect_east(masked.world.terrain().masks.find("east")->values, "mask");
  const StartedWorld rained = start_world(map, option("--rain-map", file));
  std::vector<float> const& rain = rained.world.terrain().rainfall.map;
  ASSERT_EQ(rain.size(), 24u * 16u);
  expect_east(rain, "rain map");

  // A raster of the size of the land is not laid on it either if it lies beside it.
  Raster far = hill(24, 16, 10.0, kUtm, {500100.0, 5000160.0});
  for (std::size_t i = 0; i < far.values.size(); ++i) far.values[i] = static_cast<float>(i % 2);
  write_raster(folder / "far.tif", far);
  for (std::string const name : {"--mask", "--rain-map"}) {
    const std::string text = (name == "--mask" ? "east raster file=" : "") + (folder / "far.tif").string();
    const std::string error = input_error_of([&] { start_world(map, option(name, text)); });
    EXPECT_TRUE(contains(error, "covers the land")) << name << ": " << error;
  }
}

TEST(Place, AStampWithAPlaceLiesThere) {
  const TemporaryFolder folder;
  const std::string map = (folder / "map.tif").string();
  write_raster(map, hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  Raster relief = hill(4, 3, 10.0, kUtm, {500100.0, 5000120.0});
  for (std::size_t i = 0; i < relief.values.size(); ++i) relief.values[i] = static_cast<float>(i);
  write_raster(folder / "stamp.tif", relief);
  const std::string words = "stamp height=11 file=" + (folder / "stamp.tif").string();

  const std::vector<float> bare = *start_world(map).world.field("elevation");
  const StartedWorld started = start_world(map, option("--place", words));
  const std::vector<float> built = *started.world.field("elevation");
  for (std::size_t y = 0; y < 16; ++y) {
    for (std::size_t x = 0; x < 24; ++x) {
      const bool within = x >= 10 && x < 14 && y >= 9 && y < 12;
      const float wanted = within ? static_cast<float>((y - 9) * 4 + x - 10) : 0.0f;
      EXPECT_NEAR(built[y * 24 + x] - bare[y * 24 + x], wanted, 1e-3f) << x << ", " << y;
    }
  }
  // With a position, the stamp is only a shape.
  const StartedWorld moved = start_world(map, option("--place", words + " x=0.25 length=40 width=30"));
  EXPECT_FLOAT_EQ(moved.world.terrain().bodies.list().front().obstacle.x, 0.25f);

  relief.place.transform[0] += 1000.0;
  write_raster(folder / "stamp.tif", relief);
  EXPECT_TRUE(contains(input_error_of([&] { start_world(map, option("--place", words)); }), "overlaps the land"));
}

/// A ramp that rises to the east, on cells of this size from this corner.
Raster ramp(int width, int height, double cell, glm::dvec2 corner) {
  Raster raster = hill(width, height, cell, kUtm, corner);
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    raster.values[i] = static_cast<float>(i % static_cast<std::size_t>(width));
  }
  return raster;
}

TEST(Place, AStampMayHaveMoreCellsThanAStampCanHave) {
  const TemporaryFolder folder;
  const std::string map = (folder / "map.tif").string(), stamp = (folder / "stamp.tif").string();
  write_raster(map, hill(1200, 8, 5.0, kUtm, {500000.0, 5000040.0}));
  write_raster(stamp, ramp(3000, 20, 2.0, {500000.0, 5000040.0}));  // the whole land
  const std::vector<float> bare = *start_world(map).world.field("elevation");
  const StartedWorld started = start_world(map, option("--place", "stamp height=12 file=" + stamp));
  ObstacleBody const& body = started.world.terrain().bodies.list().front();
  EXPECT_FLOAT_EQ(body.obstacle.x, 0.5f);
  EXPECT_FLOAT_EQ(body.obstacle.length, 6000.0f);
  EXPECT_EQ(body.stamp->width, Stamp::kMaximumSide);
  EXPECT_EQ(body.stamp->height, 8);
  const std::vector<float> built = *started.world.field("elevation");
  for (std::size_t x = 10; x < 1190; ++x) {
    EXPECT_NEAR(built[4 * 1200 + x] - bare[4 * 1200 + x], 12.0f * (static_cast<float>(x) + 0.5f) / 1200.0f, 0.05f) << x;
  }
}

TEST(Place, AStampOverMoreThanAnObstacleCanBeIsRefusedWithItsFile) {
  const TemporaryFolder folder;
  const std::string map = (folder / "map.tif").string(), stamp = (folder / "stamp.tif").string();
  write_raster(map, hill(1500, 8, 10.0, kUtm, {500000.0, 5000080.0}));
  write_raster(stamp, ramp(300, 2, 50.0, {500000.0, 5000090.0}));
  const std::string words = "stamp height=12 file=" + stamp;
  const std::string error = input_error_of([&] { start_world(map, option("--place", words)); });
  EXPECT_TRUE(contains(error, "stamp.tif: expected a raster that covers at most 10000 m of the land")) << error;
  write_raster(stamp, ramp(180, 2, 50.0, {505000.0, 5000090.0}));
  const StartedWorld started = start_world(map, option("--place", words));
  EXPECT_NEAR(started.world.terrain().bodies.list().front().obstacle.length, 9000.0f, 20.0f);
}

TEST(Place, AStampBetweenTheCentresOfCellsIsPlaced) {
  const TemporaryFolder folder;
  const std::string map = (folder / "map.tif").string(), stamp = (folder / "stamp.tif").string();
  write_raster(map, hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  write_raster(stamp, ramp(4, 3, 1.0, {500100.5, 5000104.5}));
  const StartedWorld started = start_world(map, option("--place", "stamp height=2 file=" + stamp));
  Obstacle const& body = started.world.terrain().bodies.list().front().obstacle;
  EXPECT_NEAR(body.x * 240.0f, 102.5f, 0.2f);
  EXPECT_NEAR(body.y * 160.0f, 103.0f, 0.2f);
  EXPECT_NEAR(body.length, 4.0f, 0.3f);
  EXPECT_NEAR(body.width, 3.0f, 0.3f);
}

TEST(Place, ALargeRasterOfTheCommandLineIsLaidOnTheLandBeforeItIsRefused) {
  const TemporaryFolder folder;
  const std::string map = (folder / "map.tif").string(), stamp = (folder / "stamp.tif").string();
  write_raster(map, hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  write_raster(stamp, ramp(1100, 1100, 0.1, {500060.0, 5000140.0}));
  const StartedWorld started = start_world(map, option("--place", "stamp height=2 file=" + stamp));
  EXPECT_EQ(started.world.terrain().bodies.list().front().stamp->width, 11);
}

TEST(Place, AGridAndItsCoordinateSystemAreWrittenTogether) {
  const TemporaryFolder folder;
  const Raster placed = hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0});
  Raster local = placed;
  local.place = {};
  std::filesystem::create_directory(folder / "a.prj");
  EXPECT_FALSE(input_error_of([&] { write_raster(folder / "a.asc", placed); }).empty());
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.prj"})) << "no grid without its system";

  write_bytes(folder / "b.prj", "of b.bil");
  EXPECT_TRUE(contains(input_error_of([&] { write_raster(folder / "b.asc", placed); }), "another raster"));
  EXPECT_EQ(read_bytes(folder / "b.prj"), "of b.bil");

  write_raster(folder / "c.asc", placed);
  write_raster(folder / "c.asc", placed);
  EXPECT_TRUE(contains(input_error_of([&] { write_raster(folder / "c.asc", local); }), "coordinate system"));
  EXPECT_EQ(read_raster(folder / "c.asc").place.transform, placed.place.transform);
}

TEST(Place, MasksKeepTheirValuesInFilledCells) {
  const TemporaryFolder folder;
  Raster map = hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0});
  map.filled.assign(map.cells(), 0);
  map.filled[30] = 1;
  write_raster(folder / "map.tif", map);
  const StartedWorld started = start_world((folder / "map.tif").string(), {}, {.fill = GapFill::lowest});
  write_raster(folder / "mask.tif", export_field(started.world, "mask.no_data"));
  const Raster mask = read_raster(folder / "mask.tif");
  EXPECT_EQ(mask.values[30], 1.0f);
  EXPECT_TRUE(mask.filled.empty());
}

TEST(Place, TheGridCannotGiveAMapAnotherCellSize) {
  const TemporaryFolder folder;
  write_raster(folder / "map.tif", hill(24, 16, 10.0, kUtm, {500000.0, 5000160.0}));
  const std::string layer = "[[land.base]]\nshape = \"heightmap\"\nfile = \"map.tif\"\n";
  const auto read = [&](std::string const& grid, std::string const& more) {
    return parse_scenario("title = \"a\"\n" + grid + layer + more, "a.toml", folder.path());
  };
  EXPECT_TRUE(contains(input_error_of([&] { read("[grid]\ncell_size = 20\n", ""); }), "found 20 m"));
  EXPECT_EQ(read("[grid]\ncell_size = 10\n", "").grid.width, 24);
  EXPECT_EQ(read("", "cell_size = 20\n").grid.width, 12);
}

TEST(Place, WaterHasLongitudesAndLatitudes) {
  const TemporaryFolder folder;
  // A basin with closed edges, which falls to the east.
  Raster basin = hill(48, 32, 2.0, kUtm, {500000.0, 5000064.0});
  for (std::size_t i = 0; i < basin.values.size(); ++i) basin.values[i] = 0.2f * static_cast<float>(48 - i % 48);
  write_raster(folder / "basin.tif", basin);
  write_bytes(folder / "basin.toml",
              "title = \"Basin\"\n[grid]\nboundary = \"closed\"\n[[land.base]]\nshape = \"heightmap\"\n"
              "file = \"basin.tif\"\n[[water_source]]\nx = 0.3\ny = 0.5\ndischarge = 4.0\n[wind_particles]\n"
              "enabled = false\n[water_particles]\nenabled = true\nrain = 0.0\ncapacity = 0.001\nevaporation = 0.0\n");
  const std::string file = (folder / "basin.toml").string();
  std::string text;
  const std::string error = [&]() -> std::string {
    try {
      World world = make_world(load_scenario_file(file));
      for (int i = 0; i < 300; ++i) world.step();
      text = water_geojson(world);
      return {};
    } catch (InputError const& failure) {
      return failure.what();
    }
  }();
  ASSERT_EQ(error, "");
  EXPECT_TRUE(contains(text, "longitude and latitude, degrees (WGS 84)")) << text.substr(0, 400);
  EXPECT_TRUE(contains(text, "15.00")) << "the middle of the zone: " << text.substr(0, 600);
  EXPECT_TRUE(contains(text, "45.15")) << text.substr(0, 600);
}

}  // namespace
}  // namespace barchan::test::place_test
