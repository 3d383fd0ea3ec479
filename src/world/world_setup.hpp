/// WorldSetup: a land at step 0 and all that is to happen to it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/cell_layers.hpp"
#include "land/soil.hpp"
#include "world/command.hpp"

namespace barchan {

/// One layer of a soil over the whole land.
struct SoilLayer {
  SoilId soil = kSand;
  std::vector<Quanta> thickness;  ///< of each cell, >= 0
};

/// What a world begins with. Throws std::invalid_argument from World's constructor when sizes disagree
/// or a parameter is out of range.
struct WorldSetup {
  Grid grid;
  double datum = 0.0;        ///< metres above sea level of elevation 0
  std::vector<Quanta> base;  ///< elevation of the base above the datum
  Soils soils = default_soils();
  std::vector<SoilLayer> layers;  ///< on the base, lowest first
  std::vector<Quanta> sand;       ///< thickness of sand on top, >= 0
  std::vector<Quanta> obstacle;   ///< how much of the base is an obstacle, from its top, >= 0; empty: nothing
  CellLayers cell_layers;         ///< what lies on the cells besides soils
  std::uint64_t seed = 1;
  std::vector<SetParameter> parameters;  ///< applied before step 0
  WaterSources sources;                  ///< from the beginning
  RainMap rain_map;                      ///< of the beginning
  std::vector<Storm> storms;             ///< counted from the beginning
  std::vector<TimedCommand> timeline;    ///< applied when their time comes, in any order here
};

}  // namespace barchan
