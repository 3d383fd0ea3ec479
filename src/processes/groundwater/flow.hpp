/// Flow of groundwater between columns.
///
/// Source: Dupuit 1863 and Boussinesq 1904 for flow along the gradient of the water table; Girinskii 1946 for layers;
/// limits of the time step as in the Dupuit percolator of Litwin, Tucker, Barnhart and Harman (2020).
///
/// Equation, for an edge between two columns dx apart with heads H (higher) and h:
///   Q = T (H - h) dt / dx2   of depth,   T = (Phi(H) - Phi(H - d)) / d,   dPhi/dH = transmissivity below H,
///   d = saturated thickness on the higher side minus that on the lower side, from 0 to the whole of the former.
/// With level layers this is the difference of Phi; on a slope saturated to a constant depth it is the transmissivity.
/// Phi belongs to the higher side; if the two sides differ in permeability, T is the harmonic mean of both. In a single
/// soil, T is K times the mean of both saturated thicknesses, or K times that of the higher side if that is the smaller
/// one.
///
/// The only state is the rounding remainder of each edge. Each thread reads the rows that it needs. It also recomputes
/// the edges that it shares with other threads, from the same numbers. That is faster than waiting for the results of
/// other threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "processes/groundwater/aquifer.hpp"

namespace barchan {

class Archive;

namespace groundwater {

/// Rounding remainders; each cell owns its edges to the east and to the north.
struct EdgeRests {
  std::vector<std::uint32_t> east, north;  ///< in 2^-32 quanta
};

class Flow {
 public:
  /// Resets all remainders.
  void prepare(Grid const& grid);
  /// Allocates memory, for a land on which groundwater flows.
  void make_room();

  /// Called with a row and the gains of its columns by flow (negative: losses).
  using Visit = std::function<void(AquiferRow const& row, std::span<Quanta const> gains)>;
  /// Lets water flow for `seconds` with constant heads, and visits each row once, from any thread. If more is wanted
  /// from a column than it has, each neighbour receives the same fraction of what it wants. Returns the longest stable
  /// step in s, the smaller of 0.8 S dx2 / (4 T) and 0.5 S dx / (K |grad H|), where S is the porosity of the ground.
  double run(Aquifer const& ground, double seconds, Scheduler const& scheduler, Visit const& visit);

  /// Returns whether anything flowed in the last run.
  bool flows() const { return flows_; }

  /// Reads or writes the remainders of a land of `cells` cells. Throws ArchiveError if the sizes differ.
  void keep(Archive& archive, std::size_t cells);

 private:
  Grid grid_;
  EdgeRests rests_;
  bool flows_ = false;
};

/// Flow through the columns of row `y` with the current water table, eastwards and northwards, quanta of depth per
/// second. The value of a column is an average over its edges.
std::vector<glm::dvec2> passing(Aquifer const& ground, int y);

}  // namespace groundwater
}  // namespace barchan
