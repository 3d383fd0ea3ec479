// The surroundings of a land: relief that goes on, shadows that fall away from the sun, and the open sea.
#include "render/surroundings.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "base/land_vector.hpp"
#include "render/camera.hpp"
#include "render/copy_warp.hpp"
#include "render/synthetic_land.hpp"

namespace barchan::render::surroundings_test {
namespace {

/// An open land of heights `of(x, y)` in cells.
template <class Height>
TerrainView open_land(int width, int height, Height const& of) {
  TerrainView view = test::level_sand(width, height, Boundary::open);
  view.elevation_minimum = view.elevation_maximum = of(0, 0);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float here = of(x, y);
      view.elevation[view.grid.index(x, y)] = here;
      view.elevation_minimum = std::min(view.elevation_minimum, here);
      view.elevation_maximum = std::max(view.elevation_maximum, here);
    }
  }
  return view;
}

TEST(Surroundings, ColumnsOfCopiesAreRepeatedOrMirrored) {
  for (int at = -13; at < 14; ++at) {
    EXPECT_EQ(copied_from(at, 5, Boundary::periodic), ((at % 5) + 5) % 5) << at;
    const int mirrored = copied_from(at, 5, Boundary::open);
    EXPECT_EQ(mirrored, copied_from(-1 - at, 5, Boundary::closed)) << at;
    EXPECT_EQ(mirrored, copied_from(9 - at, 5, Boundary::open)) << at;
  }
  EXPECT_EQ(copied_from(3, 5, Boundary::open), 3);
}

TEST(Surroundings, HaveTheReliefOfTheLandAndNoStep) {
  const TerrainView view = open_land(96, 64, [](int x, int y) {
    return 4.0f * std::sin(0.11f * static_cast<float>(x)) + 3.0f * std::cos(0.17f * static_cast<float>(x + y));
  });
  const LandShape land(view, true);
  const auto spread = [&](glm::vec2 from, glm::vec2 to) {
    double sum = 0.0, squares = 0.0;
    int count = 0;
    for (float x = from.x; x < to.x; x += 1.0f) {
      for (float y = from.y; y < to.y; y += 1.0f, ++count) {
        const auto here = static_cast<double>(land.height_at({x, y}));
        sum += here;
        squares += here * here;
        for (const glm::vec2 step : {glm::vec2(0.02f, 0.0f), glm::vec2(0.0f, 0.02f)}) {
          EXPECT_NEAR(land.height_at(glm::vec2(x, y) + step), land.height_at({x, y}), 0.04f) << x << " " << y;
        }
      }
    }
    return std::sqrt(squares / count - sum * sum / count / count);
  };
  const double own = spread({0.0f, 0.0f}, {96.0f, 64.0f});
  EXPECT_GT(spread({-288.0f, -192.0f}, {0.0f, 192.0f}), 0.85 * own);
  EXPECT_GT(spread({96.0f, 0.0f}, {384.0f, 192.0f}), 0.85 * own);
}

TEST(Surroundings, ShowNoTwinOfAHillNearTheEdge) {
  const auto hill = [](float x, float y) { return 10.0f * std::exp(-0.01f * (x * x + y * y)); };
  const TerrainView view = open_land(
      128, 128, [&](int x, int y) { return hill(static_cast<float>(x) - 98.0f, static_cast<float>(y) - 64.0f); });
  const LandShape land(view, true);
  // A plain mirror would show it at x = 158.
  EXPECT_LT(land.height_at({158.0f, 64.0f}), 5.0f);
  glm::vec2 top(0.0f);
  for (float x = 130.0f; x < 200.0f; x += 1.0f) {
    for (float y = 10.0f; y < 118.0f; y += 1.0f) {
      if (land.height_at({x, y}) > land.height_at(top)) top = {x, y};
    }
  }
  EXPECT_GT(land.height_at(top), 9.0f) << "but it is somewhere";
  EXPECT_GT(std::abs(top.y - 64.0f), 10.0f);
}

TEST(Surroundings, BeyondASideThatTheSeaCoversThereIsOnlySea) {
  TerrainView view = open_land(96, 96, [](int x, int) { return 0.1f * (static_cast<float>(x) - 39.5f); });
  view.water.sea = -20.0f;
  EXPECT_FALSE(sea_beyond(view).level.has_value()) << "no edge is so low";
  view.water.sea = 0.0f;
  view.water.level.assign(view.grid.cells(), 0.0f);
  view.water.depth.assign(view.grid.cells(), 0.0f);
  const SeaBeyond sea = sea_beyond(view);
  ASSERT_EQ(sea.level.value(), 0.0f);
  EXPECT_GT(sea.sides.x, 0.0f) << "the west";
  EXPECT_LT(sea.sides.y, 0.0f) << "the east";
  EXPECT_EQ(sea.sides.z, 0.0f) << "the south, of which the sea covers less than half";
  const LandShape land(view, true);
  for (float away = 1.0f; away < 400.0f; away += 1.0f) {
    EXPECT_EQ(land.height_at({-away, 48.0f}), 0.0f) << away;
    // The coast goes on to the south and ends in the same sea.
    EXPECT_EQ(land.height_at({-away, -away}), 0.0f) << away;
  }
  EXPECT_GT(land.height_at({90.0f, -60.0f}), 1.0f) << "the land goes on";
  // No mirrored sea lies inland.
  for (float away = 1.0f; away < 400.0f; away += 1.0f) EXPECT_GE(land.height_at({96.0f + away, 48.0f}), 0.0f);
}

TEST(Surroundings, ShadowsOfMirroredHillsFallAwayFromTheSun) {
  // A ridge near the eastern edge, under a sun in the west: its own shadow falls to the east, and so does that of its
  // mirror image.
  TerrainView view =
      open_land(64, 64, [](int x, int) { return std::max(0.0f, 8.0f - std::abs(static_cast<float>(x) - 40.0f)); });
  const Sun sun{.azimuth = 180.0f, .elevation = 20.0f};
  view.sun = sun;
  test::light_view(view, sun.azimuth, sun.elevation);
  const SunBeyond beyond = sun_beyond(view, {});
  ASSERT_EQ(beyond.size, glm::ivec2(128, 128));
  EXPECT_EQ(beyond.lands, 2.0f);
  const auto seen = [&](int x) { return beyond.visibility[static_cast<std::size_t>(32 * beyond.size.x + x)]; };
  EXPECT_LT(seen(52), 0.1f) << "east of the ridge";
  EXPECT_GT(seen(28), 0.9f) << "west of it";
  const int image = 127 - 40;
  EXPECT_LT(seen(image + 12), 0.1f) << "east of its image";
  EXPECT_GT(seen(image - 12), 0.9f) << "west of its image";
  for (int x = 0; x < 64; ++x) {
    EXPECT_NEAR(seen(x), view.sun_visibility[view.grid.index(x, 32)], 1.0e-3f) << "on the land itself, at " << x;
  }
}

TEST(Surroundings, TheSunOfAPeriodicLandDiffersOnlyIfItHasBuildings) {
  TerrainView view = test::transverse_dunes(64);
  EXPECT_EQ(sun_beyond(view, {}).size, glm::ivec2(0));
  const std::vector<float> without_solids = view.elevation;
  const SunBeyond beyond = sun_beyond(view, without_solids);
  EXPECT_EQ(beyond.size, glm::ivec2(64, 64));
  EXPECT_EQ(beyond.lands, 1.0f);
  view.sun_visibility.clear();
  EXPECT_EQ(sun_beyond(view, without_solids).size, glm::ivec2(0)) << "no light was asked for";
}

TEST(Surroundings, TheSunOfALargeLandHasACoarserMap) {
  TerrainView view = open_land(600, 300, [](int x, int y) { return 0.01f * static_cast<float>(x * y % 97); });
  view.sun_visibility.assign(view.grid.cells(), 1.0f);
  const SunBeyond beyond = sun_beyond(view, {});
  EXPECT_EQ(beyond.size, glm::ivec2(400, 200));
  EXPECT_GT(beyond.error, 0.0f);
}

}  // namespace
}  // namespace barchan::render::surroundings_test
