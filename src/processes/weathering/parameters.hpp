/// Live parameters of the weathering (group `weathering`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

struct WeatheringParameters {
  std::int32_t enabled = 0;
  float rate = 0.5f;
  float depth = 0.35f;
  float faces = 1.0f;
  float years_per_second = 1.0f;
};

std::span<ParameterRow const> weathering_rows();

}  // namespace barchan
