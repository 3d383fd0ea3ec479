// Water in the picture: its colours and shores, what it hides, and what it leaves unchanged.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <vector>

#include <glm/trigonometric.hpp>

#include "io/scenario.hpp"
#include "processes/process_list.hpp"
#include "render/picture_fixture.hpp"
#include "render/wet_land.hpp"
#include "world/world.hpp"

namespace barchan::render::water_picture_test {
namespace {

using test::linear;
using test::luminance;

constexpr int kSide = 360;                         // pixels
constexpr float kRadius = 40.0f, kMiddle = 64.0f;  // m, of the round lake in a land of 128 m

class WaterPicture : public test::LandPicture {
 protected:
  static RenderSettings plain(RenderQuality quality) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    settings.ripples = false;
    return settings;
  }
  static Image picture(TerrainView const& view, Camera const& camera, RenderSettings const& settings) {
    Renderer renderer;
    return draw(renderer, view, camera, settings, kSide, kSide);
  }
  static TerrainView lake(float cell_size = 1.0f, float depth = 8.0f) {
    return test::round_lake(static_cast<int>(std::lround(2.0f * kMiddle / cell_size)), cell_size, kRadius, depth);
  }
  static Camera above(float extent = 2.0f * kMiddle) {
    Camera camera{.azimuth = 90.0f, .elevation = 90.0f, .distance = 1.0f, .target = {kMiddle, kMiddle, 20.0f}};
    camera.distance = 0.5f * extent / std::tan(0.5f * glm::radians(camera.field_of_view));
    return camera;
  }
  /// The pixel at `metres` from the middle of the lake, in a picture from above of the whole land.
  static std::uint8_t const* at(Image const& image, glm::vec2 metres) {
    const glm::vec2 pixel = glm::vec2(kSide / 2) + glm::vec2(metres.x, -metres.y) * (kSide / (2.0f * kMiddle));
    return image.pixel(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
  }
  /// Mean of `value` over the pixels at a distance from the middle of the lake.
  static float around(Image const& image, float radius, std::function<float(std::uint8_t const*)> const& value) {
    float sum = 0.0f;
    for (int i = 0; i < 360; ++i) {
      const float angle = glm::radians(static_cast<float>(i));
      sum += value(at(image, radius * glm::vec2(std::cos(angle), std::sin(angle))));
    }
    return sum / 360.0f;
  }
  static float ratio(std::uint8_t const* pixel) { return linear(pixel[2]) / linear(pixel[0]); }
};

constexpr RenderQuality kQualities[] = {RenderQuality::light, RenderQuality::full};

TEST_F(WaterPicture, DeepWaterIsDarkerAndBluerThanShallow) {
  for (const RenderQuality quality : kQualities) {
    const Image image = picture(lake(), above(), plain(quality));
    const float sand = around(image, 1.3f * kRadius, luminance), shallow = around(image, 0.97f * kRadius, luminance),
                deeper = around(image, 0.75f * kRadius, luminance), deep = around(image, 0.2f * kRadius, luminance);
    EXPECT_GT(sand, 1.3f * shallow);
    EXPECT_GT(shallow, 1.3f * deeper);
    EXPECT_GT(deeper, 1.1f * deep);
    EXPECT_GT(deep, 0.01f) << "not a hole";
    EXPECT_GT(around(image, 0.75f * kRadius, ratio), 3.0f * around(image, 1.3f * kRadius, ratio)) << "red goes first";
  }
}

TEST_F(WaterPicture, TheShoreFollowsTheLevelAtAnyCellSize) {
  for (const RenderQuality quality : kQualities) {
    for (const float cell_size : {2.0f, 4.0f, 8.0f}) {
      TerrainView view = lake(cell_size, 20.0f);
      RenderSettings settings = plain(quality);
      settings.shadows = false;  // shade would be blue too
      settings.sun.elevation = 60.0f;
      const Image image = picture(view, above(), settings);
      const float sand = around(image, 1.3f * kRadius, ratio), bright = around(image, 1.3f * kRadius, luminance);
      // A grain that glints is white and is not water.
      const auto dry = [&](std::uint8_t const* pixel) {
        return ratio(pixel) < 1.4f * sand || luminance(pixel) > bright;
      };
      float least = kMiddle, most = 0.0f;
      for (int i = 0; i < 720; ++i) {
        const float angle = glm::radians(0.5f * static_cast<float>(i));
        const glm::vec2 way(std::cos(angle), std::sin(angle));
        float shore = 1.15f * kRadius;
        while (shore > 0.0f && dry(at(image, shore * way))) shore -= 0.05f;
        least = std::min(least, shore);
        most = std::max(most, shore);
      }
      // If the shore followed the sides of cells, its steps would be 1.4 cells high along a diagonal.
      EXPECT_LT(most - least, 0.35f * cell_size + 3.0f * (2.0f * kMiddle / kSide)) << "cells of " << cell_size << " m";
      EXPECT_NEAR(0.5f * (least + most), kRadius, 0.15f * cell_size + 0.8f) << "cells of " << cell_size << " m";
    }
  }
}

TEST_F(WaterPicture, WhatStandsAboveTheWaterIsAsItWasWithoutIt) {
  for (const RenderQuality quality : kQualities) {
    TerrainView view = lake();
    const Image wet = picture(view, above(), plain(quality));
    test::make_dry(view);
    const Image dry = picture(view, above(), plain(quality));
    int changed = 0;
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const float radius = glm::length(glm::vec2(x, y) + 0.5f - 0.5f * kSide) * (2.0f * kMiddle / kSide);
        const bool same = std::equal(wet.pixel(x, y), wet.pixel(x, y) + 3, dry.pixel(x, y));
        if (radius > 1.1f * kRadius) {
          EXPECT_TRUE(same) << x << ", " << y;
        }
        changed += same ? 0 : 1;
      }
    }
    const float lake_pixels = 3.14f * kRadius * kRadius * kSide * kSide / (4.0f * kMiddle * kMiddle);
    EXPECT_NEAR(static_cast<float>(changed), lake_pixels, 0.12f * lake_pixels);
  }
}

TEST_F(WaterPicture, ALandWithoutWaterIsDrawnAsBeforeAnyWaterWasThere) {
  const TerrainView dry = test::rocky_land(64, Boundary::open);
  TerrainView empty = dry;
  empty.water = {
      std::vector<float>(dry.grid.cells(), kNoWater), std::vector<float>(dry.grid.cells(), 0.0f), {}, {}, {}};
  for (const RenderQuality quality : kQualities) {
    Renderer renderer;
    const Image first = draw(renderer, dry, home(dry), plain(quality));
    const std::size_t triangles = renderer.stats().drawn.triangles;
    const Image with_lake = draw(renderer, lake(), above(), plain(quality));
    EXPECT_GT(renderer.stats().drawn.triangles, 0u);
    EXPECT_EQ(draw(renderer, dry, home(dry), plain(quality)), first);
    EXPECT_EQ(renderer.stats().drawn.triangles, triangles) << "no water, no cost";
    EXPECT_EQ(draw(renderer, empty, home(dry), plain(quality)), first) << "a land that has run dry";
    EXPECT_LE(renderer.stats().drawn.triangles, triangles);
  }
}

TEST_F(WaterPicture, NoGroundComesThroughTheWaterFromNearOrFar) {
  // Sand under 20 m of water is almost black. Ground that flickered through the water surface would be visible.
  const TerrainView view = lake(1.0f, 30.0f);
  for (const RenderQuality quality : kQualities) {
    for (const float distance : {60.0f, 200.0f, 900.0f}) {
      for (const float elevation : {10.0f, 35.0f, 80.0f}) {
        Camera camera{
            .azimuth = 20.0f, .elevation = elevation, .distance = distance, .target = {kMiddle, kMiddle, 20.0f}};
        camera.field_of_view = glm::degrees(2.0f * std::atan(14.0f / distance * std::sin(glm::radians(elevation))));
        const Image image = picture(view, camera, plain(quality));
        int sandy = 0;
        for (std::size_t i = 0; i < image.rgb.size(); i += 3) sandy += image.rgb[i] > image.rgb[i + 2] ? 1 : 0;
        EXPECT_EQ(sandy, 0) << "from " << distance << " m at " << elevation << " degrees";
      }
    }
  }
}

TEST_F(WaterPicture, MudHidesTheGroundAndIsBrown) {
  for (const RenderQuality quality : kQualities) {
    TerrainView view = lake();
    const Image clear = picture(view, above(), plain(quality));
    view.water.mud.assign(view.grid.cells(), 0.8f);
    const Image muddy = picture(view, above(), plain(quality));
    const auto red = [](std::uint8_t const* pixel) { return 1.0f / ratio(pixel); };
    EXPECT_GT(around(muddy, 0.5f * kRadius, red), 3.0f * around(clear, 0.5f * kRadius, red));
    const float inner = around(muddy, 0.2f * kRadius, luminance), outer = around(muddy, 0.8f * kRadius, luminance);
    EXPECT_NEAR(inner / outer, 1.0f, 0.1f) << "one sees no depth in it";
  }
}

TEST_F(WaterPicture, TheMoreItCarriesTheBrownerItIsAndInTheColourOfItsSoil) {
  TerrainView view = lake();
  const auto red = [&](Image const& image) {
    return around(image, 0.5f * kRadius, [](std::uint8_t const* pixel) { return 1.0f / ratio(pixel); });
  };
  float before = red(picture(view, above(), plain(RenderQuality::light)));
  for (const float mud : {0.02f, 0.1f, 0.5f}) {
    view.water.mud.assign(view.grid.cells(), mud);
    const float now = red(picture(view, above(), plain(RenderQuality::light)));
    EXPECT_GT(now, 1.2f * before) << mud;
    before = now;
  }
  // Half of the lake carries red clay, half of it chalk.
  view.water.mud.assign(view.grid.cells(), 0.8f);
  view.water.mud_colors.assign(view.grid.cells(), {0.5f, 0.12f, 0.05f, 1.0f});
  for (int y = 0; y < view.grid.height; ++y) {
    for (int x = 64; x < view.grid.width; ++x) view.water.mud_colors[view.grid.index(x, y)] = {0.7f, 0.7f, 0.65f, 1.0f};
  }
  const Image image = picture(view, above(), plain(RenderQuality::light));
  std::uint8_t const *const clay = at(image, {-20.0f, 0.0f}), *const chalk = at(image, {20.0f, 0.0f});
  EXPECT_LT(ratio(clay), 0.5f);
  EXPECT_GT(ratio(chalk), 0.6f);
  EXPECT_GT(luminance(chalk), 1.5f * luminance(clay));
}

TEST_F(WaterPicture, MirrorsTheSkyAtASlantAndTheSunTowardsIt) {
  const TerrainView view = lake(1.0f, 30.0f);
  for (const RenderQuality quality : kQualities) {
    RenderSettings settings = plain(quality);
    settings.sun = {200.0f, 25.0f};
    const auto middle = [&](float azimuth, float elevation) {
      Camera camera{.azimuth = azimuth, .elevation = elevation, .distance = 80.0f, .target = {kMiddle, kMiddle, 20.0f}};
      camera.field_of_view = 8.0f;
      const Image image = picture(view, camera, settings);
      float sum = 0.0f;
      for (std::size_t i = 0; i < image.rgb.size(); i += 3) sum += luminance(&image.rgb[i]);
      return sum / (kSide * kSide);
    };
    EXPECT_GT(middle(20.0f, 8.0f), 2.0f * middle(20.0f, 80.0f)) << "sky";
    EXPECT_GT(middle(200.0f, 25.0f), 3.0f * middle(20.0f, 25.0f)) << "sun";
    RenderSettings other = settings;
    other.sun.azimuth = 20.0f;
    std::swap(settings, other);
    EXPECT_GT(middle(20.0f, 25.0f), 3.0f * middle(200.0f, 25.0f)) << "it follows the sun";
  }
}

TEST_F(WaterPicture, ShadeTakesTheSunOffTheWater) {
  TerrainView view = lake(1.0f, 30.0f);
  const Image sunny = picture(view, above(), plain(RenderQuality::light));
  std::fill(view.sun_visibility.begin(), view.sun_visibility.end(), 0.0f);
  const Image shaded = picture(view, above(), plain(RenderQuality::light));
  EXPECT_GT(around(sunny, 0.3f * kRadius, luminance), 1.3f * around(shaded, 0.3f * kRadius, luminance));
}

TEST_F(WaterPicture, SandBesideTheWaterIsDarker) {
  TerrainView view = lake(1.0f, 2.0f);
  const Image wet = picture(view, above(), plain(RenderQuality::light));
  test::make_dry(view);
  const Image dry = picture(view, above(), plain(RenderQuality::light));
  EXPECT_LT(around(wet, 1.015f * kRadius, luminance), 0.85f * around(dry, 1.015f * kRadius, luminance));
}

TEST_F(WaterPicture, GroundAboutASingleWetCellIsWetAndFadesWithDistance) {
  for (const RenderQuality quality : kQualities) {
    TerrainView view = test::level_sand(32, 32, Boundary::open);
    view.grid.cell_size = 2.0f * kMiddle / 32.0f;
    RenderSettings settings = plain(quality);
    const Image dry = picture(view, above(), settings);
    const std::size_t cell = view.grid.index(16, 16);
    view.elevation[cell] = -0.05f;
    test::pour(view, {16, 16, 0, -0.01f});
    test::mark_shores(view);
    const Image wet = picture(view, above(), settings);
    const float middle = 0.5f * view.grid.cell_size;
    const auto darker = [&](float cells, float degrees) {  // mean over a short arc, so that the grain has no effect
      float with = 0.0f, without = 0.0f;
      for (float turn = -8.0f; turn <= 8.0f; turn += 1.0f) {
        const float angle = glm::radians(degrees + turn);
        const glm::vec2 place = middle + cells * view.grid.cell_size * glm::vec2(std::cos(angle), std::sin(angle));
        with += luminance(at(wet, place));
        without += luminance(at(dry, place));
      }
      return with / without;
    };
    // The margin is ragged, so only its mean over all directions is that of a disc.
    const auto mean = [&](float cells) {
      float sum = 0.0f;
      for (float degrees = 0.0f; degrees < 360.0f; degrees += 15.0f) sum += darker(cells, degrees) / 24.0f;
      return sum;
    };
    EXPECT_LT(mean(0.9f), 0.75f);
    EXPECT_GT(mean(1.8f), mean(0.9f) + 0.05f);
    for (float degrees = 0.0f; degrees < 360.0f; degrees += 45.0f) EXPECT_GT(darker(3.2f, degrees), 0.93f) << degrees;
    EXPECT_GT(mean(2.6f), 0.93f);
  }
}

/// A coast. If `sea`, the western half is sea.
TerrainView coast(bool sea) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  view.grid.cell_size = 2.0f;
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) view.elevation[view.grid.index(x, y)] = 0.3f * (static_cast<float>(x) - 31.5f);
  }
  view.elevation_minimum = -9.5f;
  view.elevation_maximum = 9.5f;
  test::pour(view, {0, 0, 0, 0.0f});
  test::mark_shores(view);
  if (sea) view.water.sea = 0.0f;
  return view;
}

TEST_F(WaterPicture, TheSeaGoesOnBeyondTheEdgesThatItCoversAndNoOthers) {
  for (const RenderQuality quality : kQualities) {
    Camera camera = above(10.0f * kMiddle);
    camera.target.z = 0.0f;
    const auto beyond = [&](Image const& image, glm::vec2 lands) {
      const glm::vec2 pixel = glm::vec2(kSide / 2) + glm::vec2(lands.x, -lands.y) * (kSide / 5.0f);
      return ratio(image.pixel(static_cast<int>(pixel.x), static_cast<int>(pixel.y)));
    };
    const Image with = picture(coast(true), camera, plain(quality));
    const Image without = picture(coast(false), camera, plain(quality));
    for (const glm::vec2 sea : {glm::vec2(-0.7f, 0.0f), {-1.2f, 0.6f}, {-2.2f, 0.0f}, {-2.2f, -1.8f}}) {
      EXPECT_GT(beyond(with, sea), 1.5f) << sea.x << ", " << sea.y;
    }
    EXPECT_LT(beyond(without, {-1.3f, 0.0f}), 1.0f) << "a lake has another shore";
    for (const glm::vec2 land : {glm::vec2(0.7f, 0.0f), {1.2f, 0.6f}, {2.2f, 0.0f}, {2.2f, -1.8f}}) {
      EXPECT_LT(beyond(with, land), 1.0f) << land.x << ", " << land.y;
    }
  }
}

TEST_F(WaterPicture, TheSeaHasNoSeamOnTheWayToTheHorizon) {
  const TerrainView view = coast(true);
  for (const float elevation : {12.0f, 25.0f, 50.0f}) {
    for (const RenderQuality quality : kQualities) {
      Camera camera{.azimuth = 180.0f, .elevation = elevation, .distance = 260.0f, .target = {-40.0f, kMiddle, 0.0f}};
      const Image image = picture(view, camera, plain(quality));
      std::vector<float> rows;
      for (int y = 0; y < kSide; ++y) {
        float sum = 0.0f;
        for (int x = kSide / 3; x < 2 * kSide / 3; ++x) sum += luminance(image.pixel(x, y));
        rows.push_back(sum / (kSide / 3.0f));
      }
      int sea = 0;
      std::size_t horizon = 0;
      while (rows[horizon] > 0.4f) ++horizon;
      for (std::size_t y = horizon + 4; y + 4 < rows.size(); ++y) {
        if (ratio(image.pixel(kSide / 2, static_cast<int>(y) - 4)) < 1.0f) break;  // the shore
        ++sea;
        EXPECT_LT(rows[y], 1.25f * std::max(rows[y - 4], rows[y + 4])) << elevation << " degrees, row " << y;
      }
      EXPECT_GT(sea, kSide / 4) << elevation;
    }
  }
}

TEST_F(WaterPicture, FoamIsWhiteWhereTheWaterBreaks) {
  TerrainView view = lake();
  view.water.flow.assign(view.grid.cells(), glm::vec2(1.0f, 0.0f));
  const auto brightest = [&] {
    const Image image = picture(view, above(), plain(RenderQuality::light));
    float most = 0.0f;
    around(image, 0.3f * kRadius, [&](std::uint8_t const* pixel) {
      most = std::max(most, linear(pixel[0]));
      return 0.0f;
    });
    return most;
  };
  const float calm = brightest();
  view.water.foam.assign(view.grid.cells(), 0.8f);
  EXPECT_GT(brightest(), 4.0f * calm);
}

TEST_F(WaterPicture, WavesMoveAndTheLandDoesNot) {
  const TerrainView view = lake();
  const RenderSettings settings = plain(RenderQuality::light);
  Renderer renderer;
  renderer.upload(view, settings);
  const auto later = [&](double clock) {
    Framebuffer framebuffer(kSide, kSide);
    renderer.draw(above(), settings, {kSide, kSide, framebuffer.id(), clock});
    return read_pixels(framebuffer.id(), kSide, kSide);
  };
  const Image first = later(1.0), then = later(2.0);
  EXPECT_EQ(later(1.0), first);
  int moved = 0;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const float radius = glm::length(glm::vec2(x, y) + 0.5f - 0.5f * kSide) * (2.0f * kMiddle / kSide);
      const bool same = std::equal(first.pixel(x, y), first.pixel(x, y) + 3, then.pixel(x, y));
      if (radius > 1.1f * kRadius) {
        EXPECT_TRUE(same) << x << ", " << y;
      }
      moved += same ? 0 : 1;
    }
  }
  EXPECT_GT(moved, 1000);
}

TEST_F(WaterPicture, ASliceShowsTheBodyOfTheLakeDownToItsGround) {
  TerrainView view = lake(1.0f, 20.0f);
  for (const RenderQuality quality : kQualities) {
    RenderSettings settings = plain(quality);
    settings.slice = {Slice::Across::y, 0.5f};
    // Looks at the face, level with the middle of the water.
    Camera camera{.azimuth = 90.0f, .elevation = 4.0f, .distance = 120.0f, .target = {kMiddle, kMiddle, 12.0f}};
    const Image wet = picture(view, camera, settings);
    TerrainView dry = view;
    test::make_dry(dry);
    const Image without = picture(dry, camera, settings);
    const auto pixel = [&](Image const& image, float across, float height) {
      const glm::vec4 clip = camera.projection_matrix(1.0f, 2.0f * kMiddle) * camera.view_matrix() *
                             glm::vec4(kMiddle + across, kMiddle + 0.5f, height, 1.0f);
      const glm::vec2 place = (glm::vec2(clip) / clip.w * glm::vec2(0.5f, -0.5f) + 0.5f) * static_cast<float>(kSide);
      return image.pixel(static_cast<int>(place.x), static_cast<int>(place.y));
    };
    for (const float across : {-20.0f, 0.0f, 20.0f}) {
      for (const float height : {10.0f, 15.0f, 18.5f}) {
        EXPECT_GT(ratio(pixel(wet, across, height)), 2.0f * ratio(pixel(without, across, height)))
            << across << ", " << height;
      }
    }
    // The ground beside and below it is unchanged.
    for (const glm::vec2 place : {glm::vec2(0.0f, -3.0f), glm::vec2(-55.0f, 15.0f), glm::vec2(55.0f, 15.0f)}) {
      std::uint8_t const* const same = pixel(wet, place.x, place.y);
      EXPECT_TRUE(std::equal(same, same + 3, pixel(without, place.x, place.y))) << place.x << ", " << place.y;
    }
  }
}

TEST_F(WaterPicture, ALakeAtTheEdgeGoesOnBeyondItAndIsCutOffAtABlock) {
  TerrainView view = lake(1.0f, 8.0f);
  // The lake's middle moves to the south edge.
  std::rotate(view.elevation.begin(), view.elevation.begin() + 64 * 128, view.elevation.end());
  test::make_dry(view);
  test::pour(view, {64, 0, 0, 20.0f});
  test::mark_shores(view);
  test::light_wet_view(view, 200.0f, 18.0f);
  Camera camera = above();
  camera.target.y = 0.0f;
  const Image open = picture(view, camera, plain(RenderQuality::light));
  EXPECT_GT(ratio(open.pixel(kSide / 2, kSide / 2 + 20)), 1.0f);
  EXPECT_LT(ratio(open.pixel(kSide / 2, kSide - 5)), 1.0f) << "and ends";
  RenderSettings block = plain(RenderQuality::light);
  block.repeat_world = false;
  Camera front{.azimuth = 90.0f, .elevation = 10.0f, .distance = 90.0f, .target = {kMiddle, 0.0f, 16.0f}};
  const Image wet = picture(view, front, block);
  EXPECT_GT(ratio(wet.pixel(kSide / 2, kSide / 2)), 1.5f);
}

TEST_F(WaterPicture, AnOverlayIsSeenAsIfThereWereNoWater) {
  TerrainView view = lake();
  view.overlay_id = "test";
  view.overlay.assign(view.grid.cells(), 1.0f);
  view.overlay_maximum = 2.0f;
  RenderSettings settings = plain(RenderQuality::light);
  settings.overlay = true;
  settings.shadows = false;  // water is higher than its ground and throws other shadows
  const Image wet = picture(view, above(), settings);
  test::make_dry(view);
  EXPECT_EQ(picture(view, above(), settings), wet);
}

TEST_F(WaterPicture, BearsWaterOnAnyGrid) {
  Renderer renderer;
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    for (auto const& [width, height] : {std::pair{1, 1}, {1, 64}, {64, 1}, {3, 50}}) {
      TerrainView view = test::level_sand(width, height, boundary);
      test::pour(view, {0, 0, 0, 1.0f});
      test::mark_shores(view);
      const LandShape land(view, boundary == Boundary::periodic);
      draw(renderer, view, test::home_view(land, {1.0f, 0.0f}), {});
      EXPECT_EQ(test::opengl_error(), "") << width << "x" << height;
    }
  }
}

TEST(WetLand, LightFallsOnTheWaterAndNotOnItsBed) {
  // The walls of a deep pit keep a low sun off its floor, but not off the lake that fills it.
  WorldSetup setup;
  setup.grid = {.width = 40, .height = 40, .cell_size = 1.0f, .boundary = Boundary::closed};
  for_each_cell(setup.grid, [&](int x, int y) {
    setup.base.push_back(to_quanta(std::hypot(x - 20.0, y - 20.0) < 10.0 ? 0.0 : 20.0));
    setup.sand.push_back(0);
  });
  setup.sources = {{0.5f, 0.5f, 100.0f}};
  setup.parameters = {{"water_particles", "enabled", 1.0}, {"water_particles", "rain", 0.0}};
  World world(std::move(setup), make_processes());
  TerrainView dry, wet;
  fill_view(world, ViewRequest{}, dry);
  for (int step = 0; step < 140; ++step) world.step();
  fill_view(world, ViewRequest{}, wet);
  const auto lit = [&](TerrainView const& view) {
    float sum = 0.0f, cells = 0.0f;
    for (std::size_t i = 0; i < wet.grid.cells(); ++i) {
      if (!(wet.water.depth[i] > 12.0f)) continue;
      sum += view.sun_visibility[i];
      cells += 1.0f;
    }
    EXPECT_GT(cells, 200.0f);
    return sum / cells;
  };
  EXPECT_GT(lit(wet), lit(dry) + 0.2f);
}

TEST(WetLand, TheCameraStaysAboveTheSeaBeyondTheEdges) {
  const LandShape land(coast(true), true);
  EXPECT_EQ(land.height_at({-300.0f, kMiddle}), 0.0f);
  const LandShape lake(coast(false), true);
  EXPECT_EQ(lake.height_at({-20.0f, kMiddle}), 0.0f) << "a lake at the edge goes on";
  EXPECT_GT(lake.height_at({-120.0f, kMiddle}), 1.0f) << "and has another shore";
}

TEST(WetLand, TheCameraStaysAboveTheWater) {
  const TerrainView view = test::round_lake(64, 2.0f, kRadius, 20.0f);
  const LandShape land(view, true);
  EXPECT_NEAR(land.height_at({kMiddle, kMiddle}), 20.0f, 1e-3f);
  CameraRig rig({.azimuth = 0.0f, .elevation = 0.0f, .distance = 5.0f, .target = {kMiddle, kMiddle, 3.0f}});
  rig.update(0.0f, land);
  EXPECT_GT(rig.camera().eye().z, 20.0f);
}

}  // namespace
}  // namespace barchan::render::water_picture_test
