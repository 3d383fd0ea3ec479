/// What plants of a row become in a round, as vectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// Parts of a quantum in which the mean surface is counted.
inline constexpr QuantaSum kSurfaceParts = 4096;

/// What a round does to all cells.
struct Season {
  float seconds;     ///< that it lasts
  double following;  ///< share of its distance from the ground that the mean surface makes up for
  float memory;      ///< s over which it is a mean
  float growth;      ///< of a young stand in the round, relative
  float growing;     ///< decay of its distance from its end, exp(-growth)
  float density;     ///< in the end
  float optimum;     ///< m/s, best burial
  float stress;      ///< per m/s of burial that is not wanted: exp(-stress) of the density is left
  float creep;       ///< share of the difference that comes from a neighbour
  Quanta rooted;     ///< least sand to root in

  bool operator==(Season const&) const = default;
};

/// The stand of a row and of those beside it; `row` has an entry before its first and one after its last.
struct Stand {
  float const* south;
  float const* row;
  float const* north;
};
struct PlantGround {
  float const* burial;     ///< m/s
  Quanta const* sediment;  ///< thickness of what is loose
  float const* water;      ///< share of what roots want that they find, or null where all do
};

/// Lets the mean surface follow the ground; finds the rate at which that rises, m/s. Returns whether it moved.
bool follow_surface(Season const& season, Quanta const* elevation, std::size_t count, QuantaSum* mean_surface,
                    float* burial);

/// Plants of a row that grow, wither and creep.
void grow(Season const& season, PlantGround const& ground, Stand const& stand, std::size_t count, float* next);

}  // namespace barchan::kernel
