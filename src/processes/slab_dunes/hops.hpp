/// SlabHops: slabs that hop one by one, as in Werner 1995 and Taylor & Keyser 2023. The reference for AirborneSand.
///
/// All slabs of a step start from the same unchanging land, and what they lift and deposit is summed in whole quanta,
/// so their order does not matter. Every slab comes to rest within the step: in a wake along a hop, by chance, at a
/// wall, beyond an open edge, or at the end of its last hop.
#pragma once

#include "base/sparse_grid.hpp"
#include "processes/slab_dunes/transport.hpp"

namespace barchan {

class SlabHops {
 public:
  void prepare(Grid const& grid) { impacts_.prepare(grid); }
  /// Moves one slab per cell. The change of the ground is increased by what comes to rest and reduced by what is
  /// lifted. Sand that crosses the edges is recorded. Returns the sand that came to rest.
  QuantaSum carry(SlabStep const& step);
  /// Sand that flew past each cell in the last step, quanta, estimated from where slabs bounced.
  SparseGrid<Quanta> const& impacts() const { return impacts_; }

 private:
  SparseGrid<Quanta> impacts_;
};

}  // namespace barchan
