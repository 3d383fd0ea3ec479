/// AirborneSand: sand in flight as a field. Each cell holds the sand above it. In every sub-step the wind shifts this
/// sand by at most one cell: an even wind shifts all of it by whole cells, an uneven one shifts fractions of it. Sand
/// that was just lifted rises; until the end of its first hop it comes to rest only in shelter. Then it falls, and may
/// come to rest anywhere.
///
/// Source: the idea of continuous transport from Nilles et al. 2024, with random deposition as in Werner 1995: in each
/// sub-step a cell deposits either all falling sand that comes over it or none. Without this noise, ridges form along
/// the wind.
///
/// Only stretches of cells with sand in the air or on the ground are computed, so the cost of a dune on bare land is
/// proportional to the size of the dune.
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
  /// Moves the sand in the air, deposits part of it and lifts more. Adds the net change to `step.change` and records
  /// the sand that crosses the edges. Returns the sand that came to rest.
  QuantaSum carry(SlabStep const& step);
  /// Moves all sand in the air into `change` (quanta per cell).
  void lay_down(SparseGrid<Quanta>& change);

  /// Sand over a cell, quanta.
  Quanta air(std::size_t cell) const { return rising_[cell] + falling_[cell]; }
  /// Sand that passed over each cell in the last step, quanta.
  SparseGrid<Quanta> const& passed() const { return passed_; }
  /// Sum of all sand in the air, quanta.
  QuantaSum total() const;
  void keep(Archive& archive);

 private:
  class EvenFlight;
  /// Begins a step: nothing has passed, and no random numbers have been drawn.
  void begin(SlabStep const& step);
  /// Random numbers for some cells of row `y`, drawn on first use.
  std::uint16_t const* chances_of(SlabStep const& step, CellRun run, int y);
  /// Finds the stretches of row `y` that have sand.
  void find_sand(SlabStep const& step, int y, Moment since);
  /// Lifts sand of row `y` into `air`.
  void lift(SlabStep const& step, int y, SparseGrid<Quanta>& air);
  /// Fly all sub-steps of a step: the first in an uneven wind or on a land with edges, the second in an even wind on a
  /// periodic land.
  QuantaSum fly_by_shares(SlabStep const& step);
  QuantaSum fly_evenly(SlabStep const& step);
  /// Flies one sub-step. `beyond`: falling (x) and rising (y) sand over each cell beyond an open edge, quanta.
  QuantaSum substep(SlabStep const& step, int number, glm::vec2 beyond);
  /// Moves sand from beside wakes into them. Called before sub-step `next`.
  void draw_in(SlabStep const& step, int next);
  /// Turns the rising sand of row `y` into falling sand, which may come to rest anywhere.
  void begin_to_fall(SparseGrid<Quanta>& rising, SparseGrid<Quanta>& falling, int y);
  /// The ground under some cells of row `y`.
  kernel::GroundRow ground_of(SlabStep const& step, CellRun run, int y);

  Grid grid_;
  SparseGrid<Quanta> rising_;                               ///< lifted in the last step
  SparseGrid<Quanta> falling_;                              ///< lifted earlier
  SparseGrid<Quanta> next_rising_, next_falling_, passed_;  ///< scratch memory of a step
  LandVector<std::uint16_t> chances_;  ///< random numbers of the cells in this step, `kernel::chance_count` per row
  std::vector<std::uint8_t> drawn_;    ///< 1 where numbers were drawn, `draws_` entries per row
  std::size_t draws_ = 0;
  std::vector<std::uint8_t> sandy_;  ///< one entry per stretch: there is sand on the ground
  Changes::Look last_;               ///< version of the land at the last update of `sandy_`
  std::vector<float> even_ratio_;    ///< a row of ones: ratio of the local wind to an even wind
};

}  // namespace barchan
