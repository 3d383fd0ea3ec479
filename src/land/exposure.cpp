#include "land/exposure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace barchan {

namespace {

constexpr int kRowGrain = 32;

/// Exposure along one axis.
struct AxisExposure {
  QuantaSum drops = 0;  ///< of slopes that are not free faces
  int faces = 0;
};

}  // namespace

QuantaSum leaning_of(Terrain const& terrain, SoilId soil) {
  const SoilId debris = fallen(terrain.soils, soil);
  const float slope = terrain.soils[terrain.soils[debris].loose ? debris : kSand].static_slope;
  return to_quanta(static_cast<double>(slope) * static_cast<double>(terrain.grid.cell_size));
}

Exposures::Exposures(Terrain const& terrain, Scheduler const& scheduler)
    : Exposures(terrain, std::vector<std::uint8_t>(static_cast<std::size_t>(terrain.grid.height), 1), scheduler) {}

Exposures::Exposures(Terrain const& terrain, std::span<std::uint8_t const> asked, Scheduler const& scheduler)
    : terrain_(terrain),
      base_(std::make_unique_for_overwrite<Quanta[]>(terrain.grid.cells())),
      surface_(std::make_unique_for_overwrite<Quanta[]>(terrain.grid.cells())) {
  Grid const& grid = terrain.grid;
  const auto is_asked = [&](int y) { return asked[static_cast<std::size_t>(grid.resolve_y(y))] != 0; };
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      if (!is_asked(y - 1) && !is_asked(y) && !is_asked(y + 1)) continue;
      for (std::size_t i = grid.index(0, y); i < grid.index(0, y) + static_cast<std::size_t>(grid.width); ++i) {
        base_[i] = terrain.columns.base(i);
        surface_[i] = terrain.columns.elevation(i);
      }
    }
  });
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) leaning_[i] = leaning_of(terrain, static_cast<SoilId>(i));
}

bool Exposures::towers_over(std::size_t cell, std::size_t other) const {
  const QuantaSum drop = static_cast<QuantaSum>(base_[cell]) - surface_[other];
  return drop > 0 && drop > leaning_[terrain_.columns.base_soil(cell)];
}

Exposure Exposures::of(int x, int y) const {
  Grid const& grid = terrain_.grid;
  const std::size_t cell = grid.index(x, y);
  const QuantaSum here = base_[cell];
  const QuantaSum leaning = leaning_[terrain_.columns.base_soil(cell)];
  Exposure exposure{.foot = base_[cell]};
  // Every drop belongs to the upper cell. It is a free face if it is steeper than debris at rest and the ground behind
  // the cell does not rise equally steeply, because an even slope is not a cliff, however steep it is.
  const auto look = [&](AxisExposure& axis, std::size_t to, std::size_t behind) {
    const QuantaSum drop = std::min<QuantaSum>(here - base_[to], static_cast<QuantaSum>(surface_[cell]) - surface_[to]);
    if (drop <= 0) return;
    const QuantaSum rise = std::max<QuantaSum>(base_[behind] - here, 0);
    if (here - surface_[to] - rise > leaning) {
      ++axis.faces;
      exposure.foot = std::min(exposure.foot, surface_[to]);
    } else {
      axis.drops += drop;
    }
  };
  const auto along = [&](std::size_t before, std::size_t after) {
    AxisExposure axis;
    look(axis, before, after);
    look(axis, after, before);
    return axis;
  };
  const AxisExposure east = along(grid.index(grid.resolve_x(x - 1), y), grid.index(grid.resolve_x(x + 1), y));
  const AxisExposure north = along(grid.index(x, grid.resolve_y(y - 1)), grid.index(x, grid.resolve_y(y + 1)));
  const double cell_size = static_cast<double>(grid.cell_size);
  const double slope_x = to_metres(east.drops) / cell_size;
  const double slope_y = to_metres(north.drops) / cell_size;
  exposure.steepness = std::sqrt(1.0 + (slope_x * slope_x + slope_y * slope_y));
  exposure.faces = std::sqrt(static_cast<double>(east.faces * east.faces + north.faces * north.faces));
  return exposure;
}

int solid_layers(Columns const& columns, std::size_t cell, Quanta foot) {
  SoilSet shown = 0;
  for_each_band(columns, cell, foot, [&](Band band) {
    if (!columns.is_loose(band.soil)) shown |= soil_bit(band.soil);
    return true;
  });
  return std::popcount(shown);
}

bool is_layered(Terrain const& terrain, int y) {
  Columns const& columns = terrain.columns;
  if (!columns.strata().holds(y, ~columns.loose())) return false;
  bool found = false;
  for (int x = 0; x < terrain.grid.width && !found; ++x) {
    columns.strata().for_each(terrain.grid.index(x, y), [&](Layer section) {
      found = !columns.is_loose(section.soil);
      return !found;
    });
  }
  return found;
}

bool is_layered(Terrain const& terrain) {
  for (int y = 0; y < terrain.grid.height; ++y) {
    if (is_layered(terrain, y)) return true;
  }
  return false;
}

}  // namespace barchan
