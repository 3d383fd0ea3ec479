/// Flow of ground water from column to column.
///
/// Source: Dupuit 1863 and Boussinesq 1904, flow along the gradient of the table; Girinskii 1946 for layers; limits of
/// the time step as in the Dupuit percolator of Litwin, Tucker, Barnhart and Harman (2020).
///
/// Equation, per edge of two columns with heads H and h, H the higher, and dx apart:
///   Q = T (H - h) dt / dx2   of depth,   T = (Phi(H) - Phi(H - d)) / d,   dPhi/dH = transmissivity below H,
///   d = how much thicker the wet ground is on the higher side, 0 .. all of it.
/// Where layers are level that is the difference of Phi, and where a slope is wet to an even depth the transmissivity.
/// Phi is that of the higher side; where the other side is tighter, T is the harmonic mean of both. In one soil T is K
/// times the mean of both thicknesses, or the higher side's where that is the thinner.
///
/// Nothing of a column is kept but the remainders of its edges. Threads read the rows that they need and compute edges
/// anew that others compute too, from the same numbers, so that no one waits: what goes by way of memory takes longer.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "processes/groundwater/aquifer.hpp"

namespace barchan {

class Archive;

namespace groundwater {

/// Each cell has its edges to the east and to the north.
struct EdgeRests {
  std::vector<std::uint32_t> east, north;  ///< parts of 2^32 of a quantum
};

class Flow {
 public:
  /// Forgets everything.
  void prepare(Grid const& grid);
  /// Makes room for a land in which water flows.
  void make_room();

  /// What comes of a row: what its columns gain by flow, below 0: lose.
  using Visit = std::function<void(AquiferRow const& row, std::span<Quanta const> gains)>;
  /// Lets water flow for `seconds` while heads stay as they are, and shows each row once, on any thread. Columns of
  /// which more is wanted than they have give each neighbour its share. Returns the longest step in which the flow
  /// would have stayed smooth, s: dt <= 0.8 S dx2 / (4 T) and 0.5 S dx / (K |grad H|), S the pores of the ground.
  double run(Aquifer const& ground, double seconds, Scheduler const& scheduler, Visit const& visit);

  /// Did anything flow in the last run?
  bool flows() const { return flows_; }

  void keep(Archive& archive, std::size_t cells);

 private:
  Grid grid_;
  EdgeRests rests_;
  bool flows_ = false;
};

/// What passes through the columns of row `y` as the table stands, quanta of depth a second, the mean over the edges.
std::vector<float> passing(Aquifer const& ground, int y);

}  // namespace groundwater
}  // namespace barchan
