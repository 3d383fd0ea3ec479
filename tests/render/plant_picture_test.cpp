// Plants in the picture: they differ from each other, keep their form, and do not change the colour of the ground.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "render/picture_fixture.hpp"

namespace barchan::render::plant_picture_test {
namespace {

using test::kHeight;
using test::kWidth;
using test::linear;

class PlantPicture : public test::LandPicture {
 protected:
  /// Level sand with plants of a density on one cell, or everywhere.
  static TerrainView planted(float density, int only_cell = -1) {
    TerrainView view = test::level_sand(64, 64, Boundary::open);
    std::vector<double> cover(view.grid.cells(), only_cell < 0 ? static_cast<double>(density) : 0.0);
    if (only_cell >= 0) cover[static_cast<std::size_t>(only_cell)] = static_cast<double>(density);
    view.cell_layers.lay(CellLayer::plants, cover);
    return view;
  }
  static RenderSettings plain() {
    RenderSettings settings;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    settings.ripples = false;
    settings.quality = RenderQuality::light;
    settings.sun = {180.0f, 60.0f};
    return settings;
  }
  /// A picture of cell (x, y) from the side.
  static Image portrait(TerrainView const& view, int x, int y) {
    const Camera camera{.azimuth = 0.0f,
                        .elevation = 12.0f,
                        .distance = 6.0f,
                        .target = {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, 0.4f}};
    return draw(view, camera, plain());
  }
};

/// Difference between pictures with and without plants: number of pixels, height and hue.
struct Silhouette {
  int pixels = 0, tallest = 0;
  float red_over_green = 0.0f;
};

Silhouette silhouette(Image const& with, Image const& without) {
  Silhouette found;
  int low = with.height, high = -1;
  float red = 0.0f, green = 0.0f;
  for (int y = 0; y < with.height; ++y) {
    for (int x = 0; x < with.width; ++x) {
      auto const* const a = with.pixel(x, y);
      auto const* const b = without.pixel(x, y);
      if (std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) < 60) continue;
      ++found.pixels;
      low = std::min(low, y);
      high = std::max(high, y);
      red += linear(a[0]);
      green += linear(a[1]);
    }
  }
  found.tallest = high - low + 1;
  found.red_over_green = red / std::max(green, 1.0e-6f);
  return found;
}

TEST_F(PlantPicture, PlantsDifferInShapeAndHue) {
  std::vector<float> hues, fills;
  std::vector<int> heights;
  for (int cell = 0; cell < 24; ++cell) {
    const int x = 8 + 9 * (cell % 6), y = 8 + 14 * (cell / 6);
    const Silhouette found = silhouette(portrait(planted(0.9f, 64 * y + x), x, y), portrait(planted(0.0f), x, y));
    if (found.pixels < 60) continue;
    hues.push_back(found.red_over_green);
    heights.push_back(found.tallest);
    fills.push_back(static_cast<float>(found.pixels) / static_cast<float>(found.tallest * found.tallest));
  }
  ASSERT_GT(hues.size(), 10u);
  const auto spread = [](auto values) {
    std::sort(values.begin(), values.end());
    return std::pair(values[values.size() / 8], values[values.size() - 1 - values.size() / 8]);
  };
  const auto [green, dry] = spread(hues);
  EXPECT_GT(dry, 1.08f * green) << "dry ones and green ones";
  const auto [low, high] = spread(heights);
  EXPECT_GT(high, 1.4 * low);
  const auto [slender, broad] = spread(fills);
  EXPECT_GT(broad, 1.5f * slender);
}

TEST_F(PlantPicture, EachKeepsItsFormWhileCoverGrows) {
  // A little growth changes little: no plant turns into another.
  const Image none = portrait(planted(0.0f), 32, 32);
  int planted_cells = 0;
  for (const int x : {30, 31, 32, 33, 34, 35}) {
    const auto at = [&](float density) { return portrait(planted(density, 64 * 32 + x), 32, 32); };
    const Image before = at(0.90f), after = at(0.91f);
    const int whole = silhouette(before, none).pixels;
    if (whole <= 60) continue;  // no plant is drawn there
    ++planted_cells;
    int changed = 0;
    for (std::size_t i = 0; i < before.rgb.size(); ++i) changed += std::abs(before.rgb[i] - after.rgb[i]) > 60 ? 1 : 0;
    EXPECT_LT(changed, whole / 4) << x;
  }
  EXPECT_GE(planted_cells, 3);
}

TEST_F(PlantPicture, TheGroundBetweenThemIsGround) {
  // Fraction of the warm hue of bare sand that remains. It is larger in a close view, in which sand is visible between
  // single plants, than from far away, where dense cover is uniformly green.
  const auto warmth = [](Image const& image, int reach) {
    std::vector<float> ratios;
    for (int y = image.height / 2 - reach; y < image.height / 2 + reach; ++y) {
      for (int x = image.width / 2 - reach; x < image.width / 2 + reach; ++x) {
        ratios.push_back(linear(image.pixel(x, y)[0]) / linear(image.pixel(x, y)[1]));
      }
    }
    // The warmest pixels show the ground.
    std::sort(ratios.begin(), ratios.end());
    return ratios[ratios.size() * 9 / 10];
  };
  const auto left = [&](float distance, int reach) {
    const TerrainView view = planted(0.8f);
    Camera camera = top_view(LandShape(view, true));
    camera.distance = distance;
    const float bare = warmth(draw(planted(0.0f), camera, plain()), reach);
    return (warmth(draw(view, camera, plain()), reach) - 1.0f) / (bare - 1.0f);
  };
  const float near = left(6.0f, 30), far = left(200.0f, 10);
  EXPECT_GT(near, 1.1f * far);
}

TEST_F(PlantPicture, InStillsTheyThrowShadows) {
  // The sun is in the west, at 25 degrees. Counts the dark pixels of bare ground east of a plant.
  const auto dark = [](float fineness) {
    RenderSettings settings = plain();
    settings.sun = {180.0f, 25.0f};
    const Framebuffer framebuffer(kWidth, kHeight);
    const auto taken = [&](TerrainView const& view) {
      Camera camera = top_view(LandShape(view, true));
      camera.distance = 9.0f;
      camera.target = {34.0f, 32.5f, 0.0f};
      Renderer renderer;
      renderer.upload(view, settings);
      renderer.draw(camera, settings, {kWidth, kHeight, framebuffer.id(), 0.0, fineness});
      return read_pixels(framebuffer.id(), kWidth, kHeight);
    };
    const Image bare = taken(planted(0.0f));
    int found = 0;
    for (int x = 30; x < 34; ++x) {
      const Image image = taken(planted(0.9f, 64 * 32 + x));
      for (int row = 0; row < kHeight; ++row) {
        for (int column = kWidth / 2; column < kWidth; ++column) {
          found += test::luminance(image.pixel(column, row)) < 0.8f * test::luminance(bare.pixel(column, row)) ? 1 : 0;
        }
      }
    }
    return found;
  };
  const int in_a_still = dark(2.0f);
  EXPECT_GT(in_a_still, 300);
  EXPECT_LT(dark(1.0f), in_a_still / 4) << "software has no time for them while things move";
}

TEST_F(PlantPicture, FromFarAwayTheyAreNoNoise) {
  // Mean difference of neighbouring pixels relative to their mean. From 300 m, the cover looks uniform.
  const TerrainView view = planted(0.8f);
  const Camera camera{.azimuth = 20.0f, .elevation = 20.0f, .distance = 300.0f, .target = {32.0f, 32.0f, 0.0f}};
  const auto roughness = [&](Image const& image) {
    double sum = 0.0, mean = 0.0;
    int count = 0;
    for (int y = image.height / 2 - 5; y < image.height / 2 + 5; ++y) {
      for (int x = image.width / 2 - 12; x < image.width / 2 + 12; ++x, ++count) {
        const double here = static_cast<double>(test::luminance(image.pixel(x, y)));
        sum += std::abs(here - static_cast<double>(test::luminance(image.pixel(x + 1, y))));
        mean += here;
      }
    }
    return sum / mean;
  };
  EXPECT_LT(roughness(draw(view, camera, plain())), 0.06);
}

TEST_F(PlantPicture, NoGridMakesMoreOfThemThanAreDrawnAtOnce) {
  const auto triangles = [](int side) {
    TerrainView view = test::level_sand(side, side, Boundary::open);
    view.cell_layers.lay(CellLayer::plants, std::vector<double>(view.grid.cells(), 0.9));
    const Camera camera{.azimuth = 20.0f,
                        .elevation = 14.0f,
                        .distance = 12.0f,
                        .target = {0.5f * static_cast<float>(side), 0.5f * static_cast<float>(side), 0.5f}};
    Renderer renderer;
    const Framebuffer framebuffer(1920, 1080);
    const auto sent = [&] {
      renderer.upload(view, plain());
      renderer.draw(camera, plain(), {1920, 1080, framebuffer.id(), 1.0});
      return renderer.stats().drawn.triangles;
    };
    const std::size_t with = sent();
    view.cell_layers.lay(CellLayer::plants, std::vector<double>(view.grid.cells(), 0.0));
    return with - sent();
  };
  const std::size_t small = triangles(256), large = triangles(512);
  EXPECT_GT(small, 5000u);
  // The number of plants that appear large differs slightly.
  EXPECT_NEAR(static_cast<double>(large), static_cast<double>(small), 0.05 * static_cast<double>(small));
}

}  // namespace
}  // namespace barchan::render::plant_picture_test
