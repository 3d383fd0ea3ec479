/// Terrain: the grid and everything that lies on it.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "base/grid.hpp"
#include "land/cell_layers.hpp"
#include "land/columns.hpp"
#include "land/lakes.hpp"
#include "land/landmarks.hpp"
#include "land/mask.hpp"
#include "land/notches.hpp"
#include "land/obstacle_bodies.hpp"
#include "land/place.hpp"
#include "land/rainfall.hpp"
#include "land/sea.hpp"
#include "land/slides.hpp"
#include "land/soil.hpp"
#include "land/source.hpp"

namespace barchan {

struct Terrain {
  Grid grid;
  double datum = 0.0;  ///< height of elevation 0 above sea level, m
  Place place;         ///< of the land in a coordinate reference system
  Columns columns;
  Soils soils = default_soils();
  CellLayers cell_layers;  ///< quantities per cell besides the soils
  Notches notches;         ///< depth of the hollows in the free faces of cliffs
  Slides slides;           ///< amounts that have slid recently
  Lakes lakes;             ///< standing water
  WaterSources sources;    ///< springs, inflowing rivers and wells
  Rainfall rainfall;       ///< storms, and the distribution of rain
  Sea sea;                 ///< water beyond the open edges
  Masks masks;             ///< factors of the strengths of processes, per cell
  ObstacleBodies bodies;   ///< the obstacles that can be changed one by one
  Landmarks landmarks;     ///< gauges, palms and people
  float ground_clock = 0;  ///< seconds of groundwater flow per second of simulated time in this step; 0: none

  /// Depth of the lake or the sea over a cell, quanta; 0 if there is neither.
  Quanta standing_water(std::size_t cell) const;
  /// The same for each cell of row `y`.
  std::vector<Quanta> standing_water_of_row(int y) const;
  /// Groundwater, moisture and springs of all columns, quanta of depth.
  QuantaSum water_in_the_ground() const;
  /// Soils that the wind can lift and that may lie at the surface of a cell.
  SoilSet soils_for_the_wind() const;
  /// Part of the `lies` quanta on top of a cell that wind can lift, because it is not damp.
  Quanta dry(std::size_t cell, Quanta lies) const;
  /// The same for row `y`. The result is in the buffer `room`, with one entry per cell. If no ground of the land can be
  /// damp, it is `lies` itself.
  std::span<Quanta const> dry_row(int y, std::span<Quanta const> lies, std::span<Quanta> room) const;
  /// Returns whether the sea covers a cell, including any lake there.
  bool under_sea(std::size_t cell) const;

  /// Pours water into lakes, except for the water that comes to rest in the sea. Returns the amount that left the land.
  /// This includes water that would exceed the range of 8192 m over the whole land.
  QuantaSum pour(std::span<LakePour const> pours);

  /// Elevation of the surface at a point, m above the datum; bilinear between cell centres.
  float height_at(glm::vec2 metres) const;
  /// Unit normal of the surface at a point, by central differences, under the boundary condition.
  glm::vec3 normal_at(glm::vec2 metres) const;
};

}  // namespace barchan
