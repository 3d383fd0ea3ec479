/// Live parameters of the droplets (group `water_particles`). Their rows give units, ranges and effects.
#pragma once

#include <cstdint>
#include <span>

#include "base/parameter.hpp"

namespace barchan {

/// Law of the sediment that a stream can carry; the values of `capacity_law`.
enum class CapacityLaw : std::int32_t { stream_power, meyer_peter_mueller };

struct WaterParticlesParameters {
  std::int32_t enabled = 0;
  std::int32_t population = 8192;
  float rain = 42000.0f;
  float rain_gradient = 0.0f;
  float evaporation = 0.005f;
  float lifetime = 300.0f;
  float friction = 0.2f;
  float inertia = 0.5f;
  float steering = 0.3f;
  CapacityLaw capacity_law = CapacityLaw::stream_power;
  float capacity = 1.2f;
  float gathering = 1.0f;
  float erosion = 0.004f;
  float deposition = 0.1f;
  float erodibility = 1.0f;
  float minimum_slope = 0.02f;
  float depth = 0.1f;
  float bank = 1.5f;
  float radius = 1.0f;
  float lake_evaporation = 0.0f;
  float retention = 0.0f;
  float memory = 60.0f;
  float width = 0.03f;
  float momentum = 1.0f;
  float manning = 0.035f;
  float natural_width = 5.0f;
  std::int32_t sea = 0;
  float sea_level = 0.0f;
  float antecedent = 0.0f;
};

std::span<ParameterRow const> water_particles_rows();

}  // namespace barchan
