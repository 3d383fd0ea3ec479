// The sky under a low sun: the disc is visible, the sky is warm around it and blue higher up, and nothing is clipped.
#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/trigonometric.hpp>

#include "render/picture_fixture.hpp"

namespace barchan::render::sky_picture_test {
namespace {

using test::linear;
using test::luminance;

constexpr int kWide = 640, kHigh = 360;
constexpr float kSunAzimuth = 90.0f;  // degrees
constexpr float kDiscReach = 1.1f;    // degrees from the middle of the disc within which it ends

float warmth(std::uint8_t const* pixel) { return linear(pixel[0]) / linear(pixel[2]); }

class SkyPicture : public test::LandPicture {
 protected:
  /// Level sand seen `turned` degrees to the left of the sun, the horizon in the middle of the picture.
  static Image picture(RenderQuality quality, float elevation, float turned) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    settings.sun = {kSunAzimuth, elevation};
    const Camera camera{
        .azimuth = kSunAzimuth + turned, .elevation = 0.0f, .distance = 20.0f, .target = {32.0f, 32.0f, 8.0f}};
    Renderer renderer;
    return draw(renderer, test::level_sand(64, 64, Boundary::periodic), camera, settings, kWide, kHigh);
  }

  /// Pixel `degrees` above the horizon, in the middle column or `right` degrees to its right.
  static std::uint8_t const* sky(Image const& image, float degrees, float right = 0.0f) {
    const float scale = 0.5f * static_cast<float>(kHigh) / std::tan(glm::radians(22.5f));
    const auto pixels = [&](float angle) { return std::lround(scale * std::tan(glm::radians(angle))); };
    return image.pixel(kWide / 2 + static_cast<int>(pixels(right)), kHigh / 2 - static_cast<int>(pixels(degrees)));
  }
};

TEST_F(SkyPicture, ALowSunsDiscStandsOutOfItsGlow) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const float elevation : {3.0f, 6.0f, 10.0f}) {
      const Image image = picture(quality, elevation, 0.0f);
      const float disc = luminance(sky(image, elevation));
      for (const float right : {-2.0f, 2.0f}) {
        EXPECT_GT(disc, 1.3f * luminance(sky(image, elevation, right))) << "sun at " << elevation;
      }
      EXPECT_GT(warmth(sky(image, elevation, 2.0f)), 1.25f) << "sun at " << elevation;
    }
  }
}

TEST_F(SkyPicture, IsBluerAwayFromALowSunAndPalerAtTheHorizon) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const float elevation : {3.0f, 6.0f, 10.0f}) {
      const Image before = picture(quality, elevation, 0.0f), beside = picture(quality, elevation, 100.0f);
      const float high = warmth(sky(beside, 20.0f)), low = warmth(sky(beside, 1.0f));
      EXPECT_LT(high, 0.75f) << "sun at " << elevation;
      EXPECT_GT(low, 1.3f * high) << "sun at " << elevation;
      EXPECT_LT(luminance(sky(beside, 20.0f)), luminance(sky(beside, 1.0f))) << "sun at " << elevation;
      EXPECT_GT(warmth(sky(before, elevation, 2.0f)), 1.2f * low) << "sun at " << elevation;
    }
  }
}

TEST_F(SkyPicture, NothingIsClippedUnderALowSun) {
  constexpr int kWhite = 250;
  for (const float elevation : {3.0f, 6.0f, 10.0f}) {
    const Image image = picture(RenderQuality::full, elevation, 0.0f);
    const float sun = std::tan(glm::radians(elevation));
    const float step = std::tan(glm::radians(22.5f)) / (0.5f * static_cast<float>(kHigh));
    for (int y = 0; y < kHigh; ++y) {
      for (int x = 0; x < kWide; ++x) {
        std::uint8_t const* const pixel = image.pixel(x, y);
        const int most = std::max({pixel[0], pixel[1], pixel[2]});
        const glm::vec2 from(step * static_cast<float>(x - kWide / 2), step * static_cast<float>(kHigh / 2 - y) - sun);
        const bool on_disc = std::hypot(from.x, from.y) < std::tan(glm::radians(kDiscReach));
        ASSERT_LT(most, on_disc ? 255 : kWhite) << x << ", " << y << ", sun at " << elevation;
      }
    }
  }
}

class CloudPicture : public test::LandPicture {
 protected:
  static Image picture(RenderQuality quality, bool clouds, double clock = 1.0, bool overlay = false) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = clouds ? RenderSettings().clouds : 0.0f;
    settings.ripples = false;
    settings.overlay = overlay;
    settings.sun = {kSunAzimuth, 30.0f};
    TerrainView view = test::level_sand(64, 64, Boundary::periodic);
    if (overlay) {
      view.overlay_id = "test";
      view.overlay.assign(view.grid.cells(), 1.0f);
      view.overlay_maximum = 2.0f;
    }
    const Camera camera{
        .azimuth = kSunAzimuth + 180.0f, .elevation = 8.0f, .distance = 60.0f, .target = {32.0f, 32.0f, 8.0f}};
    Renderer renderer;
    Framebuffer framebuffer(kWide, kHigh);
    renderer.upload(view, settings);
    renderer.draw(camera, settings, {kWide, kHigh, framebuffer.id(), clock});
    EXPECT_EQ(renderer.shader_error(), "");
    return read_pixels(framebuffer.id(), kWide, kHigh);
  }
};

TEST_F(CloudPicture, CloudsArePalerThanTheSkyAndThrowSoftShadowsThatDrift) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    const Image with = picture(quality, true), without = picture(quality, false), later = picture(quality, true, 40.0);
    // The sky is the upper third.
    int paler = 0, bluer = 0, moved = 0;
    for (int y = 0; y < kHigh / 3; ++y) {
      for (int x = 0; x < kWide; ++x) {
        const float cloudy = warmth(with.pixel(x, y)), clear = warmth(without.pixel(x, y));
        paler += cloudy > 1.1f * clear ? 1 : 0;
        bluer += cloudy < 0.98f * clear ? 1 : 0;
        moved += std::abs(warmth(later.pixel(x, y)) - cloudy) > 0.02f ? 1 : 0;
      }
    }
    const int all = kWide * (kHigh / 3);
    EXPECT_GT(paler, all / 20);
    EXPECT_LT(paler, all * 9 / 10) << "blue sky is left";
    EXPECT_LT(bluer, all / 100);
    EXPECT_GT(moved, all / 50);
    float darkest = 1.0f;
    for (int y = kHigh * 3 / 4; y < kHigh; ++y) {
      for (int x = 0; x < kWide; ++x) {
        const float ratio = luminance(with.pixel(x, y)) / luminance(without.pixel(x, y));
        darkest = std::min(darkest, ratio);
        EXPECT_LT(ratio, 1.03f);
      }
    }
    EXPECT_GT(darkest, 0.35f) << "the sky still gives light";
  }
}

TEST_F(CloudPicture, AnOverlayKeepsItsColours) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    EXPECT_EQ(picture(quality, true, 1.0, true).rgb, picture(quality, false, 1.0, true).rgb);
  }
}

}  // namespace
}  // namespace barchan::render::sky_picture_test
