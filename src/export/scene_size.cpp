#include "export/scene_size.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "export/mesh_scene.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// Sides of cells, counted over the whole land.
struct CellSides {
  double shore = 0.0;  ///< between a wet and a dry cell
  double walls = 0.0;  ///< between an obstacle and a lower cell
};

CellSides sides_of(Terrain const& terrain) {
  Grid const& grid = terrain.grid;
  Columns const& columns = terrain.columns;
  CellSides sides;
  const auto look = [&](std::size_t here, std::size_t there) {
    const bool wet = terrain.standing_water(here) > 0, wet_there = terrain.standing_water(there) > 0;
    if (wet != wet_there) sides.shore += 1.0;
    const bool built = columns.base_soil(here) == kObstacle || columns.base_soil(there) == kObstacle;
    if (built && columns.elevation(here) != columns.elevation(there)) sides.walls += 1.0;
  };
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t here = grid.index(x, y);
      if (x + 1 < grid.width) look(here, grid.index(x + 1, y));
      if (y + 1 < grid.height) look(here, grid.index(x, y + 1));
    }
  }
  return sides;
}

MeshSize mesh_size(double vertices, double triangles) {
  return {static_cast<std::uint64_t>(vertices), static_cast<std::uint64_t>(triangles)};
}

}  // namespace

SceneSize scene_size(World const& world, double samples) {
  Terrain const& terrain = world.terrain();
  const double finer = std::sqrt(samples / static_cast<double>(terrain.grid.cells()));
  const CellSides sides = sides_of(terrain);
  SceneSize size;
  // On each side of a shore, the two samples beside it are vertices. A wall has four vertices, and about two more are
  // at the border of its roof.
  const double shore = 4.0 * sides.shore * finer, walls = sides.walls * finer;
  double vertices = shore + 6.0 * walls, triangles = 2.0 * shore + 6.0 * walls;
  size.layers = (terrain.lakes.empty() && terrain.sea.empty() ? 0 : 1) + (walls > 0.0 ? 1 : 0);
  if (!terrain.cell_layers.real(CellLayer::plants).empty()) {
    constexpr double kVerticesPerTriangle = 1.2;  // cones with five sides
    const auto plants = static_cast<double>(SceneStyle().most_plant_triangles);
    ++size.layers;
    vertices += kVerticesPerTriangle * plants;
    triangles += plants;
  }
  size.things = mesh_size(vertices, triangles);
  return size;
}

}  // namespace barchan
