// Soil files as lands: the effect of each key, layers that follow their noise, and an exact mass balance.
#include "io/soil_scenario.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io_support.hpp"
#include "land/terrain.hpp"
#include "support/source_tree.hpp"
#include "world/world.hpp"

namespace barchan::test::soil_scenario_test {
namespace {

/// `text` as a scenario.
Scenario scenario_of(std::string const& text) {
  return scenario_from_soils(parse_soil_file(text, "test.soil"), "folder/test.soil");
}

const std::string kSoil = "SOIL Red Sand {\nDENSITY 0.4\nMAXDIFF 0.005\n}\n";

/// Thicknesses of the only layer, m.
std::vector<double> thicknesses(std::string const& world, std::string const& layer) {
  const Scenario scenario = scenario_of("WORLD {\n" + world + "}\n" + kSoil + "LAYER Red Sand {\n" + layer + "}\n");
  const WorldSetup setup = make_world_setup(scenario);
  std::vector<double> metres;
  for (Quanta thickness : setup.layers.at(0).thickness) metres.push_back(to_metres(thickness));
  return metres;
}

TEST(SoilScenario, WhatWorldLeavesOutIsWhatSoilMachineTakes) {
  const Scenario scenario = scenario_of(kSoil + "LAYER Red Sand {\nBIAS 0.5\nSCALE 0\n}\n");
  EXPECT_EQ(scenario.info.id, "test");
  EXPECT_EQ(scenario.info.title, "test.soil");
  EXPECT_EQ(scenario.grid, (Grid{256, 256, 1.0f, Boundary::open}));
  EXPECT_EQ(scenario.seed, 1u);
  const World world = make_world(scenario);
  EXPECT_EQ(world.parameter("wind_particles", "enabled"), 1.0);
  EXPECT_EQ(world.parameter("wind_particles", "population"), 250.0);
  EXPECT_EQ(world.parameter("water_particles", "enabled"), 1.0);
  EXPECT_EQ(world.parameter("water_particles", "population"), 250.0);
  EXPECT_EQ(world.terrain().columns.elevation(0), to_quanta(40.0)) << "half of 80 m";
}

TEST(SoilScenario, WorldGivesSeedSizeScaleAndPopulations) {
  const std::string text = "WORLD {\nSEED 7\nSIZEX 24\nSIZEY 16\nSCALE 100\nNWIND 0\nNWATER 30\n}\n" + kSoil +
                           "LAYER Red Sand {\nBIAS 0.5\nSCALE 0\n}\n";
  const World world = make_world(scenario_of(text));
  EXPECT_EQ(world.seed(), 7u);
  EXPECT_EQ(world.grid(), (Grid{24, 16, 1.0f, Boundary::open}));
  EXPECT_EQ(world.parameter("wind_particles", "enabled"), 0.0);
  EXPECT_EQ(world.parameter("water_particles", "enabled"), 1.0);
  EXPECT_EQ(world.parameter("water_particles", "population"), 30.0);
  EXPECT_EQ(world.terrain().columns.elevation(0), to_quanta(50.0));
}

TEST(SoilScenario, EveryKeyOfASoilIsAProperty) {
  const Scenario scenario = scenario_of(R"(WORLD {
SCALE 200
}
SOIL Red Sand {
TRANSPORTS Fine Sand
ERODES Dust
CASCADES Dust
ABRADES Red Sand
DENSITY 0.5
POROSITY 0.25
COLOR FF0080
Ka 0.1
Kd 0.3
Ks 0.7
Kk 9
SOLUBILITY 0.5
EQUILIBRIUM 0.05
FRICTION 0.3
EROSIONRATE 0.75
MAXDIFF 0.005
SETTLING 0.2
SUSPENSION 0.02
ABRASION 0.005
}
SOIL Fine Sand {
MAXDIFF 0.25
}
SOIL Dust {
MAXDIFF 1
}
LAYER Dust {
}
)");
  ASSERT_EQ(scenario.soils.size(), 6u);
  Soil const& red = scenario.soils[3];
  EXPECT_EQ(red.id, "red_sand");
  EXPECT_EQ(red.name, "Red Sand");
  EXPECT_TRUE(red.loose);
  EXPECT_EQ(red.transports, 4);
  EXPECT_EQ(red.erodes, 5);
  EXPECT_EQ(red.cascades, 5);
  EXPECT_EQ(red.abrades, 3);
  EXPECT_EQ(red.weathers, 3);
  EXPECT_FLOAT_EQ(red.density, 1325.0f);
  EXPECT_FLOAT_EQ(red.porosity, 0.25f);
  EXPECT_EQ(red.color[0], 1.0f);
  EXPECT_FLOAT_EQ(red.ambient, 0.1f);
  EXPECT_FLOAT_EQ(red.diffuse, 0.3f);
  EXPECT_FLOAT_EQ(red.specular, 0.7f);
  EXPECT_FLOAT_EQ(red.shininess, 9.0f);
  EXPECT_FLOAT_EQ(red.solubility, 0.5f);
  EXPECT_FLOAT_EQ(red.equilibrium, 0.5f);
  EXPECT_FLOAT_EQ(red.friction, 3.0f);
  EXPECT_FLOAT_EQ(red.erosion_rate, 0.75f);
  EXPECT_FLOAT_EQ(red.repose_slope, 0.4f) << "whatever SCALE is";
  EXPECT_FLOAT_EQ(red.static_slope, 0.4f);
  EXPECT_FLOAT_EQ(red.settling, 0.2f);
  EXPECT_FLOAT_EQ(red.suspension, 2.0f);
  EXPECT_FLOAT_EQ(red.abrasion, 0.5f);
  EXPECT_FLOAT_EQ(scenario.soils[4].repose_slope, 20.0f);
  EXPECT_FLOAT_EQ(scenario.soils[5].repose_slope, 20.0f) << "steeper than anything stands";
  EXPECT_EQ(scenario.soils[4].suspension, red.suspension) << "a key left out is that of the soil before";
}

TEST(SoilScenario, SoilsOfAKnownNameAreSoilsOfTheirOwn) {
  const Scenario scenario = scenario_of(
      "SOIL Sand {\nDENSITY 1\nMAXDIFF 0.005\n}\nSOIL sand {\n}\nSOIL Water {\n}\nSOIL Rock-1 {\n}\nLAYER Sand {\n}\n");
  std::vector<std::string> ids;
  for (Soil const& soil : scenario.soils) ids.push_back(soil.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"rock", "sand", "obstacle", "sand_2", "sand_3", "water_2", "rock_1"}));
  const World world = make_world(scenario, {.seed = {}, .parameters = {{"gravity", "repose_slope", 0.9}}});
  EXPECT_FLOAT_EQ(world.terrain().soils[kSand].repose_slope, 0.9f);
  EXPECT_FLOAT_EQ(world.terrain().soils[3].repose_slope, 0.4f);
}

TEST(SoilScenario, WhatBecomesAirStaysWhatItIs) {
  const Scenario scenario = scenario_of(kSoil + "LAYER Red Sand {\n}\n");
  for (SoilConversion const& way : soil_conversions()) EXPECT_EQ(scenario.soils[3].*way.target, 3) << way.key;
  ASSERT_EQ(scenario.notices.size(), 1u);
  EXPECT_TRUE(contains(scenario.notices[0], "become Air"));
}

TEST(SoilScenario, ALayerIsBiasPlusScaleTimesNoiseButNotBelowItsLeast) {
  const std::string size = "SIZEX 64\nSIZEY 48\nSCALE 100\n";
  for (double thickness : thicknesses(size, "BIAS 0.3\nSCALE 0\n")) EXPECT_NEAR(thickness, 30.0, 1e-5);
  for (double thickness : thicknesses(size, "BIAS 0.3\nFREQUENCY 0\n")) EXPECT_NEAR(thickness, 30.0, 1e-5);
  for (double thickness : thicknesses(size, "MIN 0.4\nBIAS 0.3\nSCALE 0\n")) EXPECT_NEAR(thickness, 40.0, 1e-5);
  for (double thickness : thicknesses(size, "BIAS -0.3\nSCALE 0\n")) EXPECT_EQ(thickness, 0.0);
  const std::string noise = "SCALE 0.2\nOCTAVES 6\nLACUNARITY 2\nGAIN 0.5\nFREQUENCY 3\n";
  const std::vector<double> high = thicknesses(size, "BIAS 0.5\n" + noise);
  const auto [low, top] = std::minmax_element(high.begin(), high.end());
  EXPECT_GE(*low, 30.0);
  EXPECT_LT(*low, 45.0);
  EXPECT_LE(*top, 70.0);
  EXPECT_GT(*top, 55.0);
  const std::vector<double> least = thicknesses(size, "MIN 0.5\nBIAS 0.5\n" + noise);
  const std::vector<double> clipped = thicknesses(size, noise);
  for (std::size_t i = 0; i < high.size(); ++i) {
    EXPECT_NEAR(least[i], std::max(high[i], 50.0), 1e-5) << i;
    EXPECT_NEAR(clipped[i], std::max(high[i] - 50.0, 0.0), 1e-5) << i;
  }
}

TEST(SoilScenario, NoiseIsAlikeAlongBothSidesOfALand) {
  const std::string noise = "BIAS 0.5\nSCALE 0.2\nFREQUENCY 3\n";
  const std::vector<double> square = thicknesses("SIZEX 32\nSIZEY 32\n", noise);
  const std::vector<double> tall = thicknesses("SIZEX 32\nSIZEY 96\n", noise);
  // The centre of the middle one of three cells is the centre of the large cell.
  for (std::size_t y = 0; y < 32; ++y) {
    for (std::size_t x = 0; x < 32; ++x) EXPECT_NEAR(tall[(3 * y + 1) * 32 + x], square[y * 32 + x], 1e-4);
  }
}

TEST(SoilScenario, TheSeedAndThePlaceOfALayerChangeItsNoise) {
  const std::string noise = "BIAS 0.5\nSCALE 0.2\n";
  const std::string size = "SIZEX 16\nSIZEY 16\n";
  EXPECT_EQ(thicknesses(size + "SEED 3\n", noise), thicknesses(size + "SEED 3\n", noise));
  EXPECT_NE(thicknesses(size + "SEED 3\n", noise), thicknesses(size + "SEED 4\n", noise));
  const std::string layer = "LAYER Red Sand {\n" + noise + "}\n";
  const WorldSetup two = make_world_setup(scenario_of("WORLD {\n" + size + "}\n" + kSoil + layer + layer));
  ASSERT_EQ(two.layers.size(), 2u);
  EXPECT_NE(two.layers[0].thickness, two.layers[1].thickness);
}

TEST(SoilScenario, OpensByItsEndingAndTellsEveryMistake) {
  const TemporaryFolder folder;
  const auto path = (folder / "a.SOIL").string();
  write_bytes(path, "WORLD {\nSIZEX 8\nSIZEY 8\n}\n" + kSoil + "LAYER Red Sand {\n}\n");
  EXPECT_EQ(load_scenario(path).info.source, path);
  write_bytes(path, "SOIL Sand {\nDENSTY 3\n}\nLAYER Snad {\n}\n");
  EXPECT_TRUE(contains(input_error_of([&] { load_scenario(path); }), "(and 2 more mistakes)"));
  try {
    load_scenario(path);
  } catch (InputError const& error) {
    const std::string all = told_whole(error);
    EXPECT_TRUE(contains(all, path + ":1:1: expected DENSITY")) << all;
    EXPECT_TRUE(contains(all, "\n" + path + ":2:1: unknown key 'DENSTY'")) << all;
    EXPECT_TRUE(contains(all, "\n" + path + ":4:7: ")) << all;
  }
  write_bytes(path, kSoil);
  EXPECT_EQ(input_error_of([&] { load_scenario(path); }), path + ": expected at least one LAYER, found none; add one");
  EXPECT_TRUE(contains(input_error_of([&] { load_scenario((folder / "no.soil").string()); }), "there is no such file"));
  const Scenario high = scenario_of(kSoil + "LAYER Red Sand {\nBIAS 100\nSCALE 100\n}\n" + "WORLD {\nSCALE 900\n}\n");
  EXPECT_TRUE(contains(input_error_of([&] { make_world_setup(high); }),
                       "('red_sand'): expected a thickness of at most 8000 m"));
}

struct Shipped {
  char const* name;
  std::size_t soils, layers;
};

class ShippedSoilFile : public testing::TestWithParam<Shipped> {};

TEST_P(ShippedSoilFile, IsALandWhoseMassBalanceCloses) {
  const auto path = source_root() / "assets/soils" / (std::string(GetParam().name) + ".soil");
  const SoilFile file = read_soil_file(path);
  const Scenario scenario = load_scenario(path.string());
  EXPECT_EQ(scenario.soils.size(), GetParam().soils + 3);
  EXPECT_EQ(scenario.land.layers.size(), GetParam().layers);
  World world = make_world(scenario, {.seed = {}, .parameters = {}, .threads = 2});
  // Each column is the sum of its layers.
  const WorldSetup setup = make_world_setup(scenario);
  std::vector<QuantaSum> laid(scenario.soils.size(), 0);
  for (SoilLayer const& layer : setup.layers) {
    for (Quanta thickness : layer.thickness) laid[layer.soil] += thickness;
  }
  for (std::size_t soil = 3; soil < laid.size(); ++soil) {
    EXPECT_EQ(world.budget().accounts[soil].opening, laid[soil]) << scenario.soils[soil].id;
  }
  EXPECT_EQ(world.budget().accounts[kSand].opening, 0);
  for (int step = 0; step < 20; ++step) world.step();
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_EQ(world.health(), 0u);
  EXPECT_EQ(world.budget().accounts[kSand].lying, 0) << "no matter but that of the file";
  EXPECT_EQ(world.budget().accounts[kSand].airborne, 0);
}

TEST(SoilScenario, MaxdiffIsTheTangentAtWhichALandComesToRest) {
  for (char const* scale : {"80", "200"}) {
    SCOPED_TRACE(scale);
    const Scenario scenario =
        scenario_of("WORLD {\nSIZEX 64\nSIZEY 64\nNWIND 0\nNWATER 0\nSCALE " + std::string(scale) + "\n}\n" + kSoil +
                    "LAYER Red Sand {\nBIAS 0.5\nSCALE 0.4\nFREQUENCY 2\n}\n");
    World world = make_world(scenario);
    const auto steepest = [&] {
      Columns const& columns = world.terrain().columns;
      QuantaSum most = 0;
      for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
        if (i % 64 == 63) continue;
        most = std::max<QuantaSum>(most, std::abs(columns.elevation(i) - columns.elevation(i + 1)));
      }
      return to_metres(most);
    };
    EXPECT_GT(steepest(), 0.6);
    for (int step = 0; step < 6000; ++step) world.step();
    EXPECT_NEAR(steepest(), 0.4, 0.002);
    EXPECT_EQ(world.budget().error(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, ShippedSoilFile,
                         testing::Values(Shipped{"butte", 2, 2}, Shipped{"plain_rock", 1, 1},
                                         Shipped{"rock_and_sand", 2, 2}, Shipped{"rock_gravel_pebbles", 3, 1},
                                         Shipped{"sand", 1, 1}, Shipped{"strata", 4, 9}),
                         [](testing::TestParamInfo<Shipped> const& item) { return std::string(item.param.name); });

}  // namespace
}  // namespace barchan::test::soil_scenario_test
