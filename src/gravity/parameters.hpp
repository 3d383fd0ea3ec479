/// Live parameters of gravity (group `gravity`): how sand comes to rest.
#pragma once

#include <span>

#include "base/parameter.hpp"

namespace barchan {

struct GravityParameters {
  float repose_slope = 0.65f;  ///< tangent of the angle of repose of sand (0.65 = 33 degrees)
  float settling = 2.0f;       ///< m2/s: diffusivity with which sand that is too steep slides down
  float static_excess = 0.0f;  ///< degrees above the angle of repose at which sand at rest starts to slide
  float mixing_depth = 0.02f;  ///< m: depth within which a deposit joins a layer of its own soil
};

std::span<ParameterRow const> gravity_parameter_rows();

}  // namespace barchan
