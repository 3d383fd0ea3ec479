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
  double datum = 0.0;  ///< metres above sea level of elevation 0
  Columns columns;
  Soils soils = default_soils();
  CellLayers cell_layers;  ///< what lies on the cells besides soils
  Notches notches;         ///< how far the free faces of cliffs are hollowed out
  Slides slides;           ///< how much has slid lately
  Lakes lakes;             ///< standing water
  WaterSources sources;    ///< where water comes to the surface
  Rainfall rainfall;       ///< when and where it rains
  Sea sea;                 ///< beyond open edges
  float ground_clock = 0;  ///< s of the ground water in one of the world in this step; 0: it stands still

  /// Depth of the lake or the sea over a cell, 0 where none is.
  Quanta standing_water(std::size_t cell) const;
  /// Of the cells of row `y`.
  std::vector<Quanta> standing_water_of_row(int y) const;
  /// Of all columns: ground water, moisture and springs, quanta of depth.
  QuantaSum water_in_the_ground() const;
  /// What wind can lift of `lies` quanta that lie on top of a cell: nothing of what is damp.
  Quanta dry(std::size_t cell, Quanta lies) const;
  /// Of row `y`, which may be written to `room`, of as many cells; it is `lies` itself where no ground is damp.
  std::span<Quanta const> dry_row(int y, std::span<Quanta const> lies, std::span<Quanta> room) const;
  /// Does the sea cover a cell, and the lake that may have been there?
  bool under_sea(std::size_t cell) const;

  /// Pours into lakes what does not come to rest in the sea. Returns what has left the land: that too for which the
  /// range of elevations has no room, 8192 m over all of the land.
  QuantaSum pour(std::span<LakePour const> pours);

  /// Height of the surface above the datum at a point in metres, bilinear between cell centres.
  float height_at(glm::vec2 metres) const;
  /// Unit normal of the bilinear surface (central differences, cell-size aware, boundary aware).
  glm::vec3 normal_at(glm::vec2 metres) const;
};

}  // namespace barchan
