// Slab dunes on lands with open edges: the inflow of sand. Such lands neither lose their sand nor pile it up.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::open_land_test {
namespace {

struct OpenLand {
  double depth = 1.0;  // m, mean thickness of sand at the beginning, with bumps of 0.1 m
  double wind = 0.0;   // degrees
  double inflow = 1.0;
  double stock = 1.0;  // m
};

class OpenLands : public testing::TestWithParam<int> {
 protected:
  static constexpr int kSide = 96;

  World world(OpenLand const& land) const {
    WorldSetup setup;
    setup.grid = {kSide, kSide, 1.0f, Boundary::open};
    setup.base.assign(setup.grid.cells(), 0);
    for (std::uint32_t i = 0; i < setup.grid.cells(); ++i) {
      const double bump = 0.1 * static_cast<double>(to_unit(random_words(1, 0, RandomStream::scenario, i)[0]));
      setup.sand.push_back(land.depth > 0.0 ? to_quanta(land.depth + bump) : 0);
    }
    setup.parameters = {{"wind", "direction", land.wind},
                        {"slab_dunes", "transport", static_cast<double>(GetParam())},
                        {"slab_dunes", "inflow", land.inflow},
                        {"slab_dunes", "stock", land.stock}};
    return test::make_world(std::move(setup), "slab_dunes");
  }
};

std::string transport_name(testing::TestParamInfo<int> const& info) { return info.param == 0 ? "field" : "events"; }
INSTANTIATE_TEST_SUITE_P(Both, OpenLands, testing::Values(0, 1), transport_name);

/// Inflow minus outflow of sand, as a thickness over the land, m.
double gained(World const& world) {
  const Account sand = world.budget().accounts[kSand];
  return to_metres(sand.in - sand.out) / static_cast<double>(world.grid().cells());
}

TEST_P(OpenLands, FlatSandComesInAtFirst) {
  // While the stock is full, the inflow per metre of the upwind edge is lift x hop / rest.
  constexpr int kSteps = 4;
  constexpr double kFlatFlux = 0.1 * 5.0 / 0.6;  // m2 per step
  for (double inflow : {0.3, 1.0, 2.0}) {
    World land = world({.depth = 0.0, .inflow = inflow, .stock = 100.0});
    test::run(land, kSteps);
    const double in = to_metres(land.budget().accounts[kSand].in);
    EXPECT_NEAR(in / (inflow * kFlatFlux * kSide * kSteps), 1.0, 0.05) << inflow;
  }
}

TEST_P(OpenLands, NeitherStarveNorPileUp) {
  for (double wind : {0.0, 200.0}) {
    World land = world({.wind = wind});
    double least = 0.0, most = 0.0;
    for (int i = 0; i < 20; ++i) {
      test::run(land, 50);
      least = std::min(least, gained(land));
      most = std::max(most, gained(land));
    }
    std::printf("sand gained at an inflow of 1, m: %g\n", most);
    EXPECT_EQ(test::unsound(land), "");
    EXPECT_GT(least, -0.5);
    EXPECT_LT(most, 1.02) << "no more comes in than lies beyond the edges";
  }
}

TEST_P(OpenLands, FollowTheInflow) {
  World starved = world({.wind = 30.0, .inflow = 0.3});
  test::run(starved, 1500);
  EXPECT_LT(gained(starved), -0.5);
  World fed = world({.wind = 30.0, .inflow = 2.0, .stock = 0.25});
  test::run(fed, 500);
  EXPECT_GT(gained(fed), 0.0);
  EXPECT_LT(gained(fed), 0.27);
}

TEST_P(OpenLands, DunesCoverBareGround) {
  World land = world({.depth = 0.0, .wind = 30.0});
  test::run(land, 500);
  EXPECT_GT(gained(land), 0.3);
  EXPECT_LT(gained(land), 1.02);
}

}  // namespace
}  // namespace barchan::open_land_test
