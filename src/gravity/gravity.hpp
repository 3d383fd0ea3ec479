/// Gravity: loose material that stands steeper than its angle of repose slides down. It acts on every land,
/// regardless of the active processes. Only gravity, gravity/grain_flows and gravity/avalanches enforce a slope.
///
/// Model: between each pair of neighbours, the drop in excess of tan(repose) x distance is reduced at a given rate
/// (gravity/slope_sweep). Sand with a static angle above its angle of repose slides within one step
/// (gravity/avalanches).
///
/// Source: the local, time-deferred cascade of the particle-based wind erosion article (2020); distance-aware diagonals
/// after Taylor & Keyser 2023; Musgrave, Kolb & Mace 1989. Deviations: relaxes all disturbed cells, not only those
/// under a particle; compares slopes per metre, so that diagonals and cell sizes agree; exact in quanta. Limits: eight
/// neighbours allow a planar face at 22.5 degrees to the grid to stand up to 8.2 % steeper in tangent.
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
  /// Relaxes the disturbed cells for `dt` seconds; `rate` in m2/s.
  void relax(Terrain& terrain, float rate, float dt, gravity::Slide const& slide);

 private:
  /// One sweep over the covers of every soil.
  void sweep(Terrain& terrain, gravity::SlopeRule rule, gravity::Slide const& slide);

  SlopeSweep sweep_;
  gravity::SlopeStrength strength_;
  Avalanches avalanches_;
  gravity::SweepMarks woken_;      ///< segments that a sweep must visit
  gravity::SweepMarks unsettled_;  ///< segments that the sweep of at least one soil leaves unsettled
};

}  // namespace barchan
