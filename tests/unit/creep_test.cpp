// Creep: sand moves down every slope at the rate of its diffusivity, and only cells that change are disturbed.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "gravity/creep.hpp"
#include "gravity/gravity.hpp"
#include "land/terrain.hpp"

namespace barchan::test::creep_test {
namespace {

constexpr float kDiffusivity = 0.06f;
constexpr float kStep = 0.4f;

/// Sand of `metres(x, y)` on level rock; no cell is disturbed.
template <class Height>
Terrain land_at_rest(Grid const& grid, Height metres) {
  std::vector<Quanta> sand(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) sand[grid.index(x, y)] = to_quanta(metres(x, y));
  }
  Terrain terrain;
  terrain.grid = grid;
  terrain.columns = Columns(grid, std::vector<Quanta>(grid.cells(), 0), sand);
  terrain.columns.set_disturbed(std::vector<std::uint8_t>(terrain.columns.disturbed().size(), 0));
  return terrain;
}

void creep(Terrain& terrain, int steps) {
  Creep creep;
  creep.prepare(terrain);
  const Scheduler scheduler(2);
  Ledger ledger;
  for (int step = 0; step < steps; ++step) {
    creep.run(terrain, kDiffusivity, kStep, {static_cast<std::uint64_t>(step), scheduler, ledger}, {});
  }
}

std::size_t disturbed(Terrain const& terrain) {
  return static_cast<std::size_t>(std::ranges::count(terrain.columns.disturbed(), 1));
}

TEST(Creep, FlattensAWaveAtTheRateOfItsDiffusivity) {
  constexpr int kLength = 32, kSteps = 200;
  const auto wave = [](int x) { return std::sin(2.0 * std::numbers::pi * x / kLength); };
  Terrain terrain = land_at_rest({kLength, 16, 1.0f, Boundary::periodic}, [&](int x, int) { return 3.0 + wave(x); });
  terrain.slides = Slides(terrain.grid);
  creep(terrain, kSteps);
  EXPECT_TRUE(terrain.slides.empty()) << "what creeps does not slide";
  double amplitude = 0.0;
  for (int x = 0; x < kLength; ++x) amplitude += to_metres(terrain.columns.elevation(x)) * wave(x) * 2.0 / kLength;
  // A diagonal carries half as much as an axis edge, so along an axis the diffusivity is twice that of four neighbours.
  const double per_step =
      2.0 * double{kDiffusivity} * double{kStep} * 2.0 * (1.0 - std::cos(2.0 * std::numbers::pi / kLength));
  EXPECT_NEAR(std::log(amplitude) / (kSteps * std::log(1.0 - per_step)), 1.0, 0.01);
}

TEST(Creep, WakesOnlyWhatItMoves) {
  // A gentle plain that ends in a hollow, far from a dune: each cell loses what it gains, except at the edges and the
  // dune.
  const Grid grid{512, 512, 1.0f, Boundary::closed};
  Terrain terrain = land_at_rest(grid, [](int x, int y) {
    const double dune = 8.0 - std::hypot(x - 256.0, y - 256.0) * 0.25;
    return 1.0 + 0.01 * x + std::max(dune, 0.0);
  });
  const Columns before = terrain.columns;
  creep(terrain, 1);
  const auto marks = terrain.columns.disturbed();
  std::size_t moved = 0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; x += kSegment) {
      const auto begin = static_cast<std::ptrdiff_t>(grid.index(x, y));
      const bool changed =
          !std::equal(before.elevations().begin() + begin, before.elevations().begin() + begin + kSegment,
                      terrain.columns.elevations().begin() + begin);
      moved += changed ? 1u : 0u;
      const auto segment = static_cast<std::size_t>(y * terrain.columns.segments_per_row() + x / kSegment);
      EXPECT_EQ(marks[segment] != 0, changed) << x << " " << y;
    }
  }
  EXPECT_GT(moved, 64u) << "the dune creeps";
  EXPECT_LT(moved, marks.size() / 8) << "the plain does not change";
}

TEST(Creep, LeavesAwakeWhatOthersHaveDisturbed) {
  const Grid grid{128, 64, 1.0f, Boundary::periodic};
  Terrain terrain = land_at_rest(grid, [](int, int) { return 2.0; });
  creep(terrain, 3);
  EXPECT_EQ(disturbed(terrain), 0u) << "level sand stays as it is";
  terrain.columns.disturb(grid.index(40, 30));
  creep(terrain, 3);
  EXPECT_EQ(disturbed(terrain), 1u);
}

TEST(Creep, HidesNoSlopeFromSettling) {
  const Grid grid{150, 90, 1.0f, Boundary::open};
  const auto steep = [](int x, int y) { return 6.0 + 5.0 * std::sin(0.31 * x) * std::cos(0.23 * y); };
  Terrain marked = land_at_rest(grid, steep);
  const Scheduler scheduler(2);
  Ledger ledger;
  Gravity settling;
  Creep creep;
  settling.prepare(marked);
  creep.prepare(marked);
  marked.columns.disturb_all();
  Terrain everywhere = marked;
  for (std::uint64_t step = 0; step < 40; ++step) {
    for (Terrain* terrain : {&marked, &everywhere}) {
      creep.run(*terrain, kDiffusivity, kStep, {step, scheduler, ledger}, {});
      if (terrain == &everywhere) terrain->columns.disturb_all();
      settling.relax(*terrain, 2.0f, kStep, {step, scheduler, ledger});
    }
    ASSERT_TRUE(std::ranges::equal(marked.columns.elevations(), everywhere.columns.elevations())) << step;
  }
}

}  // namespace
}  // namespace barchan::test::creep_test
