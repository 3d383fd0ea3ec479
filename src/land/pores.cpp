#include "land/pores.hpp"

#include <algorithm>
#include <cmath>

#include "land/columns.hpp"

namespace barchan {

Pores::Pores(Soils const& soils) {
  for (std::size_t i = 0; i < soils.size(); ++i) {
    share_[i] = std::llround(static_cast<double>(soils[i].porosity) * (1 << kShareBits));
    conductivity_[i] = static_cast<double>(soils[i].conductivity);
  }
  share_[kRock] = 0;  // bedrock has no lower end, so it counts as having no pores
}

double transmissivity(std::span<PoreLayer const> layers, Quanta to) {
  double sum = 0.0;
  for (PoreLayer const& layer : layers) {
    const Quanta wet = std::min(layer.top, to) - layer.bottom;
    if (wet > 0) sum += layer.conductivity * to_metres(wet);
  }
  return sum;
}

double potential(std::span<PoreLayer const> layers, Quanta from, Quanta to) {
  double sum = 0.0;
  for (PoreLayer const& layer : layers) {
    // A layer adds K times the thickness below h: a triangle while h is inside it, then a rectangle.
    const auto area = [&](Quanta h) {
      const double within = to_metres(std::clamp(h, layer.bottom, layer.top) - layer.bottom);
      return within * (0.5 * within + to_metres(std::max(h - layer.top, 0)));
    };
    sum += layer.conductivity * (area(to) - area(from));
  }
  return sum;
}

template <class Visit>
void Pores::for_each(Columns const& columns, std::size_t cell, Visit const& visit) const {
  Quanta top = columns.elevation(cell);
  columns.for_each_layer(cell, [&](Layer layer) {
    if (layer.soil == kRock) return false;
    const Quanta bottom = top - layer.thickness;
    visit(layer.soil, bottom, top);
    top = bottom;
    return true;
  });
}

Pores::Column Pores::read(Columns const& columns, std::size_t cell, Quanta stored, PoreLayers& layers) const {
  Column column;
  column.bottom = column.table = columns.elevation(cell);
  SoilId first = kRock;
  std::size_t kept = 0;
  Quanta porous = 0;
  layers.clear();
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) {
    layers.push_back({bottom, top, conductivity_[soil], share_[soil]});
    if (share_[soil] == 0) return;
    kept = layers.size();
    column.bottom = bottom;
    porous += top - bottom;
    column.room += static_cast<Quanta>(filled(share_[soil], top - bottom));
    column.share = share(soil);
    if (first == kRock) first = soil;
    const bool alike = conductivity_[soil] == conductivity_[first] && share_[soil] == share_[first];
    column.conductivity = alike && column.conductivity >= 0.0 ? conductivity_[soil] : -1.0;
  });
  layers.resize(kept);
  // A layer without pores between others blocks the flow between them.
  if (column.conductivity > 0.0 && porous != columns.elevation(cell) - column.bottom) column.conductivity = -1.0;
  find_table(layers, stored, column);
  return column;
}

/// Finds the water table in a column whose other members are set.
void Pores::find_table(std::span<PoreLayer const> layers, Quanta stored, Column& column) {
  if (layers.empty()) return;
  const auto pores = [](PoreLayer const& layer) { return filled(layer.share, layer.top - layer.bottom); };
  std::size_t at = 0;  // index of the layer that contains the water table
  if (std::int64_t empty = std::int64_t{column.room} - stored; empty > 0) {
    for (; at + 1 < layers.size() && empty >= pores(layers[at]); ++at) empty -= pores(layers[at]);
    const bool dry = empty >= pores(layers[at]);
    column.table = dry ? column.bottom : layers[at].top - static_cast<Quanta>((empty << kShareBits) / layers[at].share);
  }
  column.at_table = layers[at].conductivity;
  column.below = column.table - layers[at].bottom;
  column.above = layers[at].top - column.table;
  column.uppermost = at == 0;
  column.transmissivity = barchan::transmissivity(layers.subspan(at), column.table);
}

Quanta Pores::bottom(Columns const& columns, std::size_t cell) const {
  Quanta lowest = columns.elevation(cell);
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta) {
    if (share_[soil] > 0) lowest = bottom;
  });
  return lowest;
}

Quanta Pores::room(Columns const& columns, std::size_t cell) const {
  std::int64_t room = 0;
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) { room += filled(share_[soil], top - bottom); });
  return static_cast<Quanta>(room);
}

Quanta Pores::table(Columns const& columns, std::size_t cell, Quanta stored) const {
  PoreLayers layers;
  return read(columns, cell, stored, layers).table;
}

Quanta Pores::below(Columns const& columns, std::size_t cell, Quanta elevation) const {
  std::int64_t below = 0;
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) {
    if (elevation > bottom) below += filled(share_[soil], std::min(top, elevation) - bottom);
  });
  return static_cast<Quanta>(below);
}

double Pores::surface_conductivity(Columns const& columns, std::size_t cell) const {
  return conductivity_[columns.top(cell).soil];
}

}  // namespace barchan
