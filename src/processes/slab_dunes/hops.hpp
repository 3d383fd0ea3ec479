/// Slabs that hop one by one, as Werner 1995 and Taylor & Keyser 2023 have them; the oracle of the airborne field.
///
/// All slabs of a step start from the same frozen land, and what they lift and lay down is summed in whole quanta, so
/// their order does not matter. Every slab comes to rest within the step: in the wake that it meets along a hop, where
/// chance leaves it, at a wall, beyond an open edge, or where its last hop ends.
#pragma once

#include "base/sparse_grid.hpp"
#include "processes/slab_dunes/transport.hpp"

namespace barchan {

class SlabHops {
 public:
  void prepare(Grid const& grid) { impacts_.prepare(grid); }
  /// One slab a cell: the change of the ground gains what comes to rest less what is lifted; what passes the edges is
  /// booked. Returns what came to rest.
  QuantaSum carry(SlabStep const& step);
  /// Sand that flew past each cell in the last step, quanta, as told from where slabs bounced.
  SparseGrid<Quanta> const& impacts() const { return impacts_; }

 private:
  SparseGrid<Quanta> impacts_;
};

}  // namespace barchan
