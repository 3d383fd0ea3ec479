#include "land/terrain.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

namespace barchan::terrain_test {
namespace {

/// A plane that rises by `a` m/m eastwards and `b` m/m northwards.
Terrain plane(Grid const& grid, double a, double b) {
  std::vector<Quanta> base;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      base.push_back(to_quanta(((x + 0.5) * a + (y + 0.5) * b) * static_cast<double>(grid.cell_size)));
    }
  }
  Terrain terrain;
  terrain.grid = grid;
  terrain.columns = Columns(grid, base, std::vector<Quanta>(grid.cells(), 0));
  return terrain;
}

TEST(Terrain, HeightsOfAPlaneAreExactBetweenTheCells) {
  const Grid grid{.width = 20, .height = 10, .cell_size = 0.5f, .boundary = Boundary::closed};
  const Terrain terrain = plane(grid, 0.25, -0.5);
  for (float x = 0.3f; x < 9.7f; x += 0.37f) {
    for (float y = 0.3f; y < 4.7f; y += 0.23f) {
      EXPECT_NEAR(terrain.height_at({x, y}), 0.25f * x - 0.5f * y, 1e-5f);
    }
  }
}

TEST(Terrain, NormalOfAPlaneIsItsOwnAtEveryCellSize) {
  for (float cell_size : {0.25f, 1.0f, 8.0f}) {
    const Grid grid{.width = 16, .height = 16, .cell_size = cell_size, .boundary = Boundary::open};
    const Terrain terrain = plane(grid, 0.3, 0.4);
    const glm::vec3 expected = glm::normalize(glm::vec3(-0.3f, -0.4f, 1.0f));
    for (float at : {0.0f, 0.4f, 5.0f, 7.77f, 15.9f}) {
      const glm::vec3 normal = terrain.normal_at(glm::vec2(at, at) * cell_size);
      EXPECT_NEAR(glm::distance(normal, expected), 0.0f, 1e-4f) << cell_size << ", " << at;
    }
  }
}

TEST(Terrain, PeriodicQueriesRepeat) {
  const Grid grid{.width = 8, .height = 8, .cell_size = 1.0f, .boundary = Boundary::periodic};
  std::vector<Quanta> base(grid.cells());
  for (std::size_t i = 0; i < base.size(); ++i) base[i] = static_cast<Quanta>(i * i * 131 % 997) * 1000;
  Terrain terrain;
  terrain.grid = grid;
  terrain.columns = Columns(grid, base, std::vector<Quanta>(grid.cells(), 0));
  for (glm::vec2 at : {glm::vec2(0.25f, 0.25f), glm::vec2(7.75f, 3.5f), glm::vec2(4.0f, 7.9f)}) {
    for (glm::vec2 shift : {glm::vec2(8.0f, 0.0f), glm::vec2(-8.0f, 16.0f)}) {
      EXPECT_NEAR(terrain.height_at(at + shift), terrain.height_at(at), 1e-4f);
      EXPECT_NEAR(glm::distance(terrain.normal_at(at + shift), terrain.normal_at(at)), 0.0f, 1e-4f);
    }
  }
  // Across the seam the surface is continuous.
  EXPECT_NEAR(terrain.height_at({7.9999f, 3.5f}), terrain.height_at({0.0001f, 3.5f}), 1e-2f);
}

TEST(Terrain, NormalsDoNotChangeWithTheHeightOfTheLand) {
  const Grid grid{.width = 8, .height = 8};
  std::vector<Quanta> base(grid.cells());
  for (std::size_t i = 0; i < base.size(); ++i) base[i] = static_cast<Quanta>(i * 7919 % 100) * 1000;
  const auto make = [&](Quanta lift) {
    std::vector<Quanta> lifted = base;
    for (Quanta& q : lifted) q += lift;
    Terrain terrain;
    terrain.grid = grid;
    terrain.columns = Columns(grid, lifted, std::vector<Quanta>(grid.cells(), 0));
    return terrain;
  };
  const Terrain low = make(0);
  const Terrain high = make(4000 * kQuantaPerMetre);
  for (float at = 0.0f; at < 8.0f; at += 0.3f) EXPECT_EQ(low.normal_at({at, 3.1f}), high.normal_at({at, 3.1f}));
}

}  // namespace
}  // namespace barchan::terrain_test
