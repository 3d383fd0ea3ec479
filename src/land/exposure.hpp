/// How much of a cell's solid ground lies open to the sides: the slope of its base, and the free faces of cliffs.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "barchan/land/notches.hpp"
#include "barchan/land/section.hpp"
#include "barchan/land/terrain.hpp"

namespace barchan {

/// What the base of one cell shows to the sides.
struct Exposure {
  double steepness = 1.0;  ///< surface of the base over its area on the map, free faces aside: 1 / cos(slope)
  double faces = 0.0;      ///< free faces, as many cell widths as the line of the cliff through the cell is long
  Quanta foot = 0;         ///< down to which the lowest of them reaches
};

/// Reads a land as it stood when this was made: it may change while it is asked.
class Exposures {
 public:
  /// `base`: of all cells of `terrain`, and it outlives this.
  Exposures(Terrain const& terrain, std::span<Quanta const> base);
  Exposure of(int x, int y) const;

 private:
  Terrain const& terrain_;
  std::span<Quanta const> base_;
  std::vector<Quanta> surface_;
  std::array<QuantaSum, kMostSoils> leaning_{};  ///< drop to a neighbour at which debris of a soil still rests
};

}  // namespace barchan
