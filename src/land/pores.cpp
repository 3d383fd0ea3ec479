#include "barchan/land/pores.hpp"

#include <algorithm>
#include <cmath>

#include "barchan/land/columns.hpp"

namespace barchan {

Pores::Pores(Soils const& soils) {
  for (std::size_t i = 0; i < soils.size(); ++i) {
    share_[i] = std::llround(static_cast<double>(soils[i].porosity) * (1 << kShareBits));
    conductivity_[i] = static_cast<double>(soils[i].conductivity);
  }
  share_[kRock] = 0;  // it has no end
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
    // A layer gives K times how much of it lies below h: a triangle while h is in it, then a rectangle.
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

Pores::Sum Pores::sum(Columns const& columns, std::size_t cell, PoreLayers& layers) const {
  Sum sum{columns.elevation(cell), 0, 0.0, 1.0};
  SoilId first = kRock;
  std::size_t kept = layers.size();
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) {
    layers.push_back({bottom, top, conductivity_[soil]});
    if (share_[soil] == 0) return;
    kept = layers.size();
    sum.bottom = bottom;
    sum.room += static_cast<Quanta>(filled(soil, top - bottom));
    sum.share = share(soil);
    if (first == kRock) first = soil;
    const bool alike = conductivity_[soil] == conductivity_[first] && share_[soil] == share_[first];
    sum.conductivity = alike && sum.conductivity >= 0.0 ? conductivity_[soil] : -1.0;
  });
  layers.resize(kept);
  // One without pores between others holds back what the others carry.
  if (sum.conductivity > 0.0 && sum.room != static_cast<Quanta>(filled(first, columns.elevation(cell) - sum.bottom))) {
    sum.conductivity = -1.0;
  }
  return sum;
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
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) { room += filled(soil, top - bottom); });
  return static_cast<Quanta>(room);
}

Quanta Pores::table(Columns const& columns, std::size_t cell, Quanta stored) const {
  std::int64_t empty = std::int64_t{room(columns, cell)} - stored;
  Quanta table = columns.elevation(cell);
  if (empty <= 0) return table;
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) {
    if (empty < 0) return;
    const std::int64_t pores = filled(soil, top - bottom);
    if (empty < pores) {
      table = top - static_cast<Quanta>((empty << kShareBits) / share_[soil]);
      empty = -1;  // found
    } else {
      empty -= pores;
      if (share_[soil] > 0) table = bottom;
    }
  });
  return table;
}

Quanta Pores::below(Columns const& columns, std::size_t cell, Quanta elevation) const {
  std::int64_t below = 0;
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) {
    if (elevation > bottom) below += filled(soil, std::min(top, elevation) - bottom);
  });
  return static_cast<Quanta>(below);
}

double Pores::surface_conductivity(Columns const& columns, std::size_t cell) const {
  return conductivity_[columns.top(cell).soil];
}

double Pores::down_to(Columns const& columns, std::size_t cell, Quanta elevation) const {
  double way = 0.0, resistance = 0.0;
  for_each(columns, cell, [&](SoilId soil, Quanta bottom, Quanta top) {
    const Quanta thickness = top - std::max(bottom, elevation);
    if (thickness <= 0) return;
    way += to_metres(thickness);
    resistance += to_metres(thickness) / conductivity_[soil];
  });
  return way > 0.0 ? way / resistance : surface_conductivity(columns, cell);
}

}  // namespace barchan
