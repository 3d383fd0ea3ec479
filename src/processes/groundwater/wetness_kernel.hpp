/// The inner loop of `wetness`, over the cells of one row.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

struct WetRule {
  Quanta fringe, highest;
  float damp_share;      ///< of the pores above the table, from which on moisture holds the surface
  float slip_depth;      ///< m
  float inverse_roots;   ///< 1/m
  float deepest_wading;  ///< m of standing water in which plants live
};

/// Cells of a row.
struct WetRow {
  Quanta const* elevation;
  Quanta const* head;  ///< under a lake or the sea above the surface
  Quanta const* wet;
  Quanta const* room;
  Quanta const* stored;
  Quanta const* moisture;
  Quanta const* standing;  ///< depth of lake or sea
  float const* weakening;
  float const* sticking;
};
struct WetGround {
  Quanta* damp;
  float* strength;
};

void wet_row(WetRule const& rule, WetRow const& row, std::size_t count, WetGround const& ground);
/// Share of the water that plants want which their roots reach; `damp` as found before.
void reach_row(WetRule const& rule, WetRow const& row, std::size_t count, Quanta const* damp, float* root_water);

}  // namespace barchan::kernel
