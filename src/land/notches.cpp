#include "land/notches.hpp"

#include <algorithm>
#include <limits>

#include "base/archive.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

constexpr double kMostNotch = 1e12;  // m at hardness 1; a cell's width times the greatest hardness

}  // namespace

SoilId fallen(Soils const& soils, SoilId soil) { return soils[soil].loose ? soil : soils[soil].cascades; }

double Notches::deepened(std::size_t cell, double notch) {
  rows_[cell / width_] = 1;
  return std::min(notch, kMostNotch);
}

void Notches::make_room(Grid const& grid) {
  rows_.resize(static_cast<std::size_t>(grid.height));
  width_ = static_cast<std::size_t>(grid.width);
}

void Notches::forget(std::size_t cell) {
  if (!face_.empty()) face_[cell] = 0.0;
  if (!foot_.empty()) foot_[cell] = 0.0;
}

void Notches::let_fall(Terrain& terrain, std::size_t cell, FreeFace face, Ledger& ledger) const {
  Columns& columns = terrain.columns;
  const auto width = static_cast<double>(terrain.grid.cell_size);
  Quanta lowest = std::numeric_limits<Quanta>::max();
  for_each_band(columns, cell, face.foot, [&](Band band) {
    Soil const& soil = terrain.soils[band.soil];
    double notch = terrain.soils[soil.weathers].loose ? weathered(cell) : 0.0;
    if (!soil.loose && band.bottom < face.reach) notch += blasted(cell) * static_cast<double>(soil.abrasion);
    if (notch >= width * static_cast<double>(soil.hardness)) lowest = band.bottom;
    return true;
  });
  // Layers fall singly from the top, so that a layer that cannot fall holds the layers below it. Obstacles cannot fall,
  // because they have foundations.
  for (Quanta base = columns.base(cell); base > lowest; base = columns.base(cell)) {
    const SoilId debris = fallen(terrain.soils, columns.base_soil(cell));
    if (columns.base_soil(cell) == kObstacle || !terrain.soils[debris].loose) return;
    if (columns.weather(cell, base - lowest, debris, ledger) == 0) return;
  }
}

void Notches::keep(Archive& archive, Grid const& grid) {
  const std::size_t cells = grid.cells();
  for (std::vector<double>* notches : {&face_, &foot_}) {
    archive.list(*notches, cells);
    archive.require(notches->empty() || notches->size() == cells,
                    "the record of notches differs in size from the land");
    archive.require(std::ranges::all_of(*notches, [](double notch) { return notch >= 0.0 && notch <= kMostNotch; }),
                    "the depth of a notch is out of range");
  }
  if (!archive.reading()) return;
  make_room(grid);
  std::ranges::fill(rows_, 1);
}

}  // namespace barchan
