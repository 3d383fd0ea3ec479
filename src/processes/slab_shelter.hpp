/// Shelter: where the ground keeps sand down, and what it comes from. One pair of maps for both transports.
#pragma once

#include <span>

namespace barchan {

/// Row-major, one value a cell, 0 open ground .. 1 full shelter.
struct SlabShelter {
  /// Probability with which flying sand that comes over a cell rests there for its shelter: in each sub-step of the
  /// field, in each hop of a slab.
  std::span<float const> trap;
  /// Share of the lift that is prevented.
  std::span<float const> hold;
};

}  // namespace barchan
