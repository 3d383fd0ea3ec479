/// SlopeStrength: the slope that each cell bears, relative to what its soil bears dry.
///
/// Model: the limiting slope of a cell is that of its soil times its strength, which groundwater determines
/// (`CellLayer::slope_strength`); 1 on a land without groundwater.
#pragma once

#include <cstdint>

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan::gravity {

class SlopeStrength {
 public:
  /// Discards what was read.
  void prepare() { cells_ = {}; }
  /// Reads the land. Call it before slopes are compared and whenever the groundwater has changed.
  void look(Terrain const& terrain, Scheduler const& scheduler);
  /// Strength of cell (`x`, `y`) and those after it, with a margin of one cell; null where all strengths are 1.
  float const* at(int x, int y) const { return cells_.empty() ? nullptr : cells_.row(y) + x; }

 private:
  PaddedGrid<float> cells_;
  std::uint64_t changes_ = 0;  ///< of the layer, when it was read
};

}  // namespace barchan::gravity
