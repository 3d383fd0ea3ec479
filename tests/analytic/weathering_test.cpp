/// Weathering against its equations: cover on flat rock, slopes, hardness, and the rock core under a retreating cliff.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "gravity/gravity.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/weathering/process.hpp"
#include "wind/wind_field.hpp"

namespace barchan::test::weathering_test {
namespace {

constexpr SoilId kCap = 3;     ///< solid, does not weather
constexpr SoilId kGravel = 4;  ///< loose
constexpr SoilId kHard = 5;    ///< solid, ten times as hard as rock
constexpr double kRate = 1.0;  ///< mm/a

Soils soils_of_the_test() {
  Soils soils = default_soils();
  Soil cap = soils[kRock];
  cap.id = "cap";
  cap.weathers = kCap;
  Soil gravel = soils[kSand];
  gravel.id = "gravel";
  Soil hard = soils[kRock];
  hard.id = "hard";
  hard.hardness = 10.0f;
  hard.weathers = kGravel;
  soils.insert(soils.end(), {cap, gravel, hard});
  return soils;
}

/// A land on which weathering acts, and gravity when the test calls it.
struct Ground {
  Ground(Grid const& grid, std::vector<Quanta> const& base) : process(make_weathering()) {
    terrain.grid = grid;
    terrain.columns = Columns(grid, base, std::vector<Quanta>(grid.cells(), 0));
    terrain.soils = soils_of_the_test();
    terrain.columns.set_soils(grid, loose_soils(terrain.soils), 0);
    set("rate", kRate);
    process->prepare(terrain);
    settling.prepare(terrain);
  }
  void set(std::string_view key, double value) const {
    const ParameterGroup group = process->parameters();
    group.set(*group.find(key), value);
  }
  void repose(float slope) {
    for (Soil& soil : terrain.soils) soil.repose_slope = soil.static_slope = slope;
  }
  /// Weathers for `years` in `steps` steps.
  void weather(double years, int steps = 1) {
    const double each = years / steps;
    const double clock = std::min(each, 10000.0);
    set("years_per_second", clock);
    for (int i = 0; i < steps; ++i) {
      terrain.columns.advance();
      process->step(terrain, {.step = step++,
                              .dt = static_cast<float>(each / clock),
                              .wind = wind,
                              .scheduler = scheduler,
                              .ledger = ledger});
    }
  }
  /// Lets everything come to rest.
  void settle() {
    const float rate = 3.2f * terrain.grid.cell_size * terrain.grid.cell_size;  // the largest rate that a step allows
    for (int i = 0; i < 20000; ++i) {
      const std::vector<Quanta> before(terrain.columns.elevations().begin(), terrain.columns.elevations().end());
      settling.relax(terrain, rate, 1.0f, {settled++, scheduler, ledger});
      if (std::ranges::equal(before, terrain.columns.elevations())) return;
    }
    ADD_FAILURE() << "it does not come to rest";
  }
  double cover(std::size_t cell) const { return to_metres(terrain.columns.sediment(cell)); }

  Terrain terrain;
  WindField wind;
  Scheduler scheduler{1};
  Ledger ledger;
  Gravity settling;
  std::unique_ptr<Process> process;
  std::uint64_t step = 0, settled = 0;
};

TEST(Weathering, CoverOnFlatRockGrowsWithTheLogarithmOfTimeInAnySteps) {
  constexpr Grid kGrid{.width = 5, .height = 4};
  for (const double depth : {0.25, 0.5}) {
    for (const double rate : {0.08, 2.0}) {
      for (const double years : {300.0, 9000.0}) {
        const double exact = depth * std::log(1.0 + rate * 0.001 * years / depth);
        for (const int steps : {1, 30, 1000}) {
          Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 40 * kQuantaPerMetre));
          ground.set("rate", rate);
          ground.set("depth", depth);
          ground.weather(years, steps);
          EXPECT_NEAR(ground.cover(7) / exact, 1.0, 0.001) << rate << " mm/a, " << years << " a, " << steps;
          EXPECT_EQ(ground.cover(0), ground.cover(19));
          EXPECT_EQ(ground.terrain.columns.elevation(7), 40 * kQuantaPerMetre) << "turned in place";
        }
      }
    }
  }
}

TEST(Weathering, ByMassOfLightDebrisFollowsTheWholeLawInAnySteps) {
  constexpr Grid kGrid{.width = 4, .height = 4};
  for (const int steps : {1, 30, 1000}) {
    Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 40 * kQuantaPerMetre));
    ground.terrain.soils[kSand].density = 0.5f * ground.terrain.soils[kRock].density;
    ground.ledger.conserve(Conserved::mass, ground.terrain.soils);
    ground.weather(2000.0, steps);
    const double exact = 0.35 * std::log(1.0 + 2.0 * 0.001 * kRate * 2000.0 / 0.35);
    EXPECT_NEAR(ground.cover(3) / exact, 1.0, 0.001) << steps << " steps";
  }
}

TEST(Weathering, OnCoverThatLiesThereItFollowsTheWholeLaw) {
  constexpr Grid kGrid{.width = 4, .height = 4};
  Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
  for (std::size_t i = 0; i < kGrid.cells(); ++i) ground.terrain.columns.lay(i, {kGravel, to_quanta(0.2)});
  ground.weather(2000.0, 20);
  const double exact = 0.35 * std::log(std::exp(0.2 / 0.35) + 0.001 * kRate * 2000.0 / 0.35);
  EXPECT_NEAR(ground.cover(3), exact, 0.001 * exact);
  EXPECT_EQ(ground.terrain.columns.layer_count(3), 3) << "gravel, what became of rock, rock";
  EXPECT_EQ(ground.terrain.columns.layer(3, 1).soil, kSand);
  EXPECT_EQ(ground.terrain.columns.layer(3, 0), (Layer{kGravel, to_quanta(0.2)}));
}

TEST(Weathering, WhatIsBelowAQuantumAStepAddsUp) {
  constexpr Grid kGrid{.width = 4, .height = 4};
  Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
  ground.set("rate", 0.08);
  ground.weather(1.0, 1000);  // a fiftieth of a quantum each
  const double exact = 0.35 * std::log(1.0 + 0.00008 / 0.35) * kQuantaPerMetre;
  EXPECT_EQ(ground.terrain.columns.sediment(5), static_cast<Quanta>(exact));
}

TEST(Weathering, TenTimesAsHardIsATenthAsFast) {
  constexpr Grid kGrid{.width = 4, .height = 4};
  Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
  for (std::size_t i = 0; i < 8; ++i) ground.terrain.columns.lay(i, {kHard, kQuantaPerMetre});
  for (std::size_t i = 8; i < 16; ++i) ground.terrain.columns.lay(i, {kRock, kQuantaPerMetre});
  ground.terrain.columns.lay(15, {kCap, 10});
  ground.weather(2.0);
  const double soft = ground.cover(9);
  EXPECT_NEAR(soft, 0.002, 0.00002);
  EXPECT_NEAR(ground.cover(2) / soft, 0.1, 0.001);
  EXPECT_EQ(ground.terrain.columns.top(2).soil, kGravel) << "what its own row says";
  EXPECT_EQ(ground.cover(15), 0.0) << "what weathers to solid soil does not weather";
}

TEST(Weathering, GoesOnInTheNextLayerWithinAStep) {
  constexpr Grid kGrid{.width = 4, .height = 4};
  const auto made = [&](int steps) {
    Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
    for (std::size_t i = 0; i < kGrid.cells(); ++i) {
      ground.terrain.columns.lay(i, {kHard, to_quanta(0.05)});
      ground.terrain.columns.lay(i, {kRock, to_quanta(0.1)});
    }
    ground.weather(4000.0, steps);
    EXPECT_GT(ground.cover(0), 0.16) << "through both layers into the bedrock";
    return ground.cover(0);
  };
  const double once = made(1);
  EXPECT_NEAR(made(30) / once, 1.0, 0.002);
  EXPECT_NEAR(made(1000) / once, 1.0, 0.002);
}

TEST(Weathering, IsFasterOnASlopeByItsSurface) {
  constexpr Grid kGrid{.width = 24, .height = 24, .cell_size = 2.0f, .boundary = Boundary::closed};
  for (const double degrees : {0.0, 20.0, 45.0, 70.0}) {
    for (const double azimuth : {0.0, 90.0, 200.0, 37.0}) {
      const double slope = std::tan(degrees * std::numbers::pi / 180.0);
      const double east = slope * std::cos(azimuth * std::numbers::pi / 180.0);
      const double north = slope * std::sin(azimuth * std::numbers::pi / 180.0);
      std::vector<Quanta> base;
      for (int y = 0; y < 24; ++y) {
        for (int x = 0; x < 24; ++x) base.push_back(to_quanta(200.0 + 2.0 * (x * east + y * north)));
      }
      Ground ground(kGrid, base);
      ground.weather(2.0);
      const double rate = ground.cover(kGrid.index(12, 12)) / 2.0;
      EXPECT_NEAR(rate * 1000.0 * std::cos(degrees * std::numbers::pi / 180.0), kRate, 0.01)
          << degrees << " degrees towards " << azimuth;
    }
  }
}

TEST(Weathering, FieldIsTheRateOfEachCell) {
  constexpr Grid kGrid{.width = 24, .height = 8, .boundary = Boundary::closed};
  std::vector<Quanta> base;
  for (int y = 0; y < kGrid.height; ++y) {
    for (int x = 0; x < kGrid.width; ++x) base.push_back(std::max(x - 12, 0) * kQuantaPerMetre);
  }
  Ground ground(kGrid, base);
  ground.set("enabled", 1.0);
  ground.terrain.columns.lay(kGrid.index(4, 4), {kSand, to_quanta(0.35)});
  ground.terrain.columns.lay(kGrid.index(8, 4), {kHard, 1000});
  ground.terrain.columns.lay(kGrid.index(2, 4), {kCap, 1000});
  std::vector<float> rate(kGrid.cells());
  ground.process->read_field(0, ground.terrain, rate);
  const auto at = [&](int x) { return static_cast<double>(rate[kGrid.index(x, 4)]); };
  EXPECT_NEAR(at(6), kRate, 1e-3);
  EXPECT_NEAR(at(18), kRate * std::numbers::sqrt2, 1e-3) << "45 degrees";
  EXPECT_NEAR(at(4), kRate / std::numbers::e, 1e-3) << "under sand as deep as the depth";
  EXPECT_NEAR(at(8), kRate / 10.0, 1e-3) << "hard";
  EXPECT_EQ(at(2), 0.0) << "what does not weather";
}

/// Deviation of a cliff's final rock core from the parabola, in cells.
struct Core {
  double worst = 0.0;  ///< of all columns below the talus
  double end = 0.0;    ///< of the place at which the talus reaches the plateau
};

/// A vertical cliff of `height` metres, under a cap that does not weather, retreats until no rock of it is exposed.
Core core_of_cliff(double height, double slope, float cell_size) {
  const double reach = height / (2.0 * slope);
  const int half = static_cast<int>(std::ceil(1.5 * reach / static_cast<double>(cell_size))) + 4;
  const Grid grid{.width = 2 * half, .height = 3, .cell_size = cell_size, .boundary = Boundary::closed};
  Ground ground(grid, std::vector<Quanta>(grid.cells(), 0));
  ground.repose(static_cast<float>(slope));
  ground.set("depth", 0.01);
  const Quanta cap = to_quanta(0.001);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (x >= half) ground.terrain.columns.lay(grid.index(x, y), {kRock, to_quanta(height) - cap});
      ground.terrain.columns.lay(grid.index(x, y), {kCap, cap});
    }
  }
  const QuantaSum before = ground.terrain.columns.count().total();
  const double years = 1000.0 * static_cast<double>(cell_size) / kRate;  // for a retreat by the width of a cell
  for (int i = 0; i < 2 * half; ++i) {
    ground.weather(1.001 * years, 2);
    ground.settle();
  }
  EXPECT_EQ(ground.terrain.columns.count().total(), before) << "one volume of rock is one of talus";

  Core core;
  const double metres = static_cast<double>(cell_size);
  const Section section = cut(ground.terrain, {0.0, 1.5 * metres}, {grid.width * metres, 1.5 * metres});
  double end = 0.0;
  for (SectionColumn const& column : section.columns) {
    double rock = to_metres(column.surface);
    for (Layer const& layer : column.layers) {
      if (!ground.terrain.soils[layer.soil].loose) break;
      rock -= to_metres(layer.thickness);
    }
    const double x = 0.5 * (column.begin + column.end) - half * metres;
    if (x < 0.0) continue;
    if (rock < height - 0.01) {
      core.worst = std::max(core.worst, std::abs(x - rock * rock / (2.0 * height * slope)) / metres);
      end = column.end - half * metres;
    }
  }
  core.end = (end - reach) / metres;
  return core;
}

/// The same for a cliff whose normal is at 30 degrees to the grid, examined across its middle.
Core core_of_slanting_cliff(double height, double slope, float cell_size) {
  const double angle = 30.0 * std::numbers::pi / 180.0;
  const double talus = slope / std::cos(15.0 * std::numbers::pi / 180.0);  // slope at which the grid lets it rest
  const double reach = height / (2.0 * talus);
  const auto metres = static_cast<double>(cell_size);
  const int side = static_cast<int>(5.0 * reach / metres) + 4;
  const Grid grid{.width = side, .height = side, .cell_size = cell_size, .boundary = Boundary::closed};
  Ground ground(grid, std::vector<Quanta>(grid.cells(), 0));
  ground.repose(static_cast<float>(slope));
  ground.set("depth", 0.01);
  const Quanta cap = to_quanta(0.001);
  const auto into_the_cliff = [&](double x, double y) {
    return metres * ((x - 0.5 * side) * std::cos(angle) + (y - 0.5 * side) * std::sin(angle));
  };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const bool high = into_the_cliff(x + 0.5, y + 0.5) >= 0.0;
      if (high) ground.terrain.columns.lay(grid.index(x, y), {kRock, to_quanta(height) - cap});
      ground.terrain.columns.lay(grid.index(x, y), {kCap, cap});
    }
  }
  // The cliff retreats by an eighth of a cell's width per iteration.
  for (int i = 0; i < static_cast<int>(8.0 * 1.5 * reach / metres); ++i) {
    ground.weather(125.0 * metres / kRate);
    ground.settle();
  }
  Core core{.end = -reach};
  const double half = 1.6 * reach;
  const glm::dvec2 middle(0.5 * side * metres, 0.5 * side * metres);
  const glm::dvec2 way(half * std::cos(angle), half * std::sin(angle));
  for (SectionColumn const& column : cut(ground.terrain, middle, middle + way).columns) {
    const double rock = to_metres(ground.terrain.columns.base(column.cell));
    const auto x = static_cast<double>(column.cell % static_cast<std::size_t>(side)) + 0.5;
    const auto y = static_cast<double>(column.cell / static_cast<std::size_t>(side)) + 0.5;
    const double in = into_the_cliff(x, y);
    if (in < 0.0 || rock > height - 0.01) continue;
    core.worst = std::max(core.worst, std::abs(in - rock * rock / (2.0 * height * talus)) / metres);
    core.end = std::max(core.end, (in - reach) / metres);
  }
  return core;
}

TEST(Weathering, ASlantingCliffLeavesItToo) {
  struct Case {
    double height, slope;
    float cell_size;
  };
  for (const Case one : {Case{8.0, 0.5, 1.0f}, {8.0, 0.75, 1.0f}, {8.0, 0.75, 0.5f}, {12.0, 0.75, 1.0f}}) {
    const Core core = core_of_slanting_cliff(one.height, one.slope, one.cell_size);
    std::printf(
        "cliff at 30 degrees, %.0f m, tan %.2f, cell %.1f m: off the parabola %.2f cells, its end %+.2f cells\n",
        one.height, one.slope, static_cast<double>(one.cell_size), core.worst, core.end);
    EXPECT_LT(core.worst, 2.0);
    EXPECT_LT(std::abs(core.end), 2.0);
  }
}

TEST(Weathering, ACliffLeavesTheCoreOfFisherAndLehmann) {
  for (const double height : {8.0, 16.0}) {
    for (const double slope : {0.5, 0.75}) {
      for (const float cell_size : {0.5f, 1.0f}) {
        const Core core = core_of_cliff(height, slope, cell_size);
        std::printf("cliff %.0f m, tan %.2f, cell %.1f m: off the parabola %.2f cells, its end %+.2f cells\n", height,
                    slope, static_cast<double>(cell_size), core.worst, core.end);
        EXPECT_LT(core.worst, 2.0);
        EXPECT_LT(std::abs(core.end), 2.0);
      }
    }
  }
}

/// A land of steep and gentle places, cliffs and bands of all soils.
Ground rough_ground(Grid const& grid, std::function<std::size_t(int, int)> const& place) {
  std::vector<Quanta> base(grid.cells(), 0);
  Ground ground(grid, base);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = place(x, y);
      const double hill = 3.0 + 2.0 * std::sin(0.7 * x) * std::cos(0.4 * y + 1.0);
      ground.terrain.columns.lay(cell, {kRock, to_quanta(hill)});
      if ((x / 3 + y / 5) % 2 == 0) ground.terrain.columns.lay(cell, {kHard, to_quanta(0.4 * (1 + x % 4))});
      if ((x / 4 + y / 4) % 3 == 0) ground.terrain.columns.lay(cell, {kRock, to_quanta(0.9)});
      if ((x + y) % 11 < 3) ground.terrain.columns.lay(cell, {kCap, to_quanta(0.3)});
      if ((x * y) % 7 == 0) ground.terrain.columns.lay(cell, {kGravel, to_quanta(0.1)});
    }
  }
  return ground;
}

TEST(Weathering, OfATurnedOrMirroredLandIsTheTurnedOrMirroredResult) {
  constexpr int kSide = 28;
  static constexpr Grid kGrid{.width = kSide, .height = kSide, .boundary = Boundary::closed};
  using Place = std::function<std::size_t(int, int)>;
  const Place straight = [](int x, int y) { return kGrid.index(x, y); };
  const std::vector<Place> others{[](int x, int y) { return kGrid.index(kSide - 1 - y, x); },
                                  [](int x, int y) { return kGrid.index(kSide - 1 - x, y); },
                                  [](int x, int y) { return kGrid.index(x, kSide - 1 - y); },
                                  [](int x, int y) { return kGrid.index(y, x); }};
  const auto weathered = [](Place const& place) {
    Ground ground = rough_ground(kGrid, place);
    ground.weather(12000.0, 60);
    return ground;
  };
  const Ground one = weathered(straight);
  const MassBudget booked = one.ledger.booked();
  EXPECT_LT(booked.accounts[kCap].converted, 0) << "caps have fallen";
  EXPECT_LT(booked.accounts[kHard].converted, 0);
  for (Place const& place : others) {
    const Ground other = weathered(place);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const std::size_t a = straight(x, y);
        const std::size_t b = place(x, y);
        ASSERT_EQ(one.terrain.columns.layer_count(a), other.terrain.columns.layer_count(b)) << x << " " << y;
        for (int k = 0; k < one.terrain.columns.layer_count(a); ++k) {
          ASSERT_EQ(one.terrain.columns.layer(a, k), other.terrain.columns.layer(b, k)) << x << " " << y;
        }
      }
    }
  }
}

TEST(Weathering, AHardCapFallsWhenTheSoftBandUnderItIsHollowedOut) {
  constexpr Grid kGrid{.width = 12, .height = 3, .boundary = Boundary::closed};
  Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
  ground.set("depth", 0.01);
  // From cell 6 eastwards: 3 m of hard, 2 m of soft and 2 m of hard soil under a cap.
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    if (cell % 12 >= 6) {
      ground.terrain.columns.lay(cell, {kHard, 3 * kQuantaPerMetre});
      ground.terrain.columns.lay(cell, {kRock, 2 * kQuantaPerMetre});
      ground.terrain.columns.lay(cell, {kHard, 2 * kQuantaPerMetre});
    }
    ground.terrain.columns.lay(cell, {kCap, 100});
  }
  const std::size_t edge = kGrid.index(6, 1);
  Columns const& columns = ground.terrain.columns;
  ground.weather(990.0, 9);
  EXPECT_EQ(columns.base(edge), 7 * kQuantaPerMetre + 100) << "the notch is not yet as deep as a cell is wide";
  ground.weather(20.0);
  EXPECT_EQ(columns.base(edge), 3 * kQuantaPerMetre) << "the soft band and all above it";
  EXPECT_EQ(columns.base(edge + 1), 7 * kQuantaPerMetre + 100);
  EXPECT_EQ(columns.sediment(edge), 4 * kQuantaPerMetre + 100);
  ground.settle();
  const Quanta talus = columns.elevation(edge);
  EXPECT_LT(talus, to_quanta(3.1));
  ground.weather(990.0, 9);
  EXPECT_EQ(columns.base(edge + 1), 7 * kQuantaPerMetre + 100);
  ground.weather(20.0);
  EXPECT_EQ(columns.base(edge + 1), talus) << "the next cell, as far down as it shows";
  EXPECT_EQ(ground.ledger.booked().accounts[kCap].converted, -6 * 100);
}

/// A land 140 cells wide with a plateau of rock 5 m high, whose cliff looks west, east, south or north. All ground lies
/// under a cap. The cliff that looks west stands at the boundary of a stretch of 64 cells.
struct Plateau {
  static constexpr Grid kGrid{.width = 140, .height = 12, .boundary = Boundary::closed};
  static constexpr Quanta kCapOf = 100;

  explicit Plateau(int way) : side(way), ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0)) {
    ground.set("depth", 0.01);
    for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
      if (is_high(cell)) ground.terrain.columns.lay(cell, {kRock, 5 * kQuantaPerMetre});
      ground.terrain.columns.lay(cell, {kCap, kCapOf});
    }
  }
  bool is_high(std::size_t cell) const {
    const std::size_t x = cell % 140, y = cell / 140;
    const std::array<bool, 4> high{x >= 64, x < 64, y >= 6, y < 6};
    return high[static_cast<std::size_t>(side)];
  }
  /// A cell at the brink.
  std::size_t brink() const {
    constexpr std::array<std::size_t, 4> kCells{6 * 140 + 64, 6 * 140 + 63, 6 * 140 + 70, 5 * 140 + 70};
    return kCells[static_cast<std::size_t>(side)];
  }
  /// Covers the low ground with sand up to the brink, and takes the sand away again.
  void bury() {
    for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
      if (!is_high(cell)) ground.terrain.columns.deposit(cell, kSand, 5 * kQuantaPerMetre);
    }
  }
  void uncover() {
    for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
      if (!is_high(cell)) ground.terrain.columns.erode(cell, 5 * kQuantaPerMetre);
    }
  }
  bool stands() const { return ground.terrain.columns.base(brink()) == 5 * kQuantaPerMetre + kCapOf; }
  bool has_fallen() const { return ground.terrain.columns.base(brink()) == kCapOf; }

  int side;
  Ground ground;
};

TEST(Weathering, CliffsOfEverySideRetreatByACellInTheTimeThatTheFacesSay) {
  for (int side = 0; side < 4; ++side) {
    for (const double faces : {1.0, 4.0}) {
      Plateau land(side);
      land.ground.set("faces", faces);
      land.ground.weather(990.0 / faces, 9);
      EXPECT_TRUE(land.stands()) << side << ", " << faces;
      land.ground.weather(20.0 / faces);
      EXPECT_TRUE(land.has_fallen()) << side << ", " << faces;
    }
  }
}

TEST(Weathering, ACliffThatComesToLightRetreats) {
  for (int side = 0; side < 4; ++side) {
    Plateau land(side);
    land.bury();
    land.ground.weather(2.0);
    land.uncover();
    land.ground.weather(990.0, 9);
    EXPECT_TRUE(land.stands()) << side;
    land.ground.weather(20.0);
    EXPECT_TRUE(land.has_fallen()) << side;
  }
}

TEST(Weathering, ANotchIsForgottenWhileItsFaceIsBuriedAndBeginsAgain) {
  for (int side = 0; side < 4; ++side) {
    for (const bool beside : {false, true}) {
      Plateau land(side);
      Columns& columns = land.ground.terrain.columns;
      // Beside the brink, a shaft keeps a free face in the same stretch.
      const std::size_t shaft = land.brink() + (side == 1 ? -10 : 10);
      if (beside) columns.dig(shaft, Plateau::kCapOf), columns.dig(shaft, 4 * kQuantaPerMetre);
      land.ground.weather(900.0, 9);
      EXPECT_TRUE(land.stands());
      land.bury();
      land.ground.weather(2.0);
      land.uncover();
      land.ground.weather(990.0, 9);
      EXPECT_TRUE(land.stands()) << side << ", " << beside;
      land.ground.weather(20.0);
      EXPECT_TRUE(land.has_fallen()) << side << ", " << beside;
    }
  }
}

TEST(Weathering, ACornerRetreatsFasterThanAWallByTheRootOfTwo) {
  constexpr Grid kGrid{.width = 20, .height = 20, .boundary = Boundary::closed};
  Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    const std::size_t x = cell % 20, y = cell / 20;
    if (x >= 10 && y >= 10) ground.terrain.columns.lay(cell, {kRock, 5 * kQuantaPerMetre});
    ground.terrain.columns.lay(cell, {kCap, 100});
  }
  const auto base = [&](int x, int y) { return ground.terrain.columns.base(kGrid.index(x, y)); };
  ground.weather(990.0 / std::numbers::sqrt2, 9);
  EXPECT_EQ(base(10, 10), 5 * kQuantaPerMetre + 100);
  ground.weather(20.0 / std::numbers::sqrt2);
  EXPECT_EQ(base(10, 10), 100) << "the corner";
  EXPECT_EQ(base(10, 15), 5 * kQuantaPerMetre + 100) << "the wall";
}

/// A block 20 times as wide as high, on ground that does not weather. All debris is removed. It weathers for the time
/// in which nine tenths of its height weather off level rock. A cap, 10 times as hard, is an eighth of its height.
Ground block_after_ages(bool capped) {
  constexpr Grid kGrid{.width = 240, .height = 3, .boundary = Boundary::closed};
  constexpr double kHeight = 8.0;
  Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    const std::size_t x = cell % 240;
    if (x >= 40 && x < 200) ground.terrain.columns.lay(cell, {kRock, to_quanta(kHeight - 1.0)});
    if (x >= 40 && x < 200) ground.terrain.columns.lay(cell, {capped ? kHard : kRock, kQuantaPerMetre});
    if (x < 40 || x >= 200) ground.terrain.columns.lay(cell, {kCap, 1});
  }
  for (int i = 0; i < 154; ++i) {
    ground.weather(50.0 / kRate);
    for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
      Columns& columns = ground.terrain.columns;
      while (columns.available(cell) > 0) columns.erode(cell, columns.available(cell));
    }
  }
  return ground;
}

TEST(Weathering, ACapKeepsATableMountainFlatAndItsFacesSteep) {
  const Ground bare = block_after_ages(false);
  const Ground butte = block_after_ages(true);
  const auto top = [](Ground const& ground) { return to_metres(ground.terrain.columns.elevation(240 + 120)); };
  EXPECT_NEAR(top(bare), 0.8, 0.1) << "nine tenths are gone";
  EXPECT_GT(top(butte), 5.0 * top(bare));
  int kept = 0;
  for (int x = 40; x < 200; ++x) {
    const double here = to_metres(butte.terrain.columns.elevation(static_cast<std::size_t>(240 + x)));
    if (std::abs(here - top(butte)) < 0.01) ++kept;
  }
  EXPECT_GE(kept, 128) << "four fifths of its flat top";
  double steepest = 0.0;
  for (std::size_t x = 40; x < 100; ++x) {
    const Columns& columns = butte.terrain.columns;
    steepest = std::max(steepest, to_metres(columns.elevation(240 + x) - columns.elevation(240 + x - 1)));
  }
  std::printf("block %.2f m, butte %.2f m, %d of 160 cells of its top, free face of tan %.2f\n", top(bare), top(butte),
              kept, steepest);
  EXPECT_GT(steepest, std::tan(60.0 * std::numbers::pi / 180.0));
}

TEST(Weathering, WhatCannotFallHoldsTheCliff) {
  constexpr Grid kGrid{.width = 12, .height = 3, .boundary = Boundary::closed};
  Ground ground(kGrid, std::vector<Quanta>(kGrid.cells(), 0));
  ground.terrain.soils[kCap].cascades = kCap;
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    if (cell % 12 >= 6) ground.terrain.columns.lay(cell, {kRock, 5 * kQuantaPerMetre});
    ground.terrain.columns.lay(cell, {kCap, 100});
  }
  ground.weather(5000.0, 50);
  EXPECT_EQ(ground.terrain.columns.base(6), 5 * kQuantaPerMetre + 100);
  EXPECT_EQ(ground.ledger.booked().accounts[kSand].converted, 0);
}

}  // namespace
}  // namespace barchan::test::weathering_test
