/// The record through which particles and one cell exchange sand, and the loops over many records.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// All data of a cell that a particle needs for the exchange, packed so that it takes one memory access instead of
/// four.
struct alignas(16) ExchangeCell {
  Quanta available;  ///< available sand
  /// Bits of a float: height of the cell above the smoothed land of the wind, m. Its lowest bit serves as the flag
  /// kVisited. With few particles the land is not smoothed, and only the two flags below are used.
  std::int32_t protrusion;
  Quanta change;  ///< deposits minus grants of this round
  Quanta wished;  ///< sum of the requests of this round
};

inline constexpr std::int32_t kVisited = 1;
inline constexpr std::int32_t kTouched = 2;

inline std::int32_t protrusion_bits(float metres) { return std::bit_cast<std::int32_t>(metres) & ~kVisited; }
inline float protrusion_metres(std::int32_t bits) { return std::bit_cast<float>(bits & ~kVisited); }

/// Adds the changes to the available sand and clears the round. Returns whether the available sand of a cell is now
/// greater than kRangeEnd. Read as an unsigned number it is exact then.
bool share_out(ExchangeCell* cells, std::size_t count);
/// gain[i] = available sand of cells[i] minus available[i].
void gains(ExchangeCell const* cells, Quanta const* available, std::size_t count, Quanta* gain);
/// Adds `weight` to the averages of visited cells.
void average_visits(float weight, ExchangeCell const* cells, std::size_t count, float* average);

}  // namespace barchan::kernel
