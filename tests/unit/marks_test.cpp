#include "base/marks.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sparse_grid.hpp"

namespace barchan::test::marks_test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

TEST(Marks, AreListedWhateverTheirNumberAndTheirValues) {
  std::mt19937 random(1);
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{9},
                                  std::size_t{64}, std::size_t{201}}) {
    for (const unsigned one_in : {1u, 3u, 40u}) {
      std::vector<std::uint8_t> marks(count);
      std::vector<int> wanted, room(count, -1);
      for (std::size_t i = 0; i < count; ++i) {
        if (random() % one_in != 0) continue;
        marks[i] = i % 2 == 0 ? 1 : 255;
        wanted.push_back(static_cast<int>(i));
      }
      EXPECT_THAT(numbers_of<int>(marks, room), ElementsAreArray(wanted)) << count << ", one in " << one_in;
    }
  }
}

/// Three rows of three stretches, the last of which is short.
constexpr Grid kThree{2 * kStretch + 5, 3, 1.0f, Boundary::periodic};

SparseGrid<int> three_rows() {
  SparseGrid<int> grid;
  grid.prepare(kThree);
  return grid;
}

TEST(SparseGrid, KnowsRowsInWhichNothingIsMarked) {
  SparseGrid<int> grid = three_rows();
  EXPECT_FALSE(grid.any(0, 3));
  grid.add(kThree.index(kStretch, 1), 7);
  EXPECT_THAT(grid.marks(1), ElementsAre(0, 1, 0));
  EXPECT_TRUE(grid.any(1) && grid.any(0, 3) && grid.any(1, 2));
  EXPECT_FALSE(grid.any(0) || grid.any(2) || grid.any(0, 1) || grid.any(2, 3));
  grid.clear_row(1);
  EXPECT_FALSE(grid.any(0, 3));
  EXPECT_THAT(grid.cells(), Each(0));
}

TEST(SparseGrid, ForgetsMarksOfWhatHoldsNothing) {
  SparseGrid<int> grid = three_rows();
  grid.open_marks(0)[2] = 1;
  grid.add(kThree.index(2, 2), 3);
  grid.open_marks(2)[1] = 1;
  grid.tighten_rows(0, 3);
  EXPECT_FALSE(grid.any(0));
  EXPECT_THAT(grid.marks(0), Each(0));
  EXPECT_TRUE(grid.any(2));
  EXPECT_THAT(grid.marks(2), ElementsAre(1, 0, 0));
  EXPECT_EQ(grid[kThree.index(2, 2)], 3);
}

TEST(SparseGrid, KeepsWhatIsWantedAndClearsTheRest) {
  SparseGrid<int> grid = three_rows();
  grid.add(kThree.index(0, 1), 1);
  grid.add(kThree.index(2 * kStretch + 4, 1), 2);
  const std::vector<std::uint8_t> wanted{0, 1, 1};
  grid.keep_only(1, wanted);
  EXPECT_THAT(grid.marks(1), ElementsAreArray(wanted));
  EXPECT_EQ(grid[kThree.index(0, 1)], 0);
  EXPECT_EQ(grid[kThree.index(2 * kStretch + 4, 1)], 2);
  int runs = 0;
  grid.for_each_run([&](int y, CellRun run) {
    ++runs;
    EXPECT_EQ(y, 1);
    EXPECT_EQ(run.first, std::size_t{kStretch});
    EXPECT_EQ(run.count, std::size_t{kStretch} + 5);
  });
  EXPECT_EQ(runs, 1);
  grid.keep_only(1, std::vector<std::uint8_t>(3, 0));
  EXPECT_FALSE(grid.any(1));
  EXPECT_THAT(grid.cells(), Each(0));
}

TEST(SparseGrid, OpenCellsMayHoldAnything) {
  SparseGrid<int> grid = three_rows();
  grid.open_cells()[kThree.index(3, 2)] = 5;
  for (int y = 0; y < 3; ++y) EXPECT_TRUE(grid.any(y)) << y;
  grid.clear();
  EXPECT_FALSE(grid.any(0, 3));
  EXPECT_THAT(grid.cells(), Each(0));
}

}  // namespace
}  // namespace barchan::test::marks_test
