// Soils and layers of scenarios: every key, exact stacks, a table that survives saving, errors.
#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "io/soil_scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/source_tree.hpp"
#include "world/world.hpp"

namespace barchan::test::io_layers_test {
namespace {

const std::string kHead = "title = \"Test\"\n[grid]\nwidth = 16\nheight = 8\nboundary = \"open\"\n";  // 5 lines
const std::string kSandOnTop = "[[land.sand]]\nshape = \"uniform\"\nthickness = 1.0\n";

Scenario parse(std::string const& text) { return parse_scenario(text, "test.toml", {}); }
Scenario with_soils(std::string const& soils) { return parse(kHead + soils + kSandOnTop); }

Soil const& soil_of(Soils const& soils, std::string_view id) {
  return *std::find_if(soils.begin(), soils.end(), [id](Soil const& soil) { return soil.id == id; });
}

/// A layer of land.layer with a uniform thickness or elevation.
std::string layer(std::string const& soil, double thickness, std::string const& operation = "add") {
  return fmt::format("[[land.layer]]\nshape = \"uniform\"\n{}thickness = {:.3f}\nop = \"{}\"\n",
                     soil.empty() ? "" : fmt::format("soil = \"{}\"\n", soil), thickness, operation);
}

/// The layers of a cell in metres, from the top: "shale 1.5 | rock 2".
std::string stack_of(World const& world, std::size_t cell) {
  std::vector<std::string> layers;
  world.terrain().columns.for_each_layer(cell, [&](Layer found) {
    layers.push_back(fmt::format("{} {}", world.terrain().soils[found.soil].id, to_metres(found.thickness)));
    return true;
  });
  return fmt::format("{}", fmt::join(layers, " | "));
}

const std::string kBands =
    "[soils.shale]\nloose = false\n[soils.scree]\n[soils.gravel]\n"
    "[[land.base]]\nshape = \"uniform\"\nthickness = 2\n";

std::string stack(std::string const& layers) { return stack_of(make_world(parse(kHead + kBands + layers)), 5); }

TEST(ScenarioSoils, WithoutAnyTheTableIsTheDefaultOne) {
  EXPECT_EQ(parse(kHead + kSandOnTop).soils, default_soils());
  EXPECT_EQ(make_world_setup(parse(kHead + kSandOnTop)).soils, default_soils());
  EXPECT_TRUE(make_world_setup(parse(kHead + kSandOnTop)).layers.empty());
}

TEST(ScenarioSoils, EveryPropertyAndConversionIsAKey) {
  std::string text = "[soils.talus]\nname = \"Talus of here\"\n[soils.marl]\nloose = false\n";
  for (SoilProperty const& property : soil_properties()) {
    text += fmt::format("{} = {}\n", property.row.key, format_parameter_value(property.row, property.row.maximum));
  }
  for (SoilConversion const& way : soil_conversions()) text += fmt::format("{} = \"talus\"\n", way.key);
  const Soils soils = with_soils(text).soils;
  ASSERT_EQ(soils.size(), 5u);
  EXPECT_EQ(soils[3].name, "Talus of here");
  EXPECT_TRUE(soils[3].loose);
  EXPECT_FALSE(soils[4].loose);
  EXPECT_EQ(soils[4].name, "Marl");
  for (SoilProperty const& property : soil_properties()) {
    EXPECT_FLOAT_EQ(static_cast<float>(property.row.get(&soils[4])), static_cast<float>(property.row.maximum))
        << property.row.key;
  }
  for (SoilConversion const& way : soil_conversions()) EXPECT_EQ(soils[4].*way.target, 3) << way.key;
}

TEST(ScenarioSoils, ASolidSoilTurnsIntoSandAndALooseOneStaysItself) {
  const Soils soils = with_soils("[soils.zinc]\n[soils.marl]\nloose = false\n").soils;
  ASSERT_EQ(soils.size(), 5u);
  EXPECT_EQ(soils[3].id, "zinc") << "in the order of the file";
  for (SoilConversion const& way : soil_conversions()) {
    EXPECT_EQ(soils[3].*way.target, 3) << way.key;
    EXPECT_EQ(soils[4].*way.target, kSand) << way.key;
  }
}

TEST(ScenarioSoils, KnownOnesCanBeChanged) {
  const Soils soils = with_soils(
                          "[soils.rock]\nhardness = 4\nabrades = \"scree\"\n[soils.scree]\n[soils.sand]\n"
                          "density = 1500\n[soils.obstacle]\ncolor = \"#ff0080\"\n")
                          .soils;
  ASSERT_EQ(soils.size(), 4u);
  EXPECT_EQ(soils[kRock].hardness, 4.0f);
  EXPECT_EQ(soils[kRock].abrades, 3) << "a soil that comes later";
  EXPECT_EQ(soils[kSand].density, 1500.0f);
  EXPECT_EQ(soils[kObstacle].color[0], 1.0f);
  EXPECT_EQ(soils[kObstacle].color[1], 0.0f);
  EXPECT_NEAR(soils[kObstacle].color[2], 0.2158605f, 1e-6f) << "linear";
}

TEST(ScenarioSoils, TheStaticSlopeIsTheAngleOfReposeUnlessItIsGiven) {
  const Soils soils =
      with_soils("[soils.a]\nrepose_slope = 0.9\n[soils.b]\nrepose_slope = 0.5\nstatic_slope = 0.7\n").soils;
  EXPECT_EQ(soil_of(soils, "a").static_slope, 0.9f);
  EXPECT_EQ(soil_of(soils, "b").static_slope, 0.7f);
  const World world = make_world(with_soils("[soils.a]\nrepose_slope = 0.9\n[gravity]\nrepose_slope = 0.5\n"));
  EXPECT_EQ(world.terrain().soils[kSand].repose_slope, 0.5f);
  EXPECT_EQ(world.terrain().soils[3].repose_slope, 0.9f) << "roughness is sand's alone";
}

TEST(Layers, AreLaidFromBelowUpwardsOnTheBaseAndUnderTheSand) {
  EXPECT_EQ(stack(layer("shale", 1.5) + layer("scree", 0.25) + layer("gravel", 0.5) + kSandOnTop),
            "sand 1 | gravel 0.5 | scree 0.25 | shale 1.5 | rock 2");
  EXPECT_EQ(stack(layer("scree", 0.25) + layer("scree", 0.5)), "scree 0.75 | rock 2") << "one soil, one layer";
  EXPECT_EQ(stack(layer("scree", 0.25) + layer("shale", 1.0)), "shale 1 | scree 0.25 | rock 2");
  EXPECT_EQ(stack(layer("sand", 0.25) + layer("scree", 0.5) + kSandOnTop), "sand 1 | scree 0.5 | sand 0.25 | rock 2");
}

TEST(Layers, RockOnBedrockIsBedrock) {
  EXPECT_EQ(stack(layer("rock", 1.5)), "rock 3.5");
  EXPECT_EQ(stack(layer("scree", 1.0) + layer("rock", 1.5)), "rock 1.5 | scree 1 | rock 2");
  EXPECT_EQ(stack("[[land.base]]\nshape = \"uniform\"\nthickness = 1\nsoil = \"obstacle\"\n" + layer("rock", 1.5)),
            "rock 1.5 | obstacle 1 | rock 2");
}

TEST(Layers, MaxFillsUpToAnElevationAndMinCutsAllAboveOne) {
  EXPECT_EQ(stack(layer("shale", 1.5) + layer("scree", 4.0, "max")), "scree 0.5 | shale 1.5 | rock 2");
  EXPECT_EQ(stack(layer("shale", 1.5) + layer("scree", 3.0, "max")), "shale 1.5 | rock 2") << "already higher";
  EXPECT_EQ(stack(layer("shale", 1.5) + layer("scree", 1.0) + layer("", 3.0, "min")), "shale 1 | rock 2");
  EXPECT_EQ(stack(layer("shale", 1.5) + layer("", 3.5, "min") + layer("scree", 1.0)), "scree 1 | shale 1.5 | rock 2");
  EXPECT_EQ(stack(layer("shale", 1.5) + layer("", 1.25, "min") + layer("scree", 1.0)), "scree 1 | rock 1.25")
      << "the base is cut too";
  const std::string wall = "[[land.base]]\nshape = \"uniform\"\nthickness = 1\nsoil = \"obstacle\"\n";
  EXPECT_EQ(stack(wall + layer("scree", 1.0) + layer("", 2.25, "min")), "obstacle 0.25 | rock 2");
}

TEST(Layers, WhatIsBelowNothingIsNotLaid) {
  EXPECT_EQ(stack("[[land.layer]]\nsoil = \"scree\"\nshape = \"uniform\"\nthickness = 1\nlevel = -3\n"), "rock 2");
  const std::string noise =
      "[[land.layer]]\nsoil = \"shale\"\nshape = \"noise\"\namplitude = 3\nwavelength = 8\nlevel = 0.5\n";
  const auto thinnest = [&](std::string const& more) {
    const WorldSetup setup = make_world_setup(parse(kHead + kBands + noise + more));
    return *std::min_element(setup.layers.at(0).thickness.begin(), setup.layers.at(0).thickness.end());
  };
  EXPECT_EQ(thinnest(""), 0);
  EXPECT_EQ(thinnest("floor = 0.25\n"), to_quanta(0.25));
}

TEST(Layers, SolidSoilsAloneHaveRoomToo) {
  const std::string text = kHead + "[soils.shale]\nloose = false\n" + layer("shale", 1.5) + kSandOnTop;
  World world = make_world(parse(text));
  EXPECT_EQ(stack_of(world, 0), "sand 1 | shale 1.5 | rock 0");
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_EQ(world.health(), 0u);
}

TEST(Layers, MayComeFromARaster) {
  const TemporaryFolder folder;
  Raster raster;
  raster.width = 4;
  raster.height = 3;
  raster.cell_size = 2.0;
  for (int i = 0; i < 12; ++i) raster.values.push_back(0.25f * static_cast<float>(i));
  write_raster(folder / "bed.tif", raster);
  const std::string text =
      "title = \"t\"\n[grid]\nboundary = \"open\"\n[soils.scree]\n[[land.layer]]\nsoil = \"scree\"\n"
      "shape = \"heightmap\"\nfile = \"bed.tif\"\n";
  const WorldSetup setup = make_world_setup(parse_scenario(text, "test.toml", folder.path()));
  EXPECT_EQ(setup.grid.width, 4);
  ASSERT_EQ(setup.layers.size(), 1u);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(setup.layers[0].thickness[i], to_quanta(0.25 * static_cast<double>(i))) << i;
  }
}

TEST(Layers, TheDatumCountsThem) {
  const WorldSetup setup = make_world_setup(parse(kHead + kBands + layer("shale", 7000.0) + layer("scree", 5000.0)));
  EXPECT_EQ(setup.datum, 6002.0);
  const Scenario thick = parse(kHead + kBands + layer("shale", 9000.0));
  EXPECT_EQ(input_error_of([&] { make_world_setup(thick); }),
            "test.toml: [[land.layer]] 1 ('shale'): expected a thickness of at most 8000 m, found 9000.0 m; lower it");
  const Scenario second =
      parse(kHead + kBands + layer("", 8000.0, "min") + layer("shale", 1.0) + layer("scree", 8500.0));
  EXPECT_TRUE(contains(input_error_of([&] { make_world_setup(second); }), "test.toml: [[land.layer]] 3 ('scree')"));
}

TEST(Layers, OfAWorldAreRefusedWhenTheyAreNoLayers) {
  const auto refused = [](auto&& spoil) {
    WorldSetup setup;
    setup.grid = {2, 1};
    setup.base = setup.sand = {0, 0};
    setup.layers = {{kSand, {1, 1}}};
    spoil(setup);
    try {
      const World world(std::move(setup), make_processes());
    } catch (std::invalid_argument const& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(refused([](WorldSetup&) {}), "taken");
  EXPECT_EQ(refused([](WorldSetup& s) { s.layers[0].soil = 3; }),
            "layer: expected a soil of this land, found an unknown one");
  EXPECT_EQ(refused([](WorldSetup& s) { s.layers[0].thickness = {1}; }),
            "layer of sand: expected a thickness for each of 2 cells, found 1");
  EXPECT_EQ(refused([](WorldSetup& s) {
              s.layers[0].thickness = {1, -1};
            }),
            "layer of sand: expected a thickness of 0 or more, found a negative thickness in cell 1");
  EXPECT_EQ(refused([](WorldSetup& s) {
              s.sand = {1, -1};
            }),
            "sand: expected a thickness of 0 or more, found a negative thickness in cell 1");
  constexpr Quanta kHigh = 4500 * kQuantaPerMetre;
  EXPECT_EQ(
      refused([](WorldSetup& s) {
        s.layers = {{kSand, {0, kHigh}}, {kSand, {0, kHigh}}};
      }),
      "layers: expected at most 8000 m of layers in a cell, found 9000.000000 m in cell 1; make the layers thinner");
  EXPECT_EQ(
      refused([](WorldSetup& s) {
        s.base = {0, kHigh};
        s.layers = {{kSand, {0, kHigh}}};
      }),
      "layers: expected a land within 8000 m of the datum, found cell 1 outside this range; lower the relief or choose "
      "another datum");
  EXPECT_TRUE(contains(refused([](WorldSetup& s) {
                         s.base = {-kHigh, kHigh};
                         s.layers = {{kSand, {0, 1}}};
                       }),
                       "cells that differ by at most 8000 m"));
  EXPECT_EQ(refused([](WorldSetup& s) { s.soils[kSand].cascades = kRock; }),
            "soil 'sand': expected conversions to loose soils; only a solid soil may weather to a solid one");
  EXPECT_EQ(refused([](WorldSetup& s) { s.soils.push_back(s.soils[kSand]); }),
            "soils: expected an id that no other soil has, found 'sand'");
}

TEST(Layers, ATableOfTwelveSoilsComesBackFromASavedWorld) {
  std::string text = kHead;
  for (int i = 0; i < 9; ++i) {
    text += fmt::format(
        "[soils.band_{0}]\nloose = {1}\nhardness = {2}\nerosion_rate = 0.{2}\nshininess = {2}\n"
        "color = \"#1{0}2{0}3{0}\"\nerodes = \"{3}\"\n",
        i, i % 2 == 1, i + 1, i % 2 == 1 ? fmt::format("band_{}", i) : "sand");
  }
  for (int i = 0; i < 9; ++i) text += layer(fmt::format("band_{}", i), 0.5);
  text += kSandOnTop;
  World world = make_world(parse(text));
  for (int i = 0; i < 10; ++i) world.step();
  World copy = decode_world(encode_world(world, {}), "copy.barchan", 2).world;
  ASSERT_EQ(copy.terrain().soils.size(), 12u);
  EXPECT_EQ(copy.terrain().soils, world.terrain().soils);
  EXPECT_EQ(copy.terrain().columns, world.terrain().columns);
  EXPECT_EQ(copy.hash(), world.hash());
  for (int i = 0; i < 10; ++i) {
    world.step();
    copy.step();
  }
  EXPECT_EQ(copy.hash(), world.hash());
  EXPECT_EQ(copy.budget().error(), 0);
}

struct BadCase {
  char const* name;
  std::string text;
  char const* expected;
};

void PrintTo(BadCase const& one, std::ostream* out) { *out << one.name; }

TEST(ScenarioSoils, ATimeLineSetsProperties) {
  const Scenario scenario = parse(
      kHead + "[soils.scree]\n[soils.shale]\nloose = false\n" + kSandOnTop +
      "[[timeline]]\nat = 1.0\nset = { wind.speed = 6.0 }\n"
      "soil = { id = \"scree\", static_slope = 0.9, repose_slope = 0.8, abrades = \"sand\", color = \"#ffffff\" }\n"
      "[[timeline]]\nat = 2.0\nsoil = { id = \"shale\", weathers = \"scree\" }\n");
  const std::vector<TimedCommand> expected{{1.0, SetParameter{"wind", "speed", 6.0}},
                                           {1.0, SetSoil{"scree", "repose_slope", 0.8}},
                                           {1.0, SetSoil{"scree", "static_slope", 0.9}},
                                           {1.0, SetSoil{"scree", "abrades", std::string("sand")}},
                                           {1.0, SetSoil{"scree", "color", std::array<float, 3>{1.0f, 1.0f, 1.0f}}},
                                           {2.0, SetSoil{"shale", "weathers", std::string("scree")}}};
  ASSERT_EQ(scenario.timeline.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(scenario.timeline[i], expected[i]) << i;
  World world = make_world(scenario);
  for (int step = 0; step < 8; ++step) world.step();
  EXPECT_EQ(soil_of(world.terrain().soils, "scree").static_slope, 0.9f);
  EXPECT_EQ(soil_of(world.terrain().soils, "shale").weathers, 3);
}

class BadLayers : public testing::TestWithParam<BadCase> {};

TEST_P(BadLayers, AreRefusedWithTheirLine) {
  const std::string all = all_mistakes_of([] { parse(GetParam().text); });
  EXPECT_TRUE(contains(all, GetParam().expected)) << all;
}

/// The table begins in line 6.
BadCase bad_soil(char const* name, std::string const& soils, char const* expected) {
  return {name, kHead + soils + kSandOnTop, expected};
}
BadCase bad_layer(char const* name, std::string const& keys, char const* expected) {
  return {name, kHead + "[soils.scree]\n[[land.layer]]\n" + keys, expected};
}
std::string many(int count, std::string const& what) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format(fmt::runtime(what), i);
  return text;
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadLayers,
    testing::Values(
        bad_soil("Name", "[soils.\"Red Sand\"]\n",
                 "test.toml:6:1: [soils]: expected a name of 1 to 32 lower-case letters"),
        bad_soil("TimeLineSoil", "[[timeline]]\nat = 1\nsoil = { id = \"mud\", hardness = 2 }\n", "found 'mud'"),
        bad_soil("TimeLineNoSoil", "[[timeline]]\nat = 1\nsoil = { hardness = 2 }\n", "expected the id of a soil"),
        bad_soil("TimeLineKey", "[[timeline]]\nat = 1\nsoil = { id = \"rock\", hardnes = 2 }\n",
                 "test.toml:8:23: unknown key 'hardnes' in soil of [[timeline]]; did you mean 'hardness'?"),
        bad_soil("TimeLineRange", "[[timeline]]\nat = 1\nsoil = { id = \"rock\", hardness = -2 }\n",
                 "test.toml:8:34: soil of [[timeline]]: hardness: expected a number from"),
        bad_soil("TimeLineSand", "[[timeline]]\nat = 1\nsoil = { id = \"sand\", repose_slope = 0.5 }\n",
                 "follows from gravity.repose_slope"),
        bad_soil("TimeLineSolid", "[[timeline]]\nat = 1\nsoil = { id = \"sand\", abrades = \"rock\" }\n",
                 "found 'rock', which is solid"),
        bad_soil("TimeLineNothing", "[[timeline]]\nat = 1\nsoil = { id = \"rock\" }\n", "expected a property to set"),
        bad_soil("Water", "[soils.water]\n", "other than 'water', found 'water'"),
        bad_soil("Twice", "[soils.scree]\n[soils.scree]\n", "test.toml:7:1: expected valid TOML"),
        bad_soil("NotATable", "[soils]\nscree = 3\n", "test.toml:7:9: expected a table [scree], found 3"),
        bad_soil("UnknownKey", "[soils.scree]\ndensty = 3\n",
                 "test.toml:7:1: unknown key 'densty' in [soils.scree]; did you mean 'density'?"),
        bad_soil("Number", "[soils.scree]\ndensity = \"much\"\n",
                 "test.toml:7:11: 'density' in [soils.scree]: expected a number from 1 to 10000 kg/m3, found the text "
                 "'much'"),
        bad_soil("Range", "[soils.scree]\nporosity = 1.5\n",
                 "test.toml:7:12: [soils.scree]: porosity: expected a number from 0 to 1, found 1.5"),
        bad_soil("Loose", "[soils.scree]\nloose = 1\n",
                 "test.toml:7:9: 'loose' in [soils.scree]: expected true or false, found 1"),
        bad_soil("LooseRock", "[soils.rock]\nloose = true\n",
                 "test.toml:7:9: [soils.rock]: expected 'loose' only for a new soil"),
        bad_soil("ReposeOfSand", "[soils.sand]\nrepose_slope = 0.5\n",
                 "test.toml:7:16: 'repose_slope' in [soils.sand]: expected the slopes of sand in [gravity]"),
        bad_soil("StaticOfSand", "[soils.sand]\nstatic_slope = 0.8\n",
                 "static_excess (degrees above that angle) in [gravity]"),
        bad_soil("StaticBelow", "[soils.scree]\nrepose_slope = 0.8\nstatic_slope = 0.7\n",
                 "test.toml:8:16: 'static_slope' in [soils.scree]: expected at least 0.8, the value of repose_slope, "
                 "found 0.7"),
        bad_soil("Color", "[soils.scree]\ncolor = \"red\"\n",
                 "test.toml:7:9: 'color' in [soils.scree]: expected \"#RRGGBB\" in hexadecimal, found 'red'"),
        bad_soil("ColorDigit", "[soils.scree]\ncolor = \"#12345G\"\n", "found '#12345G'"),
        bad_soil("ColorNumber", "[soils.scree]\ncolor = 12\n",
                 "test.toml:7:9: 'color' in [soils.scree]: expected text"),
        bad_soil(
            "UnknownTarget", "[soils.scree]\nabrades = \"snad\"\n",
            "test.toml:7:11: 'abrades' in [soils.scree]: expected one of rock, sand, obstacle, scree, found 'snad'; "
            "did you mean 'sand'?"),
        bad_soil("LooseIntoSolid", "[soils.scree]\ncascades = \"rock\"\n",
                 "test.toml:7:12: 'cascades' in [soils.scree]: expected a loose soil, found 'rock', which is "
                 "solid; choose a loose soil, because moved soil is loose"),
        bad_soil("LooseWeathersIntoSolid", "[soils.scree]\nweathers = \"rock\"\n", "expected a loose soil"),
        bad_soil("MovedIntoSolid", "[soils.rock]\ntransports = \"obstacle\"\n", "expected a loose soil"),
        bad_soil("DisplayName", "[soils.scree]\nname = \"Sand\"\n",
                 "test.toml:7:8: [soils.scree]: expected a name that no other soil has, found 'Sand', which is also "
                 "the name of [soils.sand]"),
        bad_soil("EmptyName", "[soils.scree]\nname = \"\"\n",
                 "test.toml:7:8: 'name' in [soils.scree]: expected a name of 1 to 64 bytes, found one of 0 bytes"),
        bad_soil("Many", many(62, "[soils.s{}]\n"), "test.toml:67:1: [soils]: expected at most 64 soils"),
        bad_layer("NoSoil", "shape = \"uniform\"\n",
                  "test.toml:7:1: [[land.layer]]: expected soil = one of rock, sand, obstacle, scree"),
        bad_layer(
            "UnknownSoil", "shape = \"uniform\"\nsoil = \"scre\"\n",
            "test.toml:9:8: 'soil' in [[land.layer]]: expected one of rock, sand, obstacle, scree, found 'scre'; did "
            "you mean 'scree'?"),
        bad_layer("Replace", "shape = \"uniform\"\nsoil = \"scree\"\nop = \"replace\"\n",
                  "test.toml:10:6: 'op' in [[land.layer]]: expected add, max or min, found 'replace'"),
        bad_layer("SoilOfACut", "shape = \"uniform\"\nsoil = \"scree\"\nop = \"min\"\n",
                  "test.toml:9:8: 'soil' in [[land.layer]]: expected no soil with op = \"min\""),
        bad_layer("Shape", "soil = \"scree\"\n", "test.toml:7:1: [[land.layer]]: expected shape = one of uniform"),
        bad_layer("KeyOfShape", "soil = \"scree\"\nshape = \"uniform\"\nradius = 3\n",
                  "test.toml:10:1: unknown key 'radius' in [[land.layer]] of shape uniform"),
        bad_layer("File", "soil = \"scree\"\nshape = \"heightmap\"\nfile = \"no.tif\"\n",
                  "test.toml:10:8: no.tif: cannot be read: there is no such file"),
        BadCase{"TooMany", kHead + many(1001, "[[land.layer]]\nshape = \"uniform\"\nsoil = \"sand\"\n"),
                "test.toml:6:1: expected at most 1000 layers in land.layer, found 1001"}),
    [](testing::TestParamInfo<BadCase> const& item) { return std::string(item.param.name); });

TEST(Layers, OfTheSeedsOfTheFuzzerAreAsTheirNamesSay) {
  const auto folder = source_root() / "tests/fuzz/corpus/scenario";
  for (char const* name : {"mesa.toml", "soils.toml"}) {
    World world = make_world(load_scenario((folder / name).string()));
    for (int step = 0; step < 20; ++step) world.step();
    EXPECT_EQ(world.budget().error(), 0) << name;
  }
  const std::string all = all_mistakes_of([&] { load_scenario((folder / "refused.toml").string()); });
  EXPECT_TRUE(contains(all, "refused.toml:3:11: 'abrades' in [soils.scree]")) << all;
  EXPECT_TRUE(contains(all, "refused.toml:5:8: 'soil' in [[land.layer]]")) << all;
  EXPECT_TRUE(contains(all, "refused.toml:7:6: 'op' in [[land.layer]]")) << all;
}

TEST(ScenarioSoils, SixtyFourAreTaken) {
  const Scenario scenario = with_soils(many(61, "[soils.s{}]\n"));
  EXPECT_EQ(scenario.soils.size(), 64u);
  EXPECT_EQ(make_world(scenario).budget().error(), 0);
}

TEST(Layers, AThousandOfThemAreALandFromEitherFormat) {
  const std::string soils = "[soils.a]\n[soils.b]\n";
  std::string toml = kHead + soils, soil = "WORLD {\nSIZEX 8\nSIZEY 8\n}\nSOIL A {\nDENSITY 1\n}\nSOIL B {\n}\n";
  for (int i = 0; i < 1000; ++i) {
    toml += layer(i % 2 == 0 ? "a" : "b", 0.01);
    soil += fmt::format("LAYER {} {{\nBIAS 0.001\nSCALE 0\n}}\n", i % 2 == 0 ? "A" : "B");
  }
  for (Scenario const& scenario : {parse(toml), scenario_from_soils(parse_soil_file(soil, "t.soil"), "t.soil")}) {
    World world = make_world(scenario);
    EXPECT_GE(world.terrain().columns.layer_count(0), 1000);
    for (int step = 0; step < 5; ++step) world.step();
    EXPECT_EQ(world.budget().error(), 0);
  }
}

TEST(ScenarioSoils, ASolidSoilMayWeatherIntoASolidOne) {
  const Soils soils = with_soils("[soils.saprolite]\nloose = false\n[soils.rock]\nweathers = \"saprolite\"\n").soils;
  EXPECT_EQ(soils[kRock].weathers, 3);
}

}  // namespace
}  // namespace barchan::test::io_layers_test
