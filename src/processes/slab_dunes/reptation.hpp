/// Reptation: creep of grains that are pushed downhill by the impacts of flying sand.
///
/// The flow between two neighbouring cells per step is strength x (mean of the sand that flies over both) x slope: the
/// flux per unit of slope is `strength` times the saltation flux. The flow conserves sand exactly and does not depend
/// on the order of cells. Rock does not creep. gravity/creep computes creep with one diffusivity over the whole land;
/// docs/decisions/gravity.md explains why there are two kinds.
#pragma once

#include "base/scheduler.hpp"
#include "base/sparse_grid.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Available and flying sand of one soil, quanta per cell.
struct Impacts {
  Quanta const* available;        ///< available sand
  SparseGrid<Quanta> const& air;  ///< sand that flies past in a step
};
/// Adds the moved sand to `change` (quanta per cell). Cells over which no sand flies are not visited.
void reptate(Terrain const& terrain, float strength, Impacts const& soil, Scheduler const& scheduler,
             SparseGrid<Quanta>& change);

}  // namespace barchan
