/// Flow of ground water from column to column.
///
/// Source: Dupuit 1863 and Boussinesq 1904, flow along the gradient of the table; Girinskii 1946 for layers; limits of
/// the time step as in the Dupuit percolator of Litwin, Tucker, Barnhart and Harman (2020).
///
/// Equation, per edge of two columns with heads H and h, H the higher, and dx apart:
///   Q = T (H - h) dt / dx2   of depth,   T = (Phi(H) - Phi(H - d)) / d,   dPhi/dH = transmissivity below H,
///   d = how much thicker the wet ground is on the higher side, 0 .. all of it.
/// Where layers are level that is the difference of Phi, and where a slope is wet to an even depth the transmissivity.
/// Phi is that of the higher side; where the other side is tighter, T is the harmonic mean of both.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/columns.hpp"
#include "barchan/land/pores.hpp"

namespace barchan {

class Archive;

namespace groundwater {

/// The ground that a step of the flow reads, one entry a cell.
struct Aquifer {
  Columns const* columns = nullptr;
  Pores const* pores = nullptr;
  std::vector<Quanta> head;          ///< elevation to which water would stand in a well
  std::vector<Quanta> wet;           ///< thickness of the ground below it
  std::vector<Quanta> room;          ///< quanta of depth that fill all pores
  std::vector<double> conductivity;  ///< m/s; below 0: of several layers, 0: nothing has pores
  std::vector<double> share;         ///< of pores
  std::vector<std::uint8_t> held;    ///< gives and takes whatever flows, and keeps its head

  void resize(std::size_t cells);
};

class Flow {
 public:
  /// Forgets everything.
  void prepare(Grid const& grid);
  /// Makes room for a land in which water flows.
  void make_room();

  /// Longest step in which the flow stays smooth, s: dt <= 0.8 S dx2 / (4 T) and 0.5 S dx / (K |grad H|), S the pores
  /// of the ground.
  double longest_step(Aquifer const& ground, Scheduler const& scheduler) const;
  /// What flows over each edge in `seconds` while heads stay as they are. Columns with `stored` of which more is wanted
  /// give each neighbour its share.
  void find(Aquifer const& ground, std::span<Quanta const> stored, double seconds, Scheduler const& scheduler);
  /// What the column in (x, y) gains by what was found; below 0: loses.
  QuantaSum gain(int x, int y) const;
  /// What was found to pass through it to the east and to the north, quanta of depth, the mean over its edges.
  std::array<double, 2> passing(int x, int y) const;

  void keep(Archive& archive, std::size_t cells);

 private:
  /// Each cell has its edges to the east and to the north.
  enum Side : std::uint8_t { east, north };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// The cell beyond an edge of (x, y), kNone beyond the land.
  std::size_t beyond(int x, int y, Side side) const;
  std::size_t before(int x, int y, Side side) const;
  /// What passes over an edge from `cell` to `other`, below 0: back.
  QuantaSum granted(std::size_t cell, std::size_t other, Side side) const;

  Grid grid_;
  std::array<std::vector<std::uint32_t>, 2> rest_;  ///< of each edge, parts of 2^32 of a quantum
  // Of the last step:
  std::array<std::vector<Quanta>, 2> wanted_;
  std::vector<QuantaSum> asked_;  ///< of a cell by all its edges, where that is more than it has; else 0
  std::vector<Quanta> stored_;
};

}  // namespace groundwater
}  // namespace barchan
