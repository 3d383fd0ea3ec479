/// Where wind particles begin: anywhere on the land, or on the edges over which the wind comes in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "processes/wind_particles/state.hpp"

namespace barchan {

/// Both kinds of birth leave the particle on the ground, empty, with the wind's velocity. `words`: its random numbers.
struct WindBirths {
  Grid const& grid;
  glm::vec2 wind;     ///< unit vector
  float speed;        ///< m/s
  float turbulence;   ///< sideways gusts as a share of the wind speed
  float path_length;  ///< m to fly where no edge ends the flight

  /// Anywhere on the land.
  void inside(WindParticleState& particles, std::size_t i, std::array<std::uint32_t, 4> const& words) const;
  /// On an upwind edge, in proportion to what wind and turbulence carry across each.
  void at_edge(WindParticleState& particles, std::size_t i, std::array<std::uint32_t, 4> const& words) const;

 private:
  void begin(WindParticleState& particles, std::size_t i) const;
  /// m; longer than any way through an open land, so that only a particle caught in a hollow ends by it.
  float longest_path() const;
};

}  // namespace barchan
