/// The growth of the plants of a row in an update, vectorised.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// Fractions of a quantum in which the mean surface is stored.
inline constexpr QuantaSum kSurfaceParts = 4096;

/// Constants of an update.
struct Season {
  float seconds;     ///< duration of the update
  double following;  ///< fraction of its distance to the ground that the mean surface moves
  float memory;      ///< averaging time of the mean surface, s
  float growth;      ///< relative growth of a young stand in the update
  float growing;     ///< decay of the distance to the final density, exp(-growth)
  float density;     ///< final density
  float optimum;     ///< burial rate at which plants grow best, m/s
  float stress;      ///< exponent of the decay in the update, per m/s of difference from the optimum
  float creep;       ///< fraction of the difference to a neighbour that spreads
  Quanta rooted;     ///< least sand for roots

  bool operator==(Season const&) const = default;
};

/// The densities of a row and its two neighbours. `row` has one entry before its first and one after its last.
struct Stand {
  float const* south;
  float const* row;
  float const* north;
};
/// The ground under the plants of a row, one entry per cell.
struct PlantGround {
  float const* burial;     ///< m/s
  Quanta const* sediment;  ///< thickness of loose soil
  float const* water;      ///< fraction of the water demand that roots can reach; null: all of it
};

/// Moves the mean surface towards the ground and computes the burial rate in m/s. Returns whether the surface moved.
bool follow_surface(Season const& season, Quanta const* elevation, std::size_t count, QuantaSum* mean_surface,
                    float* burial);

/// Growth, decay and spread of the plants of a row.
void grow(Season const& season, PlantGround const& ground, Stand const& stand, std::size_t count, float* next);

}  // namespace barchan::kernel
