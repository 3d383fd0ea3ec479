// Falling rain in the picture: its strength and its place follow the view, and it stands still while the world is
// paused.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "render/picture_fixture.hpp"
#include "render/scene.hpp"

namespace barchan::render::rain_picture_test {
namespace {

class RainPicture : public test::LandPicture {
 protected:
  /// Waves of sand under rain of `rate` mm/h.
  static TerrainView rainy(double rate, Boundary boundary = Boundary::periodic) {
    TerrainView view = test::rocky_land(64, boundary);
    view.rain.rate = rate;
    return view;
  }
  static Camera low(TerrainView const& view) {
    return {.azimuth = 30.0f,
            .elevation = 10.0f,
            .distance = 50.0f,
            .target = {0.5f * static_cast<float>(view.grid.width), 0.5f * static_cast<float>(view.grid.height), 3.0f}};
  }
  static Image at(TerrainView const& view, double clock, RenderSettings const& settings = {}) {
    Renderer renderer;
    const Framebuffer framebuffer(test::kWidth, test::kHeight);
    renderer.upload(view, settings);
    renderer.draw(low(view), settings, {test::kWidth, test::kHeight, framebuffer.id(), clock});
    EXPECT_EQ(renderer.shader_error(), "");
    return read_pixels(framebuffer.id(), test::kWidth, test::kHeight);
  }
};

/// Mean difference of the channels of two pictures.
double apart(Image const& a, Image const& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(a.rgb[i] - b.rgb[i]);
  return sum / static_cast<double>(a.rgb.size());
}

TEST_F(RainPicture, HarderRainChangesThePictureMore) {
  for (const auto& [boundary, quality] :
       {std::pair(Boundary::periodic, RenderQuality::light), std::pair(Boundary::open, RenderQuality::full)}) {
    RenderSettings settings;
    settings.quality = quality;
    const Image dry = at(rainy(0.0, boundary), 1.0, settings);
    double last = 0.0;
    for (const double rate : {200.0, 4000.0, 40000.0}) {
      const double change = apart(at(rainy(rate, boundary), 1.0, settings), dry);
      EXPECT_GT(change, last + 1.0) << rate << " mm/h";
      last = change;
    }
  }
}

TEST_F(RainPicture, AnEvenRainIsSeenAsTheMeanOfItsShowers) {
  TerrainView even = rainy(30000.0), storm = rainy(90.0);
  even.rain.even = 30000.0;
  EXPECT_EQ(at(even, 1.0).rgb, at(storm, 1.0).rgb);
  EXPECT_GT(apart(at(rainy(30000.0), 1.0), at(rainy(0.0), 1.0)), 2.0 * apart(at(even, 1.0), at(rainy(0.0), 1.0)));
}

TEST_F(RainPicture, WhereNoneFallsTheSwitchChangesNothing) {
  RenderSettings off;
  off.show_dust = false;
  EXPECT_EQ(at(rainy(0.0), 1.0, off).rgb, at(rainy(0.0), 1.0).rgb);
  EXPECT_EQ(at(rainy(20000.0), 1.0, off).rgb, at(rainy(0.0), 1.0).rgb);
}

TEST_F(RainPicture, BeforeAndAfterAStormTheAirIsClear) {
  TerrainView between_storms = rainy(0.0);
  between_storms.rain.storms = 1;
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.quality = quality;
    const Image still = at(between_storms, 1.0, settings), dry = at(rainy(0.0), 1.0, settings);
    int most = 0;
    for (std::size_t i = 0; i < dry.rgb.size(); ++i) most = std::max(most, std::abs(still.rgb[i] - dry.rgb[i]));
    EXPECT_LE(most, 2) << "steps of 255";
  }
}

TEST_F(RainPicture, StandsStillWithTheClockAndFallsWithIt) {
  const TerrainView view = rainy(20000.0);
  const Image first = at(view, 1.0);
  EXPECT_EQ(at(view, 1.0).rgb, first.rgb);
  EXPECT_GT(apart(at(view, 1.1), first), 0.1);
}

TEST_F(RainPicture, VeilsWhatIsFarAndGreysTheLight) {
  const TerrainView wet = rainy(40000.0), dry = rainy(0.0);
  const Image in_rain = draw(wet, low(wet)), clear = draw(dry, low(dry));
  // Rows just below the horizon are far away, and rows at the foot of the picture are near. Sand is warm, and rain that
  // veils it is grey.
  const auto warmth = [](Image const& image, int from, int to) {
    double red = 0.0, blue = 0.0;
    for (int y = from; y < to; ++y) {
      for (int x = 0; x < image.width; ++x) {
        red += static_cast<double>(test::linear(image.pixel(x, y)[0]));
        blue += static_cast<double>(test::linear(image.pixel(x, y)[2]));
      }
    }
    return red / blue - 1.0;
  };
  const int horizon = clear.height / 2 - static_cast<int>(10.0f / 45.0f * static_cast<float>(clear.height));
  const double far = warmth(in_rain, horizon + 8, horizon + 24), near = warmth(in_rain, 150, 180);
  EXPECT_LT(far / near, 0.6 * warmth(clear, horizon + 8, horizon + 24) / warmth(clear, 150, 180));
  EXPECT_GT(near, 0.25 * warmth(clear, 150, 180));
  const auto blue = [](Image const& image) {
    auto const* const pixel = image.pixel(image.width / 2, 2);
    return static_cast<float>(pixel[2]) / static_cast<float>(pixel[0]);
  };
  EXPECT_NEAR(blue(in_rain), 1.0f, 0.12f);
}

TEST_F(RainPicture, FallsWhereTheViewSaysItDoes) {
  TerrainView view = rainy(20000.0, Boundary::open);
  const Image even = at(view, 1.0);
  // All rain falls either in front of the camera or behind it.
  const auto shared = [&](bool ahead) {
    for (int i = 0; i < kRainSide * kRainSide; ++i) {
      const bool east = i % kRainSide >= kRainSide / 2;
      view.rain.shares[static_cast<std::size_t>(i)] = east == ahead ? 2.0f : 0.0f;
    }
    Camera camera = low(view);
    camera.azimuth = 90.0f;
    camera.distance = 1.0f;
    return draw(view, camera);
  };
  view.rain.shares.assign(static_cast<std::size_t>(kRainSide * kRainSide), 1.0f);
  EXPECT_LT(apart(at(view, 1.0), even), 0.6) << "shares of 1 are an even rain";
  const Image ahead = shared(true), behind = shared(false);
  EXPECT_GT(apart(ahead, behind), 2.0);
}

TEST_F(RainPicture, ABlockIsRainedOnAndNoAirBesideIt) {
  RenderSettings settings;
  settings.repeat_world = false;
  const Image dry = at(rainy(0.0), 1.0, settings), first = at(rainy(20000.0), 1.0, settings);
  EXPECT_GT(apart(at(rainy(20000.0), 1.1, settings), first), 0.02);
  EXPECT_GT(apart(first, dry), 1.0);
}

TEST_F(RainPicture, HasNoStreaksInADrizzleAndMoreTheHarderItRains) {
  const auto triangles = [](double rate) {
    Renderer renderer;
    const TerrainView view = rainy(rate);
    draw(renderer, view, low(view), {});
    return renderer.stats().drawn.triangles;
  };
  const std::size_t dry = triangles(0.0);
  EXPECT_EQ(triangles(200.0), dry) << "a few streaks in a sunny sky would look like scratches";
  EXPECT_GT(triangles(2000.0), dry);
  EXPECT_GT(triangles(20000.0) - dry, 1.4 * static_cast<double>(triangles(2000.0) - dry));
  EXPECT_EQ(rain_strength(0.0f), 0.0f);
  EXPECT_EQ(rain_strength(1.0e6f), 1.0f);
}

}  // namespace
}  // namespace barchan::render::rain_picture_test
