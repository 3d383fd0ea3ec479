/// The kernels of a round. Droplets move over land that does not change and record how much sediment they want; then
/// they receive all of it or a part, and the land changes.
#pragma once

#include <cstdint>
#include <span>

#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

/// Runs one round for the slots of a band: motion, evaporation and exchange. Reports the droplets that come to rest.
Tally advance(Rule const& rule, RoundLand const& land, Sums const& sums, Draw const& draw, SlotsOfBand const& band);

/// A range of grid rows.
struct Rows {
  int first, last;  ///< `last` is excluded
};

/// Finds the contested cells, from which more is wanted than they may give. Returns whether there are any.
bool find_contested(BedRule const& rule, RoundLand const& land, Sums const& sums, Contest const& contest, Rows rows);

/// Reduces the loads by the amounts that contested cells refuse, and sums the amounts that those cells give.
void change_bed(BedRule const& rule, RoundLand const& land, Sums const& sums, Contest const& contest,
                SlotsOfBand const& band);

/// The sums of consecutive cells of a row, one entry per cell.
struct CellSums {
  QuantaSum *wish, *gain;  ///< see Sums
  Quanta *cap, *granted;   ///< see Contest; null if no cell is contested
  Quanta* lowered;         ///< erosion minus deposition since the world began
};
/// Replaces the amount wanted from a contested cell by the amount that it has given. The cell is then not contested any
/// more.
inline void grant(CellSums const& sums, std::size_t i) {
  if (sums.cap[i] < 0) return;
  sums.wish[i] = sums.granted[i];
  sums.cap[i] = -1;
  sums.granted[i] = 0;
}
/// Result of change_cells().
struct BedChange {
  bool moved;   ///< sediment was taken or deposited
  bool opened;  ///< more was taken from a cell than was available, so its base must be worn
};
/// Closes a round. `available` is the loose sediment of each cell. Writes the sediment `taken` from each cell and the
/// rise of the cell (`delta`), and clears the sums.
BedChange change_cells(CellSums const& sums, Quanta const* available, std::span<Quanta> taken, std::span<Quanta> delta);

/// Factors that turn the passage of a step into a discharge in m3/s and a depth in m.
struct FlowScale {
  float discharge, depth;
};
/// Updates the average flow with the passage of this step, whose weight is `share` (0 to 1), and clears the passage.
void average_flow(std::span<Flow> flow, std::span<Passage> passage, FlowScale scale, float share);
/// The same for cells through which no water has passed.
void forget_flow(std::span<Flow> flow, float share);
/// Square of the strongest discharge, m6/s2, and greatest depth, m. Both are 0 where there is no flow.
struct FlowMost {
  float square = 0.0f, depth = 0.0f;
};
/// Largest values of a row.
FlowMost most_flow(std::span<Flow const> flow);

/// A droplet whose load is deposited around it.
struct Dying {
  Slots const& slots;
  std::size_t slot;
};
/// Deposits the load of an ending droplet under the brush. `phase`: phase of the rounding, [0, 1).
void lay_down_load(BedRule const& rule, RoundLand const& land, Sums const& sums, Dying const& dying, float phase);

}  // namespace barchan::water
