// barchan-cli measure: its values, its keys and its errors.
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/raster_file.hpp"
#include "io_support.hpp"
#include "unit/measure_surfaces.hpp"
#include "wind/wind_field.hpp"

namespace barchan::test::cli_measure_test {
namespace {

using Json = nlohmann::json;

std::string desert(TemporaryFolder const& folder) {
  const auto file = folder / "desert.toml";
  write_bytes(file, R"(
title = "Desert"
seed = 3
[grid]
width = 48
height = 40
[[land.sand]]
shape = "uniform"
thickness = 2
[wind]
direction = 30
[wind_particles]
population = 2000
)");
  return file.string();
}

/// The land of `map` as an exact height map.
std::string height_map(TemporaryFolder const& folder, ElevationMap const& map) {
  Raster raster;
  raster.width = map.grid.width;
  raster.height = map.grid.height;
  raster.cell_size = double{map.grid.cell_size};
  for (const double metres : map.metres) raster.values.push_back(static_cast<float>(metres));
  const auto file = folder / "map.tif";
  write_raster(file, raster);
  return file.string();
}

Json measured(std::string const& arguments) {
  const ProgramResult result = run_cli("measure --directions mathematical " + arguments + " 2>/dev/null");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  return Json::parse(result.output, nullptr, false);
}

/// JSON's grammar guarantees that every number in it is finite; this finds words that stand for other numbers.
void expect_no_odd_numbers(std::string const& text) {
  for (char const* word : {"nan", "NaN", "inf", "Infinity"}) EXPECT_FALSE(contains(text, word)) << word;
}

TEST(CliMeasure, SineCrestsInAFile) {
  const TemporaryFolder folder;
  const ElevationMap map = made({160, 140, 0.5f, Boundary::open}, sine(25.0, 12.0, 1.0, 800.0));
  const Json report = measured(height_map(folder, map) + " --wind 20");
  EXPECT_NEAR(report["crest"]["direction"], 115.0, 2.0);
  EXPECT_NEAR(report["crest"]["error"], 5.0, 2.0);
  EXPECT_NEAR(report["crest"]["angle_to_wind"], 85.0, 2.0);
  EXPECT_NEAR(report["spacing"], 12.0, 0.36);
  for (char const* method : {"autocorrelation", "crossings", "spectrum"}) {
    EXPECT_NEAR(report["spacings"][method], 12.0, 0.36) << method;
  }
  EXPECT_NEAR(report["height"], 2.0, 0.1);
  EXPECT_EQ(report["class"], "transverse");
  EXPECT_EQ(report["sand"], "elevation");
  EXPECT_EQ(report["grid"]["cell_size"], 0.5);
  EXPECT_EQ(report["wind"]["direction"], 20.0);
  EXPECT_TRUE(report["wind"]["steadiness"].is_null());
  EXPECT_TRUE(report["migration"].is_null());
  EXPECT_EQ(measured((folder / "map.tif").string() + " --wind 110")["class"], "linear");
}

TEST(CliMeasure, ABarchanInAFile) {
  const TemporaryFolder folder;
  const Barchan barchan;
  const ElevationMap map = with_barchan(bare({192, 180, 0.5f, Boundary::open}), barchan, 48.0, 45.0, 200.0);
  const std::string file = height_map(folder, map);
  const Json report = measured(file + " --wind 200");
  EXPECT_EQ(report["class"], "barchan");
  EXPECT_TRUE(report["crest"]["error"].is_null()) << "its horns lie along the wind";
  EXPECT_TRUE(report["crest"]["angle_to_wind"].is_null());
  EXPECT_TRUE(report["crest"]["direction"].is_number());
  EXPECT_EQ(report["dunes"]["count"], 1);
  const Json dune = report["dunes"]["list"][0];
  EXPECT_NEAR(dune["width"], barchan.width(0.4), 1.5);
  EXPECT_NEAR(dune["length"], barchan.length(0.4), 1.5);
  EXPECT_NEAR(dune["height"], barchan.height(), 0.1);
  EXPECT_NEAR(dune["horn_left"], barchan.horn(0.4), 2.0);
  EXPECT_NEAR(dune["horn_right"], barchan.horn(0.4), 2.0);
  const Json higher = measured(file + " --wind 200 --sediment-threshold 2");
  EXPECT_NEAR(higher["dunes"]["width"], barchan.width(2.0), 1.5);
  EXPECT_EQ(higher["sediment_threshold"], 2.0);
  EXPECT_LT(higher["cover"], report["cover"]);
}

TEST(CliMeasure, StepsGiveMigrationAndFlux) {
  const TemporaryFolder folder;
  const std::string scenario = desert(folder);
  const Json still = measured(scenario);
  EXPECT_EQ(still["class"], "sheet");
  EXPECT_EQ(still["step_count"], 0);
  EXPECT_TRUE(still["spacing"].is_null());
  EXPECT_TRUE(still["crest"]["direction"].is_null());
  EXPECT_TRUE(still["migration"].is_null());
  EXPECT_TRUE(still["flux"]["by_migration"].is_null());
  EXPECT_EQ(still["wind"]["direction"], 30.0);
  EXPECT_EQ(still["sand"], "sediment");
  EXPECT_NEAR(still["sand_volume"], 2.0 * 48 * 40, 1e-3);

  const Json moved = measured(scenario + " --steps 150");
  EXPECT_EQ(moved["step_count"], 150);
  ASSERT_TRUE(moved["migration"].is_object());
  EXPECT_GT(moved["migration"]["speed"], 0.0) << "down the wind";
  EXPECT_NEAR(moved["migration"]["seconds"], 0.4 * 15, 1e-5);
  EXPECT_GT(moved["flux"]["by_field"], 0.0);
  EXPECT_GT(moved["flux"]["by_migration"], 0.0);
  EXPECT_EQ(moved["wind"]["steadiness"], 1.0);
  // One step gives two maps, so the migration is a number or null.
  EXPECT_EQ(measured(scenario + " --steps 1")["steps"], 1);
}

TEST(CliMeasure, UsesTheWindsOfTheTimeThatItMeasures) {
  const TemporaryFolder folder;
  const auto scenario = [&](char const* name, double at, double degrees) {
    std::ifstream file(desert(folder));
    std::string text{std::istreambuf_iterator<char>(file), {}};
    text += fmt::format("[[timeline]]\nat = {}\nset = {{ \"wind.direction\" = {} }}\n", at, degrees);
    write_bytes(folder / name, text);
    return (folder / name).string() + " --steps 100";
  };
  // The last tenth of the steps lasts from 36 to 40 s.
  EXPECT_EQ(measured(scenario("before.toml", 20.0, 80.0))["wind"]["direction"], 80.0);
  EXPECT_NEAR(measured(scenario("within.toml", 38.0, 90.0))["wind"]["direction"].get<double>(), 60.0, 1e-6);
  EXPECT_EQ(measured(scenario("after.toml", 40.0, 80.0))["wind"]["direction"], 30.0);
}

TEST(CliMeasure, TheFluxOfSlabsIsKnownFromTheFirstSeconds) {
  const TemporaryFolder folder;
  const std::string flat = R"(
title = "Flat"
[grid]
width = 64
height = 64
[[land.sand]]
shape = "uniform"
thickness = 20
[wind]
shadow_low = 30
shadow_high = 45
[wind_particles]
enabled = false
[slab_dunes]
enabled = true
)";
  write_bytes(folder / "flat.toml", flat);
  write_bytes(folder / "rest.toml", flat + R"(
[[timeline]]
at = 40.0
set = { "slab_dunes.enabled" = false }
[[timeline]]
at = 44.0
set = { "slab_dunes.enabled" = true }
)");
  const auto flux = [&](int steps, char const* file = "flat.toml") {
    return measured((folder / file).string() + fmt::format(" --steps {}", steps))["flux"]["by_field"].get<double>();
  };
  // Lift rate x hop length / probability of deposition = 0.25 m/s x 5 m / 0.6. The air fills within the first steps.
  EXPECT_NEAR(flux(12), 2.08, 0.4);
  EXPECT_NEAR(flux(20), 2.08, 0.25);
  EXPECT_NEAR(flux(60), 2.08, 0.15);
  EXPECT_NEAR(flux(122, "rest.toml"), 2.08, 0.4) << "slabs hop again since 44 s";
}

TEST(CliMeasure, IsTheSameForAnyThreadsAndGoesOnFromASavedWorld) {
  const TemporaryFolder folder;
  const std::string scenario = desert(folder), world = (folder / "w.barchan").string();
  const std::string one = run_cli("measure --directions mathematical " + scenario + " --steps 60 --threads 1").output;
  EXPECT_EQ(run_cli("measure --directions mathematical " + scenario + " --steps 60 --threads 3").output, one);
  expect_no_odd_numbers(one);
  ASSERT_EQ(run_cli("run " + scenario + " --quiet --steps 60 --save " + world).exit_code, 0);
  Json saved = measured(world), fresh = Json::parse(one);
  for (char const* key : {"crest", "spacings", "dunes", "class", "lee", "face_azimuths"})
    EXPECT_EQ(saved[key], fresh[key]);
  EXPECT_EQ(saved["step_count"], 60);
  EXPECT_NE(measured(scenario + " --steps 60 --seed 4")["dunes"], fresh["dunes"]);
  EXPECT_EQ(measured(scenario + " --set wind.direction=75")["wind"]["direction"], 75.0);
}

TEST(CliMeasure, WritesAFileInPlaceOfTheScreen) {
  const TemporaryFolder folder;
  const std::string file = (folder / "m.json").string();
  const ProgramResult result = run_cli("measure " + desert(folder) + " --json " + file);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(Json::parse(read_bytes(file))["class"], "sheet");
}

TEST(CliMeasure, HelpSaysAll) {
  const ProgramResult help = run_cli("measure --help");
  EXPECT_EQ(help.exit_code, 0);
  for (char const* option : {"--steps", "--seed", "--set", "--threads", "--wind", "--sediment-threshold", "--json",
                             "--size", "--range", "--cell-size"}) {
    EXPECT_TRUE(contains(help.output, option)) << option;
  }
}

TEST(CliMeasure, RefusesInOneLine) {
  const TemporaryFolder folder;
  const std::string scenario = desert(folder);
  for (auto const& [arguments, words] :
       {std::pair<std::string, std::string>{"measure", "expected the argument 'scenario', found none"},
        {"measure dunse", "did you mean 'dunes'?"},
        {"measure " + scenario + " --steps -1", "--steps"},
        {"measure " + scenario + " --wind north", "--wind"},
        {"measure " + scenario + " --wind nan", "--wind"},
        {"measure " + scenario + " --sediment-threshold -1", "--sediment-threshold"},
        {"measure " + scenario + " --sediment-threshold inf", "--sediment-threshold"},
        {"measure " + scenario + " --set wind.sped=3", "did you mean 'speed'?"},
        {"measure " + scenario + " --size 4x4", "leave these options out"},
        {"measure " + scenario + " --threads 0", "--threads"},
        {"measure " + scenario + " --steps 100000000 --json " + (folder / "no/m.json").string(), "cannot be written"},
        {"measure " + (folder / "none.tif").string(), "there is no such file"}}) {
    const ProgramResult result = run_cli(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << "\n" << result.output;
    EXPECT_TRUE(contains(result.output, words)) << arguments << "\n" << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
}

}  // namespace
}  // namespace barchan::test::cli_measure_test
