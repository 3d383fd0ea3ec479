/// Live parameters of the wind particles (group `wind_particles`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

/// The law by which wind and ground exchange sand: a capacity, or the law of the article of 2020.
enum class Law : std::int32_t { saltation, article };

struct WindParticlesParameters {
  std::int32_t enabled = 1;
  Law law = Law::saltation;
  std::int32_t population = 65536;
  float suspension = 0.15f;
  float abrasion = 0.0001f;
  float deposition = 0.25f;
  float grainfall = 0.5f;
  float saturation = 0.1f;
  float gravity = 9.81f;
  float boundary_layer = 0.1f;
  float drag = 0.1f;
  float lift = 0.0f;
  float turbulence = 0.5f;
  float steering = 0.15f;
  float spread = 1.5f;
  float path_length = 300.0f;
  float inflow = 0.17f;
  float stock = 10000.0f;
  float slope_gain = 5.0f;
  float slope_reach = 2.0f;
  float speed_up = 0.0f;
  float climb = 0.32f;
  float vent = 1.0f;
  float reptation = 0.06f;
  std::int32_t echo = 1;
};

inline constexpr int kMostWindParticles = 1048576;

std::span<ParameterRow const> wind_particles_rows();

}  // namespace barchan
