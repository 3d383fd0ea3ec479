// Worlds as .soil files: the land survives the round trip, errors name what the format cannot represent, and no file is
// written partially.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "io/soil_scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "support/source_tree.hpp"
#include "world/world.hpp"

namespace barchan::test::soils_of_world_test {
namespace {

std::vector<std::string> soil_files() {
  std::vector<std::string> files;
  for (auto const& entry : std::filesystem::directory_iterator(source_root() / "assets" / "soils")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Scenario parse(std::string const& text) { return parse_scenario(text, "land.toml", {}); }

const std::string kHead = "title = \"Land\"\n[grid]\nwidth = 20\nheight = 20\nboundary = \"open\"\n";

TEST(SoilsOfWorld, OurFilesComeBackAsTheSameWorlds) {
  const std::vector<std::string> files = soil_files();
  ASSERT_EQ(files.size(), 6u);
  const TemporaryFolder folder;
  for (std::string const& file : files) {
    const World world = make_world(load_scenario(file));
    const WrittenSoils written = soils_of_world(file, world);
    EXPECT_TRUE(written.notes.empty()) << file << ": " << written.notes.front();
    // The file keeps the name of the original, although the noise of the layers does not depend on it.
    const auto again = folder / std::filesystem::path(file).filename().string();
    save_soils(again, written.file);
    EXPECT_EQ(make_world(load_scenario(again.string())).hash(), world.hash()) << file;
    EXPECT_EQ(soils_of_world(again.string(), world).file, written.file) << file;
    SoilFile original = read_soil_file(file);
    EXPECT_EQ(written.file.layers.size(), original.layers.size());
    for (std::size_t i = 0; i < original.soils.size(); ++i) {
      EXPECT_EQ(written.file.soils[i].name, original.soils[i].name) << file;
      EXPECT_EQ(written.file.soils[i].color, original.soils[i].color) << file;
      EXPECT_EQ(written.file.soils[i].density, original.soils[i].density) << file;
    }
  }
}

TEST(SoilsOfWorld, HoldsTheSoilsAsTheyAreNow) {
  const std::string file = soil_files().front();
  World world = make_world(load_scenario(file));
  const std::string id = world.terrain().soils.back().id;
  world.apply(SetSoil{id, "solubility", 0.35});
  world.apply(SetSoil{id, "density", 1234.5});
  world.apply(SetSoil{id, "color", std::array<float, 3>{0.0f, 1.0f, 0.0f}});
  world.apply(SetParameter{"water_particles", "population", 77.0});
  world.apply(SetParameter{"wind_particles", "enabled", 0.0});
  const WrittenSoils written = soils_of_world(file, world);
  EXPECT_EQ(written.file.soils.back().solubility, 0.35);
  EXPECT_EQ(written.file.soils.back().color, 0x00ff00u);
  EXPECT_EQ(written.file.world.nwater, 77);
  EXPECT_EQ(written.file.world.nwind, 0);
  EXPECT_EQ(make_world(scenario_from_soils(written.file, "now.soil")).terrain().soils, world.terrain().soils);
}

TEST(SoilsOfWorld, AScenarioOfLooseSoilsInLayersBecomesOne) {
  const Scenario scenario = parse(kHead + R"([soils.clay]
name = "Clay"
density = 1900.0
cascades = "sand"
[[land.base]]
shape = "uniform"
thickness = 0.0
[[land.layer]]
soil = "clay"
shape = "noise"
level = 2.3
amplitude = 1.7
wavelength = 13.0
octaves = 3
[[land.sand]]
shape = "uniform"
thickness = 0.7
[wind]
speed = 11.0
)");
  const World world = make_world(scenario);
  const WrittenSoils written = soils_of_world(scenario, world);
  std::string all;
  for (std::string const& note : written.notes) all += note + "\n";
  EXPECT_TRUE(contains(all, "parameters are left out: wind.speed")) << all;
  EXPECT_TRUE(contains(all, "when the file is read, soil 'Clay' will differ in")) << all;
  ASSERT_EQ(written.file.layers.size(), 2u);
  EXPECT_EQ(written.file.layers[1].soil, "Sand");
  const World again = make_world(scenario_from_soils(written.file, "again.soil"));
  ASSERT_EQ(again.grid().cells(), world.grid().cells());
  for (std::size_t cell = 0; cell < world.grid().cells(); ++cell) {
    ASSERT_NEAR(again.terrain().columns.elevation(cell), world.terrain().columns.elevation(cell), 2) << cell;
    ASSERT_EQ(again.terrain().columns.layer_count(cell), world.terrain().columns.layer_count(cell));
  }
}

TEST(SoilsOfWorld, WaterAndThingsThatAreLeftOutAreNamed) {
  const Scenario scenario = parse(kHead +
                                  "[[land.sand]]\nshape = \"uniform\"\n"
                                  "[[rain_map.layer]]\nshape = \"uniform\"\nthickness = 1.0\n"
                                  "[[water_source]]\nx = 0.5\ny = 0.5\ndischarge = 0.1\n"
                                  "[[storm]]\nrain = 1000.0\nduration = 20.0\n"
                                  "[[things]]\nkind = \"palm\"\nx = 0.5\ny = 0.5\n");
  const WrittenSoils written = soils_of_world(scenario, make_world(scenario));
  for (char const* note : {"the water sources are left out", "the storms are left out", "the rain map is left out",
                           "the palms and people are left out"}) {
    EXPECT_NE(std::ranges::find(written.notes, note), written.notes.end()) << note;
  }
}

TEST(SoilsOfWorld, WhatTheFormatCannotHoldIsSaidByName) {
  const std::string layer = "[[land.layer]]\nsoil = \"sand\"\nshape = \"uniform\"\n";
  for (auto const& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"cell_size = 2.0\n" + layer, "cells of 2 m"},
           {"[[land.base]]\nsoil = \"obstacle\"\nshape = \"wall\"\n" + layer, "obstacles (land.base)"},
           {"[[land.base]]\nshape = \"cone\"\n" + layer, "bedrock of the shape 'cone'"},
           {layer + "[[land.plants]]\nshape = \"uniform\"\n", "plants"},
           {"[[land.base]]\nshape = \"uniform\"\n", "a land without layers"},
           {layer + layer + "op = \"max\"\n", "does not add thickness (land.layer 2)"},
           {layer + "[[land.sand]]\nshape = \"dome\"\n", "the shape 'dome' (land.sand 1)"},
           {layer + "[[land.sand]]\nshape = \"noise\"\nbasis = \"ridged\"\n", "noise other than perlin"},
           {"[soils.cap]\nloose = false\n" + layer, "the solid soil 'cap'"},
           {"[soils.clay]\nsolubility = 50.0\n" + layer, "SOLUBILITY: expected a number"}}) {
    const Scenario scenario = parse(kHead + text);
    const World world = make_world(scenario);
    const std::string told = input_error_of([&] { soils_of_world(scenario, world); });
    EXPECT_TRUE(contains(told, words)) << words << "\n" << told;
  }
}

TEST(SoilsOfWorld, TheProgramWritesThemAndRefusesBeforeTheFirstStep) {
  const TemporaryFolder folder;
  const std::string file = soil_files().front(), out = (folder / "out.soil").string();
  const ProgramResult done = run_cli("run " + file + " --steps 3 --save " + out);
  EXPECT_EQ(done.exit_code, 0) << done.output;
  EXPECT_TRUE(contains(done.output, "the layers are saved as they were at the beginning")) << done.output;
  EXPECT_EQ(run_cli("check " + out).exit_code, 0);
  const std::string text = read_bytes(out);
  for (std::string const& source : {std::string("rock_garden"), (folder / "w.barchan").string()}) {
    if (source.ends_with(".barchan")) run_cli("run flat_bed --steps 0 --quiet --save " + source);
    const ProgramResult refused = run_cli("run " + source + " --steps 100000000 --save " + out);
    EXPECT_EQ(refused.exit_code, 2) << refused.output;
    EXPECT_EQ(read_bytes(out), text) << "the file of before is kept";
  }
}

}  // namespace
}  // namespace barchan::test::soils_of_world_test
