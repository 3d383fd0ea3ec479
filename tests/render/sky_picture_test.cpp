// The sky under a low sun: the disc is visible, the sky is warm around it and blue higher up, and nothing is clipped.
#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/trigonometric.hpp>

#include "render/picture_fixture.hpp"

namespace barchan::render {
namespace {

using test::linear;
using test::luminance;

constexpr int kWide = 640, kHigh = 360;
constexpr float kSunAzimuth = 90.0f;  // degrees
constexpr float kDiscReach = 1.1f;    // degrees from the middle of the disc within which it ends

class SkyPicture : public test::LandPicture {
 protected:
  /// Level sand seen `turned` degrees to the left of the sun, the horizon in the middle of the picture.
  static Image picture(RenderQuality quality, float elevation, float turned) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = false;
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

  static float warmth(std::uint8_t const* pixel) { return linear(pixel[0]) / linear(pixel[2]); }
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

}  // namespace
}  // namespace barchan::render
