/// Aquifer: the ground of a land as the flow in it sees it, read row by row when it is needed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/quanta.hpp"
#include "land/pores.hpp"
#include "land/terrain.hpp"
#include "processes/groundwater/layers_kernel.hpp"
#include "processes/groundwater/sections.hpp"

namespace barchan::groundwater {

/// What besides the ground has a say in what becomes of a column.
enum class Rule : std::uint8_t {
  none,
  lake,
  held,  ///< it gives and takes whatever flows, and keeps its head: at an edge or under the sea
};

/// How transmissivity changes about the heads of the columns of a row: as far as the layer reaches in which one lies,
/// it follows from that layer's conductivity. With an entry more too; empty where no one asks and where a column is far
/// from the datum.
struct HeadLayers {
  std::vector<float> transmissivity;  ///< up to the head, quanta m/s
  std::vector<float> conductivity;    ///< m/s
  std::vector<Quanta> below;          ///< how much of it is full
  std::vector<Quanta> above;          ///< how much is not; with all its bits inverted where another layer lies on it

  bool empty() const { return below.empty(); }
  void clear() { resize(0); }
  void resize(std::size_t count) {
    for (auto* values : {&transmissivity, &conductivity}) values->resize(count);
    for (auto* values : {&below, &above}) values->resize(count);
  }
};

/// What the soils of a layer are, in each column of a row.
struct LayerOfRow {
  std::vector<std::int32_t> share;  ///< of pores, of 2^Pores::kShareBits
  std::vector<float> per_share, conductivity, resistivity;
  SoilSet told = 0;  ///< the one soil that these are of; 0: of several
};

/// The columns of a row. What edges ask for has one entry more, for the neighbour of the last column: the first again
/// on a periodic land, else the last itself. A column so far from the datum that differences of heads may not fit into
/// an int32 counts as one of several layers.
struct AquiferRow {
  int y = 0;
  float alike = -1.0f;              ///< conductivity of all that have pores, m/s; below 0: they differ
  bool layered = false;             ///< some have several layers
  bool ruled = false;               ///< some have a rule
  bool lakes = false;               ///< some lie below one
  std::vector<Quanta> head;         ///< elevation to which water would stand in a well
  std::vector<Quanta> wet;          ///< thickness of the ground below it
  std::vector<float> conductivity;  ///< m/s; below 0: of several layers, 0: nothing has pores
  std::vector<float> per_share;     ///< 1 / the share of pores
  std::vector<float> down;    ///< m/s: how readily moisture comes to the table; empty: as all that have pores let it
  std::vector<Quanta> room;   ///< quanta of depth that fill all pores
  std::vector<Quanta> gives;  ///< quanta of depth that it has to give; without end where it is held
  std::vector<Rule> rule;
  HeadLayers at_head;
  std::vector<LayerOfRow> layers;  ///< workspace
  std::vector<Quanta> nothing;     ///< the thickness of none
};

/// A column: a row and its place there, which may be one beyond the last.
struct Place {
  AquiferRow const& row;
  std::size_t x;
};

struct LayeredColumn {
  Place place;
  PoreLayers const& layers;
};
/// m2/s: how readily water goes from a column to one whose head is no higher.
double transmissivity(LayeredColumn const& high, LayeredColumn const& low);

class Aquifer {
 public:
  /// `sections`: those of the terrain as it is; `held_edges`: open edges keep their heads.
  Aquifer(Terrain const& terrain, Sections const& sections, bool held_edges);

  /// Fills `row`, a new one or one that it filled before, with what stands in row `y`.
  void read(int y, AquiferRow& row) const;
  /// What stands in a cell.
  Rule rule(std::size_t cell) const;
  /// Fills in the layers of a column, from above.
  void read_layers(Place const& place, PoreLayers& layers) const;

  Grid const& grid() const { return terrain_.grid; }
  Columns const& columns() const { return terrain_.columns; }
  Pores const& pores() const { return pores_; }

 private:
  bool read_one_soil(AquiferRow& row) const;
  void read_layers(AquiferRow& row) const;
  /// Finds the layers above the bedrock, from above.
  std::vector<kernel::LayerPlane> find_layers(AquiferRow& row) const;
  /// Fills in what is told of the soils of a layer, of `set` or of fewer.
  void tell_soils(std::span<SoilId const> soils, SoilSet set, LayerOfRow& layer) const;
  void find_head_layers(AquiferRow& row) const;
  void feel_lakes(AquiferRow& row) const;
  void feel_sea(AquiferRow& row) const;
  void hold_edges(AquiferRow& row) const;

  Terrain const& terrain_;
  Sections const& sections_;
  Pores pores_;
  std::array<std::int32_t, kMostSoils> share_{};  ///< of pores of a soil, of 2^Pores::kShareBits
  std::array<float, kMostSoils> per_share_{}, conductivity_{}, resistivity_{};
  bool held_edges_;
};

}  // namespace barchan::groundwater
