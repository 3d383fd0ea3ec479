#include "processes/water_particles/mixed_bed.hpp"

#include <array>
#include <utility>

namespace barchan::water {

void MixedBed::prepare(Terrain const& terrain) {
  kinds_.clear();
  gains_.clear();
  for (std::size_t soil = 0; soil < terrain.soils.size(); ++soil) {
    if (terrain.soils[soil].loose) kinds_.push_back(static_cast<SoilId>(soil));
  }
  if (!used()) return;
  const std::size_t cells = terrain.grid.cells();
  gains_.assign(kinds_.size(), std::vector<Quanta>(cells, 0));
  available_.assign(cells, 0);
  ease_.assign(cells, 0.0f);
  kind_.assign(cells, 0);
}

void MixedBed::survey(Terrain const& terrain, float erodibility, Scheduler const& scheduler) {
  constexpr Quanta kEndless = 1 << 28;  // of the bedrock: more than any step takes
  Columns const& columns = terrain.columns;
  std::array<std::uint8_t, kMostSoils> kind_of{};
  for (std::size_t k = 0; k < kinds_.size(); ++k) kind_of[kinds_[k]] = static_cast<std::uint8_t>(k);
  scheduler.for_ranges(static_cast<int>(columns.size()), 1 << 14, [&](int first, int last) {
    for (auto cell = static_cast<std::size_t>(first); cell < static_cast<std::size_t>(last); ++cell) {
      const bool bare = columns.bare(cell);
      Soil const& soil = terrain.soils[bare ? columns.ground_soil(cell) : columns.cover_soil(cell)];
      const bool endless = bare && !columns.strata().has(cell);
      available_[cell] = endless ? kEndless : columns.top(cell).thickness;
      const bool moves = terrain.soils[soil.transports].loose;
      const float ease = bare ? erodibility * wear_of(soil) : 1.0f;
      ease_[cell] = moves ? ease * soil.solubility : 0.0f;
      kind_[cell] = kind_of[soil.transports];
    }
  });
}

Quanta MixedBed::apply(Terrain& terrain, Ledger& ledger, std::size_t cell, Quanta taken) {
  Columns& columns = terrain.columns;
  if (taken > 0) {
    const SoilId product = kinds_[kind_[cell]];
    const SoilId dug = columns.dig(cell, taken);
    if (dug != product) ledger.convert(dug, product, taken);
  }
  Quanta gained = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const Quanta amount = std::exchange(gains_[k][cell], 0);
    if (amount > 0) columns.deposit(cell, kinds_[k], amount);
    gained += amount;
  }
  return gained - taken;
}

}  // namespace barchan::water
