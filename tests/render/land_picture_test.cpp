// Pictures drawn off-screen: light, sameness, overlays, edges, and no OpenGL error anywhere.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include "render/color_ramp.hpp"
#include "render/framebuffer.hpp"
#include "render/gl.hpp"
#include "render/offscreen_context.hpp"
#include "render/renderer.hpp"
#include "render/synthetic_land.hpp"

namespace barchan {
namespace {

constexpr int kWidth = 320, kHeight = 180;

float linear(std::uint8_t value) {
  const float v = static_cast<float>(value) / 255.0f;
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}
float luminance(std::uint8_t const* pixel) {
  return 0.2126f * linear(pixel[0]) + 0.7152f * linear(pixel[1]) + 0.0722f * linear(pixel[2]);
}

/// Name of the current context's error flag, or empty when nothing went wrong since the last call.
std::string opengl_error() {
  const GLenum error = glGetError();
  while (error != GL_NO_ERROR && glGetError() != GL_NO_ERROR) {
  }
  char text[16];
  std::snprintf(text, sizeof text, "%#06x", error);
  return error == GL_NO_ERROR ? "" : std::string("OpenGL error ") + text;
}

/// Colour of `value` on the ramp, sRGB-encoded, 0 .. 1 a channel.
glm::vec3 ramp_color(FieldRamp kind, RampRange range, float value) {
  const float share = std::clamp((value - range.low) / (range.high - range.low), 0.0f, 1.0f);
  auto const& color = color_ramp(kind)[static_cast<std::size_t>(std::lround(share * (kRampSize - 1)))];
  return glm::vec3(color[0], color[1], color[2]) / 255.0f;
}

class LandPicture : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { context_ = new OffscreenContext; }
  static void TearDownTestSuite() {
    delete context_;
    context_ = nullptr;
  }
  void SetUp() override { context_->make_current(); }
  void TearDown() override { EXPECT_EQ(opengl_error(), ""); }

  static Image draw(Renderer& renderer, TerrainView const& view, Camera const& camera, RenderSettings const& settings,
                    int width = kWidth, int height = kHeight) {
    Framebuffer framebuffer(width, height);
    renderer.upload(view, settings);
    renderer.draw(camera, settings, {width, height, framebuffer.id(), 1.0});
    EXPECT_EQ(renderer.shader_error(), "");
    return read_pixels(framebuffer.id(), width, height);
  }
  static Image draw(TerrainView const& view, Camera const& camera, RenderSettings const& settings = {}) {
    Renderer renderer;
    return draw(renderer, view, camera, settings);
  }
  static Camera home(TerrainView const& view) { return test::home_view(LandShape(view, true), view.wind_direction); }

 private:
  static OffscreenContext* context_;
};
OffscreenContext* LandPicture::context_ = nullptr;

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

TEST_F(LandPicture, TheShadedLeeIsAtLeastThreeTimesDarkerThanTheSunlitSlope) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const float elevation : {14.0f, 18.0f, 22.0f}) {
      RenderSettings settings;
      settings.quality = quality;
      settings.sun.azimuth = 200.0f;
      settings.sun.elevation = elevation;
      settings.show_dust = false;
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
  const TerrainView view = test::straight_ridge(128, settings.sun.azimuth, settings.sun.elevation);
  const Camera top = top_view(LandShape(view, true));
  const Image image = draw(view, top, settings);
  std::uint8_t const* lit = image.pixel(kWidth / 2 - 14, kHeight / 2);
  std::uint8_t const* shaded = image.pixel(kWidth / 2 + 8, kHeight / 2);
  EXPECT_GT(linear(shaded[2]) / linear(shaded[0]), 1.5f * linear(lit[2]) / linear(lit[0]));
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
  // The dust is a running mean over views of one world: another world in between starts it anew.
  EXPECT_EQ(draw(renderer, view, home(view), {}), first);
}

TEST_F(LandPicture, PlantsAreGreenerThanSandAndStandAsTuftsNearBy) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
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
    const std::size_t triangles = (picture(renderer, near), renderer.stats().triangles);
    view.cell_layers.real(CellLayer::plants).assign(view.grid.cells(), 0.9f);
    EXPECT_GT(green(picture(renderer, top)), 1.2 * sand);
    picture(renderer, near);
    EXPECT_GT(renderer.stats().triangles, triangles + 1000) << "tufts";
    view.cell_layers.real(CellLayer::plants).clear();
    EXPECT_EQ(green(picture(renderer, top)), sand) << "no plants, no cost and no trace";
    picture(renderer, near);
    EXPECT_EQ(renderer.stats().triangles, triangles);
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

TEST_F(LandPicture, OverlaysKeepTheLight) {
  RenderSettings settings;
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

TEST_F(LandPicture, HasNoCracksBetweenItsChunks) {
  TerrainView view = test::rocky_land(128, Boundary::periodic);
  RenderSettings settings;
  settings.overlay = true;
  settings.show_dust = false;
  settings.samples = 1;
  view.overlay_id = "test";
  view.overlay.assign(view.grid.cells(), 0.0f);
  view.overlay_maximum = 1.0f;
  Renderer renderer;
  const LandShape land(view, true);
  // The least value's colour is far darker than the sky that would show through a crack.
  for (float azimuth = 5.0f; azimuth < 360.0f; azimuth += 60.0f) {
    Camera camera = frame_all(land, {.azimuth = azimuth});
    camera.elevation = 42.0f;
    const Image image = draw(renderer, view, camera, settings, 640, 360);
    for (int y = 90; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x)
        ASSERT_LT(luminance(image.pixel(x, y)), 0.25f) << x << ", " << y << " from " << azimuth;
    }
  }
}

TEST_F(LandPicture, HasNoCracksBetweenLandApronAndPlain) {
  TerrainView view = test::rocky_land(128, Boundary::open);
  view.sediment.assign(view.grid.cells(), 0.0f);
  view.base_soil.assign(view.grid.cells(), kRock);
  Renderer renderer;
  // Bare rock is darker than the haze that would show through a crack.
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.samples = quality == RenderQuality::full ? 4 : 1;
    for (float azimuth = 5.0f; azimuth < 360.0f; azimuth += 60.0f) {
      Camera camera = frame_all(LandShape(view, true), {.azimuth = azimuth});
      camera.elevation = 50.0f;
      camera.distance *= 1.2f;
      const Image horizon = draw(
          renderer, view, {.azimuth = azimuth, .elevation = 0.0f, .target = {64.0f, 64.0f, 60.0f}}, settings, 64, 36);
      ASSERT_GT(luminance(horizon.pixel(32, 18)), 0.65f);
      const Image image = draw(renderer, view, camera, settings, 640, 360);
      for (int y = 90; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x)
          ASSERT_LT(luminance(image.pixel(x, y)), 0.6f) << x << ", " << y << " from " << azimuth;
      }
    }
  }
}

TEST_F(LandPicture, SandRockAndObstacleDifferInGreyToo) {
  RenderSettings settings;
  settings.sun.elevation = 60.0f;
  settings.ripples = false;
  float grey[3] = {};
  for (int kind = 0; kind < 3; ++kind) {
    TerrainView view = test::level_sand(64, 64, Boundary::periodic);
    if (kind > 0) view.sediment.assign(view.grid.cells(), 0.0f);
    if (kind == 2) view.base_soil.assign(view.grid.cells(), kObstacle);
    const Image image = draw(view, top_view(LandShape(view, true)), settings);
    double sum = 0.0;
    for (int y = 60; y < 120; ++y) {
      for (int x = 130; x < 190; ++x) sum += luminance(image.pixel(x, y));
    }
    grey[kind] = static_cast<float>(sum / 3600.0);
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

/// An open or closed land with a hill of `relief` m in its middle.
TerrainView land_with_hill(Boundary boundary, float relief) {
  TerrainView view = test::level_sand(128, 128, boundary);
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 128; ++x) {
      const float from_middle = std::hypot(static_cast<float>(x) - 64.0f, static_cast<float>(y) - 64.0f);
      view.elevation[view.grid.index(x, y)] = relief * std::max(0.0f, 1.0f - from_middle / 30.0f);
    }
  }
  view.elevation_maximum = relief;
  return view;
}

TEST_F(LandPicture, ALandThatEndsRunsOutIntoAPlainWhateverItsRelief) {
  for (const Boundary boundary : {Boundary::open, Boundary::closed}) {
    const TerrainView low = land_with_hill(boundary, 6.3f), high = land_with_hill(boundary, 6.5f);
    const TerrainView mountain = land_with_hill(boundary, 40.0f);
    const Camera camera{.azimuth = 60.0f, .elevation = 12.0f, .distance = 100.0f, .target = {64.0f, 64.0f, 3.0f}};
    const Image before = draw(low, camera), after = draw(high, camera), far = draw(mountain, camera);
    double difference = 0.0;
    for (std::size_t i = 0; i < before.rgb.size(); ++i) difference += std::abs(before.rgb[i] - after.rgb[i]);
    EXPECT_LT(difference / static_cast<double>(before.rgb.size()), 0.5) << "a twentieth of the side is no threshold";
    // Between the hill and the sky, and beside the hill, lies ground that no hill changes.
    const float horizon = 0.5f - 0.5f * std::tan(12.0f * 0.01745329f) / std::tan(22.5f * 0.01745329f);
    for (int y = static_cast<int>(horizon * kHeight) + 14; y < kHeight / 2; y += 3) {
      for (const int x : {4, 20, kWidth - 20, kWidth - 4}) {
        std::uint8_t const* const ground = before.pixel(x, y);
        EXPECT_GT(linear(ground[0]), 1.15f * linear(ground[2])) << "no void at " << x << ", " << y;
        EXPECT_TRUE(std::equal(ground, ground + 3, far.pixel(x, y))) << x << ", " << y;
      }
    }
  }
}

/// How much the luminance of a strip beyond the east edge, averaged outward, changes from a cell to the next.
float streaks(Image const& image, Camera const& top, float west, float east) {
  const float metres =
      2.0f * top.distance * std::tan(0.5f * top.field_of_view * 0.01745329f) / static_cast<float>(image.height);
  std::vector<float> rows;
  for (float y = top.target.y - 40.0f; y < top.target.y + 40.0f; y += 1.0f) {
    float sum = 0.0f;
    int count = 0;
    for (float x = west; x < east; x += 0.5f, ++count) {
      const auto px = static_cast<int>(0.5f * static_cast<float>(image.width) + (x - top.target.x) / metres);
      const auto py = static_cast<int>(0.5f * static_cast<float>(image.height) + (y - top.target.y) / metres);
      sum += luminance(image.pixel(px, py));
    }
    rows.push_back(sum / static_cast<float>(count));
  }
  float change = 0.0f;
  for (std::size_t i = 1; i < rows.size(); ++i) change += std::abs(rows[i] - rows[i - 1]);
  return change / static_cast<float>(rows.size());
}

TEST_F(LandPicture, NoCombOfStreaksRunsOutFromTheEdges) {
  // Ridges two cells wide with bare rock between them, straight out to the east edge.
  TerrainView view = test::level_sand(128, 128, Boundary::open);
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 128; ++x) {
      const bool ridge = y / 2 % 2 == 0;
      view.elevation[view.grid.index(x, y)] = ridge ? 1.0f : 0.0f;
      view.sediment[view.grid.index(x, y)] = ridge ? 1.0f : 0.0f;
    }
  }
  view.elevation_maximum = 1.0f;
  RenderSettings settings;
  settings.ripples = false;
  settings.show_dust = false;
  test::light_view(view, settings.sun.azimuth, settings.sun.elevation);
  Camera top = top_view(LandShape(view, true));
  top.target.x = 128.0f;
  Renderer renderer;
  const Image image = draw(renderer, view, top, settings, 480, 480);
  const float on_land = streaks(image, top, 112.0f, 127.0f);
  EXPECT_GT(on_land, 0.05f) << "the test sees streaks where there are some";
  EXPECT_LT(streaks(image, top, 136.0f, 152.0f), 0.15f * on_land);
  EXPECT_LT(streaks(image, top, 150.0f, 166.0f), 0.15f * on_land);
}

TEST_F(LandPicture, AnOverlayEndsWithTheLand) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  RenderSettings settings;
  settings.show_dust = false;
  const Camera down{.azimuth = 270.0f, .elevation = 89.0f, .distance = 130.0f, .target = {32.0f, 32.0f, 0.0f}};
  const Image plain = draw(view, down, settings);
  settings.overlay = true;
  view.overlay_id = "test";
  view.overlay.assign(view.grid.cells(), 1.0f);
  view.overlay_maximum = 2.0f;
  const Image overlaid = draw(view, down, settings);
  EXPECT_FALSE(std::equal(plain.pixel(kWidth / 2, kHeight / 2), plain.pixel(kWidth / 2, kHeight / 2) + 3,
                          overlaid.pixel(kWidth / 2, kHeight / 2)));
  EXPECT_TRUE(std::equal(plain.pixel(kWidth / 2, kHeight / 8), plain.pixel(kWidth / 2, kHeight / 8) + 3,
                         overlaid.pixel(kWidth / 2, kHeight / 8)));
}

TEST_F(LandPicture, ABlockIsCutOutOnlyWhenAskedFor) {
  const TerrainView view = test::level_sand(64, 64, Boundary::open);
  const Camera down{.azimuth = 270.0f, .elevation = 89.0f, .distance = 130.0f, .target = {32.0f, 32.0f, 0.0f}};
  RenderSettings settings;
  settings.show_dust = false;
  const Image plain = draw(view, down, settings);
  settings.repeat_world = false;
  const Image block = draw(view, down, settings);
  // Beside the land there is sunlit ground, browner than the haze that is seen past a block.
  std::uint8_t const* ground = plain.pixel(kWidth / 2, kHeight / 8);
  std::uint8_t const* haze = block.pixel(kWidth / 2, kHeight / 8);
  EXPECT_GT(linear(ground[0]) / linear(ground[2]), 1.3f * linear(haze[0]) / linear(haze[2]));
}

TEST_F(LandPicture, ACutBlockShowsItsLayers) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  RenderSettings settings;
  settings.repeat_world = false;
  settings.sun.azimuth = 270.0f;
  settings.sun.elevation = 20.0f;
  view.elevation.assign(view.grid.cells(), 4.0f);
  view.elevation_minimum = view.elevation_maximum = 4.0f;
  const Camera camera{.azimuth = 90.0f, .elevation = 5.0f, .distance = 60.0f, .target = {32.0f, 0.0f, 0.0f}};
  const Image image = draw(view, camera, settings);
  // Straight down the middle: sky or haze, land, then the wall with pale sand above dark rock, then the floor.
  const float metres = 2.0f * 60.0f * std::tan(22.5f * 0.01745329f) / kHeight;
  const int sand = kHeight / 2 - static_cast<int>(2.0f / metres), rock = kHeight / 2 + static_cast<int>(2.5f / metres);
  EXPECT_GT(luminance(image.pixel(kWidth / 2, sand)), 1.6f * luminance(image.pixel(kWidth / 2, rock)));
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
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "common.glsl") << "this is no shader";
  settings.shader_directory = folder.string();
  Framebuffer framebuffer(kWidth, kHeight);
  renderer.draw(home(view), settings, {kWidth, kHeight, framebuffer.id(), 1.0});
  EXPECT_NE(renderer.shader_error(), "");
  EXPECT_EQ(read_pixels(framebuffer.id(), kWidth, kHeight), embedded);
  std::filesystem::remove_all(folder);
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
}  // namespace barchan
