/// Heaps: no cell gains more in a round than stands at the angle of repose beside ground that gains nothing; what comes
/// beyond that slumps to the cells around.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/quanta.hpp"
#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

/// Cells of some rows that gain more than `most`, ascending.
std::vector<std::size_t> find_heaps(RoundLand const& land, Sums const& sums, Quanta most, Rows rows);

/// Hands on what such cells gain beyond `most`: to the nearest that are not above their heaps, or else to the nearest.
void level_heaps(RoundLand const& land, Sums const& sums, Quanta most, std::span<std::size_t const> heaps);

}  // namespace barchan::water
