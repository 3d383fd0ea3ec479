/// WorldSetup: a land at step 0 and all that is to happen to it.
#pragma once

#include <cstdint>
#include <vector>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"
#include "barchan/land/cell_layers.hpp"
#include "barchan/world/command.hpp"

namespace barchan {

/// What a world begins with. Throws std::invalid_argument from World's constructor when sizes disagree
/// or a parameter is out of range.
struct WorldSetup {
  Grid grid;
  double datum = 0.0;            ///< metres above sea level of elevation 0
  std::vector<Quanta> base;      ///< elevation of the base above the datum
  std::vector<Quanta> sand;      ///< thickness of sand, >= 0
  std::vector<Quanta> obstacle;  ///< how much of the base is an obstacle, from its top, >= 0; empty: nothing
  CellLayers cell_layers;        ///< what lies on the cells besides soils
  std::uint64_t seed = 1;
  std::vector<SetParameter> parameters;  ///< applied before step 0
  std::vector<TimedCommand> timeline;    ///< applied when their time comes, in any order here
};

}  // namespace barchan
