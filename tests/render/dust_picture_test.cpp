// Dust in the air: its colour and its density; and the colours of soils in daylight.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include <glm/trigonometric.hpp>

#include "render/picture_fixture.hpp"
#include "render/waves.hpp"

namespace barchan::render::dust_picture_test {
namespace {

using test::kHeight;
using test::kWidth;
using test::linear;
using test::luminance;

class DustPicture : public test::LandPicture {
 protected:
  using Rgb = std::array<float, 3>;

  /// Mean of a patch in the middle, linear.
  static Rgb patch(Image const& image) {
    Rgb sum{};
    for (int y = image.height / 2 - 20; y < image.height / 2 + 20; ++y) {
      for (int x = image.width / 2 - 20; x < image.width / 2 + 20; ++x) {
        for (std::size_t k = 0; k < 3; ++k) sum[k] += linear(image.pixel(x, y)[k]) / 1600.0f;
      }
    }
    return sum;
  }
  /// Bare dark rock under `dust` m of airborne sand of this colour; black stands for the colour of sand.
  static TerrainView rock_under_dust(float dust, SoilColor const& color = {}) {
    TerrainView view = test::level_sand(64, 64, Boundary::periodic);
    view.soils = default_soils();
    view.sediment.assign(view.grid.cells(), 0.0f);
    view.dust.assign(view.grid.cells(), dust);
    if (*std::max_element(color.begin(), color.end()) <= 0.0f) return view;
    view.faces.cells.resize(view.grid.cells());
    view.dust_colors.assign(view.grid.cells(), {dust * color[0], dust * color[1], dust * color[2], 0.0f});
    return view;
  }
  /// A still, as it is saved, at `clock` s.
  static Image still(TerrainView const& view, Camera const& camera, double clock) {
    constexpr int kSide = 360;
    Renderer renderer;
    Framebuffer framebuffer(kSide, kSide);
    RenderSettings settings;
    settings.clouds = 0.0f;
    renderer.upload(view, settings);
    renderer.draw(camera, settings, {kSide, kSide, framebuffer.id(), clock, 2.0f});
    EXPECT_EQ(renderer.shader_error(), "");
    return read_pixels(framebuffer.id(), kSide, kSide);
  }
  static Camera from_above(TerrainView const& view) { return top_view(LandShape(view, true)); }
};

TEST_F(DustPicture, DustHasTheColourOfWhatFlies) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.quality = quality;
    const TerrainView red = rock_under_dust(0.1f, {0.8f, 0.1f, 0.1f}), blue = rock_under_dust(0.1f, {0.1f, 0.1f, 0.8f});
    const Rgb under_red = patch(draw(red, from_above(red), settings));
    const Rgb under_blue = patch(draw(blue, from_above(blue), settings));
    EXPECT_GT(under_red[0] / under_red[2], 1.5f * under_blue[0] / under_blue[2]);
    // If one soil flies in the west and another in the east, each keeps its colour. There is so little of them that the
    // air stays clear.
    TerrainView both = rock_under_dust(0.0f, {0.5f, 0.5f, 0.5f});
    for (int y = 28; y < 40; ++y) {
      for (int x = 0; x < 64; ++x) {
        if (x % 32 < 10 || x % 32 >= 22) continue;
        const std::size_t cell = both.grid.index(x, y);
        both.dust[cell] = 0.3f;
        both.dust_colors[cell] = (x < 32 ? red : blue).dust_colors[cell];
        for (float& part : both.dust_colors[cell]) part *= 3.0f;
      }
    }
    Camera near = from_above(both);
    near.distance = 12.0f;
    near.target.x = 16.0f;
    const Rgb west = patch(draw(both, near, settings));
    near.target.x = 48.0f;
    const Rgb east = patch(draw(both, near, settings));
    EXPECT_GT(west[0] / west[2], 1.1f * east[0] / east[2]);
  }
}

TEST_F(DustPicture, StreamersFlyAlongTheLocalWind) {
  for (const auto& [degrees, turned] : {std::pair(20.0f, 0.0f), {20.0f, 40.0f}, {110.0f, -30.0f}}) {
    TerrainView view = rock_under_dust(0.15f);
    view.wind_direction = {std::cos(glm::radians(degrees)), std::sin(glm::radians(degrees))};
    view.wind_turn.assign(view.grid.cells(), std::sin(glm::radians(turned)));
    Camera camera = from_above(view);
    camera.azimuth = 90.0f;
    // Only the streamers and the veils differ between two pictures of the same land.
    const std::array moments{still(view, camera, 1.0), still(view, camera, 1.6)};
    Image moved = moments[0];
    for (std::size_t i = 0; i < moved.rgb.size(); ++i) {
      moved.rgb[i] = static_cast<std::uint8_t>(std::clamp(128 + 4 * (moments[0].rgb[i] - moments[1].rgb[i]), 0, 255));
    }
    const test::Waves waves = test::waves_of(moved, 0, moved.width);
    EXPECT_LT(test::apart(waves.degrees, static_cast<double>(degrees + turned + 90.0f)), 15.0)
        << degrees << ", " << turned << ": " << waves.degrees;
    EXPECT_GT(waves.sharpness, 0.15) << degrees << ", " << turned;
  }
}

TEST_F(DustPicture, AStrongWindIsSeenWithoutAGraphicsCardToo) {
  TerrainView view = rock_under_dust(0.15f);
  const Camera camera = from_above(view);
  const auto triangles = [&](float wind, bool dust, float fineness) {
    view.wind_speed = wind;
    RenderSettings settings;
    settings.show_dust = dust;
    Renderer renderer;
    Framebuffer framebuffer(120, 120);
    renderer.upload(view, settings);
    renderer.draw(camera, settings, {120, 120, framebuffer.id(), 1.0, fineness});
    return renderer.stats().drawn.triangles;
  };
  const std::size_t without = triangles(15.0f, false, 1.0f);
  EXPECT_GT(triangles(15.0f, true, 1.0f), without + 500);
  // A still shows all streamers in any wind.
  EXPECT_GT(triangles(6.0f, true, 2.0f), triangles(6.0f, false, 2.0f) + 2000);
}

TEST_F(DustPicture, SandInTheAirHasTheColourThatTheLandGivesIt) {
  TerrainView sand = rock_under_dust(0.1f), blue = sand;
  blue.soils[kSand].color = {0.1f, 0.1f, 0.8f};
  const Rgb usual = patch(draw(sand, from_above(sand))), bluer = patch(draw(blue, from_above(blue)));
  EXPECT_GT(bluer[2] / bluer[0], 1.3f * usual[2] / usual[0]);
  // The same holds for single particles.
  const Image bare = draw(rock_under_dust(0.0f), from_above(sand));
  for (TerrainView* const view : {&sand, &blue}) {
    view->dust.assign(view->grid.cells(), 0.0f);
    for (int i = 0; i < 3000; ++i) {
      view->wind_traces.push_back(
          {{static_cast<float>(i * 37 % 64), static_cast<float>(i * 61 % 64), 3.0f}, {9.0f, 0.0f, 0.0f}, 1.0f, kSand});
    }
  }
  const Rgb from = patch(bare), streaks = patch(draw(sand, from_above(sand))),
            blue_streaks = patch(draw(blue, from_above(sand)));
  EXPECT_GT(streaks[0], 1.02f * from[0]);
  EXPECT_GT(blue_streaks[2] / blue_streaks[0], 1.02f * streaks[2] / streaks[0]);
}

TEST_F(DustPicture, HidesByWhatIsInTheAirNotByWhatIsUsual) {
  const auto brightness = [](float dust) {
    const TerrainView view = rock_under_dust(dust);
    const Rgb color = patch(draw(view, from_above(view)));
    return 0.2126f * color[0] + 0.7152f * color[1] + 0.0722f * color[2];
  };
  const float clear = brightness(0.0f), little = brightness(0.003f), some = brightness(0.03f);
  EXPECT_GT(some, 1.01f * clear);
  EXPECT_LT(little - clear, 0.2f * (some - clear));
}

/// Unevenness, from row to row, of the light that dust adds to a distant plain: the standard deviation after slow
/// changes are removed, relative to the brightness of the plain.
float unevenness(Image const& calm, Image const& windy) {
  std::vector<float> rows;
  float own = 0.0f;
  for (int y = calm.height / 2 + 4; y < calm.height / 2 + 18; ++y) {
    rows.push_back(0.0f);
    for (int x = calm.width / 4; x < 3 * calm.width / 4; ++x) {
      rows.back() += luminance(windy.pixel(x, y)) - luminance(calm.pixel(x, y));
      own += luminance(calm.pixel(x, y));
    }
  }
  constexpr std::ptrdiff_t kReach = 2;
  float squares = 0.0f;
  for (auto row = rows.begin() + kReach; row + kReach < rows.end(); ++row) {
    const float around = std::accumulate(row - kReach, row + kReach + 1, 0.0f) / 5.0f;
    squares += (*row - around) * (*row - around);
  }
  const auto count = static_cast<float>(rows.size());
  return std::sqrt(squares / (count - 2.0f * kReach)) / (own / count);
}

TEST_F(DustPicture, VeilsOnAFarPlainShowNoRows) {
  TerrainView view = test::level_sand(128, 128, Boundary::open);
  RenderSettings settings;
  settings.ripples = false;
  settings.sun = {90.0f, 6.0f};
  for (const float height : {4.0f, 8.0f}) {
    const Camera camera{.azimuth = 90.0f, .elevation = 0.0f, .distance = 40.0f, .target = {64.0f, 64.0f, height}};
    for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
      settings.quality = quality;
      view.dust.assign(view.grid.cells(), 0.0f);
      const Image calm = draw(view, camera, settings);
      view.dust.assign(view.grid.cells(), 0.05f);
      EXPECT_LT(unevenness(calm, draw(view, camera, settings)), 0.006f) << "from " << height << " m";
    }
  }
}

TEST_F(DustPicture, DustThatHangsInTheAirClosesTheView) {
  // Contrast between distant rock and the sky above it.
  const auto contrast = [](float dust) {
    const TerrainView view = rock_under_dust(dust, {0.5f, 0.4f, 0.25f});
    const Camera camera{.azimuth = 30.0f, .elevation = 8.0f, .distance = 60.0f, .target = {32.0f, 32.0f, 0.0f}};
    const Image image = draw(view, camera);
    const int horizon = image.height / 2 - static_cast<int>(8.0f / 45.0f * static_cast<float>(image.height));
    return std::abs(std::log(luminance(image.pixel(image.width / 2, horizon - 20)) /
                             luminance(image.pixel(image.width / 2, horizon + 25))));
  };
  EXPECT_GT(contrast(0.02f), 0.9f * contrast(0.0f)) << "sand that hops is no haze";
  EXPECT_LT(contrast(0.12f), 0.7f * contrast(0.0f));
}

TEST_F(DustPicture, SandInTheAirIsSeenAndStandsStillWhileTheWorldRests) {
  const TerrainView clear = rock_under_dust(0.0f), sandy = rock_under_dust(0.02f);
  const Camera camera{.azimuth = 30.0f, .elevation = 8.0f, .distance = 60.0f, .target = {32.0f, 32.0f, 0.0f}};
  Renderer renderer;
  RenderSettings settings;
  const Image first = draw(renderer, sandy, camera, settings);
  EXPECT_EQ(draw(renderer, sandy, camera, settings).rgb, first.rgb);
  // If nothing flies, the switch has no effect.
  const Image nothing = draw(clear, camera, settings);
  EXPECT_NE(first.rgb, nothing.rgb);
  settings.show_dust = false;
  EXPECT_EQ(draw(clear, camera, settings).rgb, nothing.rgb);
}

TEST_F(DustPicture, UnderAHighSunLevelGroundHasTheHueOfItsSoil) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const SoilColor soil : {SoilColor{0.30f, 0.15f, 0.08f, 0.0f}, {0.12f, 0.13f, 0.14f, 0.0f}}) {
      TerrainView view = test::level_sand(64, 64, Boundary::periodic);
      view.colors.loose = {soil};
      RenderSettings settings;
      settings.quality = quality;
      settings.sun.elevation = 70.0f;
      const Rgb seen = patch(draw(view, from_above(view), settings));
      // The sky adds a tenth more blue than the yellow of the sun removes.
      EXPECT_NEAR(seen[0] / seen[1], soil[0] / soil[1], 0.06f * soil[0] / soil[1]);
      EXPECT_NEAR(seen[2] / seen[1], soil[2] / soil[1], 0.12f * soil[2] / soil[1]);
    }
  }
}

TEST_F(DustPicture, InAGaleDustComesAsAWallFromUpwind) {
  // Red over blue, and brightness, of the sky 6 degrees above the horizon and of the ground before it.
  struct Seen {
    float sky = 0.0f, ground = 0.0f;
  };
  const auto look = [&](float azimuth, float wind, double clock, RenderQuality quality) {
    TerrainView view = test::level_sand(64, 64, Boundary::periodic);
    view.dust.assign(view.grid.cells(), 0.09f);
    view.wind_speed = wind;
    view.wind_direction = {1.0f, 0.0f};
    RenderSettings settings;
    settings.quality = quality;
    settings.clouds = 0.0f;
    settings.sun = {90.0f, 40.0f};
    const Camera camera{.azimuth = azimuth, .elevation = 4.0f, .distance = 40.0f, .target = {32.0f, 32.0f, 0.0f}};
    Renderer renderer;
    Framebuffer framebuffer(kWidth, kHeight);
    renderer.upload(view, settings);
    renderer.draw(camera, settings, {kWidth, kHeight, framebuffer.id(), clock});
    EXPECT_EQ(renderer.shader_error(), "");
    const Image image = read_pixels(framebuffer.id(), kWidth, kHeight);
    Seen seen;
    for (int x = kWidth / 4; x < kWidth * 3 / 4; ++x) {
      auto const* const sky = image.pixel(x, kHeight / 2 - kHeight * 10 / 45);
      seen.sky += linear(sky[0]) / linear(sky[2]) * 2.0f / kWidth;
      seen.ground += luminance(image.pixel(x, kHeight - 6)) * 2.0f / kWidth;
    }
    return seen;
  };
  constexpr float kUpwind = 180.0f, kDownwind = 0.0f;  // the camera looks that way
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    const Seen wall = look(kUpwind, 16.0f, 1.0, quality), ahead = look(kDownwind, 16.0f, 1.0, quality);
    EXPECT_GT(wall.sky, 1.3f * look(kUpwind, 6.0f, 1.0, quality).sky) << "in a light wind dust hangs evenly";
    // The camera that looks downwind stands behind the front, in the storm.
    EXPECT_GT(ahead.sky, 1.3f * look(kDownwind, 6.0f, 1.0, quality).sky);
    EXPECT_LT(ahead.ground, 0.8f * wall.ground) << "the storm takes the sun";
    // The front passes the eye 20 s later, and a minute after that the air is clearer again.
    const Seen inside = look(kUpwind, 16.0f, 16.0, quality);
    EXPECT_LT(inside.ground, 0.8f * wall.ground);
  }
}

}  // namespace
}  // namespace barchan::render::dust_picture_test
