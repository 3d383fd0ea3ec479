/// Copies of a periodic land: they are drawn warped, the pointer finds them there, and their light matches.
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>

#include "render/copy_warp.hpp"
#include "render/picture_fixture.hpp"

namespace barchan::render::copies_picture_test {
namespace {

using test::kHeight;
using test::kWidth;
using CopiesPicture = test::LandPicture;

constexpr float kRadius = 9.0f;  // m, of a bare disc in the sand

TerrainView sand_with_a_bare_disc() {
  TerrainView view = test::level_sand(64, 64, Boundary::periodic);
  for_each_cell(view.grid, [&](int x, int y) {
    const glm::vec2 at(static_cast<float>(x) + 0.5f - 40.0f, static_cast<float>(y) + 0.5f - 24.0f);
    if (glm::length(at) < kRadius) view.sediment[view.grid.index(x, y)] = 0.0f;
  });
  return view;
}

TEST_F(CopiesPicture, ShowWhatThePointerFinds) {
  const TerrainView view = sand_with_a_bare_disc();
  const LandShape land(view, true);
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings;
    settings.clouds = 0.0f;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    Renderer renderer;
    for (const glm::vec2 middle : {glm::vec2(32.0f, 32.0f), glm::vec2(190.0f, -70.0f), glm::vec2(-120.0f, 20.0f)}) {
      Camera camera = top_view(land);
      camera.target = {middle, land.maximum()};
      const Image image = draw(renderer, view, camera, settings);
      double bare = 0.0, sand = 0.0;
      int bare_pixels = 0, sand_pixels = 0;
      for (int y = 2; y < kHeight; y += 4) {
        for (int x = 2; x < kWidth; x += 4) {
          const glm::vec2 point(2.0f * (static_cast<float>(x) + 0.5f) / kWidth - 1.0f,
                                1.0f - 2.0f * (static_cast<float>(y) + 0.5f) / kHeight);
          const auto hit = land.pick(camera.ray(point, static_cast<float>(kWidth) / kHeight), 1e4f);
          ASSERT_TRUE(hit);
          const std::size_t cell = land.cell_at({hit->x, hit->y}).value();
          const glm::vec2 at(static_cast<float>(cell % 64) - 39.5f, static_cast<float>(cell / 64) - 23.5f);
          const auto seen = static_cast<double>(test::luminance(image.pixel(x, y)));
          if (glm::length(at) < kRadius - 2.5f) {
            bare += seen;
            ++bare_pixels;
          } else if (glm::length(at) > kRadius + 2.5f) {
            sand += seen;
            ++sand_pixels;
          }
        }
      }
      ASSERT_GT(bare_pixels, 20);
      EXPECT_LT(bare / bare_pixels, 0.75 * sand / sand_pixels) << middle.x << " " << middle.y;
    }
  }
}

/// Hummocks in oblique rows, with slopes up to 0.3.
TerrainView hummocks(int side) {
  TerrainView view = test::level_sand(side, side, Boundary::periodic);
  const float turn = 6.2831853f / static_cast<float>(side);
  for_each_cell(view.grid, [&](int x, int y) {
    const float across = 3.0f * turn * (static_cast<float>(x + y) + 1.0f);
    const float along = 2.0f * turn * (static_cast<float>(x - 2 * y) - 0.5f);
    view.elevation[view.grid.index(x, y)] = 3.0f + 0.5f * (std::sin(across) + std::sin(along));
  });
  view.elevation_minimum = 1.8f;
  view.elevation_maximum = 4.2f;
  return view;
}

/// Correlation of two rows of numbers: 1 if one is a linear function of the other.
double correlation(std::vector<double> const& a, std::vector<double> const& b) {
  const auto count = static_cast<double>(a.size());
  double sum_a = 0.0, sum_b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
    ab += a[i] * b[i];
  }
  return (count * ab - sum_a * sum_b) / std::sqrt((count * aa - sum_a * sum_a) * (count * bb - sum_b * sum_b));
}

constexpr int kBlock = 8;  // pixels per side of a block, over which the grain of sand is averaged

double mean_luminance(Image const& image, int x, int y) {
  double sum = 0.0;
  for (int i = 0; i < kBlock * kBlock; ++i) {
    sum += static_cast<double>(test::luminance(image.pixel(x + i % kBlock, y + i / kBlock)));
  }
  return sum / (kBlock * kBlock);
}

/// The slopes of a land around a position, or around another position that shows the same place.
glm::vec2 slope_at(LandShape const& land, glm::vec2 position) {
  const auto rise = [&](glm::vec2 way) { return land.height_at(position + way) - land.height_at(position - way); };
  return {rise({1.0f, 0.0f}) / 2.0f, rise({0.0f, 1.0f}) / 2.0f};
}

TEST_F(CopiesPicture, AreLitAsTheyAreDrawnOut) {
  const TerrainView view = hummocks(64);
  const LandShape land(view, true);
  RenderSettings settings;
  settings.clouds = 0.0f;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.ripples = false;
  // With light from two opposite sides, the colours of the ground itself cancel.
  constexpr Sun kSun{200.0f, 40.0f}, kOther{20.0f, 40.0f};
  const glm::vec3 between = kSun.direction() - kOther.direction();
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    settings.quality = quality;
    Renderer renderer;
    for (const glm::vec2 middle : {glm::vec2(32.0f, 32.0f), glm::vec2(190.0f, -70.0f), glm::vec2(-120.0f, 260.0f)}) {
      // From a great height, because the light on sand depends on the direction of view.
      Camera camera = top_view(land);
      camera.target = {middle, 3.0f};
      camera.distance *= 3.0f;
      camera.field_of_view /= 3.0f;
      settings.sun = kSun;
      const Image image = draw(renderer, view, camera, settings);
      settings.sun = kOther;
      const Image other = draw(renderer, view, camera, settings);
      std::vector<double> seen, drawn, unmoved;
      for (int y = 0; y + kBlock <= kHeight; y += kBlock) {
        for (int x = 0; x + kBlock <= kWidth; x += kBlock) {
          const glm::vec2 pixel = glm::vec2(x, y) + 0.5f * static_cast<float>(kBlock);
          const glm::vec2 point(2.0f * pixel.x / kWidth - 1.0f, 1.0f - 2.0f * pixel.y / kHeight);
          const auto hit = land.pick(camera.ray(point, static_cast<float>(kWidth) / kHeight), 1e4f);
          ASSERT_TRUE(hit);
          const auto lit = [&](glm::vec2 at) {
            return static_cast<double>(glm::dot(glm::normalize(glm::vec3(-slope_at(land, at), 1.0f)), between));
          };
          const glm::vec2 place = land_place(glm::vec2(*hit), view.grid);
          const double a = mean_luminance(image, x, y), b = mean_luminance(other, x, y);
          seen.push_back((a - b) / (a + b));
          drawn.push_back(lit(glm::vec2(*hit)));
          unmoved.push_back(lit(place - land.size() * glm::floor(place / land.size())));
        }
      }
      EXPECT_GT(correlation(seen, drawn), 0.96) << middle.x;
      EXPECT_GT(correlation(seen, drawn), correlation(seen, unmoved) + 0.004) << middle.x;
    }
  }
}

TEST(CopyWarp, APlaceIsSeenWhereItIsDrawn) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    const Grid grid{256, 96, 1.0f, boundary};
    for (float x = -3.0f; x < 4.0f; x += 0.37f) {
      for (float y = -3.0f; y < 4.0f; y += 0.41f) {
        const glm::vec2 place = glm::vec2(x, y) * glm::vec2(256.0f, 96.0f);
        EXPECT_LT(glm::distance(land_place(seen_at(place, grid), grid), place), 0.5f) << x << " " << y;
      }
    }
    EXPECT_EQ(seen_at({17.0f, 90.0f}, grid), glm::vec2(17.0f, 90.0f));
    for (float x = -700.0f; x < 900.0f; x += 13.7f) {
      for (float y = -300.0f; y < 400.0f; y += 9.1f) {
        const glm::vec2 at(x, y), place = land_place(at, grid);
        for (const glm::vec2 step : {glm::vec2(0.5f, 0.0f), glm::vec2(0.0f, 0.5f), glm::vec2(0.35f, -0.35f)}) {
          const float stretch = glm::distance(land_place(at + step, grid), place) / glm::length(step);
          EXPECT_LE(stretch, kMostCopyStretch) << x << " " << y;
        }
      }
    }
  }
}

}  // namespace
}  // namespace barchan::render::copies_picture_test
