#include "processes/water_particles/mixed_bed.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "processes/water_particles/ground_cover.hpp"

namespace barchan::water {

namespace {

/// The largest yield of a cell in a round, quanta; more than any round takes.
constexpr Quanta kMostYield = 1 << 28;

/// Yield of a layer when water removes all of it: at least one quantum, however thin the layer is.
Quanta whole_yield(Ledger const& ledger, Layer layer, SoilId product) {
  return static_cast<Quanta>(
      std::clamp<QuantaSum>(ledger.product(layer.soil, product, layer.thickness, 0), 1, kMostYield));
}

/// Yield of the bedrock above the lower end of the range of elevations.
Quanta bedrock_yield(Ledger const& ledger, SoilId product, Quanta elevation) {
  const auto depth = static_cast<Quanta>(std::min<QuantaSum>(QuantaSum{elevation} + kRangeEnd, kMostYield));
  return static_cast<Quanta>(std::min<QuantaSum>(ledger.product(kRock, product, depth, 0), kMostYield));
}

/// Settling rate of a soil relative to others, as an integer, so that no sum depends on its order.
std::int32_t settles_of(Soil const& soil) {
  constexpr float kOfSand = 128.0f, kMost = 16384.0f;
  return static_cast<std::int32_t>(std::clamp(soil.equilibrium * kOfSand, 1.0f, kMost));
}

}  // namespace

void MixedBed::prepare(Terrain const& terrain) {
  kinds_.clear();
  gains_.clear();
  for (std::size_t soil = 0; soil < terrain.soils.size(); ++soil) {
    if (terrain.soils[soil].loose) kinds_.push_back(static_cast<SoilId>(soil));
  }
  if (!used()) return;
  const std::size_t cells = terrain.grid.cells();
  gains_.assign(kinds_.size(), std::vector<QuantaSum>(cells, 0));
  available_.assign(cells, 0);
  ease_.assign(cells, 0.0f);
  kind_.assign(cells, 0);
}

void MixedBed::survey(Terrain const& terrain, float erodibility, Ledger const& ledger, Scheduler const& scheduler) {
  Columns const& columns = terrain.columns;
  std::array<std::uint8_t, kMostSoils> kind_of{};
  settles_.resize(kinds_.size());
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    kind_of[kinds_[k]] = static_cast<std::uint8_t>(k);
    settles_[k] = settles_of(terrain.soils[kinds_[k]]);
  }
  const std::span<float const> plants = terrain.cell_layers.real(CellLayer::plants);
  const MaskFactor masks = erosion_factor(terrain);
  scheduler.for_ranges(static_cast<int>(columns.size()), 1 << 14, [&](int first, int last) {
    for (auto cell = static_cast<std::size_t>(first); cell < static_cast<std::size_t>(last); ++cell) {
      const bool bare = columns.bare(cell);
      Soil const& soil = terrain.soils[bare ? columns.ground_soil(cell) : columns.cover_soil(cell)];
      const bool endless = bare && !columns.strata().has(cell);
      available_[cell] = endless ? bedrock_yield(ledger, soil.transports, columns.elevation(cell))
                                 : whole_yield(ledger, columns.top(cell), soil.transports);
      const bool moves = terrain.soils[soil.transports].loose;
      const float ease = bare ? erodibility * wear_of(soil) : 1.0f;
      ease_[cell] = moves ? ease * soil.solubility : 0.0f;
      if (!plants.empty()) ease_[cell] *= 1.0f - plants[cell];
      if (!masks.none()) ease_[cell] *= masks.at(cell);
      kind_[cell] = kind_of[soil.transports];
    }
  });
}

QuantaSum MixedBed::apply(Terrain& terrain, Ledger& ledger, std::size_t cell, Quanta taken) {
  Columns& columns = terrain.columns;
  Quanta lost = 0;
  if (taken > 0) {
    const SoilId product = kinds_[kind_[cell]];
    const SoilId soil = columns.bare(cell) ? columns.ground_soil(cell) : columns.cover_soil(cell);
    const bool bedrock = columns.bare(cell) && !columns.strata().has(cell);
    const Quanta top = columns.top(cell).thickness;
    const bool whole = !bedrock && taken == available_[cell] && taken < kMostYield;
    const QuantaSum most = bedrock ? QuantaSum{top} + kRangeEnd : top;
    lost = whole ? top
                 : static_cast<Quanta>(std::min(ledger.product(product, soil, taken, columns.elevation(cell)), most));
    columns.dig(cell, lost);
    if (soil != product) ledger.convert(soil, product, lost, taken);
  }
  QuantaSum gained = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const QuantaSum amount = std::exchange(gains_[k][cell], 0);
    if (amount > 0) columns.deposit(cell, kinds_[k], amount);
    gained += amount;
  }
  return gained - lost;
}

Quanta wear_open(Terrain& terrain, std::size_t cell, Quanta wanted, Ledger& ledger) {
  Columns& columns = terrain.columns;
  for (Quanta turned = 1; turned > 0 && columns.available(cell) < wanted;) {
    const SoilId solid = columns.ground_soil(cell);
    const Quanta missing = wanted - columns.available(cell);
    const QuantaSum source = ledger.source(solid, terrain.soils[solid].abrades, missing);
    turned = columns.abrade(cell, static_cast<Quanta>(std::min<QuantaSum>(source, kRangeEnd)), terrain.soils, ledger);
  }
  const Quanta missing = std::max(wanted - columns.available(cell), 0);
  // At an end of the range of elevations rock cannot turn into sand in place. The missing sand comes from outside.
  if (missing > 0) ledger.book_in(kSand, missing);
  return missing;
}

}  // namespace barchan::water
