#include "world/strata_view.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "land/section.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

/// Loose soil thinner than this (in cells) on a ledge of a face is left out, because it would appear as a comb of
/// lines.
constexpr float kFilmCells = 0.2f;

/// Change of slope from which the ground counts as a face, relative to its height. On a uniform slope, however steep,
/// the layers are parallel to the surface and the uppermost one hides the others.
constexpr float kBreak = 0.75f;

/// A cell and the extremes among it and its eight neighbours.
struct Surroundings {
  std::size_t highest = 0;
  Quanta low = 0;
};

Surroundings look_around(Columns const& columns, std::array<std::size_t, 3> rows, std::array<std::size_t, 3> across) {
  std::span<Quanta const> const heights = columns.elevations();
  Surroundings found{rows[1] + across[1], heights[rows[1] + across[1]]};
  for (const std::size_t row : rows) {
    for (const std::size_t x : across) {
      if (heights[row + x] > heights[found.highest]) found.highest = row + x;
      found.low = std::min(found.low, heights[row + x]);
    }
  }
  return found;
}

}  // namespace

int Slice::cell(Grid const& grid) const {
  const int cells = across == Across::y ? grid.height : grid.width;
  return std::clamp(static_cast<int>(share * static_cast<float>(cells)), 0, cells - 1);
}

ColumnRow row_of_columns(Terrain const& terrain, Edge edge, Slice const& slice) {
  Grid const& grid = terrain.grid;
  if (edge == kSliceRow && !slice.on()) return {};
  const bool along_x = edge == kSouth || edge == kNorth || (edge == kSliceRow && slice.across == Slice::Across::y);
  int at = 0;
  if (edge == kNorth) at = grid.height - 1;
  if (edge == kEast) at = grid.width - 1;
  if (edge == kSliceRow) at = slice.cell(grid);
  ColumnRow row;
  for (int i = 0; i < (along_x ? grid.width : grid.height); ++i) {
    terrain.columns.for_each_layer(along_x ? grid.index(i, at) : grid.index(at, i), [&](Layer layer) {
      row.layers.push_back(layer);
      return true;
    });
    row.ends.push_back(row.layers.size());
  }
  return row;
}

void fill_faces(Terrain const& terrain, FaceBands& faces) {
  faces.bands.clear();
  faces.cells.clear();
  if (terrain.soils.size() == default_soils().size()) return;
  Grid const& grid = terrain.grid;
  Columns const& columns = terrain.columns;
  const Quanta film = to_quanta(static_cast<double>(kFilmCells * grid.cell_size));
  const Quanta broken = to_quanta(static_cast<double>(kBreak * grid.cell_size));
  const auto row = [&](int y) { return grid.index(0, grid.resolve_y(y)); };
  const auto column = [&](int x) { return static_cast<std::size_t>(grid.resolve_x(x)); };
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y), first = faces.bands.size();
      const Surroundings around =
          look_around(columns, {row(y - 1), row(y), row(y + 1)}, {column(x - 1), column(x), column(x + 1)});
      const Quanta here = columns.elevation(cell);
      const QuantaSum bend = QuantaSum{columns.elevation(around.highest)} + around.low - 2 * QuantaSum{here};
      const bool breaks = std::abs(bend) > broken;
      const auto add = [&](Band band) {
        if (columns.is_loose(band.soil) && (!breaks || band.top - band.bottom < film)) return true;
        const FaceBands::Band open{static_cast<float>(to_metres(band.bottom)), static_cast<float>(band.soil)};
        if (faces.bands.size() > first && faces.bands.back().soil == open.soil) faces.bands.pop_back();
        faces.bands.push_back(open);
        return true;
      };
      if (breaks || columns.available(cell) < film) {
        for_each_band(columns, around.highest, here, add);
        for_each_band(columns, cell, around.low, add);
      }
      // A single soil looks as the cell's own colour does, except for a rock wall above ground of another kind.
      const std::size_t count = faces.bands.size() - first;
      const auto soil = count == 1 ? static_cast<SoilId>(faces.bands.back().soil) : kRock;
      if (count == 1 && (columns.is_loose(soil) || soil == columns.base_soil(cell))) faces.bands.resize(first);
      faces.cells.push_back({static_cast<float>(first), static_cast<float>(faces.bands.size() - first)});
    }
  }
}

}  // namespace barchan
