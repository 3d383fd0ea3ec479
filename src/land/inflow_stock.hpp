/// InflowStock: sand that waits beyond the edges of a land. Inflow uses it up; outflow refills it.
#pragma once

#include <algorithm>

#include "base/grid.hpp"
#include "land/columns.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// The remainder of an inflow stock. It follows from the ledger alone, so it has no state to save.
class InflowStock {
 public:
  InflowStock(Grid const& grid, Ledger const& ledger) {
    const Account sand = ledger.booked().accounts[kSand];
    came_in_ = static_cast<float>(to_metres(sand.in - sand.out) / static_cast<double>(grid.cells()));
  }
  /// Fraction of a stock of this many metres over the land that has not yet come in: 1 when the world begins, 0 when
  /// all of it has. Sand that leaves the land raises it up to `most`.
  float left(float stock, float most = 1.0f) const { return std::clamp(1.0f - came_in_ / stock, 0.0f, most); }

 private:
  float came_in_;  ///< m over the whole land, minus what has left
};

}  // namespace barchan
