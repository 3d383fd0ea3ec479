// Exposure: each shipped land uses the range of the picture, whatever the colour of its ground.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>
#include <glm/trigonometric.hpp>

#include "io/scenario.hpp"
#include "render/picture_fixture.hpp"
#include "ui/scenario_camera.hpp"
#include "world/world.hpp"

namespace barchan::exposure_test {
namespace {

using namespace barchan::render;
using test::kHeight, test::kWidth, test::LandPicture;

class Exposure : public LandPicture {};

/// Luma of the picture's pixels, 0 to 255, sorted; and the fraction of pixels that are nearly white.
struct Tones {
  std::vector<float> ground;
  float white = 0.0f;
};

Tones tones_of(Image const& image, int horizon) {
  Tones tones;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      std::uint8_t const* const pixel = image.pixel(x, y);
      if (std::min({pixel[0], pixel[1], pixel[2]}) > 240) tones.white += 1.0f;
      if (y > horizon) {
        tones.ground.push_back(0.2126f * static_cast<float>(pixel[0]) + 0.7152f * static_cast<float>(pixel[1]) +
                               0.0722f * static_cast<float>(pixel[2]));
      }
    }
  }
  std::ranges::sort(tones.ground);
  tones.white /= static_cast<float>(image.width * image.height);
  return tones;
}

TEST_F(Exposure, EachShippedLandUsesTheRangeOfThePicture) {
  Renderer renderer;
  float lowest = 255.0f, highest = 0.0f;
  for (ScenarioInfo const& info : shipped_scenarios()) {
    const Scenario scenario = load_shipped_scenario(info.id);
    const World world = make_world(scenario);
    TerrainView view;
    fill_view(world, ViewRequest{}, view);
    RenderSettings settings;
    settings.quality = RenderQuality::light;
    const Camera camera = ui::camera_of(scenario.views.front().camera, LandShape(view, true));
    const Image image = draw(renderer, view, camera, settings, kWidth / 2, kHeight / 2);
    const float up = std::tan(glm::radians(camera.elevation)) / std::tan(glm::radians(0.5f * camera.field_of_view));
    const Tones tones = tones_of(image, static_cast<int>(0.5f * (1.0f - up) * static_cast<float>(image.height)));
    const float bright = tones.ground[tones.ground.size() * 95 / 100];
    std::printf("%s: 95th percentile %.0f, median %.0f, white %.4f\n", info.id.c_str(), static_cast<double>(bright),
                static_cast<double>(tones.ground[tones.ground.size() / 2]), static_cast<double>(tones.white));
    lowest = std::min(lowest, bright);
    highest = std::max(highest, bright);
    EXPECT_GE(bright, 125.0f) << info.id;
    EXPECT_LE(bright, 225.0f) << info.id;
    EXPECT_LE(tones.white, 0.01f) << info.id;
  }
  EXPECT_LT(lowest, highest);
}

}  // namespace
}  // namespace barchan::exposure_test
