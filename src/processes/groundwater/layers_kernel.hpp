/// Columns of several layers, as vectors: how full they are, and in which layer the table lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/quanta.hpp"
#include "land/pores.hpp"

namespace barchan::kernel {

/// A layer of each column of a row: the first of all below the surface, or the second, and so on.
struct LayerPlane {
  Quanta const* thickness;    ///< 0: there is none
  std::int32_t const* share;  ///< of pores, of 2^Pores::kShareBits
  float const* per_share;     ///< 1 / the share of pores; 1 where there are none
  float const* conductivity;  ///< m/s
  float const* resistivity;   ///< s/m
};
struct LayeredColumns {
  Quanta const* elevation;
  Quanta const* stored;  ///< water below the table, quanta of depth, >= 0
  /// From above; 2, 4 or 8 are read as vectors, another count column by column.
  std::span<LayerPlane const> planes;
};
/// See groundwater::AquiferRow and HeadLayers.
struct LayeredRow {
  Quanta *head, *wet, *room;
  float *conductivity, *per_share, *down;
  float *transmissivity, *at_table;
  Quanta *below, *above;
};

/// What a row has: columns of several layers, and some so far from the datum that heads may not be subtracted.
struct LayersFound {
  bool several, far;
};
/// Finds the same as Pores::read does column by column.
LayersFound read_layers(LayeredColumns const& from, std::size_t count, LayeredRow const& to);

}  // namespace barchan::kernel
