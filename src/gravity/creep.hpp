/// Creep: sand moves down every slope, however gentle, with one diffusivity over the whole land.
///
/// Model: dh/dt = 2 D div(grad h). D acts on each edge between eight-connected neighbours (gravity/slope_sweep with a
/// limiting slope of 0), exactly in quanta. Plants and other shelter reduce the outflow of a cell
/// by a fraction. This is the creep of grains that are pushed by the impacts of a uniform rain of flying sand. Slab
/// dunes know the impacts in each cell and therefore use their own flux (slab_dunes/reptation), which follows the
/// impacts instead of the slope.
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
  /// Lets the sand that wind can lift creep for `dt` seconds; `diffusivity` in m2/s. Disturbs only the segments that it
  /// changes. `hold`: per cell, the fraction of the ground from which nothing creeps; empty: 0.
  void run(Terrain& terrain, float diffusivity, float dt, gravity::Slide const& slide, std::span<float const> hold);

 private:
  SlopeSweep sweep_;
  gravity::SweepMarks everywhere_;  ///< all segments are marked
};

}  // namespace barchan
