/// Groundwater at a place of a land, for the inspector and sections.
#pragma once

#include <cstddef>
#include <optional>

#include <glm/vec2.hpp>

#include "base/quanta.hpp"

namespace barchan {

class Pores;
struct Terrain;

/// Groundwater in a column.
struct GroundWater {
  Quanta table = 0;      ///< elevation of the water table; the bottom of the pores if they are dry
  Quanta saturated = 0;  ///< thickness of the saturated ground
  double moist = 0.0;    ///< filled fraction of the pores above the water table, 0 to 1; 0 if there are none
  Quanta damp = 0;       ///< elevation up to which the ground is damp; the lowest Quanta: it is not damp
};
/// The groundwater in the column of a cell. Empty if the ground of the land does not absorb water.
std::optional<GroundWater> ground_water_at(Terrain const& terrain, Pores const& pores, std::size_t cell);

/// Flow of groundwater per metre of width to the east and to the north, m2/s. It follows from Darcy's law at the edges
/// of the cell and is averaged over opposite edges. The wet thickness is that of the side with the higher head, minus
/// half of its excess over the other side (Dupuit). The conductivity of a column is the mean over its wet layers, and
/// that between two columns is their harmonic mean.
glm::dvec2 ground_flow_at(Terrain const& terrain, Pores const& pores, std::size_t cell);

}  // namespace barchan
