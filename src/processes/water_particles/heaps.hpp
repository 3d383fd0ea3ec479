/// Heaps: a limit on deposition. In one round no cell gains more than would stand at the angle of repose beside ground
/// that gains nothing; the excess slumps to the cells around it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/quanta.hpp"
#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

/// Returns the cells of some rows that gain more than `most`, in ascending order.
std::vector<std::size_t> find_heaps(RoundLand const& land, Sums const& sums, Quanta most, Rows rows);

/// Passes what such cells gain beyond `most` to the nearest lower cells with space for it, or else to the nearest
/// cells.
void level_heaps(RoundLand const& land, Sums const& sums, Quanta most, std::span<std::size_t const> heaps);

}  // namespace barchan::water
