/// Reptation: grains that the impacts of flying sand push downhill.
///
/// Between neighbours on an axis creeps, per step, strength x (mean of the sand that flies over both) x slope: a flux
/// of `strength` times the saltation flux per unit of slope. Exact, order-free; rock does not creep.
/// Creep at one diffusivity over the whole land is gravity/creep; docs/decisions/gravity.md says why there
/// are two.
#pragma once

#include "base/scheduler.hpp"
#include "base/sparse_grid.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// What flies and what lies of one soil, quanta a cell.
struct Impacts {
  Quanta const* available;        ///< may be taken
  SparseGrid<Quanta> const& air;  ///< flies past in a step
};
/// Adds what moves to `change` (quanta a cell). Where nothing flies past nothing is looked at.
void reptate(Terrain const& terrain, float strength, Impacts const& soil, Scheduler const& scheduler,
             SparseGrid<Quanta>& change);

}  // namespace barchan
