/// Films: a thin cover neither holds up the ground under it nor keeps it from sliding.
#pragma once

#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan::gravity {

/// Visits the disturbed segments. If a cover thinner than 4 mm lies on a slope that is too steep for the first thicker
/// layer below, brings that layer to the top. The film moves below it.
void overturn_films(Terrain& terrain, Scheduler const& scheduler);

}  // namespace barchan::gravity
