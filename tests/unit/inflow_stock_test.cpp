#include "land/inflow_stock.hpp"
#include "land/terrain.hpp"

#include <gtest/gtest.h>

namespace barchan::inflow_stock_test {
namespace {

constexpr Grid kGrid{.width = 20, .height = 5};
constexpr float kStock = 2.0f;  // m

/// Volume of a thickness over the whole land, quanta.
QuantaSum over_the_land(double metres) { return to_quanta(metres) * static_cast<QuantaSum>(kGrid.cells()); }

TEST(InflowStock, IsUsedUpByWhatComesIn) {
  Ledger ledger;
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock), 1.0f);
  ledger.book_in(kSand, over_the_land(0.5));
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock), 0.75f);
  ledger.book_in(kSand, over_the_land(1.5));
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock), 0.0f);
  ledger.book_in(kSand, over_the_land(1.0));
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock), 0.0f);
  EXPECT_EQ(InflowStock(kGrid, ledger).left(2.0f * kStock), 0.25f);
}

TEST(InflowStock, IsFilledByWhatLeavesAsFarAsItsUserSays) {
  Ledger ledger;
  ledger.book_in(kSand, over_the_land(1.0));
  ledger.book_out(kSand, over_the_land(2.0));
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock), 1.0f);
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock, 2.0f), 1.5f);
  ledger.book_out(kSand, over_the_land(5.0));
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock, 2.0f), 2.0f);
}

TEST(InflowStock, IgnoresRockAndWater) {
  Ledger ledger;
  ledger.book_in(kWater, over_the_land(1.0));
  ledger.book_out(kObstacle, over_the_land(1.0));
  ledger.convert(kRock, kSand, over_the_land(1.0), over_the_land(1.0));
  EXPECT_EQ(InflowStock(kGrid, ledger).left(kStock, 2.0f), 1.0f);
}

}  // namespace
}  // namespace barchan::inflow_stock_test
