// Files and command lines in both conventions of directions: the same world, and each result says its convention.
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/preset_file.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"

namespace barchan::test::directions_test {
namespace {

using Json = nlohmann::json;

/// A scenario with every key that is a direction. `convention`: a line of the file, or "".
std::string scenario_text(std::string const& convention, std::array<std::string, 8> const& numbers) {
  auto const& [view, ramp, wind, tilt, line, mask, later, wall] = numbers;
  return "title = \"Directions\"\n" + convention +
         "\n[grid]\nwidth = 32\nheight = 24\nboundary = \"open\"\n[[view]]\nname = \"One\"\nazimuth = " + view +
         "\n[[land.base]]\nshape = \"ramp\"\nheight = 4\nlength = 20\nazimuth = " + ramp +
         "\n[[land.sand]]\nshape = \"uniform\"\nthickness = 1\n[wind]\ndirection = " + wind +
         "\n[uplift]\nazimuth = " + tilt + "\n[sand_supply]\nangle = " + line +
         "\n[[mask]]\nid = \"faces\"\n[[mask.layer]]\nsource = \"aspect\"\ndirection = " + mask +
         "\n[[timeline]]\nat = 1\nset = { \"wind.direction\" = " + later +
         " }\n[[timeline]]\nat = 2\nplace = { shape = \"wall\", azimuth = " + wall + ", length = 8 }\n";
}

std::string hash_of(std::string const& arguments) {
  const TemporaryFolder folder;
  const std::string report = (folder / "r.json").string();
  const ProgramResult result = run_cli("run " + arguments + " --quiet --report " + report);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  return Json::parse(read_bytes(report), nullptr, false).value("hash", result.output);
}

TEST(DirectionFiles, BothConventionsGiveTheSameScenario) {
  // By hand: a heading of a degrees anticlockwise from east is 90 - a from north; a wind towards a comes from 270 - a.
  const std::array<std::string, 8> math{"60", "30", "20", "200", "170", "45", "90", "10"};
  const std::array<std::string, 8> compass{"30", "60", "250", "250", "100", "45", "180", "80"};
  const Scenario one = parse_scenario(scenario_text("", math), "a.toml", {});
  const Scenario same = parse_scenario(scenario_text("directions = \"mathematical\"", math), "a.toml", {});
  const Scenario other = parse_scenario(scenario_text("directions = \"meteorological\"", compass), "a.toml", {});
  for (Scenario const* const scenario : {&same, &other}) {
    EXPECT_EQ(scenario->views.front().camera.azimuth, 60.0);
    EXPECT_EQ(scenario->land.base.front().azimuth, 30.0);
    EXPECT_EQ(scenario->parameters, one.parameters);
    EXPECT_EQ(scenario->masks.front(), one.masks.front());
    ASSERT_EQ(scenario->timeline.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(scenario->timeline[i].command, one.timeline[i].command);
  }
  EXPECT_EQ(make_world(other).hash(), make_world(one).hash());
}

TEST(DirectionFiles, PointsOfTheCompassAndWrongValues) {
  std::array<std::string, 8> words{"\"N\"", "\"NE\"", "\"W\"", "\"S\"", "\"NE\"", "\"e\"", "\"NW\"", "\"N\""};
  const Scenario named = parse_scenario(scenario_text("", words), "a.toml", {});
  EXPECT_EQ(named.views.front().camera.azimuth, 90.0);
  EXPECT_EQ(named.parameters.front(), (SetParameter{"wind", "direction", 0.0}));
  EXPECT_EQ(named.timeline.front().command, Command(SetParameter{"wind", "direction", 315.0}));
  const auto refused = [&](std::string const& convention, std::string const& wind) {
    words[2] = wind;
    return input_error_of([&] { parse_scenario(scenario_text(convention, words), "a.toml", {}); });
  };
  EXPECT_EQ(refused("directions = \"meteorological\"", "400"),
            "a.toml:19:13: 'direction' in [wind]: expected a number from 0 to 360 degrees (clockwise from north, "
            "from where the wind comes) or a point of the compass, such as \"NW\", found 400");
  EXPECT_NE(refused("", "\"upwards\"").find("anticlockwise from east, to where the wind goes"), std::string::npos);
  EXPECT_NE(refused("directions = \"nautical\"", "0").find("expected one of mathematical, meteorological"),
            std::string::npos);
}

TEST(DirectionFiles, APresetSaysItsConvention) {
  const Preset preset{"p", "P", "", {{"wind", "direction", 20.0}}};
  EXPECT_NE(preset_text(preset).find("directions = \"mathematical\"\n"), std::string::npos);
  EXPECT_EQ(parse_preset(preset_text(preset), "p.preset").settings, preset.settings);
  const std::string other = "version = 1\ntitle = \"P\"\ndirections = \"meteorological\"\n[wind]\ndirection = 250\n";
  EXPECT_EQ(parse_preset(other, "p.preset").settings, preset.settings);
}

TEST(DirectionOptions, BothConventionsGiveTheSameHash) {
  const std::string mathematical =
      hash_of("flat_bed --steps 4 --directions mathematical --set wind.direction=20 --place 'wall azimuth=30'");
  EXPECT_EQ(hash_of("flat_bed --steps 4 --set wind.direction=250 --place 'wall azimuth=60'"), mathematical)
      << "meteorological is the default";
  EXPECT_EQ(
      hash_of("flat_bed --steps 4 --directions meteorological --set wind.direction=250 --place 'wall azimuth=60'"),
      mathematical);
  EXPECT_NE(hash_of("flat_bed --steps 4 --set wind.direction=20 --place 'wall azimuth=60'"), mathematical);
  EXPECT_EQ(hash_of("flat_bed --steps 4 --set wind.direction=W"),
            hash_of("flat_bed --steps 4 --directions mathematical --set wind.direction=0"));
}

TEST(DirectionOptions, MeasurePrintsBothRight) {
  const auto measured = [](std::string const& arguments) {
    const ProgramResult result = run_cli("measure flat_bed " + arguments + " 2>/dev/null");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    return Json::parse(result.output, nullptr, false);
  };
  const Json compass = measured("--set wind.direction=250"), math = measured("--directions mathematical");
  EXPECT_EQ(compass["directions"], "meteorological");
  EXPECT_EQ(compass["wind"]["direction"], 250.0);
  EXPECT_EQ(compass["wind"]["convention"], "clockwise from north, from where the wind comes");
  EXPECT_EQ(math["directions"], "mathematical");
  const Json turned = measured("--directions mathematical --set wind.direction=20");
  EXPECT_EQ(turned["wind"]["direction"], 20.0);
  const double from_north = compass["crest"]["direction"], from_east = turned["crest"]["direction"];
  EXPECT_NEAR(std::remainder(from_north + from_east - 90.0, 180.0), 0.0, 1e-3);
  EXPECT_EQ(measured("--wind NW")["wind"]["direction"], 315.0);
  EXPECT_EQ(measured("--directions mathematical --wind NW")["wind"]["direction"], 315.0) << "towards the south-east";
}

TEST(DirectionOptions, AreTakenByEveryCommandThatPrintsOrReadsDirections) {
  EXPECT_NE(run_cli("parameters").output.find("270 deg"), std::string::npos);
  EXPECT_NE(run_cli("parameters").output.find("clockwise from north and give the direction from which"),
            std::string::npos);
  EXPECT_NE(run_cli("parameters --directions mathematical").output.find("direction towards which the wind blows"),
            std::string::npos);
  const ProgramResult wrong = run_cli("measure flat_bed --directions nautical");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.output,
            "barchan-cli: --directions nautical: expected meteorological or mathematical; choose one of them\n");
  const ProgramResult high = run_cli("run flat_bed --steps 0 --set wind.direction=400");
  EXPECT_EQ(high.exit_code, 2);
  EXPECT_NE(high.output.find("from 0 to 360 deg (clockwise from north, from where the wind comes) or a point of"),
            std::string::npos)
      << high.output;
}

TEST(DirectionFiles, AnExportedFieldOfDirectionsSaysItsConvention) {
  const TemporaryFolder folder;
  const std::string file = (folder / "wind.r32").string();
  const ProgramResult result =
      run_cli("run flat_bed --steps 1 --quiet --set wind.direction=W --export wind_direction=" + file);
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const Json metadata = Json::parse(read_bytes(file + ".json"), nullptr, false);
  EXPECT_EQ(metadata["directions"], "mathematical: anticlockwise from east, to where the wind goes");
  EXPECT_NEAR(metadata["maximum"], 0.0, 1e-6) << "a wind from the west blows towards the east";
  EXPECT_EQ(run_cli("check " + file).exit_code, 0) << "the metadata is read back";
}

}  // namespace
}  // namespace barchan::test::directions_test
