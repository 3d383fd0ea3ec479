// Pictures drawn off-screen: light, reproducibility, overlays, and no OpenGL errors.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include "io/picture_file.hpp"
#include "render/color_ramp.hpp"
#include "render/picture_fixture.hpp"
#include "world/fields.hpp"

namespace barchan::render::land_picture_test {
namespace {

using test::kHeight;
using test::kWidth;
using test::LandPicture;
using test::linear;
using test::luminance;
using test::opengl_error;

/// Colour of `value` on the ramp, sRGB-encoded, 0 to 1 per channel.
glm::vec3 ramp_color(FieldRamp kind, RampRange range, float value) {
  const float share = std::clamp((value - range.low) / (range.high - range.low), 0.0f, 1.0f);
  auto const& color = color_ramp(kind)[static_cast<std::size_t>(std::lround(share * (kRampSize - 1)))];
  return glm::vec3(color[0], color[1], color[2]) / 255.0f;
}

/// Mean luminance of the pixels that show the land between two distances east of its west edge, seen from above.
float mean_from_above(Image const& image, Camera const& top, float west, float east) {
  const float metres =
      2.0f * top.distance * std::tan(0.5f * top.field_of_view * 0.01745329f) / static_cast<float>(image.height);
  double sum = 0.0;
  int count = 0;
  for (float x = west; x < east; x += 0.5f * metres) {
    const int px = static_cast<int>(static_cast<float>(image.width) / 2.0f + (x - top.target.x) / metres);
    for (int py = image.height / 2 - 8; py < image.height / 2 + 8; ++py) {
      sum += luminance(image.pixel(px, py));
      ++count;
    }
  }
  return static_cast<float>(sum / count);
}

// A slow machine draws fewer pixels, but the picture is the same at every size, only slightly softer.
TEST_F(LandPicture, WithFewerPixelsItShowsTheSame) {
  const TerrainView view = test::straight_ridge(128, 200.0f, 20.0f);
  const RenderSettings settings{.sun = {.azimuth = 200.0f, .elevation = 20.0f}};
  Renderer renderer;
  for (const glm::ivec2 size : {glm::ivec2(320, 180), glm::ivec2(333, 77), glm::ivec2(1, 1)}) {
    const Image fine = draw(renderer, view, home(view), settings, size.x, size.y);
    for (const float fineness : {0.85f, 0.65f, 0.5f}) {
      Framebuffer framebuffer(size.x, size.y);
      renderer.draw(home(view), settings, {size.x, size.y, framebuffer.id(), 1.0, fineness});
      EXPECT_EQ(renderer.stats().fineness, fineness);
      const Image coarse = read_pixels(framebuffer.id(), size.x, size.y);
      double off = 0.0, sum = 0.0;
      for (std::size_t i = 0; i < fine.rgb.size(); ++i) {
        const double difference = static_cast<double>(coarse.rgb[i]) - fine.rgb[i];
        off += std::abs(difference) / static_cast<double>(fine.rgb.size());
        sum += difference / static_cast<double>(fine.rgb.size());
      }
      if (size.x == 1) continue;
      EXPECT_LT(off, 8.0) << size.x << " at " << fineness;
      EXPECT_GT(off, 0.0);
      EXPECT_NEAR(sum, 0.0, 1.0) << "neither brighter nor darker";
    }
  }
}

TEST_F(LandPicture, TheShadedLeeIsAtLeastThreeTimesDarkerThanTheSunlitSlope) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const float elevation : {14.0f, 18.0f, 22.0f}) {
      RenderSettings settings;
      settings.quality = quality;
      settings.sun.azimuth = 200.0f;
      settings.sun.elevation = elevation;
      settings.show_dust = false;
      settings.clouds = 0.0f;
      const TerrainView view = test::straight_ridge(128, settings.sun.azimuth, elevation);
      const Camera top = top_view(LandShape(view, true));
      const Image image = draw(view, top, settings);
      const float lit = mean_from_above(image, top, 44.0f, 60.0f);
      const float shaded = mean_from_above(image, top, 67.0f, 74.0f);
      EXPECT_GE(lit / shaded, 3.0f) << "sun at " << elevation << ", lit " << lit << ", shaded " << shaded;
      EXPECT_LT(lit / shaded, 12.0f) << "the shade is a black hole";
    }
  }
}

TEST_F(LandPicture, TheShadeIsBluerThanTheSun) {
  RenderSettings settings;
  settings.sun.azimuth = 200.0f;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  const TerrainView view = test::straight_ridge(128, settings.sun.azimuth, settings.sun.elevation);
  const Camera top = top_view(LandShape(view, true));
  const Image image = draw(view, top, settings);
  std::uint8_t const* lit = image.pixel(kWidth / 2 - 14, kHeight / 2);
  std::uint8_t const* shaded = image.pixel(kWidth / 2 + 8, kHeight / 2);
  const float bluer = linear(shaded[2]) / linear(shaded[0]) / (linear(lit[2]) / linear(lit[0]));
  std::printf("shade is %.2f times bluer than the sun\n", static_cast<double>(bluer));
  EXPECT_GT(bluer, 1.8f);
  EXPECT_LT(bluer, 3.5f) << "it is shade, not water";
}

TEST_F(LandPicture, AlmostNothingIsClipped) {
  for (const float elevation : {12.0f, 18.0f, 40.0f, 80.0f}) {
    RenderSettings settings;
    settings.sun.elevation = elevation;
    const TerrainView view = test::transverse_dunes(256, settings.sun.azimuth, elevation);
    const Image image = draw(view, home(view), settings);
    int clipped = 0;
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
      const auto [low, high] = std::minmax({image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]});
      if (high <= 2 || low >= 253) ++clipped;
    }
    EXPECT_LT(clipped, kWidth * kHeight / 50) << "sun at " << elevation;
  }
}

TEST_F(LandPicture, IsTheSameFromRunToRun) {
  const TerrainView view = test::transverse_dunes(128);
  EXPECT_EQ(draw(view, home(view)), draw(view, home(view)));
}

TEST_F(LandPicture, DoesNotDependOnWhatWasDrawnBefore) {
  const TerrainView view = test::transverse_dunes(128), other = test::rocky_land(64, Boundary::open);
  Renderer renderer;
  const Image first = draw(renderer, view, home(view), {});
  RenderSettings cut;
  cut.repeat_world = false;
  cut.wind_arrow = true;
  cut.inset_map = true;
  draw(renderer, other, frame_all(LandShape(other, false), {}), cut, 200, 333);
  // The dust is a running mean over views of one world. A view of another world in between restarts it.
  EXPECT_EQ(draw(renderer, view, home(view), {}), first);
}

TEST_F(LandPicture, PlantsAreGreenerThanSandAndStandAsTuftsNearBy) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    TerrainView view = test::level_sand(64, 64, Boundary::periodic);
    test::light_view(view, settings.sun.azimuth, settings.sun.elevation);
    const auto picture = [&](Renderer& renderer, Camera const& camera) {
      return draw(renderer, view, camera, settings);
    };
    const auto green = [](Image const& image) {
      double sum = 0.0;
      for (int x = 0; x < image.width; ++x) {
        std::uint8_t const* const pixel = image.pixel(x, image.height / 2);
        sum += static_cast<double>(linear(pixel[1]) / linear(pixel[0]));
      }
      return sum / image.width;
    };
    Renderer renderer;
    const Camera top = top_view(LandShape(view, true));
    Camera near = home(view);
    near.distance = 20.0f;
    const double sand = green(picture(renderer, top));
    const std::size_t triangles = (picture(renderer, near), renderer.stats().drawn.triangles);
    view.cell_layers.real(CellLayer::plants).assign(view.grid.cells(), 0.9f);
    EXPECT_GT(green(picture(renderer, top)), 1.2 * sand);
    picture(renderer, near);
    EXPECT_GT(renderer.stats().drawn.triangles, triangles + 1000) << "tufts";
    view.cell_layers.real(CellLayer::plants).clear();
    EXPECT_EQ(green(picture(renderer, top)), sand) << "no plants, no cost and no trace";
    picture(renderer, near);
    EXPECT_EQ(renderer.stats().drawn.triangles, triangles);
  }
}

TEST_F(LandPicture, ArrowsOfTheWindLieOnTheLandWhenAskedFor) {
  TerrainView view = test::transverse_dunes(128);
  const Image plain = draw(view, home(view));
  RenderSettings arrows;
  arrows.wind_field = true;
  EXPECT_EQ(draw(view, home(view), arrows), plain) << "the view carries none";
  view.arrow_spacing = 16.0f;
  for (int y = 8; y < 128; y += 16) {
    for (int x = 8; x < 128; x += 16) view.wind_arrows.push_back({glm::vec2(x, y), {0.6f, 0.8f}, 1.0f});
  }
  EXPECT_EQ(draw(view, home(view)), plain) << "they are not asked for";
  EXPECT_NE(draw(view, home(view), arrows), plain);
}

TEST_F(LandPicture, TakesAnySizeAndComesBack) {
  const TerrainView view = test::transverse_dunes(128);
  Renderer renderer;
  const Image first = draw(renderer, view, home(view), {});
  for (auto const& [width, height] : {std::pair{1, 1}, {333, 217}, {64, 400}}) {
    const Image image = draw(renderer, view, home(view), {}, width, height);
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.rgb.size(), static_cast<std::size_t>(3 * width * height));
  }
  EXPECT_EQ(draw(renderer, view, home(view), {}), first);
}

TEST_F(LandPicture, TheSkyIsAboveAndTheLandBelow) {
  const TerrainView view = test::transverse_dunes(128);
  const Image image = draw(view, home(view));
  std::uint8_t const* sky = image.pixel(kWidth / 2, 2);
  std::uint8_t const* land = image.pixel(kWidth / 2 - 40, kHeight - 3);
  EXPECT_GT(sky[2], sky[0]) << "blue above";
  EXPECT_GT(land[0], land[2]) << "sand below";
}

TEST_F(LandPicture, OverlaysShowTheColoursOfTheirLegend) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const FieldRamp ramp : {FieldRamp::sequential, FieldRamp::diverging, FieldRamp::elevation}) {
      TerrainView view = test::level_sand(64, 64, Boundary::periodic);
      RenderSettings settings;
      settings.quality = quality;
      settings.overlay = true;
      settings.ripples = false;
      settings.show_dust = false;
      settings.clouds = 0.0f;
      settings.sun.elevation = 90.0f;
      view.overlay_id = "test";
      view.overlay_row = {"test", "Test", "m", "", ramp};
      view.overlay.resize(view.grid.cells());
      for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x)
          view.overlay[view.grid.index(x, y)] = x < 16 ? -2.0f : x < 32 ? -1.0f : x < 48 ? 0.5f : 2.0f;
      }
      view.overlay_minimum = -2.0f;
      view.overlay_maximum = 2.0f;
      const Camera top = top_view(LandShape(view, true));
      const Image image = draw(view, top, settings);
      const RampRange range = ramp_range(ramp, -2.0f, 2.0f);
      const float metres = 2.0f * top.distance * std::tan(0.5f * top.field_of_view * 0.01745329f) / kHeight;
      for (auto const& [x, value] : {std::pair{8.0f, -2.0f}, {24.0f, -1.0f}, {40.0f, 0.5f}, {56.0f, 2.0f}}) {
        std::uint8_t const* pixel = image.pixel(static_cast<int>(kWidth / 2.0f + (x - 32.0f) / metres), kHeight / 2);
        const glm::vec3 wanted = ramp_color(ramp, range, value) * 255.0f;
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(pixel[c], wanted[c], 14.0f) << "value " << value << ", channel " << c;
      }
    }
  }
}

/// Fractions of the pixels of a part of the picture that are much darker, and much lighter, than `usual`.
std::pair<double, double> dark_and_light(Image const& image, std::array<int, 4> box, float usual) {
  int dark = 0, light = 0;
  for (int y = box[1]; y < box[3]; ++y) {
    for (int x = box[0]; x < box[2]; ++x) {
      const float value = luminance(image.pixel(x, y));
      dark += value < 0.4f * usual ? 1 : 0;
      light += value > 1.6f * usual ? 1 : 0;
    }
  }
  const double pixels = (box[2] - box[0]) * (box[3] - box[1]);
  return {dark / pixels, light / pixels};
}

TEST_F(LandPicture, CellsWithoutDataAreHatchedOnGroundOfAnyColour) {
  RenderSettings settings;
  settings.overlay = true;
  settings.clouds = 0.0f;
  for (const bool rocky : {false, true}) {
    TerrainView view = rocky ? test::rocky_land(128, Boundary::open) : test::level_sand(128, 128, Boundary::open);
    view.overlay_row = mask_field_row(kNoDataMask);
    view.overlay_id = view.overlay_row.id;
    view.overlay.assign(view.grid.cells(), 0.0f);
    for (int y = 0; y < 128; ++y) std::fill_n(view.overlay.begin() + 128 * y + 64, 64, 1.0f);
    view.overlay_maximum = 1.0f;
    const Camera top = top_view(LandShape(view, true));
    const Image image = draw(view, top, settings);
    // The land lies in the middle of the picture, and fills its height.
    const std::array<int, 4> gap{kWidth / 2 + 8, 30, kWidth / 2 + 72, kHeight - 30};
    const std::array<int, 4> land{kWidth / 2 - 72, 30, kWidth / 2 - 8, kHeight - 30};
    const float usual = mean_from_above(image, top, 8.0f, 56.0f);
    const auto [dark, light] = dark_and_light(image, gap, usual);
    const auto [dark_land, light_land] = dark_and_light(image, land, usual);
    EXPECT_TRUE(rocky || dark_land + light_land < 0.01) << dark_land << ", " << light_land;
    // The rest of the land looks as it does without the overlay.
    RenderSettings without = settings;
    without.overlay = false;
    const Image plain = draw(view, top, without);
    // Dark and light stripes cover a quarter of the gap each. Between them lies ground that can be dark or light
    // itself.
    const auto [dark_ground, light_ground] = dark_and_light(plain, gap, usual);
    for (const auto& [share, ground] : {std::pair(dark, dark_ground), std::pair(light, light_ground)}) {
      EXPECT_GT(share, 0.15) << "rocky " << rocky;
      EXPECT_LT(share, 0.35 + 0.5 * ground) << "rocky " << rocky;
    }
    EXPECT_NEAR(mean_from_above(image, top, 8.0f, 56.0f), mean_from_above(plain, top, 8.0f, 56.0f), 0.03f);
    if (char const* const folder = std::getenv("BARCHAN_PICTURES")) {
      write_picture(std::string(folder) + (rocky ? "/hatched_rock.png" : "/hatched_sand.png"),
                    {image.width, image.height, image.rgb});
    }
  }
}

TEST_F(LandPicture, OverlaysKeepTheLight) {
  RenderSettings settings;
  settings.clouds = 0.0f;
  settings.sun.azimuth = 200.0f;
  settings.overlay = true;
  TerrainView view = test::straight_ridge(128, settings.sun.azimuth, settings.sun.elevation);
  view.overlay_id = "test";
  view.overlay.assign(view.grid.cells(), 1.0f);
  view.overlay_maximum = 2.0f;
  const Camera top = top_view(LandShape(view, true));
  const Image image = draw(view, top, settings);
  EXPECT_GT(mean_from_above(image, top, 44.0f, 60.0f), 1.4f * mean_from_above(image, top, 67.0f, 74.0f));
}

TEST_F(LandPicture, SandRockAndObstacleDifferInGreyToo) {
  RenderSettings settings;
  settings.clouds = 0.0f;
  settings.sun.elevation = 60.0f;
  settings.ripples = false;
  float grey[3] = {};
  // From west to east: sand, rock and obstacle.
  TerrainView view = test::level_sand(63, 63, Boundary::periodic);
  view.base_soil.assign(view.grid.cells(), kRock);
  for (int y = 0; y < 63; ++y) {
    for (int x = 21; x < 63; ++x) {
      view.sediment[view.grid.index(x, y)] = 0.0f;
      if (x >= 42) view.base_soil[view.grid.index(x, y)] = kObstacle;
    }
  }
  const Image image = draw(view, top_view(LandShape(view, true)), settings);
  for (int kind = 0; kind < 3; ++kind) {
    const int middle = image.width / 2 + (kind - 1) * image.height / 3;
    double sum = 0.0;
    for (int y = 60; y < 120; ++y) {
      for (int x = middle - 15; x < middle + 15; ++x) sum += luminance(image.pixel(x, y));
    }
    grey[kind] = static_cast<float>(sum / 1800.0);
  }
  EXPECT_GT(grey[0], 1.25f * grey[2]) << "sand against obstacle";
  EXPECT_GT(grey[2], 1.4f * grey[1]) << "obstacle against rock";
}

TEST_F(LandPicture, ParticlesShowInTheAirAndCanBeHidden) {
  TerrainView view = test::transverse_dunes(128);
  const Camera camera = home(view);
  RenderSettings settings;
  const LandShape land(view, true);
  const Image without = draw(view, camera, settings);
  for (int i = 0; i < 400; ++i) {
    const glm::vec2 at(static_cast<float>(i * 37 % 128), static_cast<float>(i * 61 % 128));
    view.wind_traces.push_back({{at, land.height_at(at) + 2.0f}, {9.0f, 0.5f, 0.2f}, 1.0f});
  }
  EXPECT_NE(draw(view, camera, settings), without);
  view.water_traces = view.wind_traces;
  view.wind_traces.clear();
  EXPECT_NE(draw(view, camera, settings), without);
  settings.show_dust = false;
  settings.clouds = 0.0f;
  const Image hidden = draw(view, camera, settings);
  view.water_traces.clear();
  EXPECT_EQ(draw(view, camera, settings), hidden);
}

TEST_F(LandPicture, BearsAnyGrid) {
  Renderer renderer;
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    for (auto const& [width, height] : {std::pair{1, 1}, {1, 64}, {64, 1}, {3, 200}, {97, 31}}) {
      const TerrainView view = test::level_sand(width, height, boundary);
      const LandShape land(view, boundary == Boundary::periodic);
      draw(renderer, view, test::home_view(land, {1.0f, 0.0f}), {});
      draw(renderer, view, top_view(land), {});
      EXPECT_EQ(opengl_error(), "") << width << "x" << height;
    }
  }
}

TEST_F(LandPicture, TheInsetMapShowsWhereSandLies) {
  TerrainView view = test::level_sand(32, 32, Boundary::periodic);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 16; ++x) view.sediment[view.grid.index(x, y)] = 0.0f;
  }
  RenderSettings settings;
  Renderer renderer;
  draw(renderer, view, home(view), settings);
  EXPECT_EQ(renderer.inset_texture(), 0u);
  settings.inset_map = true;
  draw(renderer, view, home(view), settings);
  ASSERT_NE(renderer.inset_texture(), 0u);
  std::vector<std::uint8_t> pixels(4 * 32 * 32);
  glBindTexture(GL_TEXTURE_2D, renderer.inset_texture());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  EXPECT_GT(luminance(&pixels[4 * (16 * 32 + 24)]), 4.0f * luminance(&pixels[4 * (16 * 32 + 8)]));
}

TEST_F(LandPicture, ShadersReadFromAFolderGiveTheSamePictureAndBadOnesChangeNothing) {
  const TerrainView view = test::transverse_dunes(64);
  Renderer renderer;
  const Image embedded = draw(renderer, view, home(view), {});
  RenderSettings settings;
  settings.shader_directory = BARCHAN_SOURCE_DIR "/shaders";
  EXPECT_EQ(draw(renderer, view, home(view), settings), embedded);

  const auto folder = std::filesystem::path(::testing::TempDir()) / "barchan_bad_shaders";
  std::filesystem::copy(BARCHAN_SOURCE_DIR "/shaders", folder);
  std::ofstream(folder / "common.glsl") << "this is no shader";
  settings.shader_directory = folder.string();
  Framebuffer framebuffer(kWidth, kHeight);
  renderer.draw(home(view), settings, {kWidth, kHeight, framebuffer.id(), 1.0});
  EXPECT_NE(renderer.shader_error(), "");
  EXPECT_EQ(read_pixels(framebuffer.id(), kWidth, kHeight), embedded);
  std::filesystem::remove_all(folder);
}

TEST_F(LandPicture, WhatHasNotChangedIsShownAgain) {
  TerrainView view = test::transverse_dunes(64);
  Renderer renderer;
  Framebuffer framebuffer(kWidth, kHeight), other(kWidth, kHeight);
  RenderSettings settings;
  Camera camera = home(view);
  renderer.upload(view, settings, {});
  renderer.draw(camera, settings, {kWidth, kHeight, framebuffer.id(), 1.0});
  EXPECT_FALSE(renderer.stats().again);
  const Image first = read_pixels(framebuffer.id(), kWidth, kHeight);
  renderer.draw(camera, settings, {kWidth, kHeight, other.id(), 1.0});
  EXPECT_TRUE(renderer.stats().again);
  EXPECT_EQ(read_pixels(other.id(), kWidth, kHeight), first);
  const auto draws_anew = [&](render::DrawTarget const& target) {
    renderer.draw(camera, settings, target);
    return !renderer.stats().again;
  };
  EXPECT_TRUE(draws_anew({kWidth, kHeight, other.id(), 2.0})) << "time has passed";
  EXPECT_TRUE(draws_anew({kWidth, kHeight, other.id(), 2.0, 0.5f})) << "another resolution";
  camera.azimuth += 5.0f;
  EXPECT_TRUE(draws_anew({kWidth, kHeight, other.id(), 2.0, 0.5f})) << "another view";
  settings.exposure = 1.0f;
  EXPECT_TRUE(draws_anew({kWidth, kHeight, other.id(), 2.0, 0.5f})) << "other settings";
  view.elevation[view.grid.index(32, 32)] += 3.0f;
  renderer.upload(view, settings, {});
  EXPECT_TRUE(draws_anew({kWidth, kHeight, other.id(), 2.0, 0.5f})) << "another land";
  const Image coarse = read_pixels(other.id(), kWidth, kHeight);
  glViewport(3, 3, 7, 7);
  EXPECT_FALSE(draws_anew({kWidth, kHeight, framebuffer.id(), 2.0, 0.5f}));
  EXPECT_EQ(read_pixels(framebuffer.id(), kWidth, kHeight), coarse) << "whatever the viewport was";
}

TEST_F(LandPicture, SendsOnlyWhatChanged) {
  TerrainView view = test::transverse_dunes(256);
  Renderer renderer;
  RenderSettings settings;
  const Image before = draw(renderer, view, home(view), settings);
  view.step = 1;
  view.elevation[view.grid.index(128, 128)] += 3.0f;
  EXPECT_NE(draw(renderer, view, home(view), settings), before) << "a changed height must show";
}

}  // namespace
}  // namespace barchan::render::land_picture_test
