/// Copies of a periodic land: drawn astray, where the pointer finds them too.
#include <glm/geometric.hpp>

#include "render/picture_fixture.hpp"

namespace barchan {
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
    settings.quality = quality;
    settings.show_dust = false;
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

}  // namespace
}  // namespace barchan
