/// Columns at the ends of the range of elevations.
#include <algorithm>
#include <atomic>
#include <utility>

#include "land/columns.hpp"

namespace barchan {

/// The same as fitting(), from the exact depth of the loose soil.
Quanta Columns::fitting_at_end(std::size_t cell, SoilId soil, QuantaSum amount) {
  const QuantaSum higher = std::max(elevation_[cell], sediment(cell));
  const QuantaSum fits = std::clamp<QuantaSum>(QuantaSum{kRangeEnd} - higher, 0, amount);
  if (fits < amount) spill(soil, amount - fits);
  return static_cast<Quanta>(fits);
}

void Columns::spill(SoilId soil, QuantaSum amount) {
  std::atomic_ref(spilled_[soil]).fetch_add(amount, std::memory_order_relaxed);
}

void Columns::note_bedrock(QuantaSum elevation) {
  const std::atomic_ref lowest(lowest_bedrock_);
  QuantaSum known = lowest.load(std::memory_order_relaxed);
  while (elevation < known && !lowest.compare_exchange_weak(known, elevation, std::memory_order_relaxed)) {
  }
}

bool Columns::take_spilled(Ledger& ledger) {
  bool any = false;
  for (std::size_t soil = 0; soil < spilled_.size(); ++soil) {
    const QuantaSum amount = std::exchange(spilled_[soil], 0);
    if (amount == 0) continue;
    ledger.book_out(static_cast<SoilId>(soil), amount);
    any = true;
  }
  return any;
}

/// The part of `amount` that can turn in place. The bedrock must not go below the lower end of the range, and the
/// product must not rise above its upper end.
Quanta Columns::convertible(std::size_t cell, Turning const& turning, Quanta amount, Ledger const& ledger) {
  auto const [solid, loose, product] = turning;
  const QuantaSum most = std::min<QuantaSum>(amount, solid.thickness + (strata_.has(cell) ? 0 : QuantaSum{kRangeEnd}));
  // A product that takes up more space raises the surface.
  const Quanta higher = ledger.swelling(solid.soil, product) > 1.0 ? std::max(elevation_[cell], loose) : loose;
  const Quanta turns = ledger.most_of(solid.soil, product, static_cast<Quanta>(most), QuantaSum{kRangeEnd} - higher);
  if (!strata_.has(cell)) note_bedrock(QuantaSum{solid.thickness} - turns);
  return turns;
}

}  // namespace barchan
