/// Vectorised loops over columns of several layers. They compute how full the columns are and which layer contains the
/// water table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/quanta.hpp"
#include "land/pores.hpp"

namespace barchan::kernel {

/// The n-th layer below the surface, for each column of a row.
struct LayerPlane {
  Quanta const* thickness;    ///< 0: there is no such layer
  std::int32_t const* share;  ///< porosity, in units of 2^-Pores::kShareBits
  float const* per_share;     ///< 1 / porosity; 1 where the layer is not porous
  float const* conductivity;  ///< m/s
  float const* resistivity;   ///< s/m
};
/// The input of read_layers(): one entry per column.
struct LayeredColumns {
  Quanta const* elevation;
  Quanta const* stored;  ///< water below the water table, quanta of depth, >= 0
  /// From the top down. Counts of 2, 4 and 8 are vectorised; other counts are handled column by column.
  std::span<LayerPlane const> planes;
};
/// See groundwater::AquiferRow and HeadLayers.
struct LayeredRow {
  Quanta *head, *wet, *room;
  float *conductivity, *per_share, *down;
  float *transmissivity, *at_table;
  Quanta *below, *above;
};

/// Flags of a row: it contains columns of several layers, or columns so far from the datum that the difference of two
/// heads might overflow.
struct LayersFound {
  bool several, far;
};
/// Computes the same values for a row as Pores::read does for one column.
LayersFound read_layers(LayeredColumns const& from, std::size_t count, LayeredRow const& to);

}  // namespace barchan::kernel
