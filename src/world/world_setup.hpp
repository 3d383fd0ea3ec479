/// WorldSetup: a land at step 0 and all commands that wait for their time.
#pragma once

#include <cstdint>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/cell_layers.hpp"
#include "land/place.hpp"
#include "land/soil.hpp"
#include "world/command.hpp"

namespace barchan {

/// A layer of one soil over the whole land.
struct SoilLayer {
  SoilId soil = kSand;
  std::vector<Quanta> thickness;  ///< thickness in each cell, >= 0
};

/// The initial state of a world. World's constructor throws std::invalid_argument if sizes disagree or a parameter is
/// out of range.
struct WorldSetup {
  Grid grid;
  double datum = 0.0;        ///< metres above sea level of elevation 0
  Place place;               ///< of the land in a coordinate reference system
  std::vector<Quanta> base;  ///< elevation of the base above the datum
  Soils soils = default_soils();
  std::vector<SoilLayer> layers;  ///< on the base, lowest first
  std::vector<Quanta> sand;       ///< thickness of sand on top, >= 0
  std::vector<Quanta> obstacle;   ///< thickness of the obstacle at the top of the base, >= 0; empty: no obstacle
  std::vector<Obstacle> bodies;   ///< bodies of which `obstacle` consists; they get the numbers from 1 on
  CellLayers cell_layers;         ///< all other values per cell, besides soils
  std::uint64_t seed = 1;
  std::vector<SetParameter> parameters;  ///< applied before step 0
  WaterSources sources;                  ///< present from step 0
  RainMap rain_map;                      ///< at step 0
  std::vector<Storm> storms;             ///< times are counted from step 0
  std::vector<MaskRecipe> masks;         ///< present from step 0
  Things things;                         ///< palms and people; they stand on the sand of step 0
  std::vector<TimedCommand> timeline;    ///< applied at their times; may be in any order here
};

}  // namespace barchan
