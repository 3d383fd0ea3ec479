/// Live parameters of the sand supply (group `sand_supply`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

/// The place at which sand is deposited.
enum class SupplyMode : std::int32_t { line, disc, upwind_edge, random_discs };

struct SandSupplyParameters {
  std::int32_t enabled = 0;
  SupplyMode mode = SupplyMode::upwind_edge;
  float rate = 0.2f;
  float band = 5.0f;
  float x = 0.1f;
  float y = 0.5f;
  std::int32_t across_wind = 1;
  float angle = 90.0f;
  float length = 20000.0f;
  float radius = 6.0f;
  float depth = 1.0f;
  float disc_rate = 1.0f;
  float target_cover = 0.22f;
  float cover_depth = 0.1f;
};

std::span<ParameterRow const> sand_supply_rows();

}  // namespace barchan
