// barchan-cli --export of layers: its files contain exactly the values of the columns.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "io/layer_field.hpp"
#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan::test::cli_export_test {
namespace {

/// Clay, gravel here and there, a solid cap, clay again, sand: 28 x 20 cells, 100 m above the sea.
std::string layered(TemporaryFolder const& folder) {
  const auto file = folder / "layered.toml";
  write_bytes(file, R"(title = "Layered"
[grid]
width = 28
height = 20
boundary = "open"
datum = 100.0
[soils.clay]
[soils.gravel]
[soils.cap]
loose = false
[[land.base]]
shape = "plane"
level = 102.0
slope = 4.0
[[land.layer]]
soil = "clay"
shape = "noise"
amplitude = 1.5
wavelength = 12.0
[[land.layer]]
soil = "gravel"
shape = "patches"
thickness = 0.5
radius = 4.0
cover = 0.4
[[land.layer]]
soil = "cap"
shape = "patches"
thickness = 1.0
radius = 4.0
cover = 0.4
[[land.layer]]
soil = "clay"
shape = "patches"
thickness = 0.25
radius = 3.0
cover = 0.3
[[land.sand]]
shape = "white_noise"
level = 0.1
amplitude = 0.2
[wind_particles]
population = 300
[water_particles]
enabled = true
population = 100
)");
  return file.string();
}

using Expected = std::function<double(Terrain const&, std::size_t)>;

double thickness(Terrain const& terrain, std::size_t cell, SoilId soil) {
  QuantaSum sum = 0;
  for (int k = 0; k + 1 < terrain.columns.layer_count(cell); ++k) {
    const Layer layer = terrain.columns.layer(cell, k);
    if (layer.soil == soil) sum += layer.thickness;
  }
  return to_metres(sum);
}

/// Elevation of the top of layer `k`, or of the bedrock if there are fewer layers.
double top_of_layer(Terrain const& terrain, std::size_t cell, int k) {
  QuantaSum top = terrain.columns.elevation(cell);
  for (int above = 0; above < std::min(k, terrain.columns.layer_count(cell) - 1); ++above) {
    top -= terrain.columns.layer(cell, above).thickness;
  }
  return to_metres(top) + terrain.datum;
}

double end_of(Terrain const& terrain, std::size_t cell, SoilId soil, bool top) {
  double found = top_of_layer(terrain, cell, 0);
  bool any = false;
  for (int k = 0; k < terrain.columns.layer_count(cell); ++k) {
    if (terrain.columns.layer(cell, k).soil != soil || (top && any)) continue;
    found = top_of_layer(terrain, cell, top ? k : k + 1);
    any = true;
  }
  return found;
}

SoilId soil_named(Terrain const& terrain, std::string const& id) {
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    if (terrain.soils[i].id == id) return static_cast<SoilId>(i);
  }
  ADD_FAILURE() << id;
  return kRock;
}

TEST(CliExport, LayersAreTheColumnsOwn) {
  const TemporaryFolder folder;
  const std::string saved = (folder / "w.barchan").string();
  const auto of_soil = [](std::string const& id, auto const& value) {
    return
        [id, value](Terrain const& terrain, std::size_t cell) { return value(terrain, cell, soil_named(terrain, id)); };
  };
  const auto top = [](Terrain const& t, std::size_t cell, SoilId soil) { return end_of(t, cell, soil, true); };
  const auto bottom = [](Terrain const& t, std::size_t cell, SoilId soil) { return end_of(t, cell, soil, false); };
  const auto boundary = [](int k) {
    return [k](Terrain const& terrain, std::size_t cell) { return top_of_layer(terrain, cell, k); };
  };
  const std::pair<std::string, Expected> cases[]{
      {"thickness:clay", of_soil("clay", thickness)},
      {"thickness:cap", of_soil("cap", thickness)},
      {"thickness:sand", of_soil("sand", thickness)},
      {"top:gravel", of_soil("gravel", top)},
      {"top:rock", of_soil("rock", top)},
      {"bottom:clay", of_soil("clay", bottom)},
      {"boundary:0", boundary(0)},
      {"boundary:1", boundary(1)},
      {"boundary:3", boundary(3)},
      {"boundary:1000", boundary(1000)},
      {"top_soil",
       [](Terrain const& t, std::size_t cell) { return static_cast<double>(t.columns.layer(cell, 0).soil); }},
      {"ground_soil",
       [](Terrain const& t, std::size_t cell) { return static_cast<double>(t.columns.ground_soil(cell)); }},
      {"base_soil", [](Terrain const& t, std::size_t cell) { return static_cast<double>(t.columns.base_soil(cell)); }},
      {"layers", [](Terrain const& t, std::size_t cell) { return t.columns.layer_count(cell) - 1.0; }},
  };
  std::string command = "run " + layered(folder) + " --steps 40 --quiet --save " + saved;
  const auto file_of = [&](std::string const& id, char const* ending) {
    std::string name = id;
    std::replace(name.begin(), name.end(), ':', '_');
    return (folder / (name + ending)).string();
  };
  for (auto const& [id, expected] : cases) command += " --export " + id + "=" + file_of(id, ".tif");
  const ProgramResult result = run_cli(command);
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const SavedWorld world = load_world(saved);
  Terrain const& terrain = world.world.terrain();
  for (auto const& [id, expected] : cases) {
    const Raster raster = read_raster(file_of(id, ".tif"));
    ASSERT_EQ(raster.values.size(), terrain.grid.cells());
    double least = 1e9, most = -1e9;
    for (std::size_t i = 0; i < raster.values.size(); ++i) {
      const double value = raster.origin + static_cast<double>(raster.values[i]);
      ASSERT_NEAR(value, expected(terrain, i), 1e-5) << id << ", cell " << i;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    EXPECT_LT(least, most) << id << " is the same everywhere: that shows nothing";
  }
}

TEST(CliExport, EveryEndingHoldsALayer) {
  const TemporaryFolder folder;
  const std::string here = folder.path().string() + "/t";
  std::string command = "run " + layered(folder) + " --steps 0 --quiet";
  for (char const* ending : {".tif", ".asc", ".r32", ".png", ".r16"}) {
    command += " --export thickness:clay=" + here + ending;
  }
  ASSERT_EQ(run_cli(command).exit_code, 0);
  const Raster exact = read_raster(here + ".tif");
  for (char const* ending : {".asc", ".r32", ".png", ".r16"}) {
    const Raster other = read_raster(here + ending);
    for (std::size_t i = 0; i < exact.values.size(); ++i) {
      ASSERT_NEAR(static_cast<double>(other.values[i]), static_cast<double>(exact.values[i]), 1e-4) << ending;
    }
  }
}

TEST(CliExport, FieldsListsThem) {
  const TemporaryFolder folder;
  const ProgramResult result = run_cli("fields " + layered(folder));
  EXPECT_EQ(result.exit_code, 0);
  for (char const* words :
       {"thickness:gravel", "top:rock", "bottom:cap", "boundary:K", "0 rock, 1 sand, 2 obstacle, 3 clay"}) {
    EXPECT_TRUE(contains(result.output, words)) << words << "\n" << result.output;
  }
  EXPECT_FALSE(contains(result.output, "thickness:rock")) << "expected a soil with a lower end";
}

TEST(CliExport, RefusesInOneLineBeforeTheFirstStep) {
  const TemporaryFolder folder;
  const std::string scenario = layered(folder), file = (folder / "a.tif").string();
  for (auto const& [field, words] : {std::pair<std::string, std::string>{"thickness:gravle", "did you mean 'gravel'?"},
                                     {"thickness:", "expected a soil of this land, found ''"},
                                     {"thickness:rock", "expected a soil with a lower end"},
                                     {"bottom:rock", "expected a soil with a lower end"},
                                     {"boundary:-1", "expected a whole number"},
                                     {"boundary:1.5", "expected a whole number"},
                                     {"boundary:", "expected a whole number"},
                                     {"boundary:99999999999", "expected a whole number"},
                                     {"top_soli", "did you mean 'top_soil'?"},
                                     {"thicknes:clay", "did you mean 'thickness:clay'?"}}) {
    const ProgramResult result = run_cli("run " + scenario + " --steps 100000000 --export " + field + "=" + file);
    EXPECT_EQ(result.exit_code, 2) << field;
    EXPECT_TRUE(contains(result.output, words)) << field << "\n" << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"layered.toml"});
}

}  // namespace
}  // namespace barchan::test::cli_export_test
