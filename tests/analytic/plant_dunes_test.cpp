// Plants and wind together: bushes gather nabkhas with a tail in their lee, and plants turn a heap of sand that would
// become a barchan into a parabolic dune.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "world/world.hpp"

namespace barchan::test::plant_dunes_test {
namespace {

std::uint64_t seeds() { return static_cast<std::uint64_t>(how_many(1, 3)); }

struct Mound {
  double gathered = 0.0;  // mean sand in the bush and its lee, divided by that of the rest of the land
  double height = 0.0;    // m
  double tail = 0.0;      // distance from its top to the end of its tail, in heights
};

/// A bush of 2.5 m radius on a plain with 0.1 m of drifting sand.
Mound mound_of_a_bush(std::uint64_t seed, float cover) {
  constexpr double kRadius = 2.5, kX = 15.0, kY = 15.0;
  WorldSetup setup;
  setup.grid = {.width = 120, .height = 60, .cell_size = 0.5f, .boundary = Boundary::periodic};
  setup.seed = seed;
  setup.base.assign(setup.grid.cells(), 0);
  setup.sand.assign(setup.grid.cells(), to_quanta(0.1));
  const auto from_bush = [&](std::size_t cell) {
    const auto width = static_cast<std::size_t>(setup.grid.width);
    return std::pair{0.5 * (static_cast<double>(cell % width) + 0.5) - kX,
                     0.5 * (static_cast<double>(cell / width) + 0.5) - kY};
  };
  for (std::size_t cell = 0; cell < setup.grid.cells(); ++cell) {
    const auto [x, y] = from_bush(cell);
    setup.cell_layers.real(CellLayer::plants).push_back(x * x + y * y < kRadius * kRadius ? cover : 0.0f);
  }
  setup.parameters = {{"slab_dunes", "lift_rate", 0.05}, {"slab_dunes", "deposit_bare", 0.5}};
  World world = make_world(setup, "slab_dunes");
  run(world, 1000);
  EXPECT_EQ(unsound(world), "");
  double inside = 0.0, outside = 0.0, cells_inside = 0.0, cells_outside = 0.0;
  Mound mound;
  double last = 0.0, top = 0.0;
  for (std::size_t cell = 0; cell < setup.grid.cells(); ++cell) {
    const auto [x, y] = from_bush(cell);
    const double sand = to_metres(world.terrain().columns.sediment(cell));
    const bool near = x > -kRadius && x < 3.0 * kRadius && std::abs(y) < kRadius;
    (near ? inside : outside) += sand;
    (near ? cells_inside : cells_outside) += 1.0;
    if (near && sand > mound.height) {
      mound.height = sand;
      top = x;
    }
    if (std::abs(y) < 1.0 && x > kRadius && x < 30.0 && sand > 0.15) last = std::max(last, x);
  }
  mound.gathered = inside / cells_inside / (outside / cells_outside);
  mound.tail = (last - top) / mound.height;
  return mound;
}

TEST(Nabkha, ABushGathersAMoundWithATail) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const Mound mound = mound_of_a_bush(seed, 0.9f);
    const Mound none = mound_of_a_bush(seed, 0.0f);
    std::printf("seed %d: %.1f times the sand around it (%.1f without a bush), %.2f m high, tail of %.1f heights\n",
                static_cast<int>(seed), mound.gathered, none.gathered, mound.height, mound.tail);
    EXPECT_GT(mound.gathered, 2.0);
    EXPECT_GT(mound.gathered, 2.0 * none.gathered);
    EXPECT_GT(mound.height, 0.6);
    EXPECT_GT(mound.tail, 2.0);
    EXPECT_LT(mound.tail, 8.0);
  }
}

/// Distance by which the middle third of a dune lies downwind of its outer thirds, m: positive for parabolic dunes,
/// negative for barchans.
struct Bow {
  double bow = 0.0;
  double nose = 0.0;  // m from the initial middle of the heap to the downwind end
};

Bow bow_of_a_heap(std::uint64_t seed, bool plants) {
  constexpr int kX = 50, kY = 56;
  constexpr double kRadius = 32.0, kHigh = 2.5;
  WorldSetup setup;
  setup.grid = {.width = 224, .height = 112, .cell_size = 1.0f, .boundary = Boundary::periodic};
  setup.seed = seed;
  setup.base.assign(setup.grid.cells(), 0);
  for (int y = 0; y < setup.grid.height; ++y) {
    for (int x = 0; x < setup.grid.width; ++x) {
      const double square = ((x - kX) * (x - kX) + (y - kY) * (y - kY)) / (kRadius * kRadius);
      const double heap = square < 1.0 ? 9.0 * (1.0 - square) * (1.0 - square) : 0.0;
      setup.sand.push_back(to_quanta((plants ? 1.0 : 0.0) + heap));
      if (plants) setup.cell_layers.real(CellLayer::plants).push_back(square < 0.95 ? 0.0f : 1.0f);
    }
  }
  setup.parameters = {{"world", "time_step", 0.1},
                      {"vegetation", "density", 1.0},
                      {"vegetation", "endurance", 0.06},
                      {"vegetation", "seeds", 0.0}};
  switch_on_only(setup, "slab_dunes");
  if (plants) setup.parameters.push_back({"vegetation", "enabled", 1.0});
  World world(setup, make_processes(), 2);
  run(world, plants ? 3500 : 500);
  EXPECT_EQ(unsound(world), "");
  // The downwind end of the dune in each row that it crosses.
  std::vector<double> ends;
  Bow bow;
  for (int y = 0; y < setup.grid.height; ++y) {
    int end = -1;
    for (int x = 0; x < setup.grid.width; ++x) {
      if (to_metres(world.terrain().columns.sediment(setup.grid.index(x, y))) > (plants ? kHigh : kHigh - 1.0)) end = x;
    }
    if (end >= 0) ends.push_back(end);
    bow.nose = std::max(bow.nose, static_cast<double>(end - kX));
  }
  const std::size_t third = ends.size() / 3;
  if (third == 0) return bow;
  double outer = 0.0, middle = 0.0;
  for (std::size_t i = 0; i < third; ++i) {
    outer += 0.5 * (ends[i] + ends[ends.size() - 1 - i]) / static_cast<double>(third);
    middle += ends[third + i] / static_cast<double>(third);
  }
  bow.bow = middle - outer;
  return bow;
}

TEST(ParabolicDune, PointsItsArmsAgainstTheWindWhereABarchanPointsItsHornsAlongIt) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const Bow parabolic = bow_of_a_heap(seed, true);
    const Bow barchan = bow_of_a_heap(seed, false);
    std::printf(
        "seed %d: middle of the dune %.1f m downwind of its sides, its nose %.0f m from where it began; "
        "without plants %.1f m\n",
        static_cast<int>(seed), parabolic.bow, parabolic.nose, barchan.bow);
    EXPECT_GT(parabolic.bow, 10.0);
    EXPECT_GT(parabolic.nose, 60.0) << "the nose goes on";
    EXPECT_LT(barchan.bow, -2.0);
  }
}

}  // namespace
}  // namespace barchan::test::plant_dunes_test
