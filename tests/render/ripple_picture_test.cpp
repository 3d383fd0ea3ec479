// Ripples in the picture: they lie across the local wind, have their natural length for any cell size, and do not
// flicker under a slow camera.
#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/trigonometric.hpp>

#include "render/picture_fixture.hpp"
#include "render/waves.hpp"

namespace barchan::render::ripple_picture_test {
namespace {

using test::apart;
using test::luminance;
using test::Waves;
using test::waves_of;

class RipplePicture : public test::LandPicture {};

constexpr int kSide = 420;  // pixels

/// Level sand under a wind towards `degrees`, anticlockwise from east.
TerrainView rippled(float degrees, float cell_size) {
  const int side = static_cast<int>(64.0f / cell_size);
  TerrainView view = test::level_sand(side, side, Boundary::periodic);
  view.grid.cell_size = cell_size;
  view.wind_direction = {std::cos(glm::radians(degrees)), std::sin(glm::radians(degrees))};
  view.wind_speed = 8.0f;
  return view;
}

RenderSettings settings_of(RenderQuality quality) {
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.quality = quality;
  return settings;
}

/// Straight down, north up, with `metres` of the middle of the land in view.
Camera from_above(float metres) {
  const float half_angle = glm::radians(0.5f * Camera{}.field_of_view);
  return {.azimuth = 90.0f,
          .elevation = 89.9f,
          .distance = 0.5f * metres / std::tan(half_angle),
          .target = {32.0f, 32.0f, 0.0f}};
}

TEST_F(RipplePicture, RunWithinTenDegreesOfTheNormalOfTheLocalWind) {
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const float degrees : {0.0f, 17.0f, 45.0f, 100.0f, 233.0f}) {
      for (const float turned : {0.0f, 25.0f, -40.0f}) {
        TerrainView view = rippled(degrees, 1.0f);
        if (turned != 0.0f) view.wind_turn.assign(view.grid.cells(), std::sin(glm::radians(turned)));
        // Sunlight along the wind shows ripples best.
        RenderSettings settings = settings_of(quality);
        settings.sun = {std::fmod(degrees + turned + 360.0f, 360.0f), 25.0f};
        Renderer renderer;
        const Waves waves = waves_of(draw(renderer, view, from_above(12.0f), settings, kSide, kSide), 0, kSide);
        EXPECT_LT(apart(waves.degrees, static_cast<double>(degrees + turned)), 10.0) << degrees << ", " << turned;
        EXPECT_GT(waves.sharpness, 0.2) << degrees << ", " << turned;
      }
    }
  }
}

TEST_F(RipplePicture, FollowTheLocalWindFromPlaceToPlace) {
  TerrainView view = rippled(0.0f, 1.0f);
  for (std::size_t i = 0; i < view.grid.cells(); ++i) {
    const bool west = i % static_cast<std::size_t>(view.grid.width) < static_cast<std::size_t>(view.grid.width) / 2;
    view.wind_turn.push_back(std::sin(glm::radians(west ? 30.0f : -30.0f)));
  }
  RenderSettings settings = settings_of(RenderQuality::full);
  settings.sun = {0.0f, 25.0f};
  Renderer renderer;
  const Image image = draw(renderer, view, from_above(16.0f), settings, kSide, kSide);
  EXPECT_LT(apart(waves_of(image, 0, kSide * 2 / 5).degrees, 30.0), 10.0);
  EXPECT_LT(apart(waves_of(image, kSide * 3 / 5, kSide).degrees, -30.0), 10.0);
}

TEST_F(RipplePicture, AreAsLongForEveryCell) {
  const auto crossings = [&](float cell_size) {
    RenderSettings settings = settings_of(RenderQuality::full);
    settings.sun = {0.0f, 25.0f};
    Renderer renderer;
    const Image image = draw(renderer, rippled(0.0f, cell_size), from_above(12.0f), settings, kSide, kSide);
    // Counts crossings of the brightness of rows through their own mean over one and a half metres.
    const int reach = kSide / 16;
    int count = 0;
    for (int y = 0; y < kSide; y += 7) {
      std::vector<float> row;
      for (int x = 0; x < kSide; ++x) row.push_back(luminance(image.pixel(x, y)));
      bool above = false;
      for (int x = reach; x + reach < kSide; ++x) {
        float mean = 0.0f;
        for (int k = -reach; k <= reach; ++k) mean += row[static_cast<std::size_t>(x + k)];
        mean /= static_cast<float>(2 * reach + 1);
        const float excess = row[static_cast<std::size_t>(x)] / mean - 1.0f;
        if ((above && excess < -0.02f) || (!above && excess > 0.02f)) {
          above = !above;
          ++count;
        }
      }
    }
    return static_cast<double>(count);
  };
  const double at_one = crossings(1.0f);
  EXPECT_GT(at_one, 500.0);
  for (const float cell_size : {0.5f, 2.0f, 4.0f}) EXPECT_NEAR(crossings(cell_size) / at_one, 1.0, 0.2) << cell_size;
}

TEST_F(RipplePicture, NothingFlickersUnderASlowCamera) {
  // The camera moves by a tenth of a pixel per picture. So even the sharpest detail changes by only a tenth of its
  // contrast, except at a few edges in front of distant ground.
  constexpr int kPictures = 10, kWide = 480, kHigh = 270;
  // Sand, and the same relief of bare rock.
  for (const bool bare : {false, true}) {
    for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
      TerrainView view = test::transverse_dunes(128);
      if (bare) view.sediment.assign(view.grid.cells(), 0.0f);
      Camera camera = home(view);
      Renderer renderer;
      std::vector<float> changes;
      Image before;
      for (int i = 0; i < kPictures; ++i) {
        Image now = draw(renderer, view, camera, settings_of(quality), kWide, kHigh);
        for (int y = kHigh * 2 / 5; y < kHigh && i > 0; ++y) {
          for (int x = 0; x < kWide; ++x) {
            changes.push_back(std::abs(luminance(now.pixel(x, y)) - luminance(before.pixel(x, y))));
          }
        }
        before = std::move(now);
        camera.azimuth += 0.1f * camera.field_of_view / static_cast<float>(kHigh);
      }
      std::ranges::sort(changes);
      // Relative to the brightness, which depends on the exposure.
      float sum = 0.0f;
      for (int y = kHigh * 2 / 5; y < kHigh; ++y) {
        for (int x = 0; x < kWide; ++x) sum += luminance(before.pixel(x, y));
      }
      const float mean = sum / static_cast<float>(kWide * (kHigh - kHigh * 2 / 5));
      EXPECT_LT(changes.back(), 0.75f * mean) << bare;
      EXPECT_LT(changes[changes.size() / 1000 * 999], 0.135f * mean) << bare;
      EXPECT_LT(changes[changes.size() / 2], 0.006f * mean) << bare;
    }
  }
}

/// Fraction of the land's pixels that are brighter than all four neighbours by more than a tenth.
float speckled(Image const& image) {
  int specks = 0, all = 0;
  for (int y = image.height / 2; y + 1 < image.height; ++y) {
    for (int x = 1; x + 1 < image.width; ++x, ++all) {
      const float around = std::max({luminance(image.pixel(x - 1, y)), luminance(image.pixel(x + 1, y)),
                                     luminance(image.pixel(x, y - 1)), luminance(image.pixel(x, y + 1))});
      if (luminance(image.pixel(x, y)) > 1.1f * around) ++specks;
    }
  }
  return static_cast<float>(specks) / static_cast<float>(all);
}

TEST_F(RipplePicture, GlitterTowardALowSunIsNoSpeckle) {
  RenderSettings settings;
  settings.quality = RenderQuality::full;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.sun = {90.0f, 6.0f};
  for (const float cell : {0.5f, 1.0f, 4.0f}) {
    TerrainView view = test::level_sand(64, 64, Boundary::periodic);
    view.grid.cell_size = cell;
    for (const float height : {2.0f, 6.0f, 20.0f}) {
      const Camera camera{.azimuth = 90.0f,
                          .elevation = 8.0f,
                          .distance = height / 0.139f,
                          .target = {32.0f * cell, 32.0f * cell, 0.0f}};
      Renderer renderer;
      const float share = speckled(draw(renderer, view, camera, settings));
      EXPECT_LT(share, 2.0e-4f) << "cells of " << cell << " m seen from " << height << " m";
    }
  }
}

}  // namespace
}  // namespace barchan::render::ripple_picture_test
