/// Live parameters of the groundwater (group `groundwater`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

struct GroundwaterParameters {
  std::int32_t enabled = 0;
  float clock = 100.0f;
  float recharge = 1.0f;
  float evaporation = 0.0f;
  float field_capacity = 0.1f;
  float fringe = 0.3f;
  float slip_depth = 1.0f;
  float damp_cohesion = 1000.0f;
  float transpiration = 3.0f;
  float roots = 1.5f;
  std::int32_t edges = 1;

  bool operator==(GroundwaterParameters const&) const = default;
};

std::span<ParameterRow const> groundwater_rows();

}  // namespace barchan
