#include "land/ground_water.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "land/pores.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

/// Properties of a column that drive the flow.
struct Head {
  Quanta head = 0;                 ///< elevation to which water would rise in a well
  double wet = 0.0;                ///< m, thickness of the saturated ground
  double transmissivity = 0.0;     ///< m2/s
  double mean_conductivity = 0.0;  ///< m/s, of the wet layers
};

Head head_of(Terrain const& terrain, Pores const& pores, std::size_t cell) {
  const Quanta stored = terrain.cell_layers.quanta(CellLayer::ground_water)[cell];
  PoreLayers layers;
  const Pores::Column column = pores.read(terrain.columns, cell, stored, layers);
  Head found{.head = column.table, .wet = to_metres(column.table - column.bottom)};
  found.transmissivity = column.transmissivity;
  if (found.wet > 0.0) found.mean_conductivity = found.transmissivity / found.wet;
  // Saturated ground has the pressure of the water that stands on it. The sea acts on all ground that it covers.
  if (terrain.under_sea(cell)) {
    found.head = terrain.columns.elevation(cell) + terrain.standing_water(cell);
  } else if (!terrain.lakes.empty() && stored >= column.room) {
    found.head = std::max(terrain.lakes.surface(cell), found.head);
  }
  return found;
}

/// Flow from one column to another `apart` metres away, m2/s. Negative: in the opposite direction.
double flow_between(Head const& from, Head const& to, double apart) {
  if (from.head < to.head) return -flow_between(to, from, apart);
  if (!(from.wet > 0.0)) return 0.0;
  const double here = from.mean_conductivity, there = to.wet > 0.0 ? to.mean_conductivity : here;
  const double conductivity = here + there > 0.0 ? 2.0 * here * there / (here + there) : 0.0;
  const double thickness = from.wet - 0.5 * std::clamp(from.wet - to.wet, 0.0, from.wet);
  return conductivity * thickness * to_metres(QuantaSum{from.head} - to.head) / apart;
}

}  // namespace

std::optional<GroundWater> ground_water_at(Terrain const& terrain, Pores const& pores, std::size_t cell) {
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  if (stored.empty()) return std::nullopt;
  auto const& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  auto const& damp = terrain.cell_layers.quanta(CellLayer::damp);
  GroundWater found{.table = pores.table(terrain.columns, cell, stored[cell])};
  found.saturated = found.table - pores.bottom(terrain.columns, cell);
  const Quanta above = pores.room(terrain.columns, cell) - stored[cell];
  if (above > 0 && !moisture.empty()) {
    found.moist = std::clamp(static_cast<double>(moisture[cell]) / static_cast<double>(above), 0.0, 1.0);
  }
  found.damp = damp.empty() ? found.table : damp[cell];
  // If the ground has no water, `damp` only gives the elevation of the bottom of the pores.
  if (found.saturated == 0 && found.damp <= found.table) found.damp = std::numeric_limits<Quanta>::min();
  return found;
}

glm::dvec2 ground_flow_at(Terrain const& terrain, Pores const& pores, std::size_t cell) {
  if (terrain.cell_layers.quanta(CellLayer::ground_water).empty()) return {};
  Grid const& grid = terrain.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
  const Head here = head_of(terrain, pores, cell);
  const auto apart = static_cast<double>(grid.cell_size);
  const auto along = [&](int dx, int dy) {
    double sum = 0.0;
    int edges = 0;
    for (const int way : {1, -1}) {
      const int i = x + way * dx, j = y + way * dy;
      if (!grid.periodic() && !grid.contains(i, j)) continue;
      const std::size_t other = grid.index(grid.resolve_x(i), grid.resolve_y(j));
      sum += way * flow_between(here, head_of(terrain, pores, other), apart);
      ++edges;
    }
    return edges > 0 ? sum / edges : 0.0;
  };
  return {along(1, 0), along(0, 1)};
}

}  // namespace barchan
