/// Connected patches of cells.
#pragma once

#include <limits>

#include "measure/elevation_map.hpp"

namespace barchan {

/// Cells of a patch in coordinates that go on across the seams of a periodic map.
using Patch = std::vector<Vector2>;

/// Patches of 8 neighbours of the cells whose mask is not 0, in the order of their first cell. The mask is used up.
std::vector<Patch> connected_patches(Grid const& grid, std::span<char> mask);

inline double wrapped(double value, int n) {
  const double rest = std::fmod(value, static_cast<double>(n));
  return rest < 0.0 ? rest + n : rest;
}

}  // namespace barchan
