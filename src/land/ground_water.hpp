/// Ground water at places of a land, as an inspector and a section tell it.
#pragma once

#include <cstddef>
#include <optional>

#include <glm/vec2.hpp>

#include "base/quanta.hpp"

namespace barchan {

class Pores;
struct Terrain;

/// The water in a column.
struct GroundWater {
  Quanta table = 0;      ///< elevation up to which its pores are full; their bottom where it is dry
  Quanta saturated = 0;  ///< how thick the ground below the table is that holds the water
  double moist = 0.0;    ///< 0 .. 1, share of the pores above the table that is full; 0 where there are none
  Quanta damp = 0;       ///< elevation up to which the ground is damp; the range's lowest: nowhere
};
/// Nothing on a land whose ground takes up no water.
std::optional<GroundWater> ground_water_at(Terrain const& terrain, Pores const& pores, std::size_t cell);

/// m2/s, what flows in the ground to the east and to the north through a metre of width: Darcy's law over the cell's
/// edges, a mean of both of each pair. The wet thickness is that of the higher side, less half of what the lower one
/// has less (Dupuit); conductivities are means over the wet layers, of two columns their harmonic mean.
glm::dvec2 ground_flow_at(Terrain const& terrain, Pores const& pores, std::size_t cell);

}  // namespace barchan
