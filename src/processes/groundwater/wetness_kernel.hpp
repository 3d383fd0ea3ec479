/// The inner loop of `wetness`, over the cells of one row.
#pragma once

#include <cstddef>

#include "barchan/base/quanta.hpp"

namespace barchan::kernel {

struct WetRule {
  Quanta fringe, highest;
  float damp_share;      ///< of the pores above the table, from which on moisture holds the surface
  float slip_depth;      ///< m
  float inverse_roots;   ///< 1/m
  float deepest_wading;  ///< m of standing water in which plants live
};

/// Cells of a row; `standing` may be null where no water stands.
struct WetRow {
  Quanta const* elevation;
  Quanta const* head;  ///< under a lake or the sea above the surface
  Quanta const* wet;
  Quanta const* room;
  Quanta const* stored;
  Quanta const* moisture;
  Quanta const* standing;
  float const* weakening;
  float const* sticking;
};
struct WetGround {
  Quanta* damp;
  float* strength;
  float* root_water;
};

void wet_row(WetRule const& rule, WetRow const& row, std::size_t count, WetGround const& ground);

}  // namespace barchan::kernel
