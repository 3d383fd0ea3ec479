/// Aquifer: the ground of a land as the flow in it sees it, read row by row when it is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "barchan/base/quanta.hpp"
#include "barchan/land/pores.hpp"
#include "barchan/land/terrain.hpp"

namespace barchan::groundwater {

/// The columns of a row; those that name a neighbour have one entry more for the neighbour of the last: the first again
/// on a periodic land, else the last itself.
struct AquiferRow {
  int y = 0;
  float alike = -1.0f;               ///< conductivity of all that have pores, m/s; below 0: they differ
  bool layered = false;              ///< some have several layers
  std::vector<Quanta> head;          ///< elevation to which water would stand in a well
  std::vector<Quanta> wet;           ///< thickness of the ground below it
  std::vector<float> conductivity;   ///< m/s; below 0: of several layers, 0: nothing has pores
  std::vector<float> per_share;      ///< 1 / the share of pores
  std::vector<Quanta> room;          ///< quanta of depth that fill all pores
  std::vector<Quanta> gives;         ///< quanta of depth that it has to give; without end where it is held
  std::vector<std::uint8_t> ruled;   ///< the sea, a lake or an edge has a say in what becomes of it
};

class Aquifer {
 public:
  /// `held_edges`: open edges keep their heads.
  Aquifer(Terrain const& terrain, bool held_edges);

  /// Fills `row` with what stands in row `y`.
  void read(int y, AquiferRow& row) const;
  /// Does a column give and take whatever flows, and keep its head?
  bool held(std::size_t cell) const;

  Grid const& grid() const { return terrain_.grid; }
  Columns const& columns() const { return terrain_.columns; }
  Pores const& pores() const { return pores_; }

 private:
  bool read_one_soil(AquiferRow& row) const;
  void read_layers(AquiferRow& row) const;
  /// Full ground feels the water that stands on it, and the sea is felt everywhere below it.
  void feel_standing_water(AquiferRow& row) const;
  void find_held(AquiferRow& row) const;

  Terrain const& terrain_;
  Pores pores_;
  bool held_edges_;
};

/// m2/s: how readily water goes from a column to one whose head is no higher, each of a row and its place there.
struct Place {
  AquiferRow const& row;
  std::size_t x;  ///< may be one beyond the last
};
double edge_transmissivity(Aquifer const& ground, Place const& high, Place const& low);

}  // namespace barchan::groundwater
