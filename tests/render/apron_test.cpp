// The apron of a land that ends: it continues the edge without a seam, is not stretched, and becomes a plain.
#include "render/apron.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "base/direction.hpp"
#include "base/land_vector.hpp"
#include "render/synthetic_land.hpp"

namespace barchan::render {
namespace {

/// An open land of heights `height(x, y)` in cells.
template <class Height>
TerrainView open_land(int width, int height, Height const& of) {
  TerrainView view = test::level_sand(width, height, Boundary::open);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) view.elevation[view.grid.index(x, y)] = of(x, y);
  }
  return view;
}

TEST(Apron, TouchesTheLandAlongAllItsEdges) {
  const TerrainView view = test::rocky_land(96, Boundary::open);
  const Apron apron(view);
  for (int i = 0; i < 96; ++i) {
    const float middle = static_cast<float>(i) + 0.5f;
    EXPECT_NEAR(apron.height_at({96.0f, middle}), view.elevation[view.grid.index(95, i)], 1.0e-3f);
    EXPECT_NEAR(apron.height_at({0.0f, middle}), view.elevation[view.grid.index(0, i)], 1.0e-3f);
    EXPECT_NEAR(apron.height_at({middle, 96.0f}), view.elevation[view.grid.index(i, 95)], 1.0e-3f);
    EXPECT_NEAR(apron.height_at({middle, 0.0f}), view.elevation[view.grid.index(i, 0)], 1.0e-3f);
  }
}

TEST(Apron, SetsOutWithTheSlopeOfTheLand) {
  const TerrainView view = open_land(128, 96, [](int x, int y) { return 0.2f * x - 0.1f * y; });
  const Apron apron(view);
  constexpr float kStep = 0.2f;
  const auto rise = [&](glm::vec2 edge, glm::vec2 outward) {
    return (apron.height_at(edge + kStep * outward) - apron.height_at(edge)) / kStep;
  };
  // Only the middles of the sides count, because the apron fans out towards the corners.
  EXPECT_NEAR(rise({128.0f, 48.0f}, {1.0f, 0.0f}), 0.2f, 0.02f);
  EXPECT_NEAR(rise({0.0f, 48.0f}, {-1.0f, 0.0f}), -0.2f, 0.02f);
  EXPECT_NEAR(rise({64.0f, 96.0f}, {0.0f, 1.0f}), -0.1f, 0.01f);
  EXPECT_NEAR(rise({64.0f, 0.0f}, {0.0f, -1.0f}), 0.1f, 0.01f);
}

TEST(Apron, EndsInAPlainAtTheMeanHeightOfTheBorderWhateverStandsWithin) {
  TerrainView view = test::rocky_land(96, Boundary::open);
  double border = 0.0;
  for (int i = 0; i < 96; ++i) {
    for (const std::size_t cell :
         {view.grid.index(i, 0), view.grid.index(i, 95), view.grid.index(0, i), view.grid.index(95, i)}) {
      border += static_cast<double>(view.elevation[cell]) / (4.0 * 96.0);
    }
  }
  const Apron before(view);
  for (int y = 20; y < 70; ++y) {
    for (int x = 20; x < 70; ++x) view.elevation[view.grid.index(x, y)] += 100.0f;
  }
  const Apron after(view);
  for (float degrees = 0.0f; degrees < 360.0f; degrees += 7.0f) {
    const glm::vec2 way = unit_vector(static_cast<double>(degrees));
    EXPECT_NEAR(after.height_at(48.0f + 200.0f * way), border, 1.0e-3);
    const glm::vec2 near = 48.0f + 75.0f * way;
    EXPECT_EQ(after.height_at(near), before.height_at(near));
  }
}

TEST(Apron, IsTheBottomOfTheSeaBeforeEdgesThatItCoversAndElseAPlainAtItsLevel) {
  TerrainView view = open_land(96, 96, [](int x, int) { return 0.1f * (static_cast<float>(x) - 39.5f); });
  const Apron dry(view);
  view.water.sea = -20.0f;
  EXPECT_FALSE(Apron::sea(view).has_value()) << "no edge is so low";
  EXPECT_EQ(Apron(view).height_at({300.0f, 48.0f}), dry.height_at({300.0f, 48.0f}));
  view.water.sea = 0.0f;
  ASSERT_EQ(Apron::sea(view), 0.0f);
  const Apron coast(view);
  for (int i = 0; i < 96; ++i) {
    const float middle = static_cast<float>(i) + 0.5f;
    EXPECT_NEAR(coast.height_at({0.0f, middle}), view.elevation[view.grid.index(0, i)], 1.0e-3f);
    EXPECT_NEAR(coast.height_at({middle, 0.0f}), view.elevation[view.grid.index(i, 0)], 1.0e-3f);
  }
  for (float degrees = -60.0f; degrees <= 60.0f; degrees += 10.0f) {
    const glm::vec2 way = unit_vector(static_cast<double>(degrees));
    EXPECT_GT(coast.height_at(48.0f + 300.0f * way), 0.0f) << degrees;
    EXPECT_LT(coast.height_at(48.0f + 300.0f * way), 0.1f) << degrees;
    EXPECT_LT(coast.height_at(48.0f - 300.0f * way), -0.5f) << degrees;
    EXPECT_LT(coast.height_at(48.0f - 80.0f * way), -0.5f) << degrees;
  }
}

TEST(Apron, DrawsNoRidgeOfTheEdgeOut) {
  const Apron apron(open_land(128, 128, [](int x, int y) { return (x / 2 + y / 2) % 2 == 0 ? 1.0f : -1.0f; }));
  const auto deviation = [&](float away) {
    float least = 1.0e9f, most = -1.0e9f;
    for (float along = 24.0f; along < 104.0f; along += 0.25f) {
      for (const glm::vec2 at : {glm::vec2(128.0f + away, along), glm::vec2(along, -away)}) {
        least = std::min(least, apron.height_at(at));
        most = std::max(most, apron.height_at(at));
      }
    }
    return most - least;
  };
  EXPECT_GT(deviation(0.0f), 1.9f);
  EXPECT_LT(deviation(6.0f), 0.05f);
  EXPECT_LT(deviation(20.0f), 0.005f);
}

TEST(Apron, HasNoStepAnywhere) {
  const TerrainView view = open_land(160, 96, [](int x, int y) {
    return 4.0f * std::sin(0.11f * static_cast<float>(x)) * std::cos(0.17f * static_cast<float>(y));
  });
  const Apron apron(view);
  std::mt19937 random(3);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  for (int i = 0; i < 20000; ++i) {
    const glm::vec2 at = glm::vec2(80.0f, 48.0f) + 160.0f * glm::vec2(unit(random), unit(random));
    const glm::vec2 step = 0.01f * glm::vec2(unit(random), unit(random));
    const bool outside = at.x < -0.1f || at.y < -0.1f || at.x > 160.1f || at.y > 96.1f;
    if (outside) {
      ASSERT_LT(std::abs(apron.height_at(at + step) - apron.height_at(at)), 0.02f) << at.x << ", " << at.y;
    }
  }
}

TEST(Apron, ItsSlopesAreThoseOfItsHeights) {
  const TerrainView view = open_land(160, 96, [](int x, int y) {
    return 4.0f * std::sin(0.05f * static_cast<float>(x) + 0.07f * static_cast<float>(y));
  });
  const Apron apron(view);
  const Apron::Maps maps = apron.maps(view, std::vector<float>(view.grid.cells()), true);
  const glm::vec4 scale = Apron::scale(view.grid);
  const glm::vec2 half(80.0f, 48.0f);
  int compared = 0;
  for (int row = 2; row < maps.size.y - 1; ++row) {
    const float share = (static_cast<float>(row) + 0.5f) / static_cast<float>(maps.size.y);
    const float away = (std::exp2((share - scale.z) / scale.y) - 1.0f) / scale.x;
    const float length = half.x + half.y + 0.5f * 3.14159265f * away;
    for (int column = 0; column < maps.size.x; column += 5) {
      // The quarter from the middle of the east side to the middle of the north side.
      const float arc = 4.0f * (static_cast<float>(column) + 0.5f) / static_cast<float>(maps.size.x) * length;
      if (arc > length) continue;
      const float turn = std::clamp((arc - half.y) / away, 0.0f, 0.5f * 3.14159265f);
      const glm::vec2 way(std::cos(turn), std::sin(turn));
      const glm::vec2 corner(half.x - std::max(arc - half.y - 0.5f * 3.14159265f * away, 0.0f), std::min(arc, half.y));
      const glm::vec2 at = half + corner + away * way;
      const float step = 0.05f * away + 0.2f;
      const glm::vec2 east(step, 0.0f), north(0.0f, step);
      const glm::vec2 slope = 0.5f / step *
                              glm::vec2(apron.height_at(at + east) - apron.height_at(at - east),
                                        apron.height_at(at + north) - apron.height_at(at - north));
      glm::vec4 const& packed = maps.surface[static_cast<std::size_t>(row * maps.size.x + column)];
      EXPECT_NEAR(packed.x, slope.x, 0.035f) << "row " << row << ", column " << column;
      EXPECT_NEAR(packed.y, slope.y, 0.035f) << "row " << row << ", column " << column;
      EXPECT_NEAR(maps.cover[static_cast<std::size_t>(row * maps.size.x + column)].w, apron.height_at(at), 0.01f);
      ++compared;
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(Apron, LeavesOutWallsThatReachTheEdge) {
  TerrainView view = open_land(96, 96, [](int, int y) { return y >= 50 && y < 56 ? 14.0f : 1.0f; });
  for (int y = 50; y < 56; ++y) {
    for (int x = 0; x < 96; ++x) view.base_soil[view.grid.index(x, y)] = kObstacle;
  }
  const Apron apron(view);
  EXPECT_NEAR(apron.height_range().x, 1.0f, 1.0e-3f);
  EXPECT_NEAR(apron.height_range().y, 1.0f, 1.0e-3f);
}

TEST(Apron, GroundAndLightGiveWayToThoseOfThePlain) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  view.sun_visibility.assign(view.grid.cells(), 0.0f);
  LandVector<float>& plants = view.cell_layers.real(CellLayer::plants);
  plants.assign(view.grid.cells(), 0.0f);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      view.sediment[view.grid.index(x, y)] = x < 32 ? 0.0f : 0.2f;
      plants[view.grid.index(x, y)] = y < 32 ? 0.0f : 0.8f;
    }
  }
  const Apron::Maps maps = Apron(view).maps(view, std::vector<float>(view.grid.cells()), true);
  const auto last = maps.surface.size() - 1;
  EXPECT_EQ(maps.surface.front().w, 0.0f);
  EXPECT_NEAR(maps.surface.front().z, 0.2f, 1.0e-4f);
  EXPECT_EQ(maps.surface[last].w, 1.0f) << "the plain is sunny";
  EXPECT_NEAR(maps.surface[last].z, 0.1f, 1.0e-3f);
  EXPECT_NEAR(maps.cover[last].z, 0.4f, 1.0e-3f);
  EXPECT_EQ(glm::vec2(maps.surface[last]), glm::vec2(0.0f));
  const Apron::Maps bright = Apron(view).maps(view, std::vector<float>(view.grid.cells()), false);
  EXPECT_EQ(bright.surface.front().w, 1.0f);
}

TEST(Apron, BearsAnyGrid) {
  for (auto const& [width, height] : {std::pair{1, 1}, {1, 64}, {4096, 2}, {3, 200}}) {
    const TerrainView view = test::level_sand(width, height, Boundary::closed);
    const Apron apron(view);
    const Apron::Maps maps = apron.maps(view, {}, true);
    EXPECT_EQ(maps.surface.size(), static_cast<std::size_t>(maps.size.x * maps.size.y));
    for (glm::vec4 const& texel : maps.surface) ASSERT_TRUE(std::isfinite(texel.x + texel.y + texel.z + texel.w));
    EXPECT_EQ(apron.height_at({-5.0f, 3.0f}), 0.0f);
  }
}

}  // namespace
}  // namespace barchan::render
