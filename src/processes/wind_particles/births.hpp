/// WindBirths: the places at which wind particles begin, anywhere on the land or at the upwind edges.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "processes/wind_particles/state.hpp"

namespace barchan {

/// Both functions place the particle on the ground, without load, at the velocity of the wind. `words` are its random
/// numbers.
struct WindBirths {
  Grid const& grid;
  glm::vec2 wind;     ///< unit vector
  float speed;        ///< m/s
  float turbulence;   ///< sideways gusts as a fraction of the wind speed
  float path_length;  ///< distance to fly if no edge ends the flight, m

  /// Places particle `i` anywhere on the land.
  void inside(WindParticleState& particles, std::size_t i, std::array<std::uint32_t, 4> const& words) const;
  /// Places particle `i` at an upwind edge. Each edge is chosen in proportion to the wind and turbulence over it.
  void at_edge(WindParticleState& particles, std::size_t i, std::array<std::uint32_t, 4> const& words) const;

 private:
  void begin(WindParticleState& particles, std::size_t i) const;
  /// A distance in m that is longer than any path through an open land, so that it ends only the flight of particles
  /// that are caught in a hollow.
  float longest_path() const;
};

}  // namespace barchan
