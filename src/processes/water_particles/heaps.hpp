/// Heaps: no cell gains more in a round than stands at the angle of repose beside ground that gains nothing; what comes
/// beyond that slumps to the cells around.
#pragma once

#include "barchan/base/quanta.hpp"
#include "barchan/base/scheduler.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

/// Hands on what cells gain beyond `most`: to the nearest that are not above their heaps, or else to the nearest.
void level_heaps(RoundLand const& land, Sums const& sums, Quanta most, Scheduler const& scheduler);

}  // namespace barchan::water
