/// Live parameters of the uplift (group `uplift`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

struct UpliftParameters {
  std::int32_t enabled = 0;
  float rate = 1.0f;
  float tilt = 0.0f;
  float azimuth = 0.0f;
  float years_per_second = 1.0f;
};

std::span<ParameterRow const> uplift_rows();

}  // namespace barchan
