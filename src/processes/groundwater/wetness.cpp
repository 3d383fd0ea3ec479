#include "processes/groundwater/wetness.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/land_vector.hpp"
#include "processes/groundwater/wetness_kernel.hpp"

namespace barchan::groundwater {

namespace {

constexpr float kWater = 1000.0f;  // kg/m3
constexpr float kGravity = 9.81f;  // m/s2
// Least moisture that binds the surface, as a fraction of the pores above the water table.
constexpr float kDampShare = 0.25f;
constexpr float kDeepestWading = 0.2f;  // deepest standing water in which plants live, m
constexpr float kGentlest = 0.05f;      // smallest angle of repose (as a slope) to which cohesion is added

}  // namespace

Wetness::Wetness(Terrain const& terrain, GroundwaterParameters const& parameters) : parameters_(parameters) {
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    Soil const& soil = terrain.soils[i];
    weakening_[i] = kWater / (soil.density + soil.porosity * kWater);
    sticking_[i] = parameters.damp_cohesion / (soil.density * kGravity * std::max(soil.static_slope, kGentlest));
  }
  usual_.soil = terrain.columns.cover_soils().front();
  const auto width = static_cast<std::size_t>(terrain.grid.width);
  usual_.weakening.assign(width, weakening_[usual_.soil]);
  usual_.sticking.assign(width, sticking_[usual_.soil]);
}

Wetness::RowOfSoils Wetness::soils_of(Terrain const& terrain, int y) const {
  const auto width = static_cast<std::size_t>(terrain.grid.width);
  RowOfSoils row;
  for (SoilId soil : terrain.columns.cover_soils().subspan(terrain.grid.index(0, y), width)) {
    row.weakening.push_back(weakening_[soil]);
    row.sticking.push_back(sticking_[soil]);
  }
  return row;
}

void Wetness::begin(Terrain& terrain) {
  const std::size_t cells = terrain.grid.cells();
  terrain.cell_layers.quanta(CellLayer::damp).resize(cells);
  terrain.cell_layers.real(CellLayer::slope_strength).resize(cells, 1.0f);
  if (!terrain.cell_layers.real(CellLayer::plants).empty()) {
    terrain.cell_layers.real(CellLayer::root_water).resize(cells);
  }
}

void Wetness::find(Terrain& terrain, AquiferRow const& row, Quanta const* stored,
                   std::span<Quanta const> standing) const {
  const auto width = static_cast<std::size_t>(terrain.grid.width);
  const std::size_t begin = terrain.grid.index(0, row.y);
  std::vector<float> weaker(width);
  const bool usual = terrain.columns.cover_soils(row.y) == soil_bit(usual_.soil);
  RowOfSoils others;
  if (!usual) others = soils_of(terrain, row.y);
  RowOfSoils const& soils = usual ? usual_ : others;
  CellLayers& layers = terrain.cell_layers;
  const kernel::WetRule rule{.fringe = to_quanta(static_cast<double>(parameters_.fringe)),
                             .highest = to_quanta(kMaximumElevation),
                             .damp_share = kDampShare,
                             .slip_depth = parameters_.slip_depth,
                             .inverse_roots = 1.0f / parameters_.roots,
                             .deepest_wading = kDeepestWading};
  const kernel::WetRow columns{.elevation = terrain.columns.elevations().data() + begin,
                               .head = row.head.data(),
                               .wet = row.wet.data(),
                               .room = row.room.data(),
                               .stored = stored,
                               .moisture = layers.quanta(CellLayer::moisture).data() + begin,
                               .standing = standing.data(),
                               .weakening = soils.weakening.data(),
                               .sticking = soils.sticking.data()};
  kernel::wet_row(rule, columns, width, {layers.quanta(CellLayer::damp).data() + begin, weaker.data()});
  if (LandVector<float>& reached = layers.real(CellLayer::root_water); !reached.empty()) {
    kernel::reach_row(rule, columns, width, layers.quanta(CellLayer::damp).data() + begin, reached.data() + begin);
  }
  float* const strength = layers.real(CellLayer::slope_strength).data() + begin;
  if (std::memcmp(weaker.data(), strength, width * sizeof(float)) == 0) return;
  for (std::size_t x = 0; x < width; ++x) {
    if (weaker[x] < strength[x]) terrain.columns.disturb(begin + x);
    strength[x] = weaker[x];
  }
}

}  // namespace barchan::groundwater
