// Storms and rain maps in scenarios, time lines and on the command line.
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace barchan::test::io_rainfall_test {
namespace {

constexpr char const* kHead =
    "title = \"Test\"\n[grid]\nwidth = 16\nheight = 8\n[[land.sand]]\nshape = \"uniform\"\nthickness = 1.0\n"
    "[water_particles]\nenabled = true\nrain = 0.0\n";

Scenario parse(std::string const& text) { return parse_scenario(kHead + text, "test.toml", {}); }
std::string refusal(std::string const& text) {
  return input_error_of([&] { parse(text); });
}
bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

TEST(StormFiles, CountFromTheBeginningOrFromTheirEntry) {
  World world = make_world(parse(R"(
[[storm]]
start = 10.0
duration = 20.0
rain = 2000.0
course = "block"
every = 100.0
[[timeline]]
at = 40.0
storm = { start = 5.0, rain = 9000.0, peak = 0.25 }
[[timeline]]
at = 80.0
end_storms = true
)"));
  const PlacedStorm first{10.0, {10.0f, 20.0f, 2000.0f, StormCourse::block, 0.4f, 100.0f}};
  EXPECT_EQ(world.terrain().rainfall.storms, (std::vector{first}));
  while (world.time() < 60.0) world.step();
  ASSERT_EQ(world.terrain().rainfall.storms.size(), 2u);
  PlacedStorm const& second = world.terrain().rainfall.storms[1];
  EXPECT_NEAR(second.start, 45.0, 0.4);
  EXPECT_EQ(second.storm, (Storm{.start = 5.0f, .rain = 9000.0f, .peak = 0.25f}));
  EXPECT_GT(world.budget().accounts[kWater].in, 0);
  while (world.time() < 82.0) world.step();
  EXPECT_TRUE(world.terrain().rainfall.storms.empty());
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(StormFiles, OnTheCommandLine) {
  EXPECT_EQ(parse_storm("rain=2500 duration=60 course=block"),
            (PlaceStorm{{.duration = 60.0f, .rain = 2500.0f, .course = StormCourse::block}}));
  const auto wrong = [](std::string const& text) { return input_error_of([&] { parse_storm(text); }); };
  EXPECT_TRUE(contains(wrong("durration=3"), "--storm durration=3: unknown key 'durration' of a storm"))
      << wrong("durration=3");
  EXPECT_TRUE(contains(wrong("duration=60 every=30"), "at least the duration of 60 s, found 30 s"));
}

TEST(StormFiles, WhatIsWrongIsReportedWithItsLine) {
  const std::string short_turn = refusal("[[storm]]\nduration = 60.0\nevery = 30.0\n");
  EXPECT_TRUE(contains(short_turn, "test.toml:13:") && contains(short_turn, "at least the duration")) << short_turn;
  EXPECT_TRUE(contains(refusal("[[storm]]\nrain = -1.0\n"), "test.toml:12:"));
  EXPECT_TRUE(contains(refusal("[[storm]]\ncourse = \"blok\"\n"), "did you mean 'block'"));
  EXPECT_TRUE(contains(refusal("[[timeline]]\nat = 1.0\nend_storms = 1\n"), "expected true"));
}

/// A map as an ASCII grid; `rows` begin in the north.
std::string ascii(int columns, int rows, std::string const& values, std::string const& more = "") {
  return "ncols " + std::to_string(columns) + "\nnrows " + std::to_string(rows) + "\ncellsize 1\n" + more + values;
}

std::string rows_of(int columns, int rows, std::string const& first, std::string const& others) {
  std::string text;
  for (int i = 0; i < columns * rows; ++i) text += (i < columns ? first : others) + " ";
  return text;
}

TEST(RainMapFiles, AreReadFromScenariosTimeLinesAndTheCommandLine) {
  const TemporaryFolder folder;
  write_bytes(folder / "north.asc", ascii(16, 8, rows_of(16, 8, "3", "0")));
  Raster south;
  south.width = 16, south.height = 8;
  south.values.assign(128, 0.0f);
  std::fill(south.values.begin(), south.values.begin() + 16, 1.0f);
  for (char const* name : {"south.png", "south.tif", "south.r32"}) write_raster(folder / name, south);
  const std::string text = std::string(kHead) + R"(
[rain_map]
file = "north.asc"
[[timeline]]
at = 4.0
rain_map = { file = "south.png" }
[[timeline]]
at = 8.0
rain_map = "even"
)";
  World world = make_world(parse_scenario(text, "test.toml", folder.path()));
  std::vector<float> const& map = world.terrain().rainfall.map;
  const auto wet_rows = [&] {
    std::vector<int> rows;
    for (int y = 0; y < 8 && !map.empty(); ++y) {
      if (map[static_cast<std::size_t>(y) * 16] > 0.0f) rows.push_back(y);
    }
    return rows;
  };
  EXPECT_EQ(wet_rows(), std::vector{7});
  while (world.time() < 5.0) world.step();
  EXPECT_EQ(wet_rows(), std::vector{0});
  while (world.time() < 9.0) world.step();
  EXPECT_TRUE(map.empty());
  for (char const* name : {"south.png", "south.tif", "south.r32"}) {
    const RainMap read = parse_rain_map((folder / name).string()).map;
    EXPECT_EQ(read.shares[15], 1.0f) << name;
    EXPECT_EQ(read.shares[16], 0.0f) << name;
  }
  EXPECT_EQ(parse_rain_map("even"), SetRainMap{});
}

TEST(RainMapLayers, ComposeSharesAsSandIsComposed) {
  const std::string text =
      "[[rain_map.layer]]\nshape = \"uniform\"\nthickness = 0.5\n[[rain_map.layer]]\nop = \"max\"\n"
      "shape = \"wall\"\nx = 0.5\ny = 0.75\nlength = 40.0\nwidth = 4.0\nheight = 2.0\n";
  const World world = make_world(parse(text));
  std::vector<float> const& map = world.terrain().rainfall.map;
  ASSERT_EQ(map.size(), 128u);
  for (std::size_t cell = 0; cell < map.size(); ++cell) EXPECT_EQ(map[cell], cell < 64 ? 0.5f : 2.0f) << cell;
  const auto noisy = [](std::uint64_t seed) {
    const std::string noise = "shape = \"white_noise\"\nlevel = 1.0\namplitude = 1.0\n";
    const Scenario scenario = parse("[[land.sand]]\n" + noise +
                                    "[[rain_map.layer]]\nshape = \"uniform\"\nthickness = 1.0\n"
                                    "[[rain_map.layer]]\n" +
                                    noise);
    return make_world_setup(scenario, {.seed = seed, .parameters = {}});
  };
  EXPECT_EQ(noisy(5).rain_map, noisy(5).rain_map);
  EXPECT_NE(noisy(5).rain_map, noisy(6).rain_map);
  const WorldSetup both = noisy(5);
  int alike = 0;
  for (std::size_t cell = 0; cell < both.sand.size(); ++cell) {
    alike += static_cast<float>(to_metres(both.sand[cell])) == both.rain_map.shares[cell] ? 1 : 0;
  }
  EXPECT_LT(alike, 3) << "the rain's noise is not that of the sand";
}

TEST(RainMapLayers, ARainShadowIsCarvedOnItsWetSideOnly) {
  World world = make_world(load_shipped_scenario("rain_shadow"));
  const Grid grid = world.grid();
  const auto rock = [&] {
    std::vector<Quanta> tops;
    for (std::size_t cell = 0; cell < grid.cells(); ++cell) tops.push_back(world.terrain().columns.base(cell));
    return tops;
  };
  const std::vector<Quanta> before = rock();
  while (world.step_count() < 300) world.step();
  const std::vector<Quanta> after = rock();
  const int crest = 11 * grid.width / 20;
  double wet = 0.0, dry = 0.0;  // m3 of rock worn
  for (std::size_t cell = 0; cell < before.size(); ++cell) {
    const int x = static_cast<int>(cell) % grid.width;
    (x < crest ? wet : dry) += std::max(0.0, to_metres(before[cell] - after[cell])) * grid.cell_size * grid.cell_size;
  }
  EXPECT_GT(wet, 20.0 * dry);
  EXPECT_GT(wet, 1000.0);
  EXPECT_EQ(world.health(), 0u);
}

TEST(RainMapLayers, WhatIsWrongIsReportedWithItsLine) {
  const std::string uniform = "[[rain_map.layer]]\nshape = \"uniform\"\n";
  const std::string both = refusal("[rain_map]\nfile = \"a.asc\"\n" + uniform);
  EXPECT_TRUE(contains(both, "test.toml:12:8: [rain_map]: expected either a file or layers, found both")) << both;
  const std::string raster = refusal("[[rain_map.layer]]\nshape = \"heightmap\"\nfile = \"a.asc\"\n");
  EXPECT_TRUE(contains(raster, "test.toml:12:9: ") && contains(raster, "in [rain_map] instead of the layers"))
      << raster;
  EXPECT_TRUE(contains(refusal("[[rain_map.layer]]\nshape = \"unifrom\"\n"), "did you mean 'uniform'"));
  EXPECT_TRUE(contains(refusal(uniform + "soil = \"sand\"\n"), "unknown key 'soil'"));
  EXPECT_TRUE(contains(refusal("[rain_map]\nlayer = []\n"), "expected 1 to 1000 layers, found 0; add one"));
  const std::string dry = input_error_of([&] { make_world(parse(uniform + "thickness = 0.0\n")); });
  EXPECT_TRUE(contains(dry, "test.toml: [rain_map]: expected rain in at least one cell, found 0 in all")) << dry;
  const std::string later = all_mistakes_of([] { parse("[[timeline]]\nat = 1.0\nrain_map = { layer = [] }\n"); });
  EXPECT_TRUE(contains(later, "unknown key 'layer'")) << later;
}

TEST(RainMapFiles, WhatIsWrongIsReportedWithFileAndLine) {
  const TemporaryFolder folder;
  write_bytes(folder / "small.asc", ascii(8, 8, rows_of(8, 8, "1", "1")));
  write_bytes(folder / "gap.asc", ascii(16, 8, rows_of(16, 8, "-9999", "1"), "nodata_value -9999\n"));
  write_bytes(folder / "below.asc", ascii(16, 8, rows_of(16, 8, "1", "-0.5")));
  write_bytes(folder / "dry.asc", ascii(16, 8, rows_of(16, 8, "0", "0")));
  const auto told = [&](std::string const& text) {
    return input_error_of([&] { parse_scenario(kHead + text, "test.toml", folder.path()); });
  };
  const auto of_file = [&](std::string const& name) { return told("[rain_map]\nfile = \"" + name + "\"\n"); };
  const std::string small = of_file("small.asc");
  EXPECT_TRUE(contains(small, "test.toml:12:8: small.asc: ") && contains(small, "16 x 8 cells, found 8 x 8")) << small;
  const std::string gap = of_file("gap.asc");
  EXPECT_TRUE(contains(gap, "test.toml:12:8: ") &&
              contains(gap, "found no data in 16 of 128 cells, first at column 0, row 0"))
      << gap;
  const std::string below = of_file("below.asc");
  EXPECT_TRUE(contains(below, "test.toml:12:8: below.asc: ") && contains(below, "found -0.5")) << below;
  EXPECT_TRUE(contains(of_file("dry.asc"), "found 0 in all"));
  EXPECT_TRUE(contains(of_file("none.asc"), "test.toml:12:8: "));
  const std::string other_key = all_mistakes_of([&] { parse(std::string("[rain_map]\nmap = \"small.asc\"\n")); });
  EXPECT_TRUE(contains(other_key, "unknown key 'map'") && contains(other_key, "expected file = ")) << other_key;
  EXPECT_TRUE(contains(told("[rain_map]\n"), "expected file = "));
  const std::string later = told("[[timeline]]\nat = 1.0\nrain_map = { file = \"small.asc\" }\n");
  EXPECT_TRUE(contains(later, "test.toml:13:") && contains(later, "found 8 x 8")) << later;
  WorldOptions options;
  options.commands = {parse_rain_map((folder / "small.asc").string())};
  const std::string command = input_error_of([&] { make_world(parse(""), options); });
  EXPECT_TRUE(contains(command, "small.asc: ") && contains(command, "found 8 x 8")) << command;
}

}  // namespace
}  // namespace barchan::test::io_rainfall_test
