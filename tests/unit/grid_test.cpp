#include "base/grid.hpp"

#include <gtest/gtest.h>

namespace barchan::grid_test {
namespace {

TEST(Grid, PeriodicCoordinatesWrapAnyNumberOfTimes) {
  const Grid grid{.width = 7, .height = 3, .boundary = Boundary::periodic};
  for (int x = -50; x < 50; ++x) {
    int expected = x;
    while (expected < 0) expected += 7;
    while (expected >= 7) expected -= 7;
    EXPECT_EQ(grid.resolve_x(x), expected) << x;
  }
  EXPECT_EQ(grid.resolve_y(-1), 2);
  EXPECT_EQ(grid.resolve_y(3), 0);
  EXPECT_EQ(grid.resolve_y(-3), 0);
}

TEST(Grid, OpenAndClosedCoordinatesStopAtTheEdge) {
  for (Boundary boundary : {Boundary::open, Boundary::closed}) {
    const Grid grid{.width = 7, .height = 3, .boundary = boundary};
    EXPECT_EQ(grid.resolve_x(-5), 0);
    EXPECT_EQ(grid.resolve_x(0), 0);
    EXPECT_EQ(grid.resolve_x(6), 6);
    EXPECT_EQ(grid.resolve_x(7), 6);
    EXPECT_EQ(grid.resolve_y(99), 2);
  }
}

TEST(Grid, ASingleCellIsItsOwnNeighbour) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    const Grid grid{.width = 1, .height = 1, .boundary = boundary};
    for (int x = -3; x <= 3; ++x) EXPECT_EQ(grid.resolve_x(x), 0);
  }
}

TEST(Grid, IndexCountsEachCellOnceRowByRow) {
  const Grid grid{.width = 5, .height = 4};
  std::size_t expected = 0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) EXPECT_EQ(grid.index(x, y), expected++);
  }
  EXPECT_EQ(grid.cells(), expected);
  const Grid largest{.width = Grid::kMaximumSide, .height = Grid::kMaximumSide};
  EXPECT_EQ(largest.cells(), std::size_t{268435456});
  EXPECT_EQ(largest.index(largest.width - 1, largest.height - 1) + 1, largest.cells());
}

TEST(Grid, ContainsExactlyItsCells) {
  const Grid grid{.width = 2, .height = 3};
  int inside = 0;
  for (int y = -2; y < 6; ++y) {
    for (int x = -2; x < 6; ++x) inside += grid.contains(x, y) ? 1 : 0;
  }
  EXPECT_EQ(inside, 6);
}

}  // namespace
}  // namespace barchan::grid_test
