#include "processes/water_particles/springs.hpp"

#include <utility>

namespace barchan::water {

namespace {

/// The lowest cell among a cell and its neighbours; LakeOutflow::kOutside beside an open edge.
std::size_t lowest_beside(Terrain const& terrain, int x, int y) {
  Grid const& grid = terrain.grid;
  std::size_t lowest = grid.index(x, y);
  for (int north = -1; north <= 1; ++north) {
    for (int east = -1; east <= 1; ++east) {
      const int to_x = x + east, to_y = y + north;
      if (!grid.periodic() && !grid.contains(to_x, to_y)) {
        if (grid.boundary == Boundary::open) return LakeOutflow::kOutside;
        continue;
      }
      const std::size_t cell = grid.index(grid.resolve_x(to_x), grid.resolve_y(to_y));
      if (terrain.columns.elevation(cell) < terrain.columns.elevation(lowest)) lowest = cell;
    }
  }
  return lowest;
}

}  // namespace

void Springs::let_out(Terrain const& terrain, int x, int y, QuantaSum amount) {
  const std::size_t cell = terrain.grid.index(x, y), beyond = lowest_beside(terrain, x, y);
  if (beyond == cell || terrain.standing_water(cell) > 0) {
    resting.push_back({cell, amount});
  } else {
    running.push_back({cell, beyond, amount});
  }
}

Springs take_springs(Terrain& terrain, std::optional<std::uint64_t>& seen) {
  Springs springs;
  const std::uint64_t changes = terrain.cell_layers.changes(CellLayer::springs);
  if (std::exchange(seen, changes) == changes) return springs;
  auto& waits = terrain.cell_layers.quanta(CellLayer::springs);
  for (int y = 0; y < terrain.grid.height && !waits.empty(); ++y) {
    for (int x = 0; x < terrain.grid.width; ++x) {
      const std::size_t cell = terrain.grid.index(x, y);
      if (waits[cell] == 0) continue;
      springs.let_out(terrain, x, y, std::exchange(waits[cell], 0));
    }
  }
  return springs;
}

}  // namespace barchan::water
