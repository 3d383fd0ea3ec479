// Lakes and streams on the relief map.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "picture/relief.hpp"
#include "support/lake_country.hpp"

namespace barchan::test::relief_water_test {
namespace {

constexpr ReliefStyle kHighSun{{140.0f, 60.0f}, 512};

/// Colour at the centre of a cell: red, green, blue.
std::array<int, 3> color_at(Picture const& picture, Grid const& grid, int x, int y) {
  const int scale = picture.width / grid.width;
  const int column = x * scale + scale / 2, row = picture.height - 1 - (y * scale + scale / 2);
  const std::size_t at =
      3 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(column));
  return {picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2]};
}
bool blue(std::array<int, 3> const& color) { return color[2] > color[0]; }

TEST(ReliefWater, LakesAreBlueAndTheDeeperTheDarker) {
  const World world = lake_country({}, 1500);
  const Picture picture = draw_relief(world, kHighSun);
  Grid const& grid = world.grid();
  Lakes const& lakes = world.terrain().lakes;
  int deep = 0, shallow = 0, deep_light = 0, shallow_light = 0, dry = 0;
  for_each_cell(grid, [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    const double depth = to_metres(lakes.depth(cell));
    const auto color = color_at(picture, grid, x, y);
    const int light = color[0];  // water absorbs red first
    if (lakes.id(cell) == 0) {
      if (std::abs(y - kLakeY) < 16) return;  // the river, and the shores
      ++dry;
      EXPECT_FALSE(blue(color)) << x << ", " << y;
    } else if (depth > 0.8) {
      EXPECT_TRUE(blue(color)) << x << ", " << y << ": " << depth << " m";
      ++deep;
      deep_light += light;
    } else if (depth > 0.2 && depth < 0.5) {
      ++shallow;
      shallow_light += light;
    }
  });
  ASSERT_GT(deep, 30);
  ASSERT_GT(shallow, 10);
  ASSERT_GT(dry, 500);
  EXPECT_LT(deep_light / deep, shallow_light / shallow - 10);
}

TEST(ReliefWater, TheRiverIsSeenAndItsBanksAreNot) {
  const World world = lake_country({}, 900);
  const Picture picture = draw_relief(world, kHighSun);
  const auto red_share = [&](int x, int y) {
    const auto color = color_at(picture, world.grid(), x, y);
    return static_cast<double>(color[0]) / (color[0] + color[1] + color[2]);
  };
  for (const int x : {14, 18, 22}) EXPECT_LT(red_share(x, kLakeY), red_share(x, kLakeY + 8) - 0.04) << x;
}

TEST(ReliefWater, IsTheSamePictureForEveryNumberOfThreads) {
  World world = lake_country({}, 0);
  const Picture dry = draw_relief(world, kHighSun);
  const Picture again = draw_relief(lake_country({}, 0, 3), kHighSun);
  EXPECT_EQ(dry.rgb, again.rgb);
  const Picture wet = draw_relief(lake_country({}, 300), kHighSun);
  EXPECT_NE(dry.rgb, wet.rgb);
  EXPECT_EQ(wet.rgb, draw_relief(lake_country({}, 300, 3), kHighSun).rgb) << "whatever the threads";
}

}  // namespace
}  // namespace barchan::test::relief_water_test
