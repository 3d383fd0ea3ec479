// Pictures drawn off-screen: the edges of a land, which has no cracks.
#include <algorithm>
#include <cmath>
#include <vector>

#include "render/picture_fixture.hpp"

namespace barchan::render::land_edges_test {
namespace {

using test::kHeight;
using test::kWidth;
using test::LandPicture;
using test::linear;
using test::luminance;

class LandEdges : public LandPicture {};

TEST_F(LandEdges, HasNoCracksBetweenItsChunks) {
  TerrainView view = test::rocky_land(128, Boundary::periodic);
  view.base_soil.assign(view.grid.cells(), kRock);
  RenderSettings settings;
  settings.overlay = true;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.samples = 1;
  view.overlay_id = "test";
  view.overlay.assign(view.grid.cells(), 0.0f);
  view.overlay_maximum = 1.0f;
  Renderer renderer;
  const LandShape land(view, true);
  // The colour of the lowest value is far darker than the sky that would show through a crack.
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

TEST_F(LandEdges, HasNoCracksBeyondAnOpenLand) {
  TerrainView view = test::rocky_land(128, Boundary::open);
  view.sediment.assign(view.grid.cells(), 0.0f);
  view.base_soil.assign(view.grid.cells(), kRock);
  Renderer renderer;
  // Black rock is darker than the haze that would show through a crack.
  view.colors.base = view.colors.loose = {{0.01f, 0.01f, 0.01f, 1.0f}};
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    settings.samples = quality == RenderQuality::full ? 4 : 1;
    for (float azimuth = 5.0f; azimuth < 360.0f; azimuth += 60.0f) {
      Camera camera = frame_all(LandShape(view, true), {.azimuth = azimuth});
      camera.elevation = 50.0f;
      camera.distance *= 1.2f;
      const Image horizon = draw(
          renderer, view, {.azimuth = azimuth, .elevation = 0.0f, .target = {64.0f, 64.0f, 60.0f}}, settings, 64, 36);
      const float haze = luminance(horizon.pixel(32, 18));
      const Image image = draw(renderer, view, camera, settings, 640, 360);
      for (int y = 90; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x)
          ASSERT_LT(luminance(image.pixel(x, y)), 0.9f * haze) << x << ", " << y << " from " << azimuth;
      }
    }
  }
}

/// Mean luminance and the mean change between neighbouring columns of a strip `depth` m wide along a line x = `at`.
struct Strip {
  float mean = 0.0f, change = 0.0f;
};
Strip strip_at(Image const& image, Camera const& top, float at, float depth) {
  const float metres =
      2.0f * top.distance * std::tan(0.5f * top.field_of_view * 0.01745329f) / static_cast<float>(image.height);
  const auto column = [&](float x) {
    return static_cast<int>(std::lround(0.5f * static_cast<float>(image.width) + (x - top.target.x) / metres));
  };
  Strip strip;
  const int first = column(at - 0.5f * depth), last = column(at + 0.5f * depth);
  const float count = static_cast<float>((last - first) * image.height);
  for (int y = 0; y < image.height; ++y) {
    for (int x = first; x < last; ++x) {
      const float here = luminance(image.pixel(x, y));
      strip.mean += here / count;
      strip.change += std::abs(luminance(image.pixel(x + 1, y)) - here) / count;
    }
  }
  return strip;
}

TEST_F(LandEdges, NoStepIsSeenWhereAnOpenLandEnds) {
  for (const Boundary boundary : {Boundary::open, Boundary::closed}) {
    TerrainView view = test::rocky_land(128, boundary);
    // No building of the land is repeated, so it has none.
    view.base_soil.assign(view.grid.cells(), kRock);
    RenderSettings settings;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    settings.shadows = false;
    Camera top = top_view(LandShape(view, true));
    top.target.x = 128.0f;
    top.distance *= 0.8f;
    Renderer renderer;
    const Image image = draw(renderer, view, top, settings, 480, 480);
    float usual = 0.0f, mean = 0.0f;
    int lines = 0;
    for (float at = 80.0f; at < 122.0f; at += 4.0f, ++lines) {
      const Strip strip = strip_at(image, top, at, 3.0f);
      usual += strip.change;
      mean += strip.mean;
    }
    EXPECT_LT(strip_at(image, top, 128.0f, 3.0f).change, 1.5f * usual / static_cast<float>(lines));
    // The land goes on with the same light and relief.
    float beyond = 0.0f, relief = 0.0f;
    for (float at = 134.0f; at < 176.0f; at += 4.0f) {
      const Strip strip = strip_at(image, top, at, 3.0f);
      relief += strip.change;
      beyond += strip.mean;
    }
    EXPECT_NEAR(beyond / mean, 1.0f, 0.25f) << "mirrored slopes face the sun differently";
    EXPECT_NEAR(relief / usual, 1.0f, 0.3f);
  }
}

TEST_F(LandEdges, AnOpenLandIsNoIsland) {
  // Seen from low above its middle, the ground between the land and the horizon has the relief of the land.
  TerrainView view = test::rocky_land(128, Boundary::open);
  view.base_soil.assign(view.grid.cells(), kRock);
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    for (float azimuth = 15.0f; azimuth < 360.0f; azimuth += 90.0f) {
      const Camera camera{
          .azimuth = azimuth, .elevation = 14.0f, .distance = 120.0f, .target = {64.0f, 64.0f, view.elevation_maximum}};
      Renderer renderer;
      const Image image = draw(renderer, view, camera, settings);
      const auto contrast = [&](int first, int last) {
        float sum = 0.0f, squares = 0.0f;
        for (int y = first; y < last; ++y) {
          for (int x = 0; x < kWidth; ++x) {
            const float here = luminance(image.pixel(x, y));
            sum += here;
            squares += here * here;
          }
        }
        const float count = static_cast<float>((last - first) * kWidth), mean = sum / count;
        return std::sqrt(squares / count - mean * mean) / mean;
      };
      // Rows 50 to 70 show ground that is half a land to two lands beyond the edge.
      EXPECT_GT(contrast(50, 70), 0.35f * contrast(90, 180)) << azimuth;
    }
  }
}

TEST_F(LandEdges, AnOverlayEndsWithTheLand) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
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

TEST_F(LandEdges, ABlockIsCutOutOnlyWhenAskedFor) {
  const TerrainView view = test::level_sand(64, 64, Boundary::open);
  const Camera down{.azimuth = 270.0f, .elevation = 89.0f, .distance = 130.0f, .target = {32.0f, 32.0f, 0.0f}};
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  const Image plain = draw(view, down, settings);
  settings.repeat_world = false;
  const Image block = draw(view, down, settings);
  // Beside the land there is sunlit ground, browner than the haze that is visible beside a block.
  std::uint8_t const* ground = plain.pixel(kWidth / 2, kHeight / 8);
  std::uint8_t const* haze = block.pixel(kWidth / 2, kHeight / 8);
  EXPECT_GT(linear(ground[0]) / linear(ground[2]), 1.3f * linear(haze[0]) / linear(haze[2]));
}

TEST_F(LandEdges, ABlockThrowsItsShadowOnTheFloor) {
  const TerrainView view = test::level_sand(64, 64, Boundary::open);
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.repeat_world = false;
  constexpr int kSide = 180;
  const Camera camera{.azimuth = 90.0f, .elevation = 89.9f, .distance = 120.0f, .target = {32.0f, 32.0f, -7.0f}};
  for (const float azimuth : {0.0f, 180.0f}) {
    settings.sun = {azimuth, 16.0f};
    Renderer renderer;
    const Image image = draw(renderer, view, camera, settings, kSide, kSide);
    const float east = luminance(image.pixel(kSide / 2 + 72, kSide / 2)),
                west = luminance(image.pixel(kSide / 2 - 72, kSide / 2));
    EXPECT_GT(azimuth > 0.0f ? west : east, 1.4f * (azimuth > 0.0f ? east : west)) << "8 m beyond the edges";
  }
}

}  // namespace
}  // namespace barchan::render::land_edges_test
