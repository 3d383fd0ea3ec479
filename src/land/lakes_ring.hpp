/// The eight neighbours of a cell, and the runs of wet cells among them.
#pragma once

#include <array>
#include <cstdint>

#include "base/grid.hpp"
#include "land/lakes_place.hpp"

namespace barchan::lakes {

/// Neighbours clockwise from the north; kNowhere beyond an edge.
using Ring = std::array<Cell, 8>;

class Rings {
 public:
  explicit Rings(Grid const& grid) : grid_(grid) {
    for (std::size_t k = 0; k < 8; ++k) offsets_[k] = kEast[k] + kNorth[k] * grid.width;
  }

  /// `inner`: the cell does not lie on the edge of the land.
  Ring operator()(Cell cell, bool inner) const {
    if (!inner) return at_edge(cell);
    Ring ring;
    for (std::size_t k = 0; k < 8; ++k) ring[k] = cell + offsets_[k];
    return ring;
  }

 private:
  static constexpr std::array<int, 8> kEast{0, 1, 1, 1, 0, -1, -1, -1}, kNorth{1, 1, 0, -1, -1, -1, 0, 1};

  Ring at_edge(Cell cell) const;

  Grid grid_;
  std::array<int, 8> offsets_{};
};

/// One position of the ring in each run of wet neighbours. Water connects at corners, so a dry corner between two wet
/// sides does not separate them. A run begins with the first wet cell after a dry side.
struct Runs {
  std::array<std::size_t, 4> starts{};
  int count = 0;

  explicit Runs(std::uint32_t wet) {
    const auto is_wet = [&](std::size_t k) { return (wet >> (k % 8) & 1u) != 0; };
    for (std::size_t side = 0; side < 8; side += 2) {
      if (is_wet(side)) continue;
      if (is_wet(side + 1)) {
        add(side + 1);
      } else if (is_wet(side + 2)) {
        add((side + 2) % 8);
      }
    }
    if (count == 0 && wet != 0) add(0);  // all sides are wet
  }

 private:
  void add(std::size_t k) { starts[static_cast<std::size_t>(count++)] = k; }
};

}  // namespace barchan::lakes
