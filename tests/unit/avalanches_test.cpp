// Avalanches and grain flows, which reach the foot of a face within one step.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "gravity/avalanches.hpp"
#include "gravity/grain_flows.hpp"
#include "gravity/gravity.hpp"
#include "land/terrain.hpp"

namespace barchan::test::avalanches_test {
namespace {

constexpr float kRepose = 0.65f;

Terrain make_land(Grid const& grid, std::vector<Quanta> const& sand, std::vector<Quanta> const& base) {
  Terrain terrain;
  terrain.grid = grid;
  terrain.columns = Columns(grid, base, sand);
  terrain.soils[kSand].repose_slope = kRepose;
  terrain.soils[kSand].static_slope = kRepose;
  return terrain;
}
Terrain make_land(Grid const& grid, std::vector<Quanta> const& sand) {
  return make_land(grid, sand, std::vector<Quanta>(grid.cells(), 0));
}

std::vector<Quanta> heap(Grid const& grid, double metres, int radius) {
  std::vector<Quanta> sand(grid.cells(), 0);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const int dx = x - grid.width / 2;
      const int dy = y - grid.height / 2;
      if (dx * dx + dy * dy <= radius * radius) sand[grid.index(x, y)] = to_quanta(metres);
    }
  }
  return sand;
}

template <class RunDown>
void run_to_rest(Terrain& terrain, int passes, Scheduler const& scheduler) {
  Ledger ledger;
  RunDown run_down;
  run_down.prepare(terrain);
  for (std::uint64_t step = 0; step < 400; ++step) {
    const std::vector<Quanta> before(terrain.columns.elevations().begin(), terrain.columns.elevations().end());
    run_down.run_down(terrain, passes, {step, scheduler, ledger});
    if (std::equal(before.begin(), before.end(), terrain.columns.elevations().begin())) return;
  }
  FAIL() << "it never comes to rest";
}

template <class>
class RunDown : public testing::Test {};
using Both = testing::Types<Avalanches, GrainFlows>;
struct Names {
  template <class RunDown>
  static std::string GetName(int) {
    return std::is_same_v<RunDown, Avalanches> ? "Avalanches" : "GrainFlows";
  }
};
TYPED_TEST_SUITE(RunDown, Both, Names);

/// Steepest slope between any two neighbours.
double steepest(Terrain const& terrain) {
  Grid const& grid = terrain.grid;
  double most = 0.0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
        if (!grid.periodic() && !grid.contains(x + dx, y + dy)) continue;
        const std::size_t other = grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy));
        const double rise =
            to_metres(std::abs(terrain.columns.elevation(grid.index(x, y)) - terrain.columns.elevation(other)));
        most = std::max(most, rise / (std::hypot(dx, dy) * static_cast<double>(grid.cell_size)));
      }
    }
  }
  return most;
}

TYPED_TEST(RunDown, AHeapBecomesAConeAtTheAngleOfReposeWithAllItsSand) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (float cell : {0.5f, 1.0f, 2.0f}) {
      const Grid grid{70, 61, cell, boundary};
      Terrain terrain = make_land(grid, heap(grid, 20.0 * static_cast<double>(cell), 6));
      const QuantaSum sand = terrain.columns.count().lying[kSand];
      run_to_rest<TypeParam>(terrain, 100, Scheduler(1));
      EXPECT_EQ(terrain.columns.count().lying[kSand], sand);
      EXPECT_FALSE(terrain.columns.count().negative);
      EXPECT_LE(steepest(terrain), static_cast<double>(kRepose) + 0.001) << cell;
      EXPECT_GE(steepest(terrain), 0.98 * static_cast<double>(kRepose)) << cell;
    }
  }
}

TYPED_TEST(RunDown, DoesTheSameOnAnyNumberOfThreadsAndInAnyNumberOfPasses) {
  const Grid grid{130, 97, 1.0f, Boundary::periodic};
  const auto after = [&](int threads) {
    Terrain terrain = make_land(grid, heap(grid, 25.0, 9));
    TypeParam run_down;
    run_down.prepare(terrain);
    const Scheduler scheduler(threads);
    Ledger ledger;
    for (std::uint64_t step = 0; step < 6; ++step) run_down.run_down(terrain, 7, {step, scheduler, ledger});
    return terrain.columns;
  };
  const Columns one = after(1);
  for (int threads : {2, 3, 7}) EXPECT_EQ(after(threads), one) << threads;
  Terrain few = make_land(grid, heap(grid, 25.0, 9));
  run_to_rest<TypeParam>(few, 3, Scheduler(1));
  EXPECT_LE(steepest(few), static_cast<double>(kRepose) + 0.001) << "what is left of one call goes on in the next";
}

TYPED_TEST(RunDown, NothingGentlerMovesAndRockNeverDoes) {
  const Grid grid{96, 64, 1.0f, Boundary::closed};
  std::vector<Quanta> base(grid.cells()), sand(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      base[grid.index(x, y)] = to_quanta(x < 10 ? 40.0 : 0.0);                             // a cliff of bare rock
      sand[grid.index(x, y)] = to_quanta(0.577 * std::max(0.0, 20.0 - std::abs(x - 70)));  // a ridge of 30 degrees
    }
  }
  sand[grid.index(30, 30)] = to_quanta(5.0);  // and a pillar that falls
  Terrain terrain = make_land(grid, sand, base);
  const Columns before = terrain.columns;
  run_to_rest<TypeParam>(terrain, 50, Scheduler(1));
  int changed = 0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      EXPECT_EQ(terrain.columns.base(cell), before.base(cell));
      if (std::hypot(x - 30, y - 30) < 8.0) {
        changed += terrain.columns.elevation(cell) != before.elevation(cell) ? 1 : 0;
      } else {
        EXPECT_EQ(terrain.columns.elevation(cell), before.elevation(cell)) << x << " " << y;
      }
    }
  }
  EXPECT_GT(changed, 10);
}

TEST(RunDownOfAvalanches, SandThatMayStandSteeperSlidesLateAndThenDownToItsAngleOfRepose) {
  const Grid grid{96, 24, 1.0f, Boundary::closed};
  const auto face = [&](double slope) {
    std::vector<Quanta> sand(grid.cells());
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        sand[grid.index(x, y)] = to_quanta(20.0 + slope * std::clamp(48 - x, -12, 12));
      }
    }
    Terrain terrain = make_land(grid, sand);
    terrain.soils[kSand].static_slope = 0.75f;
    return terrain;
  };
  Terrain still = face(0.72);
  const Columns before = still.columns;
  run_to_rest<Avalanches>(still, 50, Scheduler(1));
  EXPECT_TRUE(std::equal(before.elevations().begin(), before.elevations().end(), still.columns.elevations().begin()));
  Terrain slides = face(0.78);
  run_to_rest<Avalanches>(slides, 50, Scheduler(1));
  EXPECT_LE(steepest(slides), 0.752);
  // In the middle of the face, the slide has lowered the slope to the angle of repose, not only to the angle at which
  // slides begin.
  const auto mean_slope = [&](Terrain const& land) {
    return to_metres(land.columns.elevation(grid.index(42, 12)) - land.columns.elevation(grid.index(54, 12))) / 12.0;
  };
  EXPECT_LT(mean_slope(slides), 0.70);
}

/// Returns whether settling would move more if it examined the whole land instead of the disturbed cells only.
bool hides_an_excess(Terrain const& land) {
  const Scheduler scheduler(1);
  Ledger ledger;
  const auto settled = [&](Terrain terrain) {
    Gravity settling;
    settling.prepare(terrain);
    for (std::uint64_t step = 0; step < 8; ++step) settling.relax(terrain, 2.0f, 0.4f, {step, scheduler, ledger});
    return std::vector<Quanta>(terrain.columns.elevations().begin(), terrain.columns.elevations().end());
  };
  Terrain everywhere = land;
  everywhere.columns.disturb_all();
  return settled(land) != settled(everywhere);
}

TYPED_TEST(RunDown, NoExcessIsLeftInSegmentsThatAreNotMarked) {
  for (float static_slope : {kRepose, 0.75f}) {
    for (int passes : {4, 100}) {
      const Grid grid{130, 97, 1.0f, Boundary::closed};
      Terrain terrain = make_land(grid, heap(grid, 25.0, 9));
      terrain.soils[kSand].static_slope = static_slope;
      TypeParam run_down;
      run_down.prepare(terrain);
      const Scheduler scheduler(1);
      Ledger ledger;
      for (std::uint64_t step = 0; step < 12; ++step) {
        run_down.run_down(terrain, passes, {step, scheduler, ledger});
        ASSERT_FALSE(hides_an_excess(terrain))
            << "static slope " << static_slope << ", " << passes << " passes, call " << step;
      }
    }
  }
}

}  // namespace
}  // namespace barchan::test::avalanches_test
