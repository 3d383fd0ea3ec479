#include "processes/groundwater/wetness.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "processes/groundwater/wetness_kernel.hpp"

namespace barchan::groundwater {

namespace {

constexpr float kWater = 1000.0f;       // kg/m3
constexpr float kGravity = 9.81f;       // m/s2
constexpr float kDampShare = 0.25f;     // of the pores above the table, from which on moisture holds the surface
constexpr float kDeepestWading = 0.2f;  // m of standing water in which plants live
constexpr float kGentlest = 0.05f;      // m/m, of the angles of repose that cohesion adds to

/// Of the soils of a row of covers.
std::vector<float> of_soils(Terrain const& terrain, int y, std::span<float const> values) {
  const auto width = static_cast<std::size_t>(terrain.grid.width);
  const SoilSet set = terrain.columns.cover_soils(y);
  const auto soils = terrain.columns.cover_soils().subspan(terrain.grid.index(0, y), width);
  std::vector<float> row(width, values[soils.front()]);
  if (set != soil_bit(soils.front())) {
    std::ranges::transform(soils, row.begin(), [&](SoilId soil) { return values[soil]; });
  }
  return row;
}

}  // namespace

Wetness::Wetness(Terrain const& terrain, GroundwaterParameters const& parameters) : parameters_(parameters) {
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    Soil const& soil = terrain.soils[i];
    weakening_[i] = kWater / (soil.density + soil.porosity * kWater);
    sticking_[i] = parameters.damp_cohesion / (soil.density * kGravity * std::max(soil.static_slope, kGentlest));
  }
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
  const std::vector<float> weakening = of_soils(terrain, row.y, weakening_);
  const std::vector<float> sticking = of_soils(terrain, row.y, sticking_);
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
                               .weakening = weakening.data(),
                               .sticking = sticking.data()};
  kernel::wet_row(rule, columns, width, {layers.quanta(CellLayer::damp).data() + begin, weaker.data()});
  if (std::vector<float>& reached = layers.real(CellLayer::root_water); !reached.empty()) {
    kernel::reach_row(rule, columns, width, layers.quanta(CellLayer::damp).data() + begin, reached.data() + begin);
  }
  float* const strength = layers.real(CellLayer::slope_strength).data() + begin;
  int changed = 0;
  for (std::size_t x = 0; x < width; ++x) changed |= weaker[x] != strength[x] ? 1 : 0;
  for (std::size_t x = 0; x < width && changed != 0; ++x) {
    if (weaker[x] < strength[x]) terrain.columns.disturb(begin + x);
    strength[x] = weaker[x];
  }
}

}  // namespace barchan::groundwater
