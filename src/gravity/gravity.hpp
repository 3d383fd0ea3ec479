/// Gravity: loose material that stands steeper than its angle of repose runs down. What every land does, whatever the
/// processes on it; after this, gravity/grain_flows and gravity/avalanches nothing else enforces a slope.
///
/// Model: between each pair of neighbours what stands higher than tan(repose) x distance moves at a rate
/// (gravity/slope_sweep). Sand that may stand steeper than it comes to rest slides at once (gravity/avalanches).
///
/// Source: the local, time-deferred cascade of the particle-based wind erosion article (2020); distance-aware
/// diagonals after Taylor & Keyser 2023; Musgrave, Kolb & Mace 1989. Deviations: relaxes all disturbed cells, not only
/// those under a particle; slope is compared per metre, so diagonals and cell sizes agree; exact in quanta.
/// Limits: a planar face at 22.5 degrees to the grid stands up to 8.2 % steeper in tangent, as eight neighbours allow.
#pragma once

#include <cstdint>

#include "base/scheduler.hpp"
#include "gravity/avalanches.hpp"
#include "gravity/slope_strength.hpp"
#include "gravity/slope_sweep.hpp"
#include "land/terrain.hpp"

namespace barchan {

class Gravity {
 public:
  void prepare(Terrain const& terrain);
  /// Relaxes the disturbed cells for `dt` seconds, `rate` in m2/s.
  void relax(Terrain& terrain, float rate, float dt, gravity::Slide const& slide);

 private:
  /// One sweep of the covers of every soil.
  void sweep(Terrain& terrain, gravity::SlopeRule rule, gravity::Slide const& slide);

  SlopeSweep sweep_;
  gravity::SlopeStrength strength_;
  Avalanches avalanches_;
  gravity::SweepMarks woken_;      ///< where a sweep is to look
  gravity::SweepMarks unsettled_;  ///< what the sweep of any soil leaves unsettled
};

}  // namespace barchan
