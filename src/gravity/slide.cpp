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
  QuantaSum slid = 0;
  std::ranges::transform(change, part.begin(), [&slid](Quanta amount) {
    slid += std::max(amount, 0);
    return std::max(amount, 0);
  });
  terrain.columns.exchange(product, first, part);
  ledger.convert(soil, product, slid);
}

}  // namespace barchan::gravity
