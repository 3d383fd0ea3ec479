// Scenarios: the shipped ones are valid; mistakes are refused with file and line.
#include "io/scenario.hpp"
#include "base/land_vector.hpp"
#include "land/terrain.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "io_support.hpp"
#include "support/source_tree.hpp"

namespace barchan::test::scenario_test {
namespace {

constexpr char const* kHead = "title = \"Test\"\n[grid]\nwidth = 16\nheight = 8\n";
constexpr char const* kSand = "[[land.sand]]\nshape = \"uniform\"\nthickness = 1.0\n";

std::string refusal(std::string const& text) {
  return input_error_of([&] { parse_scenario(text, "test.toml", {}); });
}

TEST(ShippedScenarios, EachSaysWhatItIsAndBeginsSound) {
  std::set<std::string> ids;
  for (ScenarioInfo const& info : shipped_scenarios()) {
    SCOPED_TRACE(info.id);
    EXPECT_TRUE(ids.insert(info.id).second);
    EXPECT_FALSE(info.title.empty());
    EXPECT_GE(info.description.size(), 40u);
    EXPECT_GE(info.source.size(), 10u);
    const Scenario scenario = load_shipped_scenario(info.id);
    EXPECT_TRUE(scenario.notices.empty());
    const World world = make_world(scenario);
    EXPECT_EQ(world.budget().error(), 0);
    EXPECT_EQ(world.seed(), scenario.seed);
  }
  for (char const* id :
       {"dunes", "steep", "single_dune", "pyramid", "rock_garden", "article", "flat_bed", "mountains", "storm"}) {
    EXPECT_EQ(ids.count(id), 1u) << id;
  }
  EXPECT_EQ(shipped_scenarios().front().id, "dunes") << "the default comes first";
}

TEST(ShippedScenarios, FlatBedIsWhatTheChecksNeed) {
  const WorldSetup setup = make_world_setup(load_shipped_scenario("flat_bed"));
  EXPECT_EQ(setup.grid.width, 256);
  EXPECT_EQ(setup.grid.height, 256);
  EXPECT_TRUE(setup.grid.periodic());
  const auto [low, high] = std::minmax_element(setup.sand.begin(), setup.sand.end());
  EXPECT_NEAR(to_metres(*low), 3.9, 0.001);
  EXPECT_NEAR(to_metres(*high), 4.1, 0.001);
  EXPECT_TRUE(std::all_of(setup.base.begin(), setup.base.end(), [](Quanta q) { return q == 0; }));
}

TEST(Scenario, ReadsGridCameraAndParameters) {
  const Scenario scenario = parse_scenario(R"(
title = "All of it"
description = "d"
source = "s"
seed = 42
[grid]
width = 16
height = 8
cell_size = 0.5
boundary = "open"
datum = 100.5
[[view]]
name = "Ridge"
azimuth = 90
elevation = 10
distance = 2
target = [0.25, 0.75]
sun_azimuth = 200
clouds = 0.9
[[land.sand]]
shape = "uniform"
thickness = 1.0
[wind]
speed = 12
direction = 45.0
[wind_particles]
enabled = false
)",
                                           "folder/all.toml", {});
  EXPECT_EQ(scenario.info.id, "all");
  EXPECT_EQ(scenario.info.title, "All of it");
  EXPECT_EQ(scenario.seed, 42u);
  EXPECT_EQ(scenario.grid, (Grid{16, 8, 0.5f, Boundary::open}));
  EXPECT_EQ(scenario.datum, 100.5);
  EXPECT_EQ(scenario.views, (Views{{"Ridge", {90.0, 10.0, 2.0, 0.25, 0.75}, LightHint{200.0, 18.0, 0.9}}}));
  const World world = make_world(scenario, {7, {{"wind", "speed", 5.0}}, 1});
  EXPECT_EQ(world.seed(), 7u) << "the option wins";
  EXPECT_EQ(world.parameter("wind", "speed"), 5.0) << "the option wins";
  EXPECT_EQ(world.parameter("wind", "direction"), 45.0);
  EXPECT_EQ(world.parameter("wind_particles", "enabled"), 0.0);
  EXPECT_EQ(world.terrain().datum, 100.5);
}

TEST(Scenario, EveryParameterRowIsAKey) {
  std::string text = std::string(kHead) + kSand;
  std::size_t rows = 0;
  for (ParameterGroup const& group : parameter_catalog()) {
    text += "[" + std::string(group.id) + "]\n";
    for (ParameterRow const& row : group.rows) {
      std::string value = format_parameter_value(row, row.maximum);
      if (row.kind == ParameterKind::choice) value = "\"" + value + "\"";
      text += std::string(row.key) + " = " + value + "\n";
      ++rows;
    }
  }
  const Scenario scenario = parse_scenario(text, "test.toml", {});
  ASSERT_EQ(scenario.parameters.size(), rows);
  for (SetParameter const& parameter : scenario.parameters) {
    for (ParameterGroup const& group : parameter_catalog()) {
      if (group.id == parameter.group) {
        EXPECT_FLOAT_EQ(static_cast<float>(parameter.value), static_cast<float>(group.find(parameter.key)->maximum));
      }
    }
  }
}

TEST(Scenario, TheTimeLineSetsParametersAtTheirTimes) {
  const Scenario scenario = parse_scenario(std::string(kHead) + kSand + R"(
[[timeline]]
at = 120
set = { "wind.direction" = 90.0, "wind_particles.enabled" = false }
[[timeline]]
at = 2.0
set = { wind.speed = 6.0 }
)",
                                           "test.toml", {});
  const std::vector<TimedCommand> expected{{120.0, SetParameter{"wind", "direction", 90.0}},
                                           {120.0, SetParameter{"wind_particles", "enabled", 0.0}},
                                           {2.0, SetParameter{"wind", "speed", 6.0}}};
  EXPECT_EQ(scenario.timeline, expected);
  World world = make_world(scenario);
  for (int step = 0; step < 6; ++step) {
    EXPECT_EQ(world.parameter("wind", "speed"), 10.0);
    world.step();
  }
  EXPECT_EQ(world.parameter("wind", "speed"), 6.0);
  EXPECT_EQ(world.timeline().size(), 2u);
}

TEST(Scenario, PlantsAreLaidInSharesOfTheGround) {
  const std::string land = std::string(kHead) + kSand;
  EXPECT_TRUE(make_world_setup(parse_scenario(land, "test.toml", {})).cell_layers.real(CellLayer::plants).empty())
      << "no layer, no map";
  const Scenario scenario = parse_scenario(land + R"(
[[land.plants]]
shape = "uniform"
thickness = 0.25
[[land.plants]]
shape = "cone"
op = "max"
height = 1.0
radius = 3.0
[[land.plants]]
shape = "wall"
op = "add"
x = 0.0
length = 2.0
width = 100.0
height = 0.9
)",
                                           "test.toml", {});
  const World world = make_world(scenario);
  LandVector<float> const& cover = world.terrain().cell_layers.real(CellLayer::plants);
  ASSERT_EQ(cover.size(), world.grid().cells());
  const auto at = [&](int x, int y) { return cover[world.grid().index(x, y)]; };
  EXPECT_EQ(at(4, 1), 0.25f);
  EXPECT_NEAR(at(8, 4), 1.0 - std::sqrt(0.5) / 3.0, 1e-5);
  EXPECT_EQ(at(0, 0), 1.0f) << "never more than all of the ground";
  EXPECT_TRUE(std::ranges::equal(*world.field("plants"), cover));
  EXPECT_NE(world.hash(), make_world(parse_scenario(land, "test.toml", {})).hash());
}

TEST(Scenario, TheTimeLinePlacesAndRemovesObstacles) {
  const Scenario scenario = parse_scenario(std::string(kHead) + kSand + R"(
[[timeline]]
at = 4.0
place = { shape = "wall", x = 0.25, height = 3.0, length = 6.0, width = 2.0 }
[[timeline]]
at = 2.0
set = { wind.speed = 6.0 }
remove = "all"
[[timeline]]
at = 6.0
remove = { shape = "cylinder", x = 0.25, radius = 3.5 }
place = { shape = "dome" }
)",
                                           "test.toml", {});
  const std::vector<TimedCommand> expected{
      {4.0, PlaceObstacle{{.x = 0.25f, .height = 3.0f, .length = 6.0f, .width = 2.0f}, {}}},
      {2.0, SetParameter{"wind", "speed", 6.0}},
      {2.0, RemoveObstacles{}},
      {6.0, RemoveObstacles{Obstacle{.shape = ObstacleShape::cylinder, .x = 0.25f, .radius = 3.5f}}},
      {6.0, PlaceObstacle{{.shape = ObstacleShape::dome}, {}}}};
  EXPECT_EQ(scenario.timeline, expected);
  World world = make_world(scenario);
  for (int step = 0; step < 11; ++step) world.step();  // the eleventh step begins at 4 s
  EXPECT_EQ(world.budget().accounts[kObstacle].lying, QuantaSum{12} * 3 * kQuantaPerMetre);
}

TEST(Scenario, AStampIsReadBesideTheFileAndTravelsWithTheCommand) {
  const TemporaryFolder folder;
  Raster raster;
  raster.width = 2;
  raster.height = 3;
  raster.values = {5.0f, 7.0f, 6.0f, 5.0f, 5.0f, 9.0f};
  write_raster(folder / "stone.asc", raster);
  const std::string text = std::string(kHead) + kSand +
                           "[[timeline]]\nat = 0\nplace = { shape = \"stamp\", file = \"stone.asc\", height = 8 }\n";
  const Scenario scenario = parse_scenario(text, "test.toml", folder.path());
  const auto& placed = std::get<PlaceObstacle>(scenario.timeline.at(0).command);
  EXPECT_EQ(placed.stamp, (Stamp{2, 3, {0, 32768, 16384, 0, 0, 65535}}));
  EXPECT_EQ(parse_place("stamp height=8 file=" + (folder / "stone.asc").string()), placed);
  EXPECT_TRUE(contains(refusal(text), "test.toml:10:35: "));
  EXPECT_TRUE(contains(refusal(text), "stone.asc"));
}

TEST(Scenario, AnObstacleOfTheLandCanBeRemovedAndTheRockComesToLight) {
  const std::string rock = "[[land.base]]\nshape = \"noise\"\namplitude = 3\n";
  const std::string wall = "[[land.base]]\nshape = \"wall\"\nsoil = \"obstacle\"\nheight = 4\nlength = 6\nwidth = 2\n";
  const std::string dug = "[[land.base]]\nshape = \"bowl\"\nradius = 4\ndepth = 1\nx = 0.6\n";
  World with = make_world(parse_scenario(kHead + rock + wall + kSand, "test.toml", {}));
  const World without = make_world(parse_scenario(kHead + rock + kSand, "test.toml", {}));
  EXPECT_EQ(with.budget().accounts[kObstacle].lying, QuantaSum{12} * 4 * kQuantaPerMetre);
  with.apply(RemoveObstacles{});
  EXPECT_EQ(with.terrain().columns, without.terrain().columns);
  EXPECT_EQ(with.budget().error(), 0);
  // A hollow removes the obstacle first; rock added on an obstacle turns both into rock.
  World hollow = make_world(parse_scenario(kHead + rock + wall + dug + kSand, "test.toml", {}));
  EXPECT_LT(hollow.budget().accounts[kObstacle].lying, QuantaSum{12} * 4 * kQuantaPerMetre);
  const World buried =
      make_world(parse_scenario(kHead + wall + "[[land.base]]\nshape = \"uniform\"\n" + kSand, "test.toml", {}));
  EXPECT_EQ(buried.budget().accounts[kObstacle].lying, 0);
}

struct BadCase {
  char const* name;
  std::string text;
  char const* expected;
};

void PrintTo(BadCase const& one, std::ostream* out) { *out << one.name; }

class BadScenario : public testing::TestWithParam<BadCase> {};

TEST_P(BadScenario, IsRefusedWithItsLine) {
  const std::string all = all_mistakes_of([] { parse_scenario(GetParam().text, "test.toml", {}); });
  EXPECT_TRUE(contains(all, GetParam().expected)) << all;
  EXPECT_EQ(all.rfind("test.toml:", 0), 0u) << all;
}

TEST(Scenario, TellsAllItsMistakesInTheOrderOfTheFile) {
  const std::string text =
      "titel = \"Test\"\nseed = 1.5\n[grid]\nwidth = 16\nboundary = \"opne\"\n[[view]]\nname = \"A\"\nazimuth = 400\n"
      "target = 3\n[soils.scree]\ndensity = -1\ncascades = \"rock\"\n[soils.\"Red\"]\n[[land.layer]]\n"
      "soil = \"shale\"\nshape = \"cube\"\n[[land.sand]]\nshape = \"uniform\"\nthickness = \"\u00e4\"\nx = 1\n"
      "[wind]\nspeed = 99\nsped = 3\n[[timeline]]\nat = -1\nset = { a.b = 1, \"wind.speed\" = 41 }\n"
      "place = { shape = \"wall\", x = 7, lenght = 3 }\nremove = { shape = \"wal\" }\n";
  std::istringstream lines(all_mistakes_of([&] { parse_scenario(text, "all.toml", {}); }));
  std::string places;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(line.starts_with("all.toml:")) << line;
    places += line.substr(9, line.find(": ") - 9) + " ";
  }
  EXPECT_EQ(places,
            "1:1 1:1 2:8 3:1 5:12 8:11 9:10 11:11 12:12 13:1 15:8 16:9 19:13 20:1 22:9 23:1 25:6 26:9 26:33 27:31 "
            "27:34 28:20 ");
  EXPECT_EQ(input_error_of([&] { parse_scenario(text, "all.toml", {}); }),
            "all.toml:1:1: unknown key 'titel' in the file; did you mean 'title'? (and 21 more mistakes)");
}

TEST(Scenario, TheDocumentShowsMistakesAsTheyAreReported) {
  const std::string document = read_source("docs/files.md");
  for (std::string const& text : {std::string(kHead) + "boundary = \"opne\"\n" + kSand,
                                  std::string(kHead) + "[soils.shale]\nabrades = \"scree\"\n" + kSand}) {
    const std::string told = refusal(text);
    EXPECT_TRUE(contains(document, told.substr(told.find(": ")) + "\n")) << told;
  }
}

TEST(Scenario, ADeepKeyIsRefusedBeforeItIsParsed) {
  const auto error_of = [](std::string const& text) {
    try {
      parse_scenario(text, "deep.toml", ".");
    } catch (InputError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const auto key = [](std::string const& part, int parts) {
    std::string text = part;
    for (int i = 1; i < parts; ++i) text += "." + part;
    return text;
  };
  constexpr auto kRefused = "expected a key of at most 64 parts";
  EXPECT_NE(error_of(key("a", 60000) + " = 1\n").find(kRefused), std::string::npos);
  EXPECT_NE(error_of("title = \"t\"\n[" + key("\"a b\"", 65) + "]\n").find("deep.toml:2:"), std::string::npos);
  EXPECT_NE(error_of("x = { " + key("'a'", 60000) + " = 1 }\n").find(kRefused), std::string::npos);
  EXPECT_EQ(error_of(key("a", 64) + " = 1\n").find(kRefused), std::string::npos) << "64 parts are parsed";
  // Points in texts, comments and numbers are not parts of keys.
  const std::string points = key("a", 200);
  EXPECT_EQ(error_of("title = \"" + points + "\" # " + points + "\ndescription = \"\"\"\n" + points +
                     "\n\"\"\"\nsource = '" + points + "'\n[[land.sand]]\nshape = \"uniform\"\n"),
            "no error");
}

TEST(Scenario, ReadingEndsAtTheHundredthMistake) {
  std::string text = std::string(kHead) + kSand;
  for (int i = 0; i < 300; ++i) text += "[soils.s" + std::to_string(i % 60) + "." + std::to_string(i) + "]\n";
  const std::string all = all_mistakes_of([&] { parse_scenario(text, "test.toml", {}); });
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 99);
}

const std::string kGood = std::string(kHead) + kSand;

INSTANTIATE_TEST_SUITE_P(
    Cases, BadScenario,
    testing::Values(
        BadCase{"Syntax", "title = \"a\nseed", "test.toml:1:11: expected valid TOML"},
        BadCase{"NoTitle", kSand, "expected title"},
        BadCase{"NoLand", kHead, "expected at least one [[land.base]], [[land.sand]]"},
        BadCase{"LandIsText", "title = \"a\"\nland = \"dune\"",
                "test.toml:2:8: expected a table [land], found the text 'dune'"},
        BadCase{"UnknownTopKey", "title = \"a\"\nsed = 4\n" + std::string(kSand),
                "test.toml:2:1: unknown key 'sed' in the file; did you mean 'seed'?"},
        BadCase{"UnknownGroup", kGood + "[wind_partcles]\n",
                "test.toml:8:2: unknown key 'wind_partcles' in the file; did you mean 'wind_particles'?"},
        BadCase{"UnknownParameter", kGood + "[wind_particles]\nsuspention = 1\n",
                "test.toml:9:1: unknown key 'suspention' in [wind_particles]; did you mean 'suspension'?"},
        BadCase{"ParameterElsewhere", kGood + "[world]\nsuspension = 1\n",
                "test.toml:9:1: unknown key 'suspension' in [world]; it belongs in [wind_particles]"},
        BadCase{"ParameterType", kGood + "[wind]\nspeed = \"fast\"\n",
                "test.toml:9:9: 'speed' in [wind]: expected a number from "},
        BadCase{"ParameterRange", kGood + "[wind]\nspeed = 1e9\n", "test.toml:9:9: [wind]: "},
        BadCase{"ParameterNaN", kGood + "[wind]\nspeed = nan\n", "test.toml:9:9: [wind]: "},
        BadCase{"BooleanParameter", kGood + "[wind_particles]\nenabled = 1\n",
                "test.toml:9:11: 'enabled' in [wind_particles]: expected true or false, found 1"},
        BadCase{"WholeParameter", kGood + "[wind_particles]\npopulation = 10.5\n", "expected a whole number"},
        BadCase{"NegativeSeed", "title = \"a\"\nseed = -1\n" + std::string(kSand),
                "test.toml:2:8: 'seed' in the file: expected a whole number from 0 to"},
        BadCase{"ZeroGrid", "title = \"a\"\n[grid]\nwidth = 0\nheight = 4\n" + std::string(kSand),
                "test.toml:3:9: 'width' in [grid]: expected a whole number from 1 to 16384, found 0"},
        BadCase{"HugeGrid", "title = \"a\"\n[grid]\nwidth = 4\nheight = 16385\n" + std::string(kSand),
                "test.toml:4:10: 'height' in [grid]: expected a whole number from 1 to 16384, found 16385"},
        BadCase{"HalfAGrid", "title = \"a\"\n[grid]\nwidth = 4\n" + std::string(kSand), "both width and height"},
        BadCase{"CellSize", "title = \"a\"\n[grid]\ncell_size = 0\n" + std::string(kSand),
                "test.toml:3:13: 'cell_size' in [grid]: expected 0.01 to 10000 m, found 0"},
        BadCase{
            "Boundary", "title = \"a\"\n[grid]\nboundary = \"opne\"\n" + std::string(kSand),
            "test.toml:3:12: 'boundary' in [grid]: expected one of periodic, open, closed, found 'opne'; did you mean "
            "'open'?"},
        BadCase{"Target", kGood + "[[view]]\nname = \"A\"\ntarget = [1]\n",
                "test.toml:10:10: 'target' in [[view]]: expected two fractions"},
        BadCase{"TargetText", kGood + "[[view]]\nname = \"A\"\ntarget = \"middle\"\n", "found the text 'middle'"},
        BadCase{"NamelessView", kGood + "[[view]]\nazimuth = 3\n", "test.toml:8:1: [[view]]: expected name = "},
        BadCase{"LowSun", kGood + "[[view]]\nname = \"A\"\nsun_elevation = 1\n",
                "test.toml:10:17: 'sun_elevation' in [[view]]: expected 2 to 90 degrees, found 1"},
        BadCase{"ManyClouds", kGood + "[[view]]\nname = \"A\"\nclouds = 1.5\n",
                "test.toml:10:10: 'clouds' in [[view]]: expected 0 to 1, found 1.5"},
        BadCase{"EmptyView", kGood + "[[view]]\nname = \"\"\n", "test.toml:9:8: 'name' in [[view]]: expected 1 to 40"},
        BadCase{"SameView", kGood + "[[view]]\nname = \"A\"\n[[view]]\nname = \"A\"\n", "found \"A\" again"},
        BadCase{"ManyViews",
                "view = [{name = \"A\"}, {name = \"B\"}, {name = \"C\"}, {name = \"D\"}, {name = \"E\"}]\n" + kGood,
                "expected at most 4 views, found 5"},
        BadCase{"Camera", kGood + "[camera]\nazimuth = 3\n", "[camera] is now called [[view]] and needs a name"},
        BadCase{"Shape", std::string(kHead) + "[[land.base]]\nshape = \"pyramide\"\n",
                "test.toml:6:9: 'shape' in [[land.base]]: expected one of"},
        BadCase{"ShapeAdvice", std::string(kHead) + "[[land.base]]\nshape = \"pyramide\"\n", "did you mean 'pyramid'?"},
        BadCase{"NoShape", std::string(kHead) + "[[land.base]]\nheight = 3\n",
                "test.toml:5:1: [[land.base]]: expected shape = one of uniform"},
        BadCase{"KeyOfAnotherShape", std::string(kHead) + "[[land.base]]\nshape = \"cone\"\noctaves = 3\n",
                "test.toml:7:1: unknown key 'octaves' in [[land.base]] of shape cone; choose one of shape, op, soil"},
        BadCase{"LayerKey", std::string(kHead) + "[[land.base]]\nshape = \"cone\"\nheigth = 3\n",
                "did you mean 'height'?"},
        BadCase{"LayerType", std::string(kHead) + "[[land.base]]\nshape = \"cone\"\nheight = true\n",
                "test.toml:7:10: 'height' in [[land.base]]: expected a number from 0 to 12000 m, found true"},
        BadCase{"LayerRange", std::string(kHead) + "[[land.base]]\nshape = \"cone\"\nradius = -3\n",
                "test.toml:7:10: 'radius' in [[land.base]]: expected 0.01 to 1000000 m, found -3"},
        BadCase{"Octaves", std::string(kHead) + "[[land.base]]\nshape = \"noise\"\noctaves = 2.5\n",
                "expected a whole number from 1 to 16, found 2.5"},
        BadCase{"SoilOfSand", std::string(kHead) + "[[land.sand]]\nshape = \"cone\"\nsoil = \"rock\"\n",
                "unknown key 'soil' in [[land.sand]]"},
        BadCase{"SoilOfPlants", std::string(kHead) + "[[land.plants]]\nshape = \"cone\"\nsoil = \"rock\"\n",
                "unknown key 'soil' in [[land.plants]]"},
        BadCase{"PlantsInMetres", kGood + "[[land.plants]]\nshape = \"uniform\"\nthickness = 3\n",
                "test.toml:10:13: 'thickness' in [[land.plants]]: expected 0 to 1 of the ground, found 3"},
        BadCase{"OnlyPlants", std::string(kHead) + "[[land.plants]]\nshape = \"uniform\"\n",
                "expected at least one [[land.base]], [[land.sand]]"},
        BadCase{"LandList", std::string(kHead) + "[[land.plant]]\nshape = \"uniform\"\n",
                "unknown key 'plant' in [land]; did you mean 'plants'?"},
        BadCase{"SandAsBase", std::string(kHead) + "[[land.base]]\nshape = \"cone\"\nsoil = \"sand\"\n",
                "expected one of rock, obstacle, found 'sand'"},
        BadCase{"LayerNotATable", std::string(kHead) + "[land]\nbase = [1, 2]\n",
                "test.toml:6:9: expected one or more tables [[land.base]], found 1\ntest.toml:6:12: expected one or "
                "more tables"},
        BadCase{"SimplexSeam", std::string(kHead) + "[[land.base]]\nshape = \"noise\"\nbasis = \"simplex\"\n",
                "expected a basis other than simplex"},
        BadCase{"TimelineKey", kGood + "[[timeline]]\nat = 1\nsett = {}\n",
                "test.toml:10:1: unknown key 'sett' in [[timeline]]; did you mean 'set'?"},
        BadCase{"TimelineWithoutTime", kGood + "[[timeline]]\nset = {wind.speed = 3}\n",
                "[[timeline]]: expected the time in seconds, as in at = 60.0"},
        BadCase{"TimelineTime", kGood + "[[timeline]]\nat = -1\n",
                "test.toml:9:6: 'at' in [[timeline]]: expected 0 to 1000000000 s, found -1"},
        BadCase{"TimelineWithoutSet", kGood + "[[timeline]]\nat = 1\n", "expected set = "},
        BadCase{"TimelineEmptySet", kGood + "[[timeline]]\nat = 1\nset = {}\n", "expected set = "},
        BadCase{"TimelineSetIsText", kGood + "[[timeline]]\nat = 1\nset = \"wind\"\n", "expected a table [set]"},
        BadCase{"TimelineName", kGood + "[[timeline]]\nat = 1\nset = { \"wind.sped\" = 3 }\n",
                "test.toml:10:23: unknown parameter 'wind.sped' in set of [[timeline]]; did you mean 'wind.speed'?"},
        BadCase{"TimelineNestedName", kGood + "[[timeline]]\nat = 1\nset = { wind.sped = 3 }\n",
                "test.toml:10:14: unknown key 'sped' in wind of [[timeline]]; did you mean 'speed'?"},
        BadCase{"TimelineRange", kGood + "[[timeline]]\nat = 1\nset = { \"wind.speed\" = 300 }\n",
                "test.toml:10:24: set of [[timeline]]: speed: expected a number from 0 to 40 m/s, found 300"},
        BadCase{
            "TimelineType", kGood + "[[timeline]]\nat = 1\nset = { \"wind.speed\" = \"fast\" }\n",
            "test.toml:10:24: 'wind.speed' in set of [[timeline]]: expected a number from 0 to 40 m/s, found the text"},
        BadCase{"PlaceShape", kGood + "[[timeline]]\nat = 1\nplace = { shape = \"wal\" }\n",
                "test.toml:10:19: 'shape' in place of [[timeline]]: expected one of wall, block, pyramid, cylinder, "
                "cone, dome, stamp, found 'wal'; did you mean 'wall'?"},
        BadCase{"PlaceWithoutShape", kGood + "[[timeline]]\nat = 1\nplace = { x = 0.5 }\n",
                "test.toml:10:9: place of [[timeline]]: expected shape = one of wall"},
        BadCase{"PlaceKey", kGood + "[[timeline]]\nat = 1\nplace = { shape = \"wall\", lenght = 3 }\n",
                "test.toml:10:27: unknown key 'lenght' in place of [[timeline]] of shape wall; did you mean 'length'?"},
        BadCase{"PlaceKeyOfAnotherShape", kGood + "[[timeline]]\nat = 1\nplace = { shape = \"wall\", radius = 3 }\n",
                "unknown key 'radius' in place of [[timeline]] of shape wall"},
        BadCase{"PlaceBeside", kGood + "[[timeline]]\nat = 1\nplace = { shape = \"wall\", x = 1.5 }\n",
                "test.toml:10:31: place of [[timeline]]: x: expected a number from 0 to 1, found 1.5"},
        BadCase{"PlaceFlat", kGood + "[[timeline]]\nat = 1\nplace = { shape = \"wall\", height = 0 }\n",
                "height: expected a number from 0.01 to 1000 m, found 0"},
        BadCase{"PlaceIsAWord", kGood + "[[timeline]]\nat = 1\nplace = \"wall\"\n", "expected a table [place]"},
        BadCase{
            "TimelineRainMapIsAWord", kGood + "[[timeline]]\nat = 1\nrain_map = \"odd\"\n",
            "'rain_map' in [[timeline]]: expected \"even\" or a file, as in { file = \"rain.tif\" }, found the text "
            "'odd'"},
        BadCase{"StampWithoutFile", kGood + "[[timeline]]\nat = 1\nplace = { shape = \"stamp\" }\n",
                "test.toml:10:9: place of [[timeline]]: expected file = "},
        BadCase{"RemoveWord", kGood + "[[timeline]]\nat = 1\nremove = \"every\"\n",
                "test.toml:10:10: 'remove' in [[timeline]]: expected \"all\" or a shape with its size"},
        BadCase{"RemoveStamp", kGood + "[[timeline]]\nat = 1\nremove = { shape = \"stamp\" }\n",
                "remove of [[timeline]]: expected a shape other than stamp"},
        BadCase{"TimelineIsATable", kGood + "[timeline]\nat = 1\n", "expected one or more tables [[timeline]]"},
        BadCase{"NoFile", std::string(kHead) + "[[land.base]]\nshape = \"heightmap\"\n",
                "for the shape heightmap, found none"},
        BadCase{"MissingFile", std::string(kHead) + "[[land.base]]\nshape = \"heightmap\"\nfile = \"no.png\"\n",
                "test.toml:7:8: no.png: cannot be read: there is no such file"}),
    [](testing::TestParamInfo<BadCase> const& item) { return std::string(item.param.name); });

TEST(Scenario, UnknownNamesGetAdvice) {
  EXPECT_EQ(input_error_of([] { load_scenario("dunse"); }),
            "dunse: expected the name of a scenario or a file, found neither; did you mean 'dunes'?");
  EXPECT_TRUE(contains(input_error_of([] { load_scenario("xyzzy"); }), "choose one of"));
  EXPECT_TRUE(contains(input_error_of([] { load_scenario("no/where.toml"); }), "there is no such file"));
  const TemporaryFolder folder;
  EXPECT_TRUE(contains(input_error_of([&] { load_scenario(folder.path().string()); }), "found a folder"));
  write_bytes(folder / "a.doc", "x");
  EXPECT_TRUE(
      contains(input_error_of([&] { load_scenario((folder / "a.doc").string()); }), "found the extension '.doc'"));
  write_bytes(folder / "plain", "x");
  EXPECT_TRUE(contains(input_error_of([&] { load_scenario((folder / "plain").string()); }), "found no extension"));
}

TEST(Scenario, HeightMapsAreFoundBesideTheFileAndGiveTheGrid) {
  const TemporaryFolder folder;
  write_raster(folder / "map.tif", sample_raster(12, 10));
  const std::string text = "title = \"a\"\n[[land.base]]\nshape = \"heightmap\"\nfile = \"map.tif\"\n";
  write_bytes(folder / "a.toml", text);
  const Scenario scenario = load_scenario((folder / "a.toml").string());
  EXPECT_EQ(scenario.grid.width, 12);
  EXPECT_EQ(scenario.grid.height, 10);
  EXPECT_EQ(scenario.grid.cell_size, 2.5f);
  const WorldSetup setup = make_world_setup(scenario);
  const Raster raster = read_raster(folder / "map.tif");
  for (std::size_t i = 0; i < setup.base.size(); ++i) {
    EXPECT_EQ(setup.base[i], to_quanta(static_cast<double>(raster.values[i])));
  }
  write_bytes(folder / "b.toml", "title = \"a\"\n[grid]\nwidth = 4\nheight = 4\n" + text.substr(text.find('[')));
  EXPECT_TRUE(contains(
      input_error_of([&] { load_scenario_file(folder / "b.toml"); }),
      "b.toml:2:1: expected every height map to have the size of the grid, 4 x 4 cells, found one of 12 x 10"));
}

TEST(Scenario, ABareHeightMapIsRockUnderSandWithOpenEdges) {
  const TemporaryFolder folder;
  write_bytes(folder / "island.r16", std::string(2 * 64, '\x40'));
  const Scenario scenario = load_scenario((folder / "island.r16").string());
  EXPECT_EQ(scenario.info.id, "island");
  EXPECT_EQ(scenario.grid, (Grid{8, 8, 1.0f, Boundary::open}));
  EXPECT_EQ(scenario.notices.size(), 4u) << "square, cell size, range and sand are all said";
  const World world = make_world(scenario);
  const std::vector<float> sand = *world.field("sediment");
  EXPECT_EQ(sand[0], static_cast<float>(kHeightMapSand));
}

TEST(Scenario, SettingsOnTheCommandLineAreCheckedLikeKeys) {
  EXPECT_EQ(parse_parameter_setting("wind.speed=12.5"), (SetParameter{"wind", "speed", 12.5}));
  EXPECT_EQ(parse_parameter_setting("wind_particles.enabled=off"), (SetParameter{"wind_particles", "enabled", 0.0}));
  const auto refused = [](char const* text) { return input_error_of([&] { parse_parameter_setting(text); }); };
  EXPECT_TRUE(contains(refused("wind.sped=3"), "unknown parameter 'sped' in wind; did you mean 'speed'?"));
  EXPECT_TRUE(contains(refused("wnd.speed=3"), "unknown group 'wnd'; did you mean 'wind'?"));
  EXPECT_TRUE(contains(refused("cascade.settling=3"), "unknown group 'cascade'; it is now called 'gravity'"));
  EXPECT_TRUE(contains(refused("gravity.roughness=1"), "'roughness' in gravity; it is now called 'repose_slope'"));
  EXPECT_TRUE(contains(refused("wind.speed"), "expected group.parameter=value"));
  EXPECT_TRUE(contains(refused("speed=3"), "expected group.parameter=value"));
  EXPECT_TRUE(contains(refused("wind.speed=fast"), "fast"));
  EXPECT_TRUE(contains(refused("wind.speed=1e9"), "speed"));
  EXPECT_TRUE(contains(refused("wind.speed=nan"), "speed"));
}

TEST(ObstacleText, IsReadAsTheCommandLineHasIt) {
  EXPECT_EQ(parse_place("wall x=0.7 y=0.25 height=8 length=40"),
            (PlaceObstacle{{.x = 0.7f, .y = 0.25f, .height = 8.0f, .length = 40.0f}, {}}));
  EXPECT_EQ(parse_remove("all"), RemoveObstacles{});
  EXPECT_EQ(parse_remove("cone radius=3"), (RemoveObstacles{Obstacle{.shape = ObstacleShape::cone, .radius = 3.0f}}));
  const auto place = [](std::string const& text, std::string_view option) { return parse_place(text, option); };
  const auto refused = [](auto&& parse, std::string const& text, std::string const& expected) {
    const std::string line = input_error_of([&] { parse(text, "--option"); });
    EXPECT_TRUE(contains(line, expected)) << line;
  };
  refused(place, "", "expected a shape");
  refused(place, "wal", "did you mean 'wall'?");
  refused(place, "wall heigth=3", "unknown key 'heigth' of a wall; did you mean 'height'?");
  refused(place, "cone length=3", "unknown key 'length' of a cone; choose one of x, y, height, radius");
  refused(place, "wall height", "expected height=value, as in height=8, found 'height'");
  refused(place, "stamp file=", "expected file=value, as in file=relief.png, found 'file='");
  refused(place, "wall height=", "expected height=value");
  refused(place, "wall height=tall", "--option wall height=tall: ");
  refused(place, "wall height=5000", "height: expected a number from 0.01 to 1000 m, found 5000");
  refused(place, "stamp file=\"/nowhere/my hill.png\"", "/nowhere/my hill.png");
  refused(place, "stamp", "expected file=...");
  refused(place, "stamp file=/nowhere/x.png", "/nowhere/x.png");
  const auto remove = [](std::string const& text, std::string_view option) { return parse_remove(text, option); };
  refused(remove, "everything", "--option everything: expected a shape");
}

}  // namespace
}  // namespace barchan::test::scenario_test
