/// Live parameters of the vegetation (group `vegetation`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

struct VegetationParameters {
  std::int32_t enabled = 0;
  float growth = 0.05f;
  float density = 0.8f;
  float endurance = 0.02f;
  float optimum = 0.0f;
  float spread = 0.05f;
  float seeds = 0.0001f;
};

std::span<ParameterRow const> vegetation_rows();

}  // namespace barchan
