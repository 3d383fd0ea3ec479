/// Live parameters of the slab dunes (group `slab_dunes`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

/// The representation of sand in flight: a field that the wind shifts, or single slabs that hop.
enum class Transport : std::int32_t { field, events };

struct SlabDunesParameters {
  std::int32_t enabled = 0;
  Transport transport = Transport::field;
  float lift_rate = 0.25f;
  float hop_length = 5.0f;
  float deposit_sand = 0.6f;
  float deposit_bare = 0.4f;
  float reptation = 0.005f;
  float inflow = 1.0f;
  float stock = 1.0f;
  std::int32_t avalanche_reach = 30;
  std::int32_t most_hops = 200;
  std::int32_t echo = 1;
  float cliff_height = 30.0f;
  float abrasion = 0.0f;
  float abrasion_height = 0.5f;
  float rock_hardness = 1.0f;
  float obstacle_hardness = 1.0f;
  float hardness_variation = 0.3f;
  float hardness_patch = 20.0f;
};

std::span<ParameterRow const> slab_dunes_rows();

}  // namespace barchan
