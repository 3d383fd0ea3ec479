// Single rules of the slab dunes against closed forms, for both transports. The tests print their figures, which help
// to judge mutants.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::slab_rules_test {
namespace {

class SlabRules : public testing::TestWithParam<int> {
 protected:
  // `sand` is the thickness in metres at (x, y), on a flat plain of rock with a wall of `wall` metres on its
  // westernmost cells.
  template <class Thickness>
  World world(Grid const& grid, Thickness const& sand, std::vector<SetParameter> const& parameters,
              double wall = 0.0) const {
    constexpr int kWallWidth = 4;
    WorldSetup setup;
    setup.grid = grid;
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        setup.base.push_back(x < kWallWidth ? to_quanta(wall) : 0);
        setup.sand.push_back(to_quanta(sand(x, y)));
      }
    }
    setup.parameters = parameters;
    setup.parameters.push_back({"slab_dunes", "transport", static_cast<double>(GetParam())});
    return test::make_world(std::move(setup), "slab_dunes");
  }
};

std::string transport_name(testing::TestParamInfo<int> const& info) { return info.param == 0 ? "field" : "events"; }
INSTANTIATE_TEST_SUITE_P(Both, SlabRules, testing::Values(0, 1), transport_name);

TEST_P(SlabRules, NothingIsLiftedInFullShadow) {
  // A wall of ten metres shades 37 m completely at 15 degrees.
  const Grid grid{96, 24, 1.0f, Boundary::closed};
  World land = world(
      grid, [](int x, int) { return x >= 8 && x < 34 ? 1.0 : 0.0; }, {{"slab_dunes", "reptation", 0.0}}, 10.0);
  const auto loose = [&] {
    const auto sand = land.terrain().columns.available_thicknesses();
    return std::vector<Quanta>(sand.begin(), sand.end());
  };
  const std::vector<Quanta> before = loose();
  // The edges of the strip are too steep at first. Nothing changes its middle.
  for (int step = 0; step < 3; ++step) land.step();
  const std::vector<Quanta> after = loose();
  double lifted = 0.0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 12; x < 30; ++x) lifted += to_metres(before[grid.index(x, y)] - after[grid.index(x, y)]);
  }
  for (int x = 12; x < 30; ++x) ASSERT_EQ(land.wind().shadow()[grid.index(x, 12)], 1.0f) << x;
  std::printf("sand lifted in full shadow, m3: %g\n", lifted);
  EXPECT_EQ(lifted, 0.0);
}

TEST_P(SlabRules, FlyingSandRestsInTheWake) {
  // Sand on top of a wall blows off it into its wake of 37 m. On bare ground, only a part of its flights would end
  // within that distance, because they are 20 m long.
  const Grid grid{128, 24, 1.0f, Boundary::open};
  World land = world(
      grid, [](int x, int) { return x < 4 ? 0.5 : 0.0; },
      {{"slab_dunes", "hop_length", 10.0},
       {"slab_dunes", "deposit_sand", 0.5},
       {"slab_dunes", "deposit_bare", 0.2},
       {"slab_dunes", "inflow", 0.0},
       {"slab_dunes", "reptation", 0.0}},
      10.0);
  for (int step = 0; step < 20; ++step) land.step();
  double sheltered = 0.0, beyond = 0.0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 4; x < grid.width; ++x) {
      (x < 42 ? sheltered : beyond) += to_metres(land.terrain().columns.sediment(grid.index(x, y)));
    }
  }
  beyond +=
      static_cast<double>(land.budget().accounts[kSand].out + land.budget().accounts[kSand].airborne) / kQuantaPerMetre;
  const double share = sheltered / (sheltered + beyond);
  std::printf("share of the sand that rests in the wake: %g\n", share);
  EXPECT_GT(sheltered, 10.0);
  EXPECT_GT(share, 0.98);
}

TEST_P(SlabRules, CreepFlattensAWaveAtTheRateOfItsDiffusivity) {
  // Ridges along the wind: flights carry no sand across them, and creep lowers them as exp(-k^2 D t).
  constexpr int kSide = 96, kSettle = 10, kSteps = 40, kWaves = 3;
  constexpr double kCreep = 0.2, kFlux = 0.25 * 5.0 / 0.6, kTimeStep = 0.4;
  const Grid grid{kSide, kSide, 1.0f, Boundary::periodic};
  const double k = 2.0 * std::numbers::pi * kWaves / kSide;
  // The angles of the shadow are as steep as sand can be, so the bumps of single slabs cast no shadow that matters.
  World land =
      world(grid, [&](int, int y) { return 6.0 + std::cos(k * y); },
            {{"slab_dunes", "reptation", kCreep}, {"wind", "shadow_low", 30.0}, {"wind", "shadow_high", 45.0}});
  const auto amplitude = [&] {
    double sum = 0.0;
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x)
        sum += std::cos(k * y) * to_metres(land.terrain().columns.sediment(grid.index(x, y)));
    }
    return 2.0 * sum / (kSide * kSide);
  };
  for (int step = 0; step < kSettle; ++step) land.step();
  const double before = amplitude();
  for (int step = 0; step < kSteps; ++step) land.step();
  const double rate = std::log(before / amplitude()) / (kSteps * kTimeStep);
  const double ratio = rate / (k * k * kCreep * kFlux);
  std::printf("rate of decay over k2 x reptation x flux: %g\n", ratio);
  // Sand that slides down bumps that are too steep adds to the rate; the airborne field deposits more sand at once.
  EXPECT_GT(ratio, 0.9);
  EXPECT_LT(ratio, 1.3);
}

TEST_P(SlabRules, SandFliesFartherOverBareGround) {
  // A layer of sand too thin to hide the ground, lifted once and followed until it rests. The land has two equal winds
  // that alternate in every step, so all flights end within the step.
  constexpr int kLine = 20;
  const Grid grid{128, 512, 1.0f, Boundary::periodic};
  const auto distance = [&](double rest) {
    World land = world(grid, [](int x, int) { return x == kLine ? 0.002 : 0.0; },
                       {{"slab_dunes", "deposit_sand", 0.8},
                        {"slab_dunes", "deposit_bare", rest},
                        {"slab_dunes", "reptation", 0.0},
                        {"wind", "winds", 2.0},
                        {"wind", "divergence", 0.0},
                        {"wind", "period", 1.0},
                        {"world", "time_step", 0.5}});
    land.step();
    const std::vector<float> air = land.field("slab_airborne").value();
    double sum = 0.0, way = 0.0;
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const double sand =
            to_metres(land.terrain().columns.sediment(grid.index(x, y))) + static_cast<double>(air[grid.index(x, y)]);
        sum += sand;
        way += sand * (x - kLine);
      }
    }
    return way / sum;
  };
  const double ratio = distance(0.4) / distance(0.8);
  std::printf("flight over bare ground at rest 0.4 over that at 0.8: %g\n", ratio);
  EXPECT_GT(ratio, 1.5);
  EXPECT_LT(ratio, 2.2);
}

TEST_P(SlabRules, LittleSandIsInTheAirWhenTheWindTurns) {
  // Sand in the air would turn with the wind, which deforms the crests of winds more than 90 degrees apart.
  const Grid grid{64, 64, 1.0f, Boundary::periodic};
  constexpr int kSpell = 3, kTurns = 4;
  World land = world(grid, [](int, int) { return 4.0; },
                     {{"wind", "winds", 2.0}, {"wind", "divergence", 120.0}, {"wind", "period", 2.0 * kSpell * 0.4}});
  double share = 0.0;
  for (int turn = 0; turn < kTurns; ++turn) {
    for (int step = 0; step < kSpell; ++step) land.step();
    double air = 0.0;
    const std::vector<float> cells = land.field("slab_airborne").value();
    for (float value : cells) air += static_cast<double>(value);
    constexpr double kSlab = 0.1;  // m, lifted per step
    share = std::max(share, air / (kSlab * static_cast<double>(grid.cells())));
  }
  std::printf("sand in the air when the wind turns, slabs: %g\n", share);
  EXPECT_LT(share, 0.15);
}

TEST_P(SlabRules, SandFliesAlongTheWind) {
  // The centre of a patch of thin sand, lifted once and followed until it rests, moves in the direction of the wind.
  constexpr int kSide = 160, kFirst = 64, kLast = 96;
  const Grid grid{kSide, kSide, 1.0f, Boundary::periodic};
  double worst = 0.0;
  for (double wind : {15.0, 67.0, 200.0, 337.5}) {
    World land = world(grid,
                       [](int x, int y) {
                         const bool inside = x >= kFirst && x < kLast && y >= kFirst && y < kLast;
                         return inside ? 0.002 : 0.0;
                       },
                       {{"slab_dunes", "deposit_sand", 0.8},
                        {"slab_dunes", "deposit_bare", 0.8},
                        {"slab_dunes", "reptation", 0.0},
                        {"wind", "direction", wind},
                        {"wind", "winds", 2.0},
                        {"wind", "divergence", 0.0},
                        {"wind", "period", 1.0},
                        {"world", "time_step", 0.5}});
    land.step();
    double east = 0.0, north = 0.0;
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const double sand = to_metres(land.terrain().columns.sediment(grid.index(x, y)));
        east += sand * (x - 0.5 * (kFirst + kLast - 1));
        north += sand * (y - 0.5 * (kFirst + kLast - 1));
      }
    }
    const double flown = std::atan2(north, east) * 180.0 / std::numbers::pi;
    worst = std::max(worst, std::abs(std::remainder(flown - wind, 360.0)));
  }
  std::printf("largest angle between flight and wind, deg: %g\n", worst);
  EXPECT_LT(worst, 1.5);
}

}  // namespace
}  // namespace barchan::slab_rules_test
