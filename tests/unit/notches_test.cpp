/// Notches that flying sand cuts into cliffs: which layers are worn, when, and what falls.
#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/blasting.hpp"
#include "wind/wind_field.hpp"

namespace barchan::notches_test {
namespace {

constexpr SoilId kSoft = 3, kCap = 4;
constexpr int kSide = 32, kEdge = 16;  // cells; the block begins at the edge
constexpr BlastRule kRule{.abrasion = 0.05f, .height = 0.5f};

/// A block under a west wind: rock with layers on it, listed from below.
class Cliff {
 public:
  explicit Cliff(std::vector<Layer> const& layers, double wind_degrees = 0.0) {
    terrain_.grid = {kSide, kSide, 1.0f, Boundary::open};
    Soil soft = terrain_.soils[kRock];
    soft.id = "soft";
    soft.hardness = 0.2f;
    Soil cap = terrain_.soils[kRock];
    cap.id = "cap";
    cap.hardness = 50.0f;
    terrain_.soils.push_back(soft);
    terrain_.soils.push_back(cap);
    const std::vector<Quanta> nothing(terrain_.grid.cells(), 0);
    terrain_.columns = Columns(terrain_.grid, nothing, nothing);
    terrain_.columns.make_room_for_layers(terrain_.grid);
    for (std::size_t i = 0; i < nothing.size(); ++i) {
      for (Layer const& layer : layers) {
        if (static_cast<int>(i % kSide) >= kEdge) terrain_.columns.lay(i, layer);
      }
    }
    parameters_.direction = static_cast<float>(wind_degrees);
    terrain_.columns.count_lying(before_);
  }
  void blast(int steps) {
    const std::vector<Quanta> air(terrain_.grid.cells(), kQuantaPerMetre / 4);
    WindField wind;
    for (int step = 0; step < steps; ++step) {
      wind.renew(terrain_, parameters_, scheduler_);
      const StepContext context{1, static_cast<std::uint64_t>(step), 0.1f, wind, scheduler_, ledger_};
      blasting_.wear(terrain_, context, kRule, air);
    }
  }
  std::size_t face() const { return terrain_.grid.index(kEdge, kSide / 2); }
  Terrain const& terrain() const { return terrain_; }
  /// Returns whether the initial amount of every soil plus the recorded changes equals the present amount.
  bool closed() const {
    MassBudget now;
    terrain_.columns.count_lying(now);
    const MassBudget booked = ledger_.booked();
    for (std::size_t soil = 0; soil < terrain_.soils.size(); ++soil) {
      if (now.accounts[soil].lying != before_.accounts[soil].lying + booked.accounts[soil].converted) return false;
    }
    return true;
  }

 private:
  Terrain terrain_;
  MassBudget before_;
  WindParameters parameters_;
  Scheduler scheduler_{1};
  Ledger ledger_;
  SandBlasting blasting_;
};

const std::vector<Layer> kButte{{kSoft, kQuantaPerMetre}, {kCap, 4 * kQuantaPerMetre}};

TEST(Notches, ASoftFootIsHollowedOutAndTheCapFalls) {
  Cliff cliff(kButte);
  cliff.blast(1);
  const double each = cliff.terrain().notches.blasted(cliff.face());
  ASSERT_GT(each, 0.0);
  const auto needed = static_cast<int>(0.2 / each);
  cliff.blast(needed - 2);
  EXPECT_EQ(cliff.terrain().columns.base_soil(cliff.face()), kCap) << "it stands until the notch is a cell wide";
  EXPECT_GT(to_metres(cliff.terrain().columns.base(cliff.face())), 4.9);
  cliff.blast(4);
  EXPECT_NEAR(cliff.terrain().columns.base(cliff.face()), 0, 20) << "then soft layer and cap lie there loose";
  EXPECT_GT(to_metres(cliff.terrain().columns.sediment(cliff.face())), 4.9);
  EXPECT_GT(to_metres(cliff.terrain().columns.base(cliff.face() + 1)), 4.9) << "and the next face stands";
  EXPECT_TRUE(cliff.closed());
}

TEST(Notches, FlyingSandHollowsOutTheFootAlone) {
  // The soft layer is 3 m above the foot, out of reach of the sand, and the layers below it are hard.
  Cliff cliff({{kCap, 3 * kQuantaPerMetre}, {kSoft, kQuantaPerMetre}, {kCap, kQuantaPerMetre}});
  cliff.blast(400);
  EXPECT_GT(cliff.terrain().notches.blasted(cliff.face()), 1.0);
  EXPECT_GT(to_metres(cliff.terrain().columns.base(cliff.face())), 4.9);
  EXPECT_TRUE(cliff.closed());
}

TEST(Notches, LeeSidesKeepTheirs) {
  Cliff cliff(kButte, 180.0);
  cliff.blast(50);
  EXPECT_EQ(cliff.terrain().notches.blasted(cliff.face()), 0.0);
  EXPECT_GT(to_metres(cliff.terrain().columns.base(cliff.face())), 4.9);
}

TEST(Notches, ACliffOfOneRockWearsFromItsTopAsEver) {
  Cliff cliff({{kRock, 5 * kQuantaPerMetre}});
  cliff.blast(20);
  EXPECT_EQ(cliff.terrain().notches.blasted(cliff.face()), 0.0);
  EXPECT_LT(to_metres(cliff.terrain().columns.base(cliff.face())), 4.995);
  EXPECT_TRUE(cliff.closed());
}

}  // namespace
}  // namespace barchan::notches_test
