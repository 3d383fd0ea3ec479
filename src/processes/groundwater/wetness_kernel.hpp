/// The inner loop of `wetness`, over the cells of one row.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// Constants of the kernel. Heights are in quanta unless stated otherwise.
struct WetRule {
  Quanta fringe, highest;
  float damp_share;      ///< least filled fraction of the pores above the water table at which the surface is damp
  float slip_depth;      ///< m
  float inverse_roots;   ///< 1/m
  float deepest_wading;  ///< deepest standing water in which plants live, m
};

/// The cells of a row.
struct WetRow {
  Quanta const* elevation;
  Quanta const* head;  ///< may be above the surface under a lake or the sea
  Quanta const* wet;
  Quanta const* room;
  Quanta const* stored;
  Quanta const* moisture;
  Quanta const* standing;  ///< depth of the lake or the sea
  float const* weakening;
  float const* sticking;
};
/// The results: elevation up to which the ground is damp, and relative strength of its slope.
struct WetGround {
  Quanta* damp;
  float* strength;
};

/// Computes dampness and strength of `count` cells.
void wet_row(WetRule const& rule, WetRow const& row, std::size_t count, WetGround const& ground);
/// Fraction of the plants' water demand that their roots reach. `damp` must have been computed before.
void reach_row(WetRule const& rule, WetRow const& row, std::size_t count, Quanta const* damp, float* root_water);

}  // namespace barchan::kernel
