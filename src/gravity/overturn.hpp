/// Films: a thin cover neither holds up the ground under it nor keeps it from sliding.
#pragma once

#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan::gravity {

/// In disturbed segments: where a cover thinner than 4 mm lies on a slope too steep for the first thicker layer under
/// it, that layer comes to the top; the film goes down with it or after it.
void overturn_films(Terrain& terrain, Scheduler const& scheduler);

}  // namespace barchan::gravity
