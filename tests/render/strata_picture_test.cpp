// Layers in the picture: on the sides of a block, on a slice, and in steep faces.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "io/scenario.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"
#include "render/picture_fixture.hpp"
#include "world/world.hpp"

namespace barchan::render::strata_picture_test {
namespace {

using test::kHeight;
using test::kWidth;
using test::linear;
using test::luminance;

class StrataPicture : public test::LandPicture {};

constexpr SoilId kRed = 3, kGreen = 4, kBlue = 5;

/// Uneven layers: a solid red one, a solid green one and a loose blue one. `land` gives the layers.
World layered_world(std::string const& land) {
  std::string text = "title = \"Layers\"\nseed = 4\n[grid]\nwidth = 32\nheight = 32\nboundary = \"open\"\n";
  for (char const* const soil :
       {"red]\nloose = false\ncolor = \"#C03030\"", "green]\nloose = false\ncolor = \"#308030\"",
        "blue]\nloose = true\ncolor = \"#3040C0\""}) {
    text += std::string("[soils.") + soil + "\n";
  }
  const Scenario scenario = parse_scenario(text + land + "[wind_particles]\nenabled = false\n", "layers.toml", ".");
  return make_world(scenario);
}

std::string layer(char const* soil, double level, double amplitude) {
  return std::string("[[land.layer]]\nsoil = \"") + soil +
         "\"\nshape = \"noise\"\nwavelength = 16.0\nlevel = " + std::to_string(level) +
         "\namplitude = " + std::to_string(amplitude) + "\n";
}

TerrainView view_of(World const& world, Slice const& slice = {}) {
  ViewRequest request;
  request.slice = slice;
  request.whole_sky = true;
  TerrainView view;
  fill_view(world, request, view);
  return view;
}

/// The coloured soil whose hue a pixel has.
SoilId soil_of(std::uint8_t const* pixel) {
  const std::array<float, 3> part{linear(pixel[0]), linear(pixel[1]), linear(pixel[2])};
  return static_cast<SoilId>(kRed + (std::max_element(part.begin(), part.end()) - part.begin()));
}

/// The pixel that shows a place, from a level camera 60 m away from `camera.target`.
std::uint8_t const* pixel_at(Image const& image, Camera const& camera, glm::vec3 place) {
  const glm::vec3 from_eye = place - camera.eye();
  const float away = glm::dot(from_eye, camera.forward()) * std::tan(0.5f * glm::radians(camera.field_of_view));
  const float half = 0.5f * static_cast<float>(image.height) / away;
  return image.pixel(
      static_cast<int>(0.5f * static_cast<float>(image.width) + half * glm::dot(from_eye, camera.right())),
      static_cast<int>(0.5f * static_cast<float>(image.height) - half * glm::dot(from_eye, camera.up())));
}

RenderSettings plain_settings() {
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.ripples = false;
  settings.sun = {180.0f, 30.0f};
  return settings;
}

/// Compares the soils in columns along x = `at` with the picture. Returns the number of places compared.
int count_compared(World const& world, Image const& image, Camera const& camera, int x, float at) {
  Columns const& columns = world.terrain().columns;
  Grid const& grid = world.grid();
  int compared = 0;
  for (int y = 4; y < 28; ++y) {
    const std::size_t cell = grid.index(x, y);
    const double surface = to_metres(columns.elevation(cell));
    for (double depth = 0.4; depth < 9.0; depth += 0.1) {
      const double z = surface - depth;
      const auto soil = [&](double height) { return soil_at(columns, cell, to_quanta(height)); };
      // Skips places within a pixel or two of a boundary, and the bedrock, which has no hue.
      if (soil(z - 0.25) != soil(z + 0.25) || soil(z) < kRed) continue;
      const glm::vec3 place(at, static_cast<float>(y) + 0.5f, static_cast<float>(z));
      EXPECT_EQ(soil_of(pixel_at(image, camera, place)), soil(z)) << "column " << y << ", " << depth << " m deep";
      ++compared;
    }
  }
  return compared;
}

TEST_F(StrataPicture, TheFaceOfASliceShowsTheColumnsAndNothingStandsBeforeIt) {
  // The land rises towards the camera, so everything in front of the cut would hide it.
  const World world = layered_world("[[land.base]]\nshape = \"plane\"\nslope = 25.0\nazimuth = 180.0\n" +
                                    layer("red", 3.0, 3.0) + layer("green", 2.0, 2.0) + layer("blue", 2.0, 2.0));
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings = plain_settings();
    settings.quality = quality;
    settings.slice = {Slice::Across::x, 0.5f};
    const float cut = settings.slice.metres(world.grid()), ground = world.terrain().height_at({cut, 16.0f});
    const Camera camera{.azimuth = 0.0f, .elevation = 0.0f, .distance = 30.0f, .target = {cut, 16.0f, ground - 3.0f}};
    const TerrainView view = view_of(world, settings.slice);
    Renderer renderer;
    const Image image = draw(renderer, view, camera, settings, 640, 480);
    EXPECT_GT(count_compared(world, image, camera, settings.slice.cell(world.grid()), cut), 500);
    // From the other side: the same columns, with the other half of the land behind them.
    Camera back = camera;
    back.azimuth = 180.0f;
    settings.sun.azimuth = 0.0f;
    const Image behind = draw(renderer, view, back, settings, 640, 480);
    EXPECT_GT(count_compared(world, behind, back, settings.slice.cell(world.grid()), cut), 500);
  }
}

TEST_F(StrataPicture, TheSidesOfABlockShowTheColumnsAtItsEdges) {
  const World world = layered_world("[[land.base]]\nshape = \"uniform\"\nthickness = 1.0\n" + layer("red", 3.0, 3.0) +
                                    layer("green", 2.0, 2.0) + layer("blue", 2.0, 2.0));
  RenderSettings settings = plain_settings();
  settings.repeat_world = false;
  const Camera camera{.azimuth = 0.0f, .elevation = 0.0f, .distance = 30.0f, .target = {0.0f, 16.0f, 5.0f}};
  Renderer renderer;
  const Image image = draw(renderer, view_of(world), camera, settings, 640, 480);
  EXPECT_GT(count_compared(world, image, camera, 0, 0.0f), 500);
}

TEST_F(StrataPicture, ASteepFaceShowsItsLayersAsBands) {
  // A wall of red, green and red, 4 m each, at x = 16 m.
  const std::string wall =
      "[[land.layer]]\nop = \"min\"\nshape = \"plane\"\nlevel = 6.0\nslope = 80.0\nazimuth = 180.0\n";
  std::string land = "[[land.base]]\nshape = \"uniform\"\nthickness = 0.0\n";
  for (char const* const soil : {"red", "green", "red"}) {
    land += std::string("[[land.layer]]\nsoil = \"") + soil + "\"\nshape = \"uniform\"\nthickness = 4.0\n";
  }
  const World world = layered_world(land + wall);
  const TerrainView view = view_of(world);
  ASSERT_NEAR(world.terrain().height_at({14.5f, 16.0f}), 12.0f, 0.1f);
  ASSERT_LT(world.terrain().height_at({17.5f, 16.0f}), 0.0f);
  RenderSettings settings = plain_settings();
  settings.repeat_world = false;  // there is less haze around a block
  settings.sun.azimuth = 0.0f;
  const Camera camera{.azimuth = 180.0f, .elevation = 0.0f, .distance = 30.0f, .target = {16.0f, 16.0f, 6.0f}};
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    settings.quality = quality;
    Renderer renderer;
    const Image image = draw(renderer, view, camera, settings, 640, 480);
    for (const float y : {12.5f, 15.0f, 18.3f}) {
      for (const float z : {1.5f, 2.5f, 5.0f, 6.0f, 7.0f, 9.0f, 10.0f}) {
        const SoilId expected = z > 4.0f && z < 8.0f ? kGreen : kRed;
        const glm::vec3 place(16.0f + (6.0f - z) / 5.67f, y, z);
        EXPECT_EQ(soil_of(pixel_at(image, camera, place)), expected) << z << " m up at " << y;
      }
    }
  }
}

TEST_F(StrataPicture, OnlyWhatWindCanLiftHasRipples) {
  RenderSettings rippled = plain_settings(), smooth = rippled;
  rippled.ripples = true;
  for (const float lifted : {1.0f, 0.0f}) {
    TerrainView view = test::level_sand(64, 64, Boundary::periodic);
    view.colors.loose = {{0.5f, 0.4f, 0.3f, lifted}};
    const Camera camera = home(view);
    const bool seen = draw(view, camera, rippled).rgb != draw(view, camera, smooth).rgb;
    EXPECT_EQ(seen, lifted > 0.0f);
  }
}

TEST_F(StrataPicture, ACutBlockShowsItsLayers) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  RenderSettings settings;
  settings.repeat_world = false;
  settings.sun.azimuth = 270.0f;
  settings.sun.elevation = 20.0f;
  view.elevation.assign(view.grid.cells(), 4.0f);
  view.elevation_minimum = view.elevation_maximum = 4.0f;
  for (std::size_t i = 0; i < 64; ++i) {
    view.rows[kSouth].layers.insert(view.rows[kSouth].layers.end(), {{kSand, to_quanta(4.0)}, {kRock, 0}});
    view.rows[kSouth].ends.push_back(2 * i + 2);
  }
  const Camera camera{.azimuth = 90.0f, .elevation = 5.0f, .distance = 60.0f, .target = {32.0f, 0.0f, 0.0f}};
  const Image image = draw(view, camera, settings);
  // Straight down the middle of the picture: sky or haze, land, then the wall with pale sand above dark rock, then the
  // floor.
  const float metres = 2.0f * 60.0f * std::tan(22.5f * 0.01745329f) / kHeight;
  const int sand = kHeight / 2 - static_cast<int>(2.0f / metres), rock = kHeight / 2 + static_cast<int>(2.5f / metres);
  EXPECT_GT(luminance(image.pixel(kWidth / 2, sand)), 1.6f * luminance(image.pixel(kWidth / 2, rock)));
}

TEST(SlicedLand, NoRayMeetsWhatIsCutAway) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  view.elevation.assign(view.grid.cells(), 4.0f);
  view.elevation_minimum = view.elevation_maximum = 4.0f;
  LandShape land(view, false);
  const auto ray = [](glm::vec3 from, glm::vec3 to) { return Ray{from, glm::normalize(to - from)}; };
  const Ray before = ray({-20.0f, 30.0f, 20.0f}, {10.5f, 30.0f, 4.0f});
  const Ray behind = ray({-20.0f, 30.0f, 20.0f}, {50.0f, 30.0f, 4.0f});
  ASSERT_NEAR(land.pick(before, 500.0f)->x, 10.5f, 0.1f);
  land.cut({Slice::Across::x, 0.5f});
  // A ray down through the removed half meets nothing or the face; above the face, it meets the land behind it.
  const auto seen = land.pick(before, 500.0f);
  EXPECT_TRUE(!seen || seen->x > 32.4f);
  EXPECT_NEAR(land.pick(behind, 500.0f)->x, 50.0f, 0.1f);
  const auto face = land.pick(ray({-20.0f, 30.0f, 20.0f}, {32.5f, 30.0f, 3.7f}), 500.0f);
  ASSERT_TRUE(face.has_value());
  EXPECT_NEAR(face->x, 32.5f, 0.01f);
  EXPECT_NEAR(face->z, 3.7f, 0.02f);
  EXPECT_EQ(land.cell_at({face->x, face->y}), view.grid.index(32, 30));
  // From the other side, the other half is removed.
  EXPECT_NEAR(land.pick(ray({84.0f, 30.0f, 20.0f}, {10.5f, 30.0f, 4.0f}), 500.0f)->x, 10.5f, 0.1f);
  land.cut({});
  EXPECT_NEAR(land.pick(before, 500.0f)->x, 10.5f, 0.1f);
}

/// A picture of the world from right above a place.
Image from_above(World const& world, glm::vec2 place, Camera& camera) {
  const TerrainView view = view_of(world);
  camera = {.azimuth = 90.0f, .elevation = 89.9f, .distance = 60.0f, .target = {place, 1.0f}};
  Renderer renderer;
  const RenderSettings settings = plain_settings();
  Framebuffer framebuffer(kWidth, kHeight);
  renderer.upload(view, settings);
  renderer.draw(camera, settings, {kWidth, kHeight, framebuffer.id(), 1.0});
  return read_pixels(framebuffer.id(), kWidth, kHeight);
}

constexpr char const* kOpenLand = "title = \"t\"\n[grid]\nwidth = 128\nheight = 128\nboundary = \"open\"\n";
constexpr char const* kNoWind = "[wind_particles]\nenabled = false\n";

TEST_F(StrataPicture, SlipFacesAreBrownOnlyWhereTheSoilHasAColour) {
  const auto red_to_blue = [&](std::string const& color, std::string const& slope) {
    const World world = make_world(parse_scenario(std::string(kOpenLand) + "[soils.soil]\ncolor = \"" + color +
                                                      "\"\n[[land.base]]\n" + "shape = \"plane\"\nslope = " + slope +
                                                      "\n[[land.layer]]\nsoil = \"soil\"\nshape = \"uniform\"\n" +
                                                      "thickness = 4.0\n" + kNoWind,
                                                  "slope.toml", "."));
    Camera camera;
    const Image image = from_above(world, {64.0f, 64.0f}, camera);
    float red = 0.0f, blue = 0.0f;
    for (int y = 60; y < 120; ++y) {
      for (int x = 130; x < 190; ++x) {
        red += linear(image.pixel(x, y)[0]);
        blue += linear(image.pixel(x, y)[2]);
      }
    }
    return red / blue;
  };
  // Ratio by which a steep slope is redder than a gentle slope in the same light.
  const auto redder = [&](std::string const& color) { return red_to_blue(color, "36.0") / red_to_blue(color, "5.0"); };
  EXPECT_GT(redder("#906840") / redder("#707070"), 1.07f);
}

}  // namespace
}  // namespace barchan::render::strata_picture_test
