// Damp ground in the picture: dark at low places, paler above, and continuous with the wet rim of a shore.
#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/trigonometric.hpp>

#include "render/picture_fixture.hpp"
#include "render/water_surface.hpp"
#include "render/wet_land.hpp"

namespace barchan::render::damp_picture_test {
namespace {

using test::luminance;

constexpr int kSide = 320;      // pixels
constexpr float kLand = 64.0f;  // m
constexpr RenderQuality kBoth[] = {RenderQuality::light, RenderQuality::full};

class DampPicture : public test::LandPicture {
 protected:
  static RenderSettings plain(RenderQuality quality) {
    RenderSettings settings;
    settings.quality = quality;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    settings.ripples = false;
    return settings;
  }
  static Camera above(float height = 0.0f) {
    Camera camera{
        .azimuth = 90.0f, .elevation = 90.0f, .distance = 1.0f, .target = {0.5f * kLand, 0.5f * kLand, height}};
    camera.distance = 0.5f * kLand / std::tan(0.5f * glm::radians(camera.field_of_view));
    return camera;
  }
  /// Mean luminance of a column of pixels over the middle half of the land, `x` m from its west side.
  static float column(Image const& image, float x) {
    const int pixel = static_cast<int>(x / kLand * kSide);
    float sum = 0.0f;
    for (int y = kSide / 4; y < 3 * kSide / 4; ++y) sum += luminance(image.pixel(pixel, y));
    return sum / (kSide / 2.0f);
  }
};

/// Sand that rises by 2 cm per metre from west to east, with elevation 0 in the middle.
TerrainView ramp() {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  for (int i = 0; i < 64 * 64; ++i) {
    view.elevation[static_cast<std::size_t>(i)] = 0.02f * (static_cast<float>(i % 64) - 31.5f);
  }
  view.elevation_minimum = -0.63f;
  view.elevation_maximum = 0.63f;
  return view;
}

TEST_F(DampPicture, SandIsDarkWhereItIsDampAndDriesOverThreeDecimetres) {
  for (const RenderQuality quality : kBoth) {
    TerrainView view = ramp();
    const Image dry = draw(*std::make_unique<Renderer>(), view, above(), plain(quality), kSide, kSide);
    view.damp.assign(view.grid.cells(), 0.0f);
    const Image damp = draw(*std::make_unique<Renderer>(), view, above(), plain(quality), kSide, kSide);
    const auto darker = [&](float x) { return column(damp, x) / column(dry, x); };
    for (const float x : {6.0f, 12.0f, 18.0f, 24.0f, 30.0f}) {
      EXPECT_GT(darker(x), 0.55f) << x;
      EXPECT_LT(darker(x), 0.75f) << x;
    }
    EXPECT_GT(darker(38.0f), darker(30.0f) + 0.05f);
    EXPECT_LT(darker(38.0f), 0.95f);
    EXPECT_GT(darker(44.0f), darker(38.0f) + 0.02f);
    for (const float x : {49.0f, 54.0f, 60.0f}) EXPECT_NEAR(darker(x), 1.0f, 0.01f) << x;
  }
}

TEST_F(DampPicture, AShoresRimGoesOverIntoDampGround) {
  for (const RenderQuality quality : kBoth) {
    TerrainView view = ramp();
    for (float& height : view.elevation) height *= 5.0f;  // 10 cm per metre
    const Image dry = draw(*std::make_unique<Renderer>(), view, above(), plain(quality), kSide, kSide);
    test::pour(view, {0, 32, 0, -1.0f});
    test::mark_shores(view);
    view.damp.assign(view.grid.cells(), 0.0f);
    const Image wet = draw(*std::make_unique<Renderer>(), view, above(), plain(quality), kSide, kSide);
    const auto darker = [&](float x) { return column(wet, x) / column(dry, x); };
    // The shore is at 22 m; the ground is damp up to 32 m and dry beyond 35 m.
    EXPECT_LT(darker(22.6f), 0.65f) << "what the water has just left";
    float last = darker(22.6f);
    for (float x = 23.0f; x <= 37.0f; x += 0.5f) {
      EXPECT_GT(darker(x), last - 0.05f) << "no lighter ring between the rim and damp ground, " << x;
      last = darker(x);
    }
    EXPECT_LT(darker(28.0f), 0.75f);
    EXPECT_NEAR(darker(37.0f), 1.0f, 0.01f);
  }
}

TEST_F(DampPicture, ARendererGoesFromDampGroundToWaterAndBack) {
  const RenderSettings settings = plain(RenderQuality::light);
  TerrainView dry = ramp(), damp = dry, wet = dry;
  damp.damp.assign(damp.grid.cells(), 0.0f);
  test::pour(wet, {0, 32, 0, -0.2f});
  test::mark_shores(wet);
  Renderer renderer;
  for (TerrainView const* const view : {&damp, &wet, &damp, &dry, &damp, &dry, &wet}) {
    const Image after = draw(renderer, *view, above(), settings, kSide, kSide);
    const Image fresh = draw(*std::make_unique<Renderer>(), *view, above(), settings, kSide, kSide);
    for (int y = 0; y < kSide; y += 7) {
      for (int x = 0; x < kSide; x += 7) ASSERT_EQ(after.pixel(x, y)[0], fresh.pixel(x, y)[0]) << x << ' ' << y;
    }
  }
}

TEST(Dampness, IsLessThanWhatWaterLeavesAndEndsThreeDecimetresAboveIt) {
  TerrainView view = test::level_sand(6, 1, Boundary::open);
  EXPECT_TRUE(dampness(view).empty());
  view.elevation = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
  view.damp = {3.0f, 1.0f, 0.85f, 0.69f, -9.0f, kNoWater};
  const std::vector<float> damp = dampness(view);
  EXPECT_EQ(damp[0], damp[1]) << "no damper than damp";
  EXPECT_GT(damp[1], 0.3f);
  EXPECT_LT(damp[1], 0.8f);
  EXPECT_NEAR(damp[2], 0.5f * damp[1], 1e-5f);
  for (std::size_t i = 3; i < 6; ++i) EXPECT_EQ(damp[i], 0.0f) << i;
  EXPECT_TRUE(water_surface(view).body.empty()) << "there is no water";
  view.water = {std::vector<float>(6, kNoWater), std::vector<float>(6, 0.0f), {}, {}, {}};
  view.water.level[0] = 1.2f;
  view.water.level[1] = 0.9f;
  view.water.depth[0] = 0.2f;
  const WaterSurface both = water_surface(view);
  view.damp.clear();
  const WaterSurface alone = water_surface(view);
  EXPECT_EQ(both.body[0], alone.body[0]) << "under water";
  EXPECT_GT(both.body[1].w, std::max(alone.body[1].w, damp[1])) << "wet from both sides";
  EXPECT_LE(both.body[1].w, 1.0f);
  EXPECT_EQ(both.body[4], alone.body[4]);
}

TEST_F(DampPicture, FoamOnAFilmOfWaterIsNoWhitePaint) {
  // Largest luminance of water of a given depth, m, that breaks on its way down a slope.
  const auto brightest = [](float depth, float slope, float foam) {
    TerrainView view = test::level_sand(64, 64, Boundary::open);
    const std::size_t cells = view.grid.cells();
    for (std::size_t i = 0; i < cells; ++i) view.elevation[i] = slope * (31.5f - static_cast<float>(i % 64));
    view.elevation_minimum = -32.0f * slope;
    view.elevation_maximum = 32.0f * slope;
    view.water.depth.assign(cells, depth);
    view.water.level = view.elevation;
    for (float& level : view.water.level) level += depth;
    view.water.flow.assign(cells, glm::vec2(1.0f, 0.0f));
    view.water.foam.assign(cells, foam);
    Renderer renderer;
    const Image image = draw(renderer, view, above(), plain(RenderQuality::full), kSide, kSide);
    float most = 0.0f;
    for (int y = kSide / 4; y < 3 * kSide / 4; ++y) {
      for (int x = kSide / 4; x < 3 * kSide / 4; ++x) most = std::max(most, luminance(image.pixel(x, y)));
    }
    return most;
  };
  const float film = brightest(0.05f, 0.3f, 0.8f) - brightest(0.05f, 0.3f, 0.0f);
  const float river = brightest(0.6f, 0.3f, 0.8f) - brightest(0.6f, 0.3f, 0.0f);
  EXPECT_GT(river, 0.1f) << "foam lets the water be seen through it";
  EXPECT_LT(film, 0.4f * river);
}

}  // namespace
}  // namespace barchan::render::damp_picture_test
