/// SlopeStrength: how steep the slopes of each cell may be against what its soil bears dry.
///
/// Model: the limit of slope of what a cell gives is its soil's times its strength, which the ground water tells
/// (`CellLayer::slope_strength`); 1 on a land without.
#pragma once

#include <cstdint>

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan::gravity {

class SlopeStrength {
 public:
  /// Forgets what was found.
  void prepare() { cells_ = {}; }
  /// Looks at the land; call before slopes are judged and whenever the ground water has changed.
  void look(Terrain const& terrain, Scheduler const& scheduler);
  /// Of cell (`x`, `y`) and those after it, with a margin of a cell; null where all slopes bear what they do dry.
  float const* at(int x, int y) const { return cells_.empty() ? nullptr : cells_.row(y) + x; }

 private:
  PaddedGrid<float> cells_;
  std::uint64_t changes_ = 0;  ///< of the layer, when that was looked at
};

}  // namespace barchan::gravity
