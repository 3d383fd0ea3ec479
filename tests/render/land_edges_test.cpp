// Pictures drawn off-screen: the edges of a land, which has no cracks.
#include <algorithm>
#include <cmath>
#include <vector>

#include "render/picture_fixture.hpp"

namespace barchan::render {
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

TEST_F(LandEdges, HasNoCracksBetweenLandApronAndPlain) {
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

TEST_F(LandEdges, ALandThatEndsRunsOutIntoAPlainWhateverItsRelief) {
  for (const Boundary boundary : {Boundary::open, Boundary::closed}) {
    const TerrainView low = land_with_hill(boundary, 6.3f), high = land_with_hill(boundary, 6.5f);
    const TerrainView mountain = land_with_hill(boundary, 40.0f);
    const Camera camera{.azimuth = 60.0f, .elevation = 12.0f, .distance = 100.0f, .target = {64.0f, 64.0f, 3.0f}};
    const Image before = draw(low, camera), after = draw(high, camera), far = draw(mountain, camera);
    double difference = 0.0;
    for (std::size_t i = 0; i < before.rgb.size(); ++i) difference += std::abs(before.rgb[i] - after.rgb[i]);
    EXPECT_LT(difference / static_cast<double>(before.rgb.size()), 0.5) << "a twentieth of the side is no threshold";
    // Ground that does not depend on the hill is visible between the hill and the sky and beside the hill.
    const float horizon = 0.5f - 0.5f * std::tan(12.0f * 0.01745329f) / std::tan(22.5f * 0.01745329f);
    for (int y = static_cast<int>(horizon * kHeight) + 14; y < kHeight / 2; y += 3) {
      for (const int x : {4, 20, kWidth - 20, kWidth - 4}) {
        std::uint8_t const* const ground = before.pixel(x, y);
        EXPECT_GT(linear(ground[0]), 0.95f * linear(ground[2])) << "no void at " << x << ", " << y;
        EXPECT_TRUE(std::equal(ground, ground + 3, far.pixel(x, y))) << x << ", " << y;
      }
    }
  }
}

/// Mean change, from one cell to the next, of the luminance of a strip beyond the eastern edge, averaged outwards.
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

TEST_F(LandEdges, NoCombOfStreaksRunsOutFromTheEdges) {
  // Ridges two cells wide, with bare rock between them, that run straight to the eastern edge.
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

TEST_F(LandEdges, AnOverlayEndsWithTheLand) {
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

TEST_F(LandEdges, ABlockIsCutOutOnlyWhenAskedFor) {
  const TerrainView view = test::level_sand(64, 64, Boundary::open);
  const Camera down{.azimuth = 270.0f, .elevation = 89.0f, .distance = 130.0f, .target = {32.0f, 32.0f, 0.0f}};
  RenderSettings settings;
  settings.show_dust = false;
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
}  // namespace barchan::render
