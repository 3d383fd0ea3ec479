// Which rows of the packed maps a frame composes.
#include <gtest/gtest.h>

#include "render/compose_rows.hpp"

namespace barchan::render::compose_rows_test {
namespace {

constexpr Grid kLarge{.width = 1024, .height = 700};

TerrainView view_of(Grid const& grid, std::uint64_t seed, std::uint64_t step) {
  TerrainView view;
  view.grid = grid;
  view.seed = seed;
  view.step = step;
  return view;
}

/// Sends a view and renews all rows.
void send(ComposeRows& rows, TerrainView const& view) {
  rows.begin(view);
  rows.send();
  rows.renew(view.grid.height);
}

TEST(ComposeRows, AChangedLandIsComposedInPartsAndCompletely) {
  ComposeRows rows;
  EXPECT_TRUE(rows.none());
  send(rows, view_of(kLarge, 1, 0));
  const auto first = rows.next(kLarge, true);
  EXPECT_EQ(first.count, kLarge.height) << "the maps of a new land are composed at once";
  EXPECT_TRUE(first.completes && rows.none());
  send(rows, view_of(kLarge, 1, 1));
  int count = 0, parts = 0;
  for (; !rows.none(); ++parts) {
    const auto part = rows.next(kLarge, true);
    EXPECT_EQ(part.first, count);
    EXPECT_LE(part.count * kLarge.width, ComposeRows::kCellsAtOnce);
    count += part.count;
    EXPECT_EQ(part.completes, count == kLarge.height);
  }
  EXPECT_EQ(count, kLarge.height);
  EXPECT_EQ(parts, 3);
}

TEST(ComposeRows, ALandThatKeepsChangingRenewsEveryRowInTurn) {
  ComposeRows rows;
  send(rows, view_of(kLarge, 1, 0));
  rows.next(kLarge, true);
  std::vector<int> composed(static_cast<std::size_t>(kLarge.height), 0);
  for (std::uint64_t step = 1; step <= 9; ++step) {
    send(rows, view_of(kLarge, 1, step));
    const auto part = rows.next(kLarge, true);
    for (int row = part.first; row < part.first + part.count; ++row) ++composed[static_cast<std::size_t>(row)];
  }
  EXPECT_EQ(composed, std::vector<int>(composed.size(), 3));
}

TEST(ComposeRows, AnotherLandOrTimeIsComposedAtOnce) {
  Grid other = kLarge;
  other.boundary = kLarge.boundary == Boundary::open ? Boundary::periodic : Boundary::open;
  const TerrainView before = view_of(kLarge, 1, 500);
  for (TerrainView const& after :
       {view_of(other, 1, 501), view_of(kLarge, 2, 501), view_of(kLarge, 1, 499), view_of(kLarge, 1, 601)}) {
    ComposeRows rows;
    send(rows, before);
    rows.next(kLarge, true);
    send(rows, after);
    EXPECT_EQ(rows.next(after.grid, true).count, kLarge.height);
  }
  // While such a view is sent over several frames, each of them composes all rows.
  ComposeRows rows;
  rows.begin(before);
  for (int frame = 0; frame < 3; ++frame) {
    rows.send();
    rows.renew(kLarge.height);
    EXPECT_EQ(rows.next(kLarge, true).count, kLarge.height);
  }
}

TEST(ComposeRows, APictureInFullDetailIsExact) {
  ComposeRows rows;
  send(rows, view_of(kLarge, 1, 0));
  rows.next(kLarge, true);
  send(rows, view_of(kLarge, 1, 1));
  rows.next(kLarge, true);
  const auto part = rows.next(kLarge, false);
  EXPECT_EQ(part.first, 0);
  EXPECT_EQ(part.count, kLarge.height);
  EXPECT_TRUE(rows.none());
}

}  // namespace
}  // namespace barchan::render::compose_rows_test
