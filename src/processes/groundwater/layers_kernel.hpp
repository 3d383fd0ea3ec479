/// Columns of several layers, as vectors: how full they are, and in which layer the table lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "barchan/base/quanta.hpp"
#include "barchan/land/pores.hpp"

namespace barchan::kernel {

/// A layer of each column of a row: the first of all below the surface, or the second, and so on.
struct LayerPlane {
  Quanta const* thickness;    ///< 0: there is none
  std::int32_t const* share;  ///< of pores, of 2^Pores::kShareBits
  float const* conductivity;  ///< m/s

  LayerPlane from(std::size_t x) const { return {thickness + x, share + x, conductivity + x}; }
};
struct LayeredColumns {
  Quanta const* elevation;
  Quanta const* stored;  ///< water below the table, quanta of depth, >= 0
  std::span<LayerPlane const> planes;
};
/// See groundwater::AquiferRow and HeadLayers.
struct LayeredRow {
  Quanta *head, *wet, *room;
  float *conductivity, *per_share;
  float *transmissivity, *at_table;
  Quanta *below, *above, *known;
};

/// Finds the same as Pores::read does column by column. Returns whether a column is so far from the datum that heads
/// may not be subtracted, or has several layers.
bool read_layers(LayeredColumns const& from, std::size_t count, LayeredRow const& to);

}  // namespace barchan::kernel
