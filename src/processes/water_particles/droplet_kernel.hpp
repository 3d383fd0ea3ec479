/// The kernels of a round: droplets move against frozen land and note what they want, and the land grants it.
#pragma once

#include <cstdint>
#include <span>

#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

/// One round for the slots of a band: motion, evaporation, exchange; finds who comes to rest.
Tally advance(Rule const& rule, RoundLand const& land, Sums const& sums, Draw const& draw, SlotsOfBand const& band);

/// Some rows of the land.
struct Rows {
  int first, last;  ///< up to, but not `last`
};

/// Finds the cells whose wishes exceed what they may give; returns whether there are any.
bool find_contested(BedRule const& rule, RoundLand const& land, Sums const& sums, Contest const& contest, Rows rows);

/// Takes from the loads what contested cells refuse, and sums what those give.
void change_bed(BedRule const& rule, RoundLand const& land, Sums const& sums, Contest const& contest,
                SlotsOfBand const& band);

/// Books of some cells of a row, an entry a cell.
struct CellSums {
  QuantaSum *wish, *gain;  ///< as Sums has them
  Quanta *cap, *granted;   ///< as Contest has them; null where nothing is contested
  Quanta* lowered;         ///< taken less laid down since the world began
};
/// Puts what a contested cell has given in the place of what was wanted of it, which ends the contest.
inline void grant(CellSums const& sums, std::size_t i) {
  if (sums.cap[i] < 0) return;
  sums.wish[i] = sums.granted[i];
  sums.cap[i] = -1;
  sums.granted[i] = 0;
}
/// What has become of them.
struct BedChange {
  bool moved;   ///< something was taken or laid down
  bool opened;  ///< more was taken somewhere than is available
};
/// Closes a round for cells of which `available` lies loose: says what was `taken` of each and by how much it rises,
/// and clears their sums.
BedChange change_cells(CellSums const& sums, Quanta const* available, std::span<Quanta> taken, std::span<Quanta> delta);

/// What makes a discharge in m3/s and a depth in m of what has passed in a step.
struct FlowScale {
  float discharge, depth;
};
/// Averages the flow with what has passed in this step, which gets `share` of the weight, and clears it.
void average_flow(std::span<Flow> flow, std::span<Passage> passage, FlowScale scale, float share);
/// The same where nothing has passed.
void forget_flow(std::span<Flow> flow, float share);
/// Square of the strongest discharge, m6/s2, and the greatest depth, m; both are 0 where no flow is.
struct FlowMost {
  float square = 0.0f, depth = 0.0f;
};
FlowMost most_flow(std::span<Flow const> flow);

/// Lays the load of a droplet down around it.
struct Dying {
  Slots const& slots;
  std::size_t slot;
};
void lay_down_load(BedRule const& rule, RoundLand const& land, Sums const& sums, Dying const& dying, float phase);

}  // namespace barchan::water
