#include "gravity/slide.hpp"

#include <algorithm>
#include <vector>

namespace barchan::gravity {

void lay_down_slid(Terrain& terrain, SoilId soil, std::size_t first, std::span<Quanta const> change, Ledger& ledger) {
  const SoilId product = terrain.soils[soil].cascades;
  if (product == soil) {
    terrain.columns.exchange(soil, first, change);
    return;
  }
  std::vector<Quanta> part(change.size());
  std::ranges::transform(change, part.begin(), [](Quanta amount) { return std::min(amount, 0); });
  terrain.columns.exchange(soil, first, part);
  // By mass, what is too little for a quantum goes on to the next cell of the row that gains.
  QuantaSum slid = 0, made = 0;
  QuantaSum before = terrain.columns.elevation(first);
  for (std::size_t i = 0; i < change.size(); ++i) {
    const Quanta gained = std::max(change[i], 0);
    part[i] = ledger.product(soil, product, gained, before);
    before += gained;
    slid += gained;
    made += part[i];
  }
  terrain.columns.exchange(product, first, part);
  ledger.convert(soil, product, slid, made);
}

}  // namespace barchan::gravity
