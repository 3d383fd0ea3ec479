/// Heaps: a limit on deposition. The deposit that a cell gains in one round must be able to stand at the angle of
/// repose beside ground that gains nothing. The excess slumps to the cells around it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/quanta.hpp"
#include "land/mask.hpp"
#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

/// Moves the deposits on ground that masks exclude to the nearest cells that they do not.
void keep_off(RoundLand const& land, Sums const& sums, Porch const& porch);

/// Returns the cells of some rows that gain more than `most`, in ascending order.
std::vector<std::size_t> find_heaps(RoundLand const& land, Sums const& sums, Quanta most, Rows rows);

/// Passes the excess of such cells over `most` to the nearest lower cells with space for it or, if there are none, to
/// the nearest cells.
void level_heaps(RoundLand const& land, Sums const& sums, Quanta most, std::span<std::size_t const> heaps);

}  // namespace barchan::water
