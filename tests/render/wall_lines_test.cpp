// Lines along walls: the accuracy of those of towers and of slanted walls.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "render/solid_layer.hpp"
#include "render/synthetic_land.hpp"

namespace barchan::render::wall_lines_test {
namespace {

constexpr int kCells = 120;
constexpr float kHeight = 6.0f;  // m

/// A land on which every cell whose centre lies in a footprint, given in cells, has a flat roof.
TerrainView built_where(float cell_size, std::function<bool(glm::vec2)> const& footprint) {
  TerrainView view = test::level_sand(kCells, kCells, Boundary::open);
  view.grid.cell_size = cell_size;
  view.elevation.assign(view.grid.cells(), 0.0f);
  view.sediment.assign(view.grid.cells(), 0.0f);
  for (int y = 0; y < kCells; ++y) {
    for (int x = 0; x < kCells; ++x) {
      if (!footprint(glm::vec2(x, y) + 0.5f)) continue;
      view.base_soil[view.grid.index(x, y)] = kObstacle;
      view.elevation[view.grid.index(x, y)] = kHeight;
    }
  }
  view.elevation_minimum = 0.0f;
  view.elevation_maximum = kHeight;
  return view;
}

std::vector<SolidCorner> sides_of(TerrainView const& view) {
  std::vector<SolidCorner> sides = solid_faces(view);
  std::erase_if(sides, [](SolidCorner const& corner) { return corner.normal.z != 0.0f; });
  return sides;
}

float degrees_between(glm::vec2 a, glm::vec2 b) {
  return glm::degrees(std::acos(glm::clamp(glm::dot(glm::normalize(a), glm::normalize(b)), -1.0f, 1.0f)));
}

TEST(WallLines, OfTowersLookAwayFromTheirMiddles) {
  for (const float cell_size : {0.5f, 2.0f}) {
    for (const float radius : {3.0f, 4.0f, 5.0f, 6.5f, 8.0f, 11.0f, 16.0f, 16.5f, 25.0f, 40.0f}) {
      for (const glm::vec2 middle : {glm::vec2(60.0f), glm::vec2(60.5f), glm::vec2(60.2f, 59.7f)}) {
        const TerrainView view =
            built_where(cell_size, [&](glm::vec2 at) { return glm::distance(at, middle) <= radius; });
        float most = 0.0f, off = 0.0f;
        for (SolidCorner const& corner : sides_of(view)) {
          const glm::vec2 from = glm::vec2(corner.position) / cell_size - middle;
          most = std::max(most, degrees_between(corner.normal, from));
          off = std::max(off, std::abs(glm::length(from) - radius));
        }
        EXPECT_LT(most, radius < 4.0f ? 12.0f : 8.0f) << radius << " cells of " << cell_size << " m about " << middle.x;
        EXPECT_LT(off, 0.5f) << radius << " cells of " << cell_size << " m about " << middle.x;
      }
    }
  }
}

TEST(WallLines, OfSlantedWallsAreStraightUpToTheirCorners) {
  for (const float cell_size : {0.5f, 2.0f}) {
    for (const float turn : {8.0f, 15.0f, 30.0f, 45.0f, 52.0f, 70.0f}) {
      const glm::vec2 along(std::cos(glm::radians(turn)), std::sin(glm::radians(turn))), across(-along.y, along.x);
      const glm::vec2 half(30.0f, 12.0f);
      const TerrainView view = built_where(cell_size, [&](glm::vec2 at) {
        at -= 60.0f;
        return std::abs(glm::dot(at, along)) <= half.x && std::abs(glm::dot(at, across)) <= half.y;
      });
      float most = 0.0f, off = 0.0f;
      for (SolidCorner const& corner : sides_of(view)) {
        const glm::vec2 from = glm::vec2(corner.position) / cell_size - 60.0f;
        const glm::vec2 place(std::abs(glm::dot(from, along)), std::abs(glm::dot(from, across)));
        // Distance from the corner of the house.
        const bool long_side = half.x - place.x > half.y - place.y;
        if ((long_side ? half.x - place.x : half.y - place.y) < 3.0f) continue;
        most = std::max(most, degrees_between(glm::abs(glm::vec2(glm::dot(glm::vec2(corner.normal), along),
                                                                 glm::dot(glm::vec2(corner.normal), across))),
                                              long_side ? glm::vec2(0.0f, 1.0f) : glm::vec2(1.0f, 0.0f)));
        off = std::max(off, long_side ? std::abs(half.y - place.y) : std::abs(half.x - place.x));
      }
      EXPECT_LT(most, 10.0f) << turn << " degrees, cells of " << cell_size << " m";
      EXPECT_LT(off, 0.6f) << turn << " degrees, cells of " << cell_size << " m";
    }
  }
}

TEST(WallLines, OfAxisParallelWallsStayWhereTheyAre) {
  // A house with a wing, a notch, a buttress and a thin wall that ends freely.
  const auto in = [](glm::vec2 at, glm::vec2 low, glm::vec2 high) {
    return at.x > low.x && at.y > low.y && at.x < high.x && at.y < high.y;
  };
  const TerrainView view = built_where(1.0f, [&](glm::vec2 at) {
    if (in(at, {20, 20}, {21, 21})) return false;
    return in(at, {20, 20}, {40, 35}) || in(at, {40, 22}, {47, 30}) || in(at, {28, 35}, {31, 36}) ||
           in(at, {47, 26}, {70, 27});
  });
  const std::vector<SolidCorner> sides = sides_of(view);
  ASSERT_FALSE(sides.empty());
  for (std::size_t i = 0; i < sides.size(); i += 3) {
    const glm::vec2 out = sides[i].normal;
    EXPECT_EQ(std::abs(out.x) + std::abs(out.y), 1.0f);
    EXPECT_EQ(std::max(std::abs(out.x), std::abs(out.y)), 1.0f);
    for (std::size_t k = i; k < i + 3; ++k) {
      EXPECT_EQ(sides[k].normal, sides[i].normal);
      EXPECT_EQ(sides[k].position, glm::round(sides[k].position));
    }
  }
}

TEST(WallLines, LeaveNoGapBetweenSidesAndRoof) {
  const TerrainView view = built_where(1.0f, [](glm::vec2 at) { return glm::distance(at, glm::vec2(60.3f)) <= 9.0f; });
  const auto before = [](glm::vec3 a, glm::vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); };
  std::set<glm::vec3, decltype(before)> roof(before);
  for (SolidCorner const& corner : solid_faces(view)) {
    if (corner.normal.z > 0.5f) roof.insert(corner.position);
  }
  for (SolidCorner const& corner : sides_of(view)) {
    EXPECT_TRUE(corner.position.z < kHeight || roof.contains(corner.position));
  }
}

TEST(WallLines, MeasureMetresAlongAWall) {
  const float cell_size = 0.5f;
  const TerrainView view =
      built_where(cell_size, [](glm::vec2 at) { return glm::distance(at, glm::vec2(60.0f)) <= 20.0f; });
  const std::vector<SolidCorner> sides = sides_of(view);
  float round = 0.0f;
  for (std::size_t i = 0; i + 1 < sides.size(); i += 6) {  // the lower edge of each side comes first
    const float along = sides[i + 1].opening.x - sides[i].opening.x;
    EXPECT_NEAR(along, glm::distance(glm::vec2(sides[i].position), glm::vec2(sides[i + 1].position)), 1.0e-3f);
    round += along;
  }
  const float true_round = 2.0f * std::numbers::pi_v<float> * 20.0f * cell_size;
  EXPECT_NEAR(round, true_round, 0.03f * true_round);
}

}  // namespace
}  // namespace barchan::render::wall_lines_test
