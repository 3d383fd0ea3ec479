/// The record through which movers and one cell exchange sand, and the loops over many of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// All that a mover needs of a cell, side by side: one visit to memory instead of four.
struct alignas(16) ExchangeCell {
  Quanta available;         ///< sand that lies there
  std::int32_t protrusion;  ///< bits of a float: m by which the cell stands above the land that the wind feels; the
                            ///< lowest bit instead: visited. With few movers, who feel no land, only bits below
  Quanta change;            ///< deposits less grants of this round
  Quanta wished;            ///< sum of the wishes of this round
};

inline constexpr std::int32_t kVisited = 1;
inline constexpr std::int32_t kTouched = 2;

inline std::int32_t protrusion_bits(float metres) { return std::bit_cast<std::int32_t>(metres) & ~kVisited; }
inline float protrusion_metres(std::int32_t bits) { return std::bit_cast<float>(bits & ~kVisited); }

/// Adds the changes to what lies there; the round is then empty.
void share_out(ExchangeCell* cells, std::size_t count);
/// gain[i] = what lies in cells[i] beyond available[i].
void gains(ExchangeCell const* cells, Quanta const* available, std::size_t count, Quanta* gain);
/// Adds `weight` to the averages of the cells that were visited.
void average_visits(float weight, ExchangeCell const* cells, std::size_t count, float* average);

}  // namespace barchan::kernel
