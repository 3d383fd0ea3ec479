/// The record through which movers and one cell exchange sand, and the loops over many of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "barchan/quanta.hpp"

namespace barchan::kernel {

/// All that a mover needs of a cell, side by side: one visit to memory instead of four.
struct alignas(16) ExchangeCell {
  Quanta loose;             ///< sand that lies there
  std::int32_t protrusion;  ///< bits of a float: m by which the cell stands above the land that the wind feels
  Quanta change;            ///< deposits less grants of this round
  Quanta wished;            ///< sum of the wishes of this round
};

/// Adds the changes to what lies there; the round is then empty.
void settle(ExchangeCell* cells, std::size_t count);
/// gain[i] = what lies in cells[i] beyond loose[i].
void gains(ExchangeCell const* cells, Quanta const* loose, std::size_t count, Quanta* gain);
/// Tells the records what lies in their cells.
void show_loose(Quanta const* loose, std::size_t count, ExchangeCell* cells);

}  // namespace barchan::kernel
