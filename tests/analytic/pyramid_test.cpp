// An obstacle in the wind is buried from its lee side, and its tip and edges wear before its faces.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "support/shipped_worlds.hpp"
#include "world/world.hpp"

namespace barchan::test::pyramid_test {
namespace {

constexpr int kSteps = 900;

// Position of the obstacle: centre and half side in cells.
struct Footprint {
  double x = 0.0, y = 0.0, half = 0.0;
};
Footprint footprint_of(World const& world) {
  Grid const& grid = world.grid();
  int west = grid.width, east = 0, south = grid.height, north = 0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (world.terrain().columns.base_soil(grid.index(x, y)) != kObstacle) continue;
      west = std::min(west, x);
      east = std::max(east, x);
      south = std::min(south, y);
      north = std::max(north, y);
    }
  }
  return {0.5 * (west + east), 0.5 * (south + north), 0.5 * (east - west)};
}

struct Mean {
  double sum = 0.0;
  int count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  double value() const { return count > 0 ? sum / count : 0.0; }
};

struct Burial {
  double lee_to_stoss = 0.0;
  double tip_to_face = 0.0, edge_to_face = 0.0;
};

Burial burial_of(std::uint64_t seed) {
  World world = shipped_world("pyramid", seed);
  Grid const& grid = world.grid();
  const Footprint box = footprint_of(world);
  EXPECT_GT(box.half, 10.0);
  std::vector<Quanta> before;
  for (std::size_t i = 0; i < grid.cells(); ++i) before.push_back(world.terrain().columns.base(i));
  run(world, kSteps);
  EXPECT_EQ(unsound(world), "");

  const double angle = world.parameter("wind", "direction") * std::numbers::pi / 180.0;
  Mean lee, stoss, free, tip, edge, face;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      const double dx = x - box.x, dy = y - box.y;
      const double down = dx * std::cos(angle) + dy * std::sin(angle);
      const double across = dy * std::cos(angle) - dx * std::sin(angle);
      const double sand = to_metres(world.terrain().columns.sediment(cell));
      // The ground and the faces upwind and downwind of the obstacle, up to its full width from its middle.
      if (std::abs(across) <= box.half && std::abs(down) <= 2.0 * box.half) (down > 0.0 ? lee : stoss).add(sand);
      if (std::abs(across) > 2.0 * box.half) free.add(sand);
      if (world.terrain().columns.base_soil(cell) != kObstacle) continue;
      const double wear = to_metres(before[cell] - world.terrain().columns.base(cell));
      const double far = std::max(std::abs(dx), std::abs(dy)), skew = std::abs(std::abs(dx) - std::abs(dy));
      if (far <= 0.08 * box.half) {
        tip.add(wear);
      } else if (far < 0.9 * box.half && skew <= 1.5) {
        edge.add(wear);
      } else if (far < 0.9 * box.half && skew > 4.0) {
        face.add(wear);
      }
    }
  }
  const Burial burial{lee.value() / stoss.value(), tip.value() / face.value(), edge.value() / face.value()};
  std::printf("seed %d: sand lee %.2f stoss %.2f free %.2f m; wear tip %.4f edges %.4f faces %.4f m\n",
              static_cast<int>(seed), lee.value(), stoss.value(), free.value(), tip.value(), edge.value(),
              face.value());
  return burial;
}

TEST(Pyramid, IsBuriedFromTheLeeAndWornAtTipAndEdges) {
  const auto seeds = static_cast<std::uint64_t>(how_many(1, 4));
  std::vector<double> lee_to_stoss, tip, edge;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Burial burial = burial_of(seed);
    lee_to_stoss.push_back(burial.lee_to_stoss);
    tip.push_back(burial.tip_to_face);
    edge.push_back(burial.edge_to_face);
  }
  RecordProperty("lee_to_stoss", to_text(statistics(lee_to_stoss)));
  RecordProperty("tip_to_face", to_text(statistics(tip)));
  RecordProperty("edge_to_face", to_text(statistics(edge)));
  std::printf("lee to stoss %s, tip to face %s, edge to face %s\n", to_text(statistics(lee_to_stoss)).c_str(),
              to_text(statistics(tip)).c_str(), to_text(statistics(edge)).c_str());
  EXPECT_GE(statistics(lee_to_stoss).mean, 2.0);
  EXPECT_GE(statistics(tip).mean, 1.5);
  EXPECT_GE(statistics(edge).mean, 1.5);
}

}  // namespace
}  // namespace barchan::test::pyramid_test
