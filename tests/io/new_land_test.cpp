// Lands that the dialog "New land" makes: their scenario files, and what such files can say about layers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "io/land_preview.hpp"
#include "io/new_land.hpp"
#include "io/picture_file.hpp"
#include "io/world_history.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "picture/hatch.hpp"
#include "world/world.hpp"

namespace barchan::new_land_test {
namespace {

using test::contains;
using test::input_error_of;
using test::TemporaryFolder;

/// A small land in which every number differs from its default.
NewLand varied_land() {
  NewLand land;
  land.title = "The \"far\" side";
  NewLandNumbers& numbers = land.numbers;
  numbers.width = 48;
  numbers.height = 40;
  numbers.cell_size = 2.5f;
  numbers.boundary = 1;
  numbers.seed = 31;
  numbers.basis = 1;
  numbers.octaves = 4;
  numbers.wavelength = 60.1f;
  numbers.relief = 11.3f;
  numbers.roughness = 0.45f;
  numbers.ridges = 3.7f;
  numbers.warp = 9.0f;
  numbers.warp_wavelength = 70.0f;
  numbers.sand = SandPlace::below_height;
  numbers.sand_depth = 0.7f;
  numbers.sand_height = 1.3f;
  numbers.sea = 1;
  numbers.sea_level = -0.3f;
  land.numbers = fit_extent(numbers, "width");
  return land;
}

/// A height map that rises from west to east, in codes of 0 to 1 without a range in the file.
std::filesystem::path write_map(TemporaryFolder const& folder, std::string const& name, int width, int height) {
  Raster raster;
  raster.width = width;
  raster.height = height;
  raster.values.resize(raster.cells());
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    raster.values[i] = static_cast<float>(i % static_cast<std::size_t>(width)) / static_cast<float>(width - 1);
  }
  write_raster(folder / name, raster);
  return folder / name;
}

double surface(World const& world, int x, int y) {
  Terrain const& terrain = world.terrain();
  return terrain.datum + to_metres(terrain.columns.elevation(terrain.grid.index(x, y)));
}

double sand(World const& world, int x, int y) {
  Terrain const& terrain = world.terrain();
  return to_metres(terrain.columns.sediment(terrain.grid.index(x, y)));
}

TEST(NewLand, ComesBackFromItsScenarioFile) {
  const NewLand land = varied_land();
  const std::string text = scenario_text(land);
  const auto back = new_land_of(text);
  ASSERT_TRUE(back) << text;
  EXPECT_TRUE(*back == land) << text << "\n" << scenario_text(*back);
  EXPECT_FALSE(new_land_of(text + "\n[wind]\nspeed = 3\n")) << "the file holds more than the dialog can show";
  EXPECT_FALSE(new_land_of("title = \"T\"\n[[land.sand]]\nshape = \"uniform\"\n"));
  EXPECT_FALSE(new_land_of("no scenario"));
}

TEST(NewLand, IsTheSameLandWhetherMadeOrReadFromItsFile) {
  const NewLand land = varied_land();
  const TemporaryFolder folder;
  test::write_bytes(folder / "land.toml", scenario_text(land, folder.path()));
  const World made = make_world(scenario_of(land)), read = make_world(load_scenario_file(folder / "land.toml"));
  EXPECT_EQ(made.hash(), read.hash());
  EXPECT_EQ(made.grid().width, 48);
  EXPECT_EQ(made.parameter("water_particles", "sea"), 1.0);
  EXPECT_FLOAT_EQ(static_cast<float>(made.parameter("water_particles", "sea_level")), -0.3f);
}

TEST(NewLand, IsKeptInAHistory) {
  LandOrigin origin;
  origin.order.source = kNewLandName;
  origin.order.text = scenario_text(varied_land());
  EXPECT_EQ(decode_origin(encode_origin(origin)).order.text, origin.order.text);
}

TEST(NewLand, LaysSandBelowAHeight) {
  NewLand land = varied_land();
  const World world = make_world(scenario_of(land));
  land.numbers.sand_depth = 0.0f;
  const World rock = make_world(scenario_of(land));
  int sandy = 0;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 48; ++x) {
      const bool low = surface(rock, x, y) < static_cast<double>(1.3f);
      EXPECT_NEAR(sand(world, x, y), low ? 0.7 : 0.0, 1e-5) << x << ", " << y;
      sandy += low ? 1 : 0;
    }
  }
  EXPECT_GT(sandy, 100);
  EXPECT_LT(sandy, 1800);
}

TEST(NewLand, LaysSandBelowASlope) {
  // A plane of 20 degrees has sand below a limit of 21 degrees, and none below one of 19.
  const auto with_limit = [](double limit) {
    return make_world(parse_scenario(
        "title = \"T\"\n[grid]\nwidth = 12\nheight = 9\nboundary = \"open\"\n[[land.base]]\nshape = \"plane\"\n"
        "slope = 20.0\nazimuth = 90.0\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2.0\nbelow_slope = " +
            std::to_string(limit) + "\n",
        "slope.toml", {}));
  };
  const World flat_enough = with_limit(21.0), too_steep = with_limit(19.0);
  for (int y = 0; y < 9; ++y) {
    EXPECT_EQ(sand(flat_enough, 5, y), 2.0);
    EXPECT_EQ(sand(too_steep, 5, y), 0.0);
  }
}

TEST(NewLand, LaysSandByAMask) {
  const TemporaryFolder folder;
  NewLand land;
  land.numbers.width = 20;
  land.numbers.height = 10;
  land.numbers.sand = SandPlace::mask;
  land.numbers.sand_depth = 4.0f;
  land.mask = write_map(folder, "mask.tif", 20, 10);
  const World world = make_world(scenario_of(land));
  EXPECT_EQ(sand(world, 0, 5), 0.0);
  EXPECT_EQ(sand(world, 19, 5), 4.0);
  EXPECT_NEAR(sand(world, 10, 5), 4.0 * 10.0 / 19.0, 1e-4);
  land.mask = write_map(folder, "small.tif", 19, 10);
  const std::string error = input_error_of([&] { scenario_of(land); });
  EXPECT_TRUE(contains(error, "20 x 10 cells, found one of 19 x 10")) << error;
  EXPECT_TRUE(contains(preview_of(land).error, "20 x 10 cells, found one of 19 x 10")) << preview_of(land).error;
}

TEST(NewLand, WarpBendsNoiseWithoutASeam) {
  NewLand land;
  land.numbers.width = land.numbers.height = 64;
  land.numbers.boundary = 0;  // periodic
  land.numbers.sand_depth = 0.0f;
  land.numbers.octaves = 1;
  land.numbers.wavelength = 32.0f;
  const World straight = make_world(scenario_of(land));
  land.numbers.warp = 20.0f;
  land.numbers.warp_wavelength = 64.0f;
  const World bent = make_world(scenario_of(land));
  double differ = 0.0, seam = 0.0, inside = 0.0;
  for (int i = 0; i < 64; ++i) {
    differ = std::max(differ, std::abs(surface(bent, i, 20) - surface(straight, i, 20)));
    seam = std::max(seam, std::abs(surface(bent, 63, i) - surface(bent, 0, i)));
    inside = std::max(inside, std::abs(surface(bent, 31, i) - surface(bent, 32, i)));
    for (int j = 0; j < 63; ++j) {
      inside = std::max(inside, std::abs(surface(bent, j, i) - surface(bent, j + 1, i)));
    }
  }
  EXPECT_GT(differ, 1.0);
  EXPECT_LE(seam, 1.5 * inside) << "neighbours across the seam differ as much as neighbours elsewhere";
}

TEST(NewLand, TakesRangeAndSizeOfAHeightMap) {
  const TemporaryFolder folder;
  Raster raster;
  raster.width = 6;
  raster.height = 3;
  raster.cell_size = 30.0;
  raster.origin = 100.0;
  for (int i = 0; i < 18; ++i) raster.values.push_back(static_cast<float>(i));
  for (char const* name : {"map.png", "map.tif", "map.asc"}) {
    write_raster(folder / name, raster);
    const MapFacts facts = read_map_facts(folder / name);
    EXPECT_EQ(facts.width, 6) << name;
    EXPECT_NEAR(facts.cell_size, 30.0, 1e-9) << name;
    EXPECT_NEAR(facts.lowest, 100.0, 1e-2) << name;
    EXPECT_NEAR(facts.highest, 117.0, 1e-2) << name;
    EXPECT_FALSE(facts.range_assumed) << name;
    NewLand land;
    land.map = folder / name;
    land.numbers = with_map({}, facts);
    EXPECT_FLOAT_EQ(land.numbers.extent, 180.0f) << name;
    land.numbers.lowest = 0.0f;
    land.numbers.highest = 34.0f;
    land.numbers.extent = 60.0f;
    land.numbers.sand_depth = 0.0f;
    land.numbers = fit_extent(land.numbers, "extent");
    const World world = make_world(scenario_of(land));
    EXPECT_FLOAT_EQ(world.grid().cell_size, 10.0f) << name;
    EXPECT_NEAR(surface(world, 0, 0), 0.0, 1e-2) << name;
    EXPECT_NEAR(surface(world, 5, 2), 34.0, 1e-2) << name;
  }
}

TEST(NewLand, SaysWhatIsWrong) {
  NewLand land;
  EXPECT_EQ(new_land_error(land), "");
  land.numbers.width = 0;
  EXPECT_EQ(new_land_error(land), "width: expected a whole number from 1 to 16384, found 0");
  land = {};
  land.numbers.basis = 1;
  land.numbers.boundary = 0;
  EXPECT_TRUE(contains(new_land_error(land), "other than simplex")) << new_land_error(land);
  land = {};
  land.numbers.kind = LandKind::height_map;
  EXPECT_TRUE(contains(new_land_error(land), "Choose a height map")) << new_land_error(land);
  land.map = "/nowhere/map.png";
  land.numbers.lowest = 20.0f;
  land.numbers.highest = 10.0f;
  EXPECT_TRUE(contains(new_land_error(land), "found 20 m and 10 m")) << new_land_error(land);
  land.numbers.highest = 30.0f;
  EXPECT_EQ(new_land_error(land), "");
  EXPECT_TRUE(contains(input_error_of([&] { scenario_of(land); }), "/nowhere/map.png"));
  EXPECT_TRUE(contains(preview_of(land).error, "/nowhere/map.png")) << preview_of(land).error;
  land = {};
  land.numbers.sea = 1;
  land.numbers.boundary = 0;
  EXPECT_TRUE(contains(new_land_error(land), "open edges")) << new_land_error(land);
  land = {};
  land.numbers.sand_depth = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(contains(new_land_error(land), "sand_depth")) << new_land_error(land);
  land = {};
  land.title.clear();
  EXPECT_TRUE(contains(new_land_error(land), "title")) << new_land_error(land);
}

TEST(NewLand, PreviewsAreSmallAndHaveTheFiguresOfTheLand) {
  NewLand land = varied_land();
  const World world = make_world(scenario_of(land));
  const LandPreview preview = preview_of(land);
  ASSERT_EQ(preview.error, "");
  ASSERT_TRUE(preview.picture);
  double lowest = 1e9, highest = -1e9;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 48; ++x) {
      lowest = std::min(lowest, surface(world, x, y));
      highest = std::max(highest, surface(world, x, y));
    }
  }
  EXPECT_NEAR(preview.lowest, lowest, 1e-6);
  EXPECT_NEAR(preview.highest, highest, 1e-6);
  EXPECT_GT(preview.under_sea, 0.05);
  // A land of four million cells is previewed from few cells.
  land.numbers.width = land.numbers.height = 2048;
  const LandPreview large = preview_of(land);
  ASSERT_TRUE(large.picture) << large.error;
  EXPECT_LE(large.picture->width, 2 * kPreviewCells);
}

TEST(NewLand, FillsTheCellsWithoutDataOfAMapAndHatchesThemInThePreview) {
  const TemporaryFolder folder;
  Raster raster;
  raster.width = raster.height = 300;
  raster.cell_size = 5.0;
  raster.values.assign(raster.cells(), 40.0f);
  raster.values.front() = 10.0f;
  raster.filled.assign(raster.cells(), 0);
  for (int y = 150; y < 300; ++y)
    std::fill_n(raster.filled.begin() + 300 * y + 150, 150, std::uint8_t{1});  // north-east
  raster.place.transform = {1000.0, 5.0, 0.0, 2500.0, 0.0, -5.0};
  write_raster(folder / "gaps.tif", raster);

  NewLand land{.numbers = with_map({}, read_map_facts(folder / "gaps.tif")), .map = (folder / "gaps.tif").string()};
  EXPECT_TRUE(contains(scenario_text(land), "fill = \"interpolate\"")) << scenario_text(land);
  const auto again = new_land_of(scenario_text(land));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->numbers.fill, land.numbers.fill);
  const LandPreview preview = preview_of(land);
  ASSERT_EQ(preview.error, "");
  Picture const& picture = *preview.picture;
  const auto stripes = [&](int left, int top) {  // in a quarter of the picture
    int count = 0;
    for (int row = top; row < top + picture.height / 2; ++row) {
      for (int column = left; column < left + picture.width / 2; ++column) {
        auto const* const pixel = picture.rgb.data() + 3 * (row * picture.width + column);
        count += std::ranges::equal(std::span(pixel, 3), kDarkStripe) ||
                 std::ranges::equal(std::span(pixel, 3), kLightStripe);
      }
    }
    return static_cast<double>(count) / (0.25 * picture.width * picture.height);
  };
  EXPECT_NEAR(stripes(picture.width / 2, 0), 0.5, 0.05);
  EXPECT_EQ(stripes(0, 0), 0.0);
  EXPECT_LT(stripes(0, picture.height / 2) + stripes(picture.width / 2, picture.height / 2), 0.02);
  if (char const* const place = std::getenv("BARCHAN_PICTURES")) {
    write_picture(std::filesystem::path(place) / "preview.png", picture);
  }

  land.numbers.fill = 0;
  EXPECT_TRUE(contains(preview_of(land).error, "--fill")) << preview_of(land).error;
}

TEST(NewLand, EachShippedScenarioHasASubjectAndAPicture) {
  for (ScenarioInfo const& info : shipped_scenarios()) {
    const auto subjects = scenario_subjects();
    EXPECT_NE(std::ranges::find(subjects, info.subject), subjects.end()) << info.id;
    EXPECT_TRUE(preview_of_scenario(info.id, 48)) << info.id;
  }
}

TEST(LandExtras, AreRefusedWhereTheyHaveNoMeaning) {
  const auto mistakes = [](std::string const& land) {
    return test::all_mistakes_of([&] { parse_scenario("title = \"T\"\n" + land, "t.toml", {}); });
  };
  EXPECT_TRUE(contains(mistakes("[[land.base]]\nshape = \"dome\"\nwarp = 3\n"), "unknown key 'warp'"));
  EXPECT_TRUE(contains(mistakes("[[land.base]]\nshape = \"noise\"\nbelow_slope = 3\n"), "unknown key 'below_slope'"));
  EXPECT_TRUE(contains(mistakes("[[land.sand]]\nshape = \"uniform\"\nop = \"replace\"\nbelow_slope = 3\n"),
                       "expected add or max"));
  EXPECT_TRUE(contains(mistakes("[[land.sand]]\nshape = \"uniform\"\nmask = \"none.png\"\n"), "none.png"));
}

}  // namespace
}  // namespace barchan::new_land_test
