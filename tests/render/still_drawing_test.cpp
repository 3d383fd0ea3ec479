// A picture that is drawn in bands is the same as one that is drawn at once.
#include "render/still_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "render/picture_fixture.hpp"
#include "render/wet_land.hpp"

namespace barchan::render::still_drawing_test {
namespace {

constexpr int kWide = 160, kHigh = 91;  // an odd number of rows

class StillBands : public test::LandPicture {
 protected:
  static Camera low(TerrainView const& view) {
    return {.azimuth = 60.0f,
            .elevation = 14.0f,
            .distance = 45.0f,
            .target = {0.5f * static_cast<float>(view.grid.width), 0.5f * static_cast<float>(view.grid.height), 2.0f}};
  }
  /// The picture of a subject, with `pixels` drawn at once.
  static Image drawn(Renderer& renderer, StillSubject const& subject, std::size_t pixels) {
    StillDrawing still(renderer, subject, pixels);
    double before = 0.0;
    while (!still.draw_next()) {
      EXPECT_GT(still.progress(), before);
      before = still.progress();
    }
    EXPECT_EQ(still.progress(), 1.0);
    EXPECT_EQ(renderer.shader_error(), "");
    return still.take();
  }
  /// Fraction of the pixels of which a channel differs by more than two levels.
  static double different(Image const& a, Image const& b) {
    if (a.rgb.size() != b.rgb.size() || a.rgb.empty()) return 1.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.rgb.size(); i += 3) {
      const auto off = [&](std::size_t c) { return std::abs(a.rgb[i + c] - b.rgb[i + c]); };
      count += std::max({off(0), off(1), off(2)}) > 2 ? 1 : 0;
    }
    return 3.0 * static_cast<double>(count) / static_cast<double>(a.rgb.size());
  }
  static void expect_bands_join(TerrainView const& view, RenderSettings const& settings, char const* what) {
    Renderer renderer;
    renderer.upload(view, settings);
    renderer.place({{ThingKind::palm, 0.5f, 0.5f, 6.0f}});
    for (const float fineness : {1.0f, 2.0f}) {
      const StillSubject subject{low(view), settings, kWide, kHigh, 1.0, fineness};
      const Image whole = drawn(renderer, subject, StillDrawing::kUsualBand);
      ASSERT_EQ(whole.rgb.size(), std::size_t{3} * kWide * kHigh);
      for (const int rows : {40, 6}) {
        if (rows > 6 && fineness > 1.0f) continue;  // few rows have more seams
        const auto pixels = static_cast<std::size_t>(fineness * fineness) * kWide * static_cast<std::size_t>(rows);
        EXPECT_LT(different(drawn(renderer, subject, pixels), whole), 0.002)
            << what << ", fineness " << fineness << ", " << rows << " rows";
      }
    }
  }
};

TEST_F(StillBands, JoinToTheWholePictureOfDunes) {
  TerrainView view = test::transverse_dunes(64);
  view.wind_speed = 14.0f;
  view.dust.assign(view.grid.cells(), 0.08f);
  expect_bands_join(view, {}, "dunes in dust");
}

TEST_F(StillBands, JoinToTheWholePictureOfABlock) {
  RenderSettings settings;
  settings.repeat_world = false;
  settings.wind_arrow = true;
  expect_bands_join(test::rocky_land(64, Boundary::open), settings, "a block of rock");
}

TEST_F(StillBands, JoinToTheWholePictureOfWaterAndRain) {
  expect_bands_join(test::round_lake(64, 1.0f, 20.0f, 3.0f), {}, "a lake");
  TerrainView rainy = test::rocky_land(64, Boundary::periodic);
  rainy.rain.rate = 4000.0;
  expect_bands_join(rainy, {}, "rain");
}

TEST_F(StillBands, JoinToTheWholePictureOfPlants) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  view.cell_layers.lay(CellLayer::plants, std::vector<double>(view.grid.cells(), 0.4));
  expect_bands_join(view, {}, "plants");
}

/// Without the shift of a band, all bands would show the same part of the land.
TEST_F(StillBands, ShowDifferentPartsOfTheLand) {
  const TerrainView view = test::transverse_dunes(64);
  Renderer renderer;
  renderer.upload(view, {});
  const Image image = drawn(renderer, {low(view), {}, kWide, kHigh, 1.0, 2.0f}, std::size_t{4} * kWide * 20);
  const auto row = [&](int y) { return std::vector<std::uint8_t>(image.pixel(0, y), image.pixel(0, y) + 3 * kWide); };
  EXPECT_NE(row(10), row(30));
  EXPECT_GT(image.pixel(kWide / 2, 2)[2], image.pixel(kWide / 2, 2)[0]) << "the sky is above";
  EXPECT_LT(image.pixel(kWide / 2, kHigh - 3)[2], image.pixel(kWide / 2, kHigh - 3)[0]) << "the sand is below";
}

}  // namespace
}  // namespace barchan::render::still_drawing_test
