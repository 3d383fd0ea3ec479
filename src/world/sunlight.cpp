#include "world/sunlight.hpp"

#include <algorithm>

#include "base/direction.hpp"
#include "base/math.hpp"
#include "wind/shadow.hpp"

namespace barchan {
namespace {

/// Half the sun's apparent width in degrees, for the soft edge of shadows. The true value is 0.27; dust scatters light.
constexpr float kSunHalfWidth = 1.2f;
constexpr float kLowest = 0.3f, kHighest = 89.5f;  // limits of the elevation of the sun's edges, degrees
/// Directions whose horizons are averaged, and the elevations between which the horizon matters.
constexpr std::uint64_t kSkyWays = 8;
constexpr double kFirstWay = 22.5;  // degrees
constexpr float kSkyLowTangent = 0.02f, kSkyHighTangent = 1.0f;

float edge_tangent(float elevation) { return math::tangent_degrees(std::clamp(elevation, kLowest, kHighest)); }

}  // namespace

glm::vec3 Sun::direction() const {
  const glm::vec2 level = unit_vector(static_cast<double>(azimuth)), lift = unit_vector(static_cast<double>(elevation));
  return {level * lift.x, lift.y};
}

std::vector<float> Sunlight::sun(Sun const& sun) const { return sweep(sun, false).sun; }

Sunlight::SunAndShade Sunlight::sun_and_shade(Sun const& sun) const { return sweep(sun, true); }

Sunlight::SunAndShade Sunlight::sweep(Sun const& sun, bool shade) const {
  SunAndShade light{std::vector<float>(grid_.cells()), std::vector<float>(shade ? grid_.cells() : 0)};
  const Rays rays{-unit_vector(static_cast<double>(sun.azimuth)), edge_tangent(sun.elevation - kSunHalfWidth),
                  edge_tangent(sun.elevation + kSunHalfWidth)};
  sweep_shadow(grid_, elevation_, rays, scheduler_, {.shadow = light.sun, .bubble = light.shade});
  for (float& cell : light.sun) cell = 1.0f - cell;
  return light;
}

std::vector<float> Sunlight::sky() const {
  std::vector<float> seen(grid_.cells());
  for (std::uint64_t way = 0; way < kSkyWays; ++way) look(seen, way, 1.0f / static_cast<float>(way + 1));
  return seen;
}

void Sunlight::renew_sky(std::span<float> sky, std::uint64_t turn) const {
  look(sky, turn % kSkyWays, 1.0f / static_cast<float>(kSkyWays));
}

/// Moves `sky` by `share` towards what is visible in one direction.
void Sunlight::look(std::span<float> sky, std::uint64_t way, float share) const {
  std::vector<float> hidden(sky.size());
  const double degrees = kFirstWay + static_cast<double>(way) * (360.0 / static_cast<double>(kSkyWays));
  sweep_shadow(grid_, elevation_, {unit_vector(degrees), kSkyLowTangent, kSkyHighTangent}, scheduler_,
               {.shadow = hidden});
  for (std::size_t i = 0; i < sky.size(); ++i) sky[i] += share * (1.0f - hidden[i] - sky[i]);
}

}  // namespace barchan
