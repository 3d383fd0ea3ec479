/// Sand in flight as a field: each cell holds the sand above it, and every sub-step the wind shifts it by at most one
/// cell, an even wind by whole cells, an uneven one in shares. Sand that was just lifted rises: on its first way it
/// rests only in shelter. Then it falls, and may rest anywhere.
///
/// Source: the continuous transport of Nilles et al. 2024 in idea, with deposition left to chance as in Werner 1995: in
/// each step a cell lays down either all falling sand that comes over it or nothing. Without that noise ridges form
/// along the wind.
///
/// Only stretches of cells over which sand flies or in which sand lies are worked on: a dune on bare land costs what
/// the dune costs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/sparse_grid.hpp"
#include "land/changes.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/field_kernel.hpp"
#include "processes/slab_dunes/transport.hpp"

namespace barchan {

class AirborneSand {
 public:
  void prepare(Grid const& grid);
  /// Carries what is in the air on, lays part of it down and lifts more; the change of the ground gains the difference.
  /// What passes the edges is booked. Returns what came to rest.
  QuantaSum carry(SlabStep const& step);
  /// Adds all sand in the air to `change` (quanta a cell), which leaves none.
  void lay_down(SparseGrid<Quanta>& change);

  /// Sand over a cell, quanta.
  Quanta air(std::size_t cell) const { return rising_[cell] + falling_[cell]; }
  /// Sand that passed each cell in the last step, quanta.
  SparseGrid<Quanta> const& passed() const { return passed_; }
  QuantaSum total() const;
  void keep(Archive& archive);

 private:
  class EvenFlight;
  /// What a step begins with: nothing has passed, and no cell has drawn its chance.
  void begin(SlabStep const& step);
  /// The chances of some cells of row `y`, drawn when they are first asked for.
  std::uint16_t const* chances_of(SlabStep const& step, CellRun run, int y);
  /// Finds where sand lies in row `y`.
  void find_sand(SlabStep const& step, int y, Moment since);
  /// Lifts it into `air`.
  void lift(SlabStep const& step, int y, SparseGrid<Quanta>& air);
  /// Sub-steps of an uneven wind, or of a land that ends, and of an even one over a periodic land.
  QuantaSum fly_by_shares(SlabStep const& step);
  QuantaSum fly_evenly(SlabStep const& step);
  /// `beyond`: falling (x) and rising (y) sand over each cell beyond an open edge, quanta.
  QuantaSum substep(SlabStep const& step, int number, glm::vec2 beyond);
  /// Moves sand beside wakes into these, before sub-step `next`.
  void draw_in(SlabStep const& step, int next);
  /// What has risen in row `y` may rest anywhere from now on.
  void begin_to_fall(SparseGrid<Quanta>& rising, SparseGrid<Quanta>& falling, int y);
  /// Of some cells of row `y`.
  kernel::GroundRow ground_of(SlabStep const& step, CellRun run, int y);

  Grid grid_;
  SparseGrid<Quanta> rising_;                               ///< lifted in the last step
  SparseGrid<Quanta> falling_;                              ///< lifted before
  SparseGrid<Quanta> next_rising_, next_falling_, passed_;  ///< workspace of a step
  LandVector<std::uint16_t> chances_;                       ///< of each cell in this step, `kernel::chance_count` a row
  std::vector<std::uint8_t> drawn_;                         ///< `draws_` a row: have their cells drawn their chances?
  std::size_t draws_ = 0;
  std::vector<std::uint8_t> sandy_;  ///< a stretch: does sand lie there?
  Changes::Look last_;               ///< the land that `sandy_` knows
  std::vector<float> even_ratio_;    ///< a row of ones: the local wind over an even one
};

}  // namespace barchan
