// Bare ground in the picture: its grain has the same length on every slope, does not repeat nearby, and fades under
// sand. Sliding sand leaves streaks.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "measure/fourier.hpp"
#include "render/picture_fixture.hpp"

namespace barchan::render::ground_picture_test {
namespace {

using test::luminance;

class GroundPicture : public test::LandPicture {};

RenderSettings plain_settings() {
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.ripples = false;
  settings.repeat_world = false;
  return settings;
}

/// Sand of thickness `sand` on a plane that falls towards `way`, degrees anticlockwise from east. `side` is in cells.
TerrainView bare_plane(int side, float cell_size, float degrees, float sand = 0.0f, float way = 0.0f) {
  TerrainView view = test::level_sand(side, side, Boundary::open);
  view.grid.cell_size = cell_size;
  view.sediment.assign(view.grid.cells(), sand);
  const float angle = glm::radians(way), middle = 0.5f * static_cast<float>(side) - 0.5f;
  const glm::vec2 fall = std::tan(glm::radians(degrees)) * cell_size * glm::vec2(std::cos(angle), std::sin(angle));
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      view.elevation[view.grid.index(x, y)] = glm::dot(fall, middle - glm::vec2(x, y));
    }
  }
  const auto [low, high] = std::minmax_element(view.elevation.begin(), view.elevation.end());
  view.elevation_minimum = *low;
  view.elevation_maximum = *high;
  return view;
}

/// A camera that looks straight at the middle of such a plane.
Camera straight_at(TerrainView const& view, float degrees, float distance) {
  const float middle = 0.5f * static_cast<float>(view.grid.width) * view.grid.cell_size;
  return {.azimuth = 180.0f,
          .elevation = std::min(90.0f - degrees, 89.9f),
          .distance = distance,
          .target = {middle, middle, 0.0f}};
}

/// A square of brightness minus its mean over the square of `reach` pixels to each side.
struct Grain {
  int side;
  std::vector<float> values;

  float at(int x, int y) const { return values[static_cast<std::size_t>(y * side + x)]; }
};

Grain grain_of(Image const& image, int side, int reach) {
  const auto left = (image.width - side) / 2 - reach, top = (image.height - side) / 2 - reach;
  const int wide = side + 2 * reach;
  std::vector<double> sums(static_cast<std::size_t>((wide + 1) * (wide + 1)), 0.0);
  const auto sum = [&](int x, int y) -> double& { return sums[static_cast<std::size_t>(y * (wide + 1) + x)]; };
  const auto bright = [&](int x, int y) { return static_cast<double>(luminance(image.pixel(left + x, top + y))); };
  for (int y = 0; y < wide; ++y) {
    for (int x = 0; x < wide; ++x) sum(x + 1, y + 1) = bright(x, y) + sum(x, y + 1) + sum(x + 1, y) - sum(x, y);
  }
  Grain grain{side, {}};
  const int box = 2 * reach + 1;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double around = sum(x + box, y + box) - sum(x, y + box) - sum(x + box, y) + sum(x, y);
      grain.values.push_back(static_cast<float>(bright(x + reach, y + reach) - around / (box * box)));
    }
  }
  return grain;
}

/// Spatial frequency of the grain across and up the picture, waves per pixel: its change from pixel to pixel relative
/// to its total variation.
glm::vec2 fineness(Grain const& grain) {
  double all = 0.0, across = 0.0, upward = 0.0;
  for (int y = 0; y + 1 < grain.side; ++y) {
    for (int x = 0; x + 1 < grain.side; ++x) {
      const auto here = static_cast<double>(grain.at(x, y));
      all += here * here;
      across += std::pow(static_cast<double>(grain.at(x + 1, y)) - here, 2.0);
      upward += std::pow(static_cast<double>(grain.at(x, y + 1)) - here, 2.0);
    }
  }
  return glm::vec2(std::sqrt(across / all), std::sqrt(upward / all)) / (2.0f * std::numbers::pi_v<float>);
}

TEST_F(GroundPicture, GrainIsAsLongForEveryCellAndStretchedOnNoSlope) {
  constexpr int kSide = 400;
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    RenderSettings settings = plain_settings();
    settings.quality = quality;
    settings.sun = {0.0f, 55.0f};
    const auto seen = [&](float cell_size, float degrees) {
      const TerrainView view = bare_plane(static_cast<int>(128.0f / cell_size), cell_size, degrees);
      Renderer renderer;
      return fineness(grain_of(draw(renderer, view, straight_at(view, degrees, 60.0f), settings, 480, 480), kSide, 16));
    };
    for (const float degrees : {0.0f, 30.0f, 60.0f}) {
      const glm::vec2 usual = seen(1.0f, degrees), share = seen(2.0f, degrees) / usual;
      EXPECT_NEAR(share.x, 1.0f, 0.2f) << "across, " << degrees << " degrees";
      EXPECT_NEAR(share.y, 1.0f, 0.2f) << "up the slope, " << degrees << " degrees";
      EXPECT_GT(usual.y / usual.x, 0.8f) << degrees << " degrees";
      EXPECT_LT(usual.y / usual.x, 1.25f) << degrees << " degrees";
    }
  }
}

/// Greatest correlation of the grain with itself, shifted by between `least` and `most` pixels.
float greatest_repeat(Grain const& grain, float least, float most) {
  // Computed from its power spectrum, padded for the shift.
  const auto side = static_cast<int>(std::bit_ceil(static_cast<unsigned>(grain.side) + static_cast<unsigned>(most)));
  const auto index = [side](int x, int y) { return static_cast<std::size_t>(y * side + (x + side) % side); };
  std::vector<double> values(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 0.0);
  for (int y = 0; y < grain.side; ++y) {
    for (int x = 0; x < grain.side; ++x) values[index(x, y)] = static_cast<double>(grain.at(x, y));
  }
  Spectrum spectrum = transformed(values, side, side);
  for (auto& one : spectrum.values) one = std::norm(one);
  inverse_transform(spectrum);
  double greatest = 0.0;
  const auto reach = static_cast<int>(most);
  for (int y = 0; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      const float moved = std::hypot(static_cast<float>(x), static_cast<float>(y));
      if (moved < least || moved > most) continue;
      const double overlap = static_cast<double>((grain.side - std::abs(x)) * (grain.side - y)) /
                             static_cast<double>(grain.side * grain.side);
      greatest = std::max(greatest, spectrum.values[index(x, y)].real() / overlap);
    }
  }
  return static_cast<float>(greatest / spectrum.values[0].real());
}

TEST_F(GroundPicture, NothingRepeatsWithinTwoHundredMetres) {
  constexpr int kPixels = 960;
  struct Case {
    float metres, sand, cell_size;  // m: length of the picture, thickness, length
  };
  // Bare and half covered ground, from far away and so close that pebbles are visible.
  for (const auto& [metres, sand, cell_size] :
       {Case{432.0f, 0.0f, 1.0f}, {432.0f, 0.12f, 4.0f}, {40.0f, 0.12f, 1.0f}, {40.0f, 0.0f, 2.0f}}) {
    const float pixel = metres / static_cast<float>(kPixels), nearest = 0.023f * metres, farthest = 0.463f * metres;
    const TerrainView view = bare_plane(static_cast<int>(512.0f / cell_size), cell_size, 0.0f, sand);
    const Camera camera = straight_at(view, 0.0f, 0.5f * metres / std::tan(glm::radians(22.5f)));
    Renderer renderer;
    const Image image = draw(renderer, view, camera, plain_settings(), kPixels, kPixels);
    const Grain grain = grain_of(image, kPixels - 48, 24);
    EXPECT_LT(greatest_repeat(grain, std::max(nearest, 2.0f) / pixel, farthest / pixel), 0.08f)
        << metres << " m, " << sand << " m of sand, cells of " << cell_size << " m";
  }
}

TEST_F(GroundPicture, SandHidesTheGroundSoftlyByItsThickness) {
  RenderSettings settings = plain_settings();
  settings.sun = {0.0f, 55.0f};
  std::vector<float> bright;
  for (const float sand : {0.0f, 0.06f, 0.12f, 0.18f, 0.24f, 0.5f, 1.0f}) {
    // Thick sand all around the visible part keeps the exposure the same.
    TerrainView view = bare_plane(128, 1.0f, 0.0f, 1.0f);
    for (int y = 32; y < 96; ++y) {
      for (int x = 32; x < 96; ++x) view.sediment[view.grid.index(x, y)] = sand;
    }
    Renderer renderer;
    const Image image = draw(renderer, view, straight_at(view, 0.0f, 60.0f), settings);
    double sum = 0.0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) sum += luminance(image.pixel(x, y));
    }
    bright.push_back(static_cast<float>(sum) / static_cast<float>(image.width * image.height));
  }
  EXPECT_TRUE(std::is_sorted(bright.begin(), bright.begin() + 6));
  const float whole = bright[5] - bright[0];
  EXPECT_GT(whole, 0.3f * bright[5]) << "sand is told from bare ground";
  for (std::size_t i = 1; i < 6; ++i) EXPECT_LT(bright[i] - bright[i - 1], 0.55f * whole) << "step " << i;
  EXPECT_NEAR(bright[6], bright[5], 0.02f * bright[5]);
}

/// Thick sand that falls by 33 degrees.
TerrainView slip_face(int side, float way) { return bare_plane(side, 1.0f, 33.0f, 3.0f, way); }

double strength(Grain const& grain, int first, int last) {
  double sum = 0.0;
  for (int y = 0; y < grain.side; ++y) {
    for (int x = first; x < last; ++x) sum += std::pow(static_cast<double>(grain.at(x, y)), 2.0);
  }
  return std::sqrt(sum / (grain.side * (last - first)));
}

TEST_F(GroundPicture, StreaksRunDownSlipFacesWhateverTheirWay) {
  constexpr int kSide = 320, kLand = 96;
  RenderSettings settings = plain_settings();
  settings.sun = {40.0f, 60.0f};
  for (const float degrees : {0.0f, 50.0f, 96.0f, 200.0f, 303.0f}) {
    TerrainView view = slip_face(kLand, degrees);
    Camera camera = straight_at(view, 33.0f, 60.0f);
    camera.azimuth += degrees;
    Renderer renderer;
    const auto seen = [&] { return grain_of(draw(renderer, view, camera, settings, 400, 400), kSide, 16); };
    const Grain still = seen();
    view.slides.assign(view.grid.cells(), 0.1f);
    Grain streaks = seen();  // minus the grain of the sand itself
    std::ranges::transform(streaks.values, still.values, streaks.values.begin(), std::minus<>());
    const glm::vec2 waves = fineness(streaks);
    EXPECT_GE(waves.x, 1.3f * waves.y) << degrees;
  }
}

TEST_F(GroundPicture, StreaksStandOnlyWhereSandSlid) {
  // The northern half of a face that falls to the east has slid. Seen from below, it is on the right.
  constexpr int kSide = 320, kLand = 96;
  RenderSettings settings = plain_settings();
  settings.sun = {40.0f, 60.0f};
  TerrainView view = slip_face(kLand, 0.0f);
  Renderer renderer;
  const Camera camera = straight_at(view, 33.0f, 60.0f);
  const auto seen = [&] { return grain_of(draw(renderer, view, camera, settings, 400, 400), kSide, 16); };
  const Grain still = seen();
  view.slides.assign(view.grid.cells(), 0.0f);
  for (std::size_t i = view.slides.size() / 2; i < view.slides.size(); ++i) view.slides[i] = 0.1f;
  const Grain slid = seen();
  constexpr int kHalf = kSide / 2, kBetween = 20;
  EXPECT_NEAR(strength(slid, 0, kHalf - kBetween), strength(still, 0, kHalf - kBetween), 1e-6);
  EXPECT_GE(strength(slid, kHalf + kBetween, kSide), 1.5 * strength(still, kHalf + kBetween, kSide));
}

TEST_F(GroundPicture, ACrestIsAsSharpAsTheReliefAllows) {
  // From above, the brightness falls from the stoss to the lee of a ridge. Its width is that of the middle 60 %.
  constexpr int kPixels = 400;
  constexpr float kMetres = 20.0f;
  TerrainView view = test::straight_ridge(128, 200.0f, 20.0f);
  const auto peak = std::ranges::max_element(view.elevation.begin() + 64 * 128, view.elevation.begin() + 65 * 128);
  const float crest = static_cast<float>(peak - view.elevation.begin() - 64 * 128) + 0.5f;
  RenderSettings settings = plain_settings();
  settings.quality = RenderQuality::full;
  settings.sun = {180.0f, 20.0f};
  Camera camera = top_view(LandShape(view, true));
  camera.target = {crest, 64.0f, *peak};
  camera.distance = kMetres / (2.0f * std::tan(glm::radians(0.5f * camera.field_of_view)));
  camera.azimuth = 90.0f;
  Renderer renderer;
  const Image image = draw(renderer, view, camera, settings, kPixels, kPixels);
  std::vector<float> bright(kPixels);
  for (int y = 0; y < kPixels; ++y) {
    for (int x = 0; x < kPixels; ++x) {
      bright[static_cast<std::size_t>(x)] += luminance(image.pixel(x, y)) / static_cast<float>(kPixels);
    }
  }
  const float high = bright[kPixels / 4], low = bright[kPixels * 5 / 8];
  ASSERT_GT(high, 1.5f * low);
  int between = 0;
  for (const float b : bright) between += b < low + 0.8f * (high - low) && b > low + 0.2f * (high - low) ? 1 : 0;
  EXPECT_LT(static_cast<float>(between) * kMetres / kPixels / view.grid.cell_size, 1.0f) << "cells";
}

}  // namespace
}  // namespace barchan::render::ground_picture_test
