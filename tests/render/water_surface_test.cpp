// The water surface as the shaders receive it: shores between cells, narrow channels, edges.
#include "render/water_surface.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "render/synthetic_land.hpp"
#include "render/wet_land.hpp"

namespace barchan::render::water_surface_test {
namespace {

/// Level sand at 5 m, all dry.
TerrainView dry_land(int width, int height, Boundary boundary) {
  TerrainView view = test::level_sand(width, height, boundary);
  std::fill(view.elevation.begin(), view.elevation.end(), 5.0f);
  const std::size_t cells = view.grid.cells();
  view.water = {std::vector<float>(cells, kNoWater), std::vector<float>(cells, 0.0f), {}, {}, {}};
  return view;
}

void fill(TerrainView& view, int x, int y, float ground, float level) {
  const std::size_t cell = view.grid.index(x, y);
  view.elevation[cell] = ground;
  view.water.depth[cell] = level - ground;
  view.water.level[cell] = level;
}

TEST(WaterSurface, NothingWithoutWater) {
  const WaterSurface surface = water_surface(test::level_sand(4, 4, Boundary::open));
  EXPECT_TRUE(surface.body.empty());
  EXPECT_TRUE(surface.top.empty());
}

TEST(WaterSurface, ThePlaneOfALakeCutsItsShore) {
  // A slope of 0.2 m per cell; everything below 2.1 m is under water.
  TerrainView view = dry_land(24, 8, Boundary::open);
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 24; ++x) view.elevation[view.grid.index(x, y)] = 0.2f * static_cast<float>(x);
  }
  test::pour(view, {0, 0, 0, 2.1f});
  test::mark_shores(view);
  const WaterSurface surface = water_surface(view);
  // Linear across the shore, so that the shore is where the level meets the ground and not at the side of a cell.
  for (int x = 6; x < 12; ++x) {
    const std::size_t cell = view.grid.index(x, 4);
    EXPECT_NEAR(surface.body[cell].x, 2.1f - 0.2f * static_cast<float>(x), 1e-5f) << x;
    EXPECT_NEAR(surface.top[cell].x, 2.1f, 1e-5f) << x;
  }
  EXPECT_LT(surface.body[view.grid.index(20, 4)].x, 0.0f);
}

TEST(WaterSurface, SteepBanksDoNotSqueezeAChannelOfOneCell) {
  TerrainView view = dry_land(16, 16, Boundary::open);
  for (int i = 0; i < 16; ++i) fill(view, i, i, 1.0f, 1.3f);
  test::mark_shores(view);
  const WaterSurface surface = water_surface(view);
  const auto depth = [&](int x, int y) { return surface.body[view.grid.index(x, y)].x; };
  EXPECT_FLOAT_EQ(depth(7, 7), 0.3f);
  EXPECT_LT(depth(8, 7), 0.0f);
  // At a corner of four cells of which two are wet, the water is connected.
  EXPECT_GT(depth(7, 7) + depth(8, 8) + depth(8, 7) + depth(7, 8), 0.0f);
}

TEST(WaterSurface, DryGroundBelowTheLevelStaysDry) {
  TerrainView view = dry_land(9, 9, Boundary::open);
  fill(view, 4, 4, 5.0f, 6.0f);  // water on a plain, as behind a gate that has just opened
  test::mark_shores(view);
  const WaterSurface surface = water_surface(view);
  for (std::size_t i = 0; i < surface.body.size(); ++i) {
    EXPECT_EQ(surface.body[i].x > 0.0f, i == view.grid.index(4, 4)) << i;
  }
}

TEST(WaterSurface, FlowFoamAndMudReachTheShore) {
  TerrainView view = dry_land(9, 9, Boundary::open);
  fill(view, 4, 4, 4.0f, 4.5f);
  test::mark_shores(view);
  view.water.flow.assign(81, glm::vec2(0.0f));
  view.water.foam.assign(81, 0.0f);
  view.water.mud.assign(81, 0.0f);
  const std::size_t wet = view.grid.index(4, 4), shore = view.grid.index(5, 4);
  view.water.flow[wet] = {1.5f, -0.5f};
  view.water.foam[wet] = 0.25f;
  view.water.mud[wet] = 0.75f;
  const WaterSurface surface = water_surface(view);
  for (const std::size_t cell : {wet, shore}) {
    EXPECT_FLOAT_EQ(surface.body[cell].y, 0.25f);
    EXPECT_FLOAT_EQ(surface.body[cell].z, 0.75f);
    EXPECT_FLOAT_EQ(surface.top[cell].y, 1.5f);
    EXPECT_FLOAT_EQ(surface.top[cell].z, -0.5f);
  }
}

TEST(WaterSurface, GroundDriesWithTheDistanceFromWaterAndWithTheHeightAboveIt) {
  TerrainView view = dry_land(13, 13, Boundary::open);
  fill(view, 6, 6, 4.9f, 4.97f);
  view.elevation[view.grid.index(5, 6)] = 5.3f;
  test::mark_shores(view);
  const WaterSurface surface = water_surface(view);
  const auto wet = [&](int x, int y) { return surface.body[view.grid.index(6 + x, 6 + y)].w; };
  EXPECT_EQ(wet(0, 0), 1.0f);
  EXPECT_GT(wet(1, 0), wet(1, 1));
  EXPECT_GT(wet(1, 1), wet(2, 0));
  EXPECT_GT(wet(2, 0), wet(2, 1));
  EXPECT_GT(wet(2, 1), wet(2, 2));
  EXPECT_GT(wet(3, 0), 1.5f * wet(3, 3)) << "a disc, no square";
  EXPECT_EQ(wet(1, 2), wet(2, -1));
  for (int along = -6; along <= 6; ++along) EXPECT_EQ(wet(5, along), 0.0f);
  EXPECT_EQ(wet(-1, 0), 0.0f) << "a block that stands above it";
}

TEST(WaterSurface, AFilmOfRunningWaterOnlyWetsTheGround) {
  for (const bool runs : {false, true}) {
    TerrainView view = dry_land(8, 8, Boundary::open);
    fill(view, 3, 3, 4.0f, 4.005f);
    fill(view, 5, 3, 4.0f, 4.50f);
    view.water.flow.assign(view.grid.cells(), glm::vec2(runs ? 0.5f : 0.0f, 0.0f));
    test::mark_shores(view);
    const WaterSurface surface = water_surface(view);
    const glm::vec4 film = surface.body[view.grid.index(3, 3)], stream = surface.body[view.grid.index(5, 3)];
    EXPECT_EQ(film.x < 0.0f, runs) << "a puddle that stands is water";
    EXPECT_EQ(film.w, 1.0f) << "wet";
    EXPECT_GT(stream.x, 0.4f);
  }
}

TEST(WaterSurface, WaterThatRunsDownASlopeIsAFilmUpToAGreaterDepth) {
  for (const float fall : {0.0f, 1.0f}) {  // m per cell of 1 m
    TerrainView view = dry_land(8, 8, Boundary::open);
    for (int x = 1; x < 7; ++x) {
      const float ground = 10.0f - fall * static_cast<float>(x);
      fill(view, x, 3, ground, ground + 0.1f);
    }
    view.water.flow.assign(view.grid.cells(), glm::vec2(0.5f, 0.0f));
    test::mark_shores(view);
    EXPECT_EQ(water_surface(view).body[view.grid.index(4, 3)].x<0.0f, fall> 0.0f) << fall;
  }
}

TEST(WaterSurface, ShoresGoOnAcrossTheSeamOfAPeriodicLand) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    TerrainView view = dry_land(8, 8, boundary);
    for (int y = 0; y < 8; ++y) fill(view, 0, y, 4.0f, 4.9f);
    test::mark_shores(view);
    const WaterSurface surface = water_surface(view);
    const float across = surface.top[view.grid.index(7, 4)].x;
    EXPECT_EQ(across == 4.9f, boundary == Boundary::periodic);
    EXPECT_NEAR(surface.body[view.grid.index(1, 4)].x, -0.1f, 1e-6f);
  }
}

TEST(WaterSurface, KnowsWhichChunksAreWet) {
  TerrainView view = dry_land(16, 8, Boundary::open);
  fill(view, 9, 5, 4.0f, 5.0f);
  EXPECT_EQ(wet_chunks(view, {4, 2}), (std::vector<float>{0, 0, 0, 0, 0, 0, 1.0f / 16.0f, 0}));
}

}  // namespace
}  // namespace barchan::render::water_surface_test
