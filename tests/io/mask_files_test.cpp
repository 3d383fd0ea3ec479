// Masks in scenario files, on command lines and in rasters.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "io/layer_field.hpp"
#include "io/raster_file.hpp"
#include "io/read_masks.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan::test::mask_files_test {
namespace {

constexpr char const* kLand = R"(title = "Land"
[grid]
width = 32
height = 24
[[land.base]]
shape = "noise"
amplitude = 20.0
)";

Scenario parse(std::string const& more) { return parse_scenario(kLand + more, "land.toml", {}); }

std::string mistakes_in(std::string const& more) {
  try {
    parse(more);
  } catch (InputError const& error) {
    return told_whole(error);
  }
  return {};
}

std::string refusal_of(std::string_view option) {
  try {
    parse_mask(option);
  } catch (InputError const& error) {
    return told_whole(error);
  }
  return {};
}

TEST(MaskFiles, ScenarioHasMasksFromTheBeginning) {
  const Scenario scenario = parse(R"(
[[mask]]
id = "steep"
multiplies = ["water_particles.rain", "weathering.rate"]
layer = [ { source = "slope", low = 20, high = 90, fade = 5 }, { source = "blur", radius = 3 } ]

[[mask]]
id = "rest"
follows = false
layer = [ { source = "mask", of = "steep" }, { source = "invert" } ]
)");
  ASSERT_EQ(scenario.masks.size(), 2u);
  const World world = make_world(scenario);
  ASSERT_EQ(world.terrain().masks.list().size(), 2u);
  const auto steep = *world.field("mask.steep"), rest = *world.field("mask.rest");
  EXPECT_LT(*std::ranges::min_element(steep), *std::ranges::max_element(steep));
  for (std::size_t cell = 0; cell < steep.size(); ++cell) ASSERT_EQ(rest[cell], 1.0f - steep[cell]);
  EXPECT_TRUE(scenario.masks[0].follows);
  EXPECT_FALSE(scenario.masks[1].follows);
}

TEST(MaskFiles, TimelineSetsPaintsAndRemovesThem) {
  const Scenario scenario = parse(R"(
[[timeline]]
at = 1.0
mask = { id = "town", layer = [ { source = "fill", value = 0 } ] }
[[timeline]]
at = 2.0
stroke = { action = "raise", material = "mask:town", radius = 5, strength = 1, path = [0.5, 0.5] }
[[timeline]]
at = 4.0
remove_mask = "town"
)");
  World world = make_world(scenario);
  while (world.time() < 3.0) world.step();
  const auto town = world.field("mask.town");
  ASSERT_TRUE(town.has_value());
  EXPECT_GT(*std::ranges::max_element(*town), 0.9f);
  EXPECT_EQ(*std::ranges::min_element(*town), 0.0f);
  while (world.time() < 5.0) world.step();
  EXPECT_FALSE(world.field("mask.town").has_value());
  EXPECT_EQ(world.health(), 0u);
}

TEST(MaskFiles, MistakesNameFileLineAndAWayOut) {
  const auto expect_all = [](std::string const& text, std::initializer_list<char const*> words) {
    for (char const* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in " << text;
  };
  expect_all(mistakes_in("[[mask]]\nlayer = []\n"), {"land.toml:8", "expected id"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nmultiply = [\"wind.speed\"]\n"),
             {"land.toml:10", "'multiply'", "multiplies"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nmultiplies = [\"wind.sped\"]\n"),
             {"land.toml:10", "'wind.sped'", "wind.speed"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nmultiplies = \"wind.speed\"\n"), {"land.toml:10", "list of texts"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nfollows = 1\n"), {"land.toml:10", "true or false"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nlayer = [ { source = \"slop\" } ]\n"), {"land.toml:10", "slope"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nlayer = [ { low = 1 } ]\n"), {"land.toml:10", "source"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nlayer = [ { source = \"invert\", low = 1 } ]\n"),
             {"land.toml:10", "'low'", "invert"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nlayer = [ { source = \"soil\", of = \"gold\" } ]\n"),
             {"land.toml:8", "'gold'"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nlayer = [ { source = \"raster\", file = \"no.png\" } ]\n"),
             {"land.toml:10", "no.png"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\n[[mask]]\nid = \"a\"\n"), {"land.toml:10", "no other mask"});
  expect_all(mistakes_in("[[mask]]\nid = \"a\"\nlayer = [ { source = \"mask\", of = \"b\" } ]\n"),
             {"land.toml:8", "'b'"});
}

TEST(MaskFiles, OptionHasLayersBetweenBars) {
  const MaskRecipe recipe = parse_mask(
                                "dry multiplies=wind.speed,uplift.rate follows=false height low=2 high=5 | invert | "
                                "distance combine=add of=sand high=3 | blur radius=7")
                                .recipe;
  EXPECT_EQ(recipe.id, "dry");
  EXPECT_FALSE(recipe.follows);
  EXPECT_EQ(recipe.multiplies, (std::vector<std::string>{"wind.speed", "uplift.rate"}));
  ASSERT_EQ(recipe.layers.size(), 4u);
  EXPECT_EQ(recipe.layers[0].numbers.source, MaskSource::height);
  EXPECT_EQ(recipe.layers[0].numbers.low, 2.0f);
  EXPECT_EQ(recipe.layers[1].numbers.source, MaskSource::invert);
  EXPECT_EQ(recipe.layers[2].of, "sand");
  EXPECT_EQ(recipe.layers[2].numbers.combine, MaskCombine::add);
  EXPECT_EQ(recipe.layers[3].numbers.radius, 7.0f);
  for (auto const& [text, word] :
       std::vector<std::pair<std::string, std::string>>{{"", "expected an id"},
                                                        {"Town", "lower-case"},
                                                        {"a hight", "height"},
                                                        {"a height loww=2", "low"},
                                                        {"a height low=x", "low"},
                                                        {"a multiplies=wind.gust", "wind.speed"},
                                                        {"a follows=perhaps", "true or false"},
                                                        {"a raster", "raster"},
                                                        {"a raster file=none.png", "none.png"}}) {
    EXPECT_NE(refusal_of(text).find(word), std::string::npos) << text << ": " << refusal_of(text);
  }
}

TEST(MaskFiles, RasterGoesOutAndComesBack) {
  const TemporaryFolder folder;
  World world = make_world(parse("[[mask]]\nid = \"noise\"\nlayer = [ { source = \"noise\", wavelength = 8 } ]\n"));
  const auto values = *world.field("mask.noise");
  for (char const* name : {"mask.tif", "mask.asc", "mask.png", "mask.r32"}) {
    const auto file = folder.path() / name;
    write_raster(file, export_field(world, "mask.noise"));
    const MaskLayer layer = read_mask_raster(file);
    ASSERT_EQ(layer.raster.values.size(), values.size()) << name;
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_NEAR(layer.raster.values[i], values[i], 1e-4) << name;
  }
}

TEST(MaskFiles, ImagesRunFromZeroToTheLargestCode) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "half.png";
  Raster raster = sample_raster(2, 1);
  raster.values = {0.0f, 10.0f};
  write_raster(folder.path() / "heights.tif", raster);
  EXPECT_THROW(read_mask_raster(folder.path() / "heights.tif"), InputError);
  EXPECT_THROW(read_mask_raster(folder.path() / "missing.png"), InputError);
  std::ofstream(file) << "not an image";
  EXPECT_THROW(read_mask_raster(file), InputError);
}

}  // namespace
}  // namespace barchan::test::mask_files_test
