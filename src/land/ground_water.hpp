/// Groundwater at places of a land, as the inspector and sections show it.
#pragma once

#include <cstddef>
#include <optional>

#include <glm/vec2.hpp>

#include "base/quanta.hpp"

namespace barchan {

class Pores;
struct Terrain;

/// Water in a column.
struct GroundWater {
  Quanta table = 0;      ///< elevation of the water table; the bottom of the pores where they are dry
  Quanta saturated = 0;  ///< thickness of the saturated ground
  double moist = 0.0;    ///< fraction of the pores above the water table that is full, 0 to 1; 0 where there are none
  Quanta damp = 0;       ///< elevation up to which the ground is damp; the lowest Quanta: nowhere
};
/// Empty on a land whose ground takes up no water.
std::optional<GroundWater> ground_water_at(Terrain const& terrain, Pores const& pores, std::size_t cell);

/// Flow of groundwater per metre of width to the east and to the north, m2/s: Darcy's law over the cell's edges,
/// averaged over each opposite pair. The wet thickness is that of the higher side, minus half of its excess over the
/// lower side (Dupuit). Conductivities are means over the wet layers, and harmonic means of two columns.
glm::dvec2 ground_flow_at(Terrain const& terrain, Pores const& pores, std::size_t cell);

}  // namespace barchan
