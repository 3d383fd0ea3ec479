/// The sand that waits beyond the edges of a land: what comes in uses it up, what leaves fills it again.
#pragma once

#include <algorithm>

#include "base/grid.hpp"
#include "land/columns.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// How much is left of a stock beyond the edges. The books alone say so: there is nothing to keep from step to step.
class InflowStock {
 public:
  InflowStock(Grid const& grid, Ledger const& ledger) {
    const Account sand = ledger.booked().accounts[kSand];
    came_in_ = static_cast<float>(to_metres(sand.in - sand.out) / static_cast<double>(grid.cells()));
  }
  /// Share of a stock of so many metres over the whole land that has not come in yet: 1 when the world begins, 0 when
  /// all of it has. What leaves the land can raise it to `most`.
  float left(float stock, float most = 1.0f) const { return std::clamp(1.0f - came_in_ / stock, 0.0f, most); }

 private:
  float came_in_;  ///< m over the whole land, less what left
};

}  // namespace barchan
