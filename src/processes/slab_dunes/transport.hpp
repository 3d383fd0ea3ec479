/// What both transports of sand, the field and single slabs, work on.
#pragma once

#include <cstddef>

#include "base/sparse_grid.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/plan.hpp"
#include "processes/slab_dunes/shelter.hpp"

namespace barchan {

/// One step of one soil: the land as it lies, what is to be done to it, and the change of the ground that this adds up
/// to, quanta a cell.
struct SlabStep {
  Terrain const& terrain;
  SoilId soil;
  Quanta const* available;  ///< of the soil, a cell
  StepContext const& context;
  SlabPlan const& plan;
  SlabShelter shelter;
  SparseGrid<Quanta>& change;
};

/// What passed the edges and what came to rest in one range of rows.
struct Passage {
  QuantaSum in = 0, out = 0, landed = 0;
};

}  // namespace barchan
