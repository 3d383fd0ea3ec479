/// Aquifer: the properties of the ground that groundwater flow needs, read row by row on demand.
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

/// The surroundings that affect the water in a column.
enum class Rule : std::uint8_t {
  none,
  lake,
  held,  ///< exchanges any amount and keeps its head: at a held edge or under the sea
};

/// The layer that contains the head, for each column of a row. Within this layer the transmissivity changes linearly
/// with the head, by the conductivity of the layer. The arrays have one entry more than the row, like those of
/// AquiferRow. They are empty if they are not needed, and for columns far from the datum.
struct HeadLayers {
  std::vector<float> transmissivity;  ///< below the head, quanta m/s
  std::vector<float> conductivity;    ///< of the layer at the head, m/s
  std::vector<Quanta> below;          ///< thickness of that layer below the head
  std::vector<Quanta> above;  ///< thickness of that layer above the head; bits inverted if another layer lies on it

  bool empty() const { return below.empty(); }
  void clear() { resize(0); }
  void resize(std::size_t count) {
    for (auto* values : {&transmissivity, &conductivity}) values->resize(count);
    for (auto* values : {&below, &above}) values->resize(count);
  }
};

/// Properties of the soils in one layer, per column of a row.
struct LayerOfRow {
  std::vector<std::int32_t> share;  ///< porosity, in units of 2^-Pores::kShareBits
  std::vector<float> per_share, conductivity, resistivity;
  SoilSet described = 0;  ///< the single soil that the arrays describe; 0: several soils
};

/// The columns of a row. Arrays that edges read have one entry more, for the neighbour of the last column: the first
/// column on a periodic land, otherwise the last column itself. A column that is so far from the datum that the
/// difference of two heads might not fit into an int32 is handled like a column of several layers.
struct AquiferRow {
  int y = 0;
  float alike = -1.0f;              ///< conductivity of all porous columns, m/s; negative: they differ
  bool layered = false;             ///< some columns have several layers
  bool ruled = false;               ///< some columns have a rule other than Rule::none
  bool lakes = false;               ///< some columns lie below a lake
  std::vector<Quanta> head;         ///< elevation to which water would stand in a well
  std::vector<Quanta> wet;          ///< thickness of the ground below the head
  std::vector<float> conductivity;  ///< m/s; negative: several layers; 0: not porous
  std::vector<float> per_share;     ///< 1 / porosity
  std::vector<float> down;          ///< rate at which moisture percolates to the water table, m/s; empty: `alike`
  std::vector<Quanta> room;         ///< pore volume, quanta of depth
  std::vector<Quanta> gives;        ///< available water, quanta of depth; unlimited if the head is held
  std::vector<Rule> rule;
  HeadLayers at_head;
  std::vector<LayerOfRow> layers;  ///< scratch memory
  std::vector<Quanta> nothing;     ///< zeros, the thickness of a missing layer
};

/// A column: a row and the index in it, which may be one past the last column.
struct Place {
  AquiferRow const& row;
  std::size_t x;
};

/// A column and its layers, from the top down.
struct LayeredColumn {
  Place place;
  PoreLayers const& layers;
};
/// Transmissivity for flow from `high` to `low`, m2/s. The head of `low` must not be higher than that of `high`.
double transmissivity(LayeredColumn const& high, LayeredColumn const& low);

/// Water table with which the process begins, quanta above the datum of the columns; it may lie above the ground. The
/// scenario must have one.
Quanta first_table(Terrain const& terrain, std::size_t cell);
/// Groundwater of a column with which the process begins; 0 if the scenario has no water table.
Quanta first_storage(Terrain const& terrain, Pores const& pores, std::size_t cell);

class Aquifer {
 public:
  /// `sections`: the current buried layers of the terrain. `held_edges`: columns at open edges keep their heads.
  Aquifer(Terrain const& terrain, Sections const& sections, bool held_edges);

  /// Fills `row` with the columns of row `y`. `row` may be new or hold another row.
  void read(int y, AquiferRow& row) const;
  /// Rule of a cell.
  Rule rule(std::size_t cell) const;
  /// Fills in the layers of a column, from the top down.
  void read_layers(Place const& place, PoreLayers& layers) const;

  Grid const& grid() const { return terrain_.grid; }
  Columns const& columns() const { return terrain_.columns; }
  Pores const& pores() const { return pores_; }

 private:
  bool read_one_soil(AquiferRow& row) const;
  void read_layers(AquiferRow& row) const;
  /// Finds the layers above the bedrock, from the top down.
  std::vector<kernel::LayerPlane> find_layers(AquiferRow& row) const;
  /// Fills in the properties of the soils of a layer. `set` contains at least the soils that occur.
  void describe_soils(std::span<SoilId const> soils, SoilSet set, LayerOfRow& layer) const;
  void find_head_layers(AquiferRow& row) const;
  void apply_lakes(AquiferRow& row) const;
  void apply_sea(AquiferRow& row) const;
  void hold_edges(AquiferRow& row) const;

  Terrain const& terrain_;
  Sections const& sections_;
  Pores pores_;
  std::array<std::int32_t, kMostSoils> share_{};  ///< porosity of each soil, in units of 2^-Pores::kShareBits
  std::array<float, kMostSoils> per_share_{}, conductivity_{}, resistivity_{};
  bool held_edges_;
};

}  // namespace barchan::groundwater
