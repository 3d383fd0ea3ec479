#include "processes/wind_particles/births.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace barchan {

namespace {

constexpr float kRootHalf = 0.70710678f;     // rms of steady-state gusts, divided by turbulence and wind speed
constexpr float kUnitVariance = 1.7320508f;  // a uniform number in [-1, 1] has a variance of 1/3
constexpr float kHalfNormal = 0.637f;        // (2 phi(0))^2 of the normal distribution
constexpr float kNever = 2.0f;               // gusts of this many standard deviations against the wind bring nothing in
constexpr float kLandsAcross = 4.0f;         // longest flight, in widths plus heights of the land

}  // namespace

float WindBirths::longest_path() const {
  return kLandsAcross * static_cast<float>(grid.width + grid.height) * grid.cell_size;
}

void WindBirths::begin(WindParticleState& particles, std::size_t i) const {
  particles.load[i] = 0;
  particles.soil[i] = kSand;
  particles.remainder[i] = 0.0f;
  particles.height[i] = 0.0f;
  particles.velocity_x[i] = speed * wind.x;
  particles.velocity_y[i] = speed * wind.y;
  particles.velocity_z[i] = 0.0f;
}

void WindBirths::inside(WindParticleState& particles, std::size_t i, std::array<std::uint32_t, 4> const& words) const {
  begin(particles, i);
  const float x = to_unit(words[0]) * static_cast<float>(grid.width);
  const float y = to_unit(words[1]) * static_cast<float>(grid.height);
  particles.cell_x[i] = std::min(static_cast<std::int32_t>(x), grid.width - 1);
  particles.cell_y[i] = std::min(static_cast<std::int32_t>(y), grid.height - 1);
  particles.offset_x[i] = x - std::floor(x);
  particles.offset_y[i] = y - std::floor(y);
  particles.path[i] = grid.boundary == Boundary::open ? longest_path() : path_length;
}

void WindBirths::at_edge(WindParticleState& particles, std::size_t i, std::array<std::uint32_t, 4> const& words) const {
  begin(particles, i);
  // Inflow over an edge: the normal component of the wind and, where that is small, what turbulence carries across. (mu
  // + sqrt(mu^2 + (2 phi(0) sigma)^2)) / 2 is within 4 % of the mean positive part of a normal velocity.
  const float sideways = turbulence * kRootHalf;
  const auto inflow = [&](float normal, float across) {
    const float sigma = sideways * std::abs(across);
    if (normal < -kNever * sigma) return 0.0f;
    return 0.5f * (normal + std::sqrt(normal * normal + kHalfNormal * sigma * sigma));
  };
  const auto width = static_cast<float>(grid.width);
  const auto height = static_cast<float>(grid.height);
  const std::array<float, 4> weight{inflow(wind.x, wind.y) * height, inflow(-wind.x, wind.y) * height,
                                    inflow(wind.y, wind.x) * width, inflow(-wind.y, wind.x) * width};
  float pick = to_unit(words[0]) * (weight[0] + weight[1] + weight[2] + weight[3]);
  int edge = 0;
  while (edge < 3 && pick >= weight[static_cast<std::size_t>(edge)]) pick -= weight[static_cast<std::size_t>(edge++)];
  const bool upright = edge < 2;  // the western or eastern edge
  const int length = upright ? grid.height : grid.width;
  const float along = to_unit(words[1]) * static_cast<float>(length);
  const int cell_along = std::min(static_cast<int>(along), length - 1);
  const int far = upright ? grid.width - 1 : grid.height - 1;
  const int cell_across = edge % 2 == 0 ? 0 : far;
  particles.cell_x[i] = upright ? cell_across : cell_along;
  particles.cell_y[i] = upright ? cell_along : cell_across;
  const float depth = to_unit(words[2]);
  particles.offset_x[i] = upright ? depth : along - std::floor(along);
  particles.offset_y[i] = upright ? along - std::floor(along) : depth;
  // Turbulence of the steady state, directed inwards.
  const float gust = to_signed_unit(words[3]) * kUnitVariance * sideways * speed;
  particles.velocity_x[i] -= gust * wind.y;
  particles.velocity_y[i] += gust * wind.x;
  float& normal = upright ? particles.velocity_x[i] : particles.velocity_y[i];
  normal = edge % 2 == 0 ? std::abs(normal) : -std::abs(normal);
  particles.path[i] = longest_path();
}

}  // namespace barchan
