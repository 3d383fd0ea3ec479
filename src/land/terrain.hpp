/// Terrain: the grid and everything that lies on it.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "base/grid.hpp"
#include "land/cell_layers.hpp"
#include "land/columns.hpp"
#include "land/lakes.hpp"
#include "land/notches.hpp"
#include "land/rainfall.hpp"
#include "land/sea.hpp"
#include "land/slides.hpp"
#include "land/soil.hpp"
#include "land/source.hpp"

namespace barchan {

struct Terrain {
  Grid grid;
  double datum = 0.0;  ///< elevation 0 in metres above sea level
  Columns columns;
  Soils soils = default_soils();
  CellLayers cell_layers;  ///< quantities per cell besides the soils
  Notches notches;         ///< depth of the hollows in the free faces of cliffs
  Slides slides;           ///< amounts that have slid recently
  Lakes lakes;             ///< standing water
  WaterSources sources;    ///< where water comes to the surface
  Rainfall rainfall;       ///< when and where it rains
  Sea sea;                 ///< water beyond the open edges
  float ground_clock = 0;  ///< seconds of groundwater flow per second of simulated time in this step; 0: none

  /// Depth of the lake or the sea over a cell, quanta; 0 where there is none.
  Quanta standing_water(std::size_t cell) const;
  /// Same for each cell of row `y`.
  std::vector<Quanta> standing_water_of_row(int y) const;
  /// Groundwater, moisture and springs of all columns, quanta of depth.
  QuantaSum water_in_the_ground() const;
  /// How much of the `lies` quanta on top of a cell wind can lift: what is not damp.
  Quanta dry(std::size_t cell, Quanta lies) const;
  /// Same for row `y`. The result may be written to the buffer `room`, one entry per cell; it is `lies` itself where no
  /// ground is damp.
  std::span<Quanta const> dry_row(int y, std::span<Quanta const> lies, std::span<Quanta> room) const;
  /// Whether the sea covers a cell, and any lake that was there.
  bool under_sea(std::size_t cell) const;

  /// Pours into lakes the water that does not come to rest in the sea. Returns how much left the land, including what
  /// would exceed the range of 8192 m of water over the whole land.
  QuantaSum pour(std::span<LakePour const> pours);

  /// Elevation of the surface in metres above the datum at a point in metres; bilinear between cell centres.
  float height_at(glm::vec2 metres) const;
  /// Unit normal of the bilinear surface, by central differences; respects cell size and boundary condition.
  glm::vec3 normal_at(glm::vec2 metres) const;
};

}  // namespace barchan
