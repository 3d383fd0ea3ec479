/// Hollows of the land, brim full, and where each of them overflows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"

namespace barchan::water {

/// Where the water of a cell in a hollow runs over: the cell of the sill, and the neighbour of it beyond.
struct Spill {
  static constexpr std::uint32_t kDry = 0xFFFFFFFF;  ///< not in a hollow
  static constexpr std::uint32_t kEdge = 8;          ///< beyond the sill lies the open edge

  std::size_t sill = 0;
  std::uint32_t way = kEdge;  ///< 0 .. 7: neighbours anticlockwise from the east; or kEdge

  static Spill from(std::uint32_t packed) { return {packed >> 4, packed & 15u}; }
  std::uint32_t packed() const { return static_cast<std::uint32_t>(sill << 4) | way; }
  int east() const;   ///< -1, 0 or 1 cell
  int north() const;  ///< -1, 0 or 1 cell
};

/// Packed spills of all cells, kDry outside hollows, by a priority flood (Barnes, Lehman & Mulla 2014) from the open
/// edge, or from the lowest cell where there is none. A function of the elevations alone.
std::vector<std::uint32_t> find_spills(Grid const& grid, std::span<Quanta const> elevations);

}  // namespace barchan::water
