/// Creep: sand moves down every slope, however gentle, at one diffusivity over the whole land.
///
/// Model: dh/dt = 2 D div(grad h), D over each edge between eight-connected neighbours (gravity/slope_sweep at a slope
/// of nothing), exact in quanta; plants and other shelter hold their share of what a cell would give. The creep of
/// grains that the impacts of an even rain of flying sand push along. Where the rain is known cell by cell the slab
/// dunes have a flux of their own (slab_dunes/reptation): it follows the impacts, not the land.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/scheduler.hpp"
#include "gravity/slope_sweep.hpp"
#include "land/terrain.hpp"

namespace barchan {

class Creep {
 public:
  void prepare(Terrain const& terrain);
  /// Lets what wind can lift creep for `dt` seconds, `diffusivity` in m2/s. Disturbs the segments that it changes and
  /// no others. `hold`: share of a cell's ground from which nothing creeps, a cell; empty: none.
  void run(Terrain& terrain, float diffusivity, float dt, gravity::Slide const& slide, std::span<float const> hold);

 private:
  SlopeSweep sweep_;
  gravity::SweepMarks everywhere_;  ///< all segments marked
};

}  // namespace barchan
