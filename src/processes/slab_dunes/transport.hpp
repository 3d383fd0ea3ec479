/// The data on which both kinds of transport, the field and single slabs, work.
#pragma once

#include <cstddef>

#include "base/sparse_grid.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/plan.hpp"
#include "processes/slab_dunes/shelter.hpp"

namespace barchan {

/// One step of one soil: the current land, the plan of the step, and the resulting change of the ground in quanta per
/// cell.
struct SlabStep {
  Terrain const& terrain;
  SoilId soil;
  Quanta const* available;  ///< available quanta of the soil, per cell
  StepContext const& context;
  SlabPlan const& plan;
  SlabShelter shelter;
  SparseGrid<Quanta>& change;
};

/// Sand that crossed the edges, and sand that came to rest, in one range of rows.
struct Passage {
  QuantaSum in = 0, out = 0, landed = 0;
};

}  // namespace barchan
