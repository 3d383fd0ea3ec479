/// Reptation: creep of grains that are pushed downhill by the impacts of flying sand.
///
/// The flow between two neighbouring cells per step is strength x (mean of the sand that flies over both) x slope: a
/// flux of `strength` times the saltation flux per unit of slope. It is exact and independent of order; rock does not
/// creep. Creep with one diffusivity over the whole land is gravity/creep; docs/decisions/gravity.md says why there are
/// two.
#pragma once

#include "base/scheduler.hpp"
#include "base/sparse_grid.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Available and flying sand of one soil, quanta per cell.
struct Impacts {
  Quanta const* available;        ///< available
  SparseGrid<Quanta> const& air;  ///< flies past in a step
};
/// Adds what moves to `change` (quanta per cell). Cells over which nothing flies are not visited.
void reptate(Terrain const& terrain, float strength, Impacts const& soil, Scheduler const& scheduler,
             SparseGrid<Quanta>& change);

}  // namespace barchan
