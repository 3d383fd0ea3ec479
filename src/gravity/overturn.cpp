#include "gravity/overturn.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/marks.hpp"
#include "gravity/edges.hpp"

namespace barchan::gravity {

namespace {

constexpr Quanta kFilm = kQuantaPerMetre / 250;

/// The first layer under the cover that is not a film; empty if the base comes first.
std::optional<SoilId> first_thick(Columns const& columns, std::size_t cell) {
  std::optional<SoilId> found;
  columns.strata().for_each(cell, [&](Layer section) {
    const bool loose = columns.is_loose(section.soil);
    const bool thick = section.thickness >= kFilm;
    if (loose && thick) found = section.soil;
    return loose && !thick;
  });
  return found;
}

/// Steepest drop to a neighbour, quanta. Diagonal drops are converted to the distance of an axis neighbour.
float steepest_drop(Terrain const& terrain, int x, int y) {
  Grid const& grid = terrain.grid;
  const Quanta here = terrain.columns.elevation(grid.index(x, y));
  float steepest = 0.0f;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const std::size_t at = grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy));
      const auto drop = static_cast<float>(here - terrain.columns.elevation(at));
      steepest = std::max(steepest, dx != 0 && dy != 0 ? drop * kInverseDiagonal : drop);
    }
  }
  return steepest;
}

}  // namespace

void overturn_films(Terrain& terrain, Scheduler const& scheduler) {
  Columns& columns = terrain.columns;
  Grid const& grid = terrain.grid;
  const int segments = columns.segments_per_row();
  if (columns.strata().empty() || columns.loose() == soil_bit(kSand)) return;
  // A film may have sunk beside a row that is not marked itself.
  std::vector<std::uint8_t> near(columns.disturbed().size());
  dilate(grid, {columns.disturbed(), segments}, {near, segments}, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      if (!columns.strata().holds(y, columns.loose())) continue;
      for (int x = 0; x < grid.width; ++x) {
        if (near[static_cast<std::size_t>(y * segments + x / kSegment)] == 0) continue;
        const std::size_t cell = grid.index(x, y);
        if (columns.bare(cell) || columns.available(cell) >= kFilm) continue;
        const std::optional<SoilId> thick = first_thick(columns, cell);
        if (!thick || steepest_drop(terrain, x, y) <= rest_limit(grid, terrain.soils[*thick].static_slope)) continue;
        columns.overturn(cell, kFilm);
      }
    }
  });
}

}  // namespace barchan::gravity
