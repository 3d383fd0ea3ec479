#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/direction.hpp"
#include "base/scheduler.hpp"
#include "io/scenario.hpp"
#include "land/columns.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "support/shipped_worlds.hpp"
#include "wind/shadow.hpp"
#include "world/world.hpp"

namespace barchan::lasting_shadow_test {
namespace {

struct Case {
  Grid grid;
  double degrees;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    for (const double degrees : {0.0, 22.5, 90.0, 137.0, 180.0, 251.0, 270.0, 313.0}) {
      all.push_back({{320, 256, 1.0f, boundary}, degrees});
      all.push_back({{333, 201, 2.0f, boundary}, degrees});
      all.push_back({{130, 515, 1.0f, boundary}, degrees});
      all.push_back({{65, 31, 1.0f, boundary}, degrees});
      all.push_back({{1, 70, 1.0f, boundary}, degrees});
    }
  }
  return all;
}

/// Level rock, or rock with hills in the south-west, and a heap of sand.
Columns land(Grid const& grid, bool rough) {
  std::vector<Quanta> base(grid.cells(), to_quanta(3.0)), sand(grid.cells());
  const std::vector<float> noise = test::smooth_noise(grid, 24, 5);
  for_each_cell(grid, [&](int x, int y) {
    const std::size_t at = grid.index(x, y);
    if (rough && 2 * x < grid.width) base[at] += to_quanta(static_cast<double>(noise[at]));
    if (std::abs(x - grid.width / 2) < 12 && std::abs(y - grid.height / 3) < 7) sand[at] = to_quanta(6.0);
  });
  return {grid, base, sand};
}

class LastingShadowTest : public testing::TestWithParam<bool> {};

TEST_P(LastingShadowTest, EqualsASweepAfterEveryChange) {
  constexpr int kSteps = 12;
  const Scheduler scheduler(2);
  std::mt19937 random(11);
  for (Case const& one : cases()) {
    Grid const& grid = one.grid;
    Columns columns = land(grid, GetParam());
    const Rays rays{unit_vector(one.degrees), 0.176f, 0.268f};
    std::vector<float> shadow(grid.cells()), bubble(grid.cells()), fresh_shadow(grid.cells()),
        fresh_bubble(grid.cells());
    LastingShadow lasting;
    for (int step = 0; step < kSteps; ++step) {
      columns.advance();
      lasting.renew({grid, columns.elevations(), &columns.changes()}, rays, scheduler, {shadow, bubble});
      sweep_shadow(grid, columns.elevations(), rays, scheduler, {fresh_shadow, fresh_bubble});
      ASSERT_EQ(shadow, fresh_shadow) << grid.width << " x " << grid.height << ", " << one.degrees << ", " << step;
      ASSERT_EQ(bubble, fresh_bubble) << grid.width << " x " << grid.height << ", " << one.degrees << ", " << step;
      // In some steps the heap grows or shrinks, so that rays reach farther or less far; in others a random cell
      // changes.
      const std::size_t heap = grid.index(grid.width / 2, grid.height / 3);
      if (step % 3 == 0) columns.deposit(heap, kSand, to_quanta(0.4));
      if (step % 3 == 1) columns.erode(heap, to_quanta(0.7));
      if (step % 4 == 3) columns.deposit(random() % grid.cells(), kSand, to_quanta(1.0));
      if (step % 5 == 4) columns.raise(random() % grid.cells(), to_quanta(2.0));
    }
    // A different land at the same address must not be taken for the old one.
    Columns other = land(grid, !GetParam());
    columns = other;
    lasting.renew({grid, columns.elevations(), &columns.changes()}, rays, scheduler, {shadow, bubble});
    sweep_shadow(grid, columns.elevations(), rays, scheduler, {fresh_shadow, fresh_bubble});
    ASSERT_EQ(shadow, fresh_shadow);
  }
}

INSTANTIATE_TEST_SUITE_P(OnLand, LastingShadowTest, testing::Bool(),
                         [](auto const& of) { return of.param ? std::string("rough") : std::string("level"); });

/// Memory of the land that only saves work is not state: a world that has just been read has none.
class WorkSaved : public testing::TestWithParam<char const*> {};

TEST_P(WorkSaved, ChangesNothing) {
  constexpr int kRounds = 5, kSteps = 9;
  World world = test::shipped_world(GetParam(), 7, 2);
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<std::byte> bytes = world.snapshot();
    World fresh = World::restore(bytes, make_processes(), 1);
    for (int step = 0; step < kSteps; ++step) {
      world.step();
      fresh.step();
    }
    ASSERT_EQ(world.hash(), fresh.hash()) << "after " << (round + 1) * kSteps << " steps";
  }
}

INSTANTIATE_TEST_SUITE_P(Of, WorkSaved,
                         testing::Values("barchans", "single_dune", "everything", "oasis_town", "yardangs",
                                         "both_winds", "dust_storm", "rock_gravel_pebbles_sand", "snow_over_rock"),
                         [](auto const& of) { return std::string(of.param); });

}  // namespace
}  // namespace barchan::lasting_shadow_test
