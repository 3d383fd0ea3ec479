// barchan-cli run --geojson: the content of the file, and its errors.
#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io_support.hpp"

namespace barchan::test::cli_geojson_test {
namespace {

using Json = nlohmann::json;

/// A closed basin that falls to the east, with a spring.
std::string tub(TemporaryFolder const& folder, std::string const& discharge) {
  const auto file = folder / "tub.toml";
  write_bytes(file,
              "title = \"Tub\"\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"closed\"\n"
              "[[land.base]]\nshape = \"plane\"\nslope = 5.71\nazimuth = 180.0\n"
              "[[water_source]]\nx = 0.3\ny = 0.5\ndischarge = " +
                  discharge +
                  "\n[wind_particles]\nenabled = false\n[water_particles]\nenabled = true\nrain = 0.0\n"
                  "capacity = 0.001\nevaporation = 0.0\n");
  return file.string();
}

double area_of(Json const& ring) {
  double twice = 0.0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    twice += ring[i][0].get<double>() * ring[i + 1][1].get<double>() -
             ring[i + 1][0].get<double>() * ring[i][1].get<double>();
  }
  return 0.5 * twice;
}

TEST(CliGeojson, WritesTheRiverAndTheLakeOfATub) {
  const TemporaryFolder folder;
  const std::string file = (folder / "water.geojson").string(), depth = (folder / "depth.asc").string();
  const ProgramResult result =
      run_cli("run " + tub(folder, "4.0") + " --steps 1200 --quiet --geojson " + file + " --export lake=" + depth);
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const Json all = Json::parse(read_bytes(file));
  EXPECT_EQ(all["type"], "FeatureCollection");
  EXPECT_EQ(all["step"], 1200);
  int rivers = 0, lakes = 0;
  const Raster numbers = read_raster(depth);
  for (Json const& feature : all["features"]) {
    EXPECT_EQ(feature["type"], "Feature");
    Json const &properties = feature["properties"], &geometry = feature["geometry"];
    if (properties["kind"] == "lake") {
      ++lakes;
      ASSERT_EQ(geometry["type"], "Polygon");
      double area = 0.0;
      for (Json const& ring : geometry["coordinates"]) {
        EXPECT_EQ(ring.front(), ring.back());
        area += area_of(ring);
      }
      EXPECT_GT(area_of(geometry["coordinates"][0]), 0.0) << "anticlockwise";
      const auto cells = std::count(numbers.values.begin(), numbers.values.end(), properties["id"].get<float>());
      EXPECT_EQ(area, static_cast<double>(cells) * 4.0);
      EXPECT_EQ(properties["area"], area);
      EXPECT_GT(properties["volume"], 100.0);
      EXPECT_LE(properties["volume"], area * properties["depth"].get<double>());
      EXPECT_TRUE(properties["level"].is_number());
    } else {
      ++rivers;
      EXPECT_EQ(geometry["type"], "LineString");
      EXPECT_NEAR(properties["discharge"], 4.0, 0.4);
      EXPECT_GE(properties["width"], 2.0);
      EXPECT_EQ(properties["end"], "lake");
      EXPECT_EQ(properties["into"].get<std::string>().rfind("lake-", 0), 0u);
    }
  }
  EXPECT_EQ(rivers, 1);
  EXPECT_EQ(lakes, 1);
}

TEST(CliGeojson, TheSeaEndsARiver) {
  const TemporaryFolder folder;
  const auto scenario = folder / "coast.toml";
  // The land falls by 10 % to the east.
  const auto write = [&](std::string const& sea) {
    write_bytes(scenario,
                "title = \"Coast\"\n[grid]\nwidth = 64\nheight = 32\ncell_size = 2.0\ndatum = 0.0\n"
                "boundary = \"open\"\n[[land.base]]\nshape = \"uniform\"\nlevel = 20.0\n[[land.base]]\n"
                "shape = \"plane\"\nslope = 5.71\nazimuth = 180.0\n[[water_source]]\nx = 0.1\ny = 0.5\n"
                "discharge = 4.0\n[wind_particles]\nenabled = false\n[water_particles]\nenabled = true\n"
                "rain = 0.0\ncapacity = 0.001\n" +
                    sea);
  };
  const auto river = [&] {
    const std::string file = (folder / "water.geojson").string(), depth = (folder / "depth.asc").string();
    const ProgramResult result = run_cli("run " + scenario.string() + " --steps 400 --quiet --geojson " + file +
                                         " --export lake_depth=" + depth);
    EXPECT_EQ(result.exit_code, 0) << result.output;
    const Json features = Json::parse(read_bytes(file))["features"];
    EXPECT_EQ(features.size(), 1u) << features;
    return std::pair(features.at(0), read_raster(depth));
  };
  write("");
  const auto [dry, none] = river();
  EXPECT_EQ(dry["properties"]["end"], "edge");
  EXPECT_EQ(dry["geometry"]["coordinates"].back()[0], 128.0);

  write("sea = true\nsea_level = 20.0\n");
  const auto [wet, depth] = river();
  EXPECT_EQ(wet["properties"]["end"], "sea");
  EXPECT_TRUE(wet["properties"]["into"].is_null());
  const double last = wet["geometry"]["coordinates"].back()[0].get<double>();
  const auto shore = std::find_if(depth.values.begin(), depth.values.begin() + depth.width,
                                  [](float metres) { return metres > 0.0f; });
  ASSERT_NE(shore, depth.values.begin() + depth.width);
  EXPECT_NEAR(last, 2.0 * static_cast<double>(shore - depth.values.begin()), 4.0) << "within two cells of the shore";
}

TEST(CliGeojson, ADryLandIsAnEmptyCollection) {
  const TemporaryFolder folder;
  const std::string file = (folder / "dry.json").string();
  ASSERT_EQ(run_cli("run flat_bed --steps 0 --quiet --geojson " + file).exit_code, 0);
  EXPECT_EQ(Json::parse(read_bytes(file))["features"], Json::array());
}

TEST(CliGeojson, RefusesInOneLine) {
  const TemporaryFolder folder;
  const std::string scenario = tub(folder, "20.0"), file = " --geojson " + (folder / "w.geojson").string();
  for (auto const& [arguments, words] :
       {std::pair<std::string, std::string>{" --geojson w.shp", "ends in .geojson or .json"},
        {file + " --river-discharge 0", "--river-discharge 0: expected a discharge above 0 m3/s"},
        {file + " --river-discharge -3", "expected a discharge above 0 m3/s"},
        {file + " --river-discharge nan", "expected a discharge above 0 m3/s"},
        {file + " --river-discharge inf", "expected a discharge above 0 m3/s"},
        {file + " --river-discharge much", "--river-discharge"},
        {" --river-discharge 2", "expected --geojson FILE as well"},
        {" --like map.tif", "--like map.tif: expected --export FIELD=FILE as well, found none; add it"},
        {" --like nowhere.tif --export elevation=e.tif", "nowhere.tif"},
        {" --geojson " + (folder / "no/w.geojson").string(), "cannot be written"},
        {file + " --report " + (folder / "w.geojson").string(), "expected one output in this file"}}) {
    const ProgramResult result = run_cli("run " + scenario + " --steps 100000000" + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << "\n" << result.output;
    EXPECT_TRUE(contains(result.output, words)) << arguments << "\n" << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
}

}  // namespace
}  // namespace barchan::test::cli_geojson_test
