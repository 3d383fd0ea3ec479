/// SlabHops: single slabs that hop, as in Werner 1995 and Taylor & Keyser 2023. It is the reference for AirborneSand.
///
/// All slabs of a step hop over land that does not change. The sand that they lift and deposit is summed in whole
/// quanta, so their order does not matter. The flight of every slab ends within the step: in a wake along a hop, by
/// chance, at a wall, beyond an open edge, or at the end of its last hop.
#pragma once

#include "base/sparse_grid.hpp"
#include "processes/slab_dunes/transport.hpp"

namespace barchan {

class SlabHops {
 public:
  void prepare(Grid const& grid) { impacts_.prepare(grid); }
  /// Moves one slab per cell. Adds the sand that comes to rest to `step.change` and subtracts the sand that is lifted.
  /// Records the sand that crosses the edges. Returns the sand that came to rest.
  QuantaSum carry(SlabStep const& step);
  /// Sand that flew past each cell in the last step, quanta, estimated from the places at which slabs bounced.
  SparseGrid<Quanta> const& impacts() const { return impacts_; }

 private:
  SparseGrid<Quanta> impacts_;
};

}  // namespace barchan
