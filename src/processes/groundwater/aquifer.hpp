/// Aquifer: the ground of a land as the flow in it sees it, read row by row when it is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "barchan/base/quanta.hpp"
#include "barchan/land/pores.hpp"
#include "barchan/land/terrain.hpp"

namespace barchan::groundwater {

/// What besides the ground has a say in what becomes of a column.
enum class Rule : std::uint8_t {
  none,
  lake,
  held,  ///< it gives and takes whatever flows, and keeps its head: at an edge or under the sea
};

/// The columns of a row. What edges ask for has one entry more, for the neighbour of the last column: the first again
/// on a periodic land, else the last itself. A column so far from the datum that differences of heads may not fit into
/// an int32 counts as one of several layers.
struct AquiferRow {
  int y = 0;
  float alike = -1.0f;              ///< conductivity of all that have pores, m/s; below 0: they differ
  bool layered = false;             ///< some have several layers
  std::vector<Quanta> head;         ///< elevation to which water would stand in a well
  std::vector<Quanta> wet;          ///< thickness of the ground below it
  std::vector<float> conductivity;  ///< m/s; below 0: of several layers, 0: nothing has pores
  std::vector<float> per_share;     ///< 1 / the share of pores
  std::vector<Quanta> room;         ///< quanta of depth that fill all pores
  std::vector<Quanta> gives;        ///< quanta of depth that it has to give; without end where it is held
  std::vector<Rule> rule;
  PoreLayers layers;                ///< of all columns, from above, where the soils of the row are not one
  std::vector<std::size_t> begins;  ///< where those of a column begin, and where the last end
};

/// A column: a row and its place there, which may be one beyond the last.
struct Place {
  AquiferRow const& row;
  std::size_t x;
};

class Aquifer {
 public:
  /// `held_edges`: open edges keep their heads.
  Aquifer(Terrain const& terrain, bool held_edges);

  /// Fills `row` with what stands in row `y`.
  void read(int y, AquiferRow& row) const;
  /// What stands in a cell.
  Rule rule(std::size_t cell) const;
  /// m2/s: how readily water goes from a column to one whose head is no higher.
  double transmissivity(Place const& high, Place const& low) const;

  Grid const& grid() const { return terrain_.grid; }
  Columns const& columns() const { return terrain_.columns; }
  Pores const& pores() const { return pores_; }

 private:
  bool read_one_soil(AquiferRow& row) const;
  void read_layers(AquiferRow& row) const;
  /// Of a column, from above; `single` is where that of a row of one soil is put.
  std::span<PoreLayer const> layers(Place const& place, PoreLayer& single) const;
  void feel_lakes(AquiferRow& row) const;
  void feel_sea(AquiferRow& row) const;
  void hold_edges(AquiferRow& row) const;

  Terrain const& terrain_;
  Pores pores_;
  bool held_edges_;
};

}  // namespace barchan::groundwater
