// The cost of a picture: triangles and draw calls are counted, and their number does not depend on the grid.
#include <array>
#include <cmath>

#include "render/picture_fixture.hpp"

namespace barchan::render::draw_cost_test {
namespace {

class DrawCost : public test::LandPicture {};

constexpr float kExtent = 512.0f;  // m, length of the longer side for any cell size

/// The same waves of sand in `side` cells per side, with some sand in the air.
TerrainView waves_of(int side, Boundary boundary) {
  TerrainView view = test::level_sand(side, side, boundary);
  view.grid.cell_size = kExtent / static_cast<float>(side);
  view.wind_speed = 15.0f;
  view.dust.assign(view.grid.cells(), 0.004f);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const float at = (static_cast<float>(x) + 0.5f) / static_cast<float>(side);
      view.elevation[view.grid.index(x, y)] = 6.0f + 5.0f * std::sin(6.2831853f * 4.0f * at);
    }
  }
  view.elevation_minimum = 1.0f;
  view.elevation_maximum = 11.0f;
  return view;
}

/// Cost of a small picture. If `fineness` is above 1, it is a still in full quality.
Drawn cost_of(TerrainView const& view, RenderSettings const& settings, float fineness) {
  const Camera camera{.azimuth = 60.0f, .elevation = 14.0f, .distance = 700.0f, .target = {256.0f, 256.0f, 6.0f}};
  Renderer renderer;
  const Framebuffer framebuffer(64, 36);
  renderer.upload(view, settings);
  renderer.draw(camera, settings, {64, 36, framebuffer.id(), 1.0, fineness});
  EXPECT_EQ(renderer.shader_error(), "");
  return renderer.stats().drawn;
}

TEST_F(DrawCost, DoesNotDependOnTheSizeOfTheGrid) {
  constexpr std::array kFineness{1.0f, 2.0f};
  for (const bool goes_on : {true, false}) {
    for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
      RenderSettings settings;
      settings.repeat_world = goes_on;
      std::array<Drawn, 2> small;
      for (const int side : {128, 512, 2048}) {
        // The largest grid uses only one setting of `repeat_world` per boundary condition; a land of 512 cells has
        // already shown the difference.
        if (side == 2048 && goes_on != (boundary == Boundary::periodic)) continue;
        const TerrainView view = waves_of(side, boundary);
        for (std::size_t i = 0; i < kFineness.size(); ++i) {
          const Drawn drawn = cost_of(view, settings, kFineness[i]);
          if (side == 128) small[i] = drawn;
          EXPECT_EQ(drawn.triangles, small[i].triangles) << side << " cells, fineness " << kFineness[i];
          EXPECT_EQ(drawn.calls, small[i].calls) << side << " cells, fineness " << kFineness[i];
          EXPECT_GT(drawn.triangles, 1000u);
          EXPECT_GT(drawn.calls, 3u);
        }
      }
    }
  }
}

TEST_F(DrawCost, CountsEveryCallAndTriangle) {
  RenderSettings settings;
  settings.repeat_world = false;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.detail = 16;
  settings.samples = 1;
  // Four by four chunks of 4 x 4 cells, and four sides of 16 cells in two calls. Light, sky and edges need one
  // triangle and one call each.
  const Drawn drawn = cost_of(waves_of(128, Boundary::open), settings, 1.0f);
  EXPECT_EQ(drawn.calls, 1u + 2u + 3u);
  EXPECT_EQ(drawn.triangles, 2u * 16u * 16u + 4u * 2u * 16u + 3u);
}

}  // namespace
}  // namespace barchan::render::draw_cost_test
