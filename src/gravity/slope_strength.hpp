/// SlopeStrength: the limiting slope of each cell, relative to that of its soil when dry.
///
/// Model: the limiting slope of a cell is that of its soil times the slope strength of the cell. Groundwater determines
/// the strength (`CellLayer::slope_strength`); it is 1 on a land without groundwater.
#pragma once

#include <cstdint>

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan::gravity {

class SlopeStrength {
 public:
  /// Discards the strengths that were read.
  void prepare() { cells_ = {}; }
  /// Reads the land. Call it before slopes are compared and whenever the groundwater has changed.
  void look(Terrain const& terrain, Scheduler const& scheduler);
  /// Strength of cell (`x`, `y`) and the cells after it, with a margin of one cell; null if all strengths are 1.
  float const* at(int x, int y) const { return cells_.empty() ? nullptr : cells_.row(y) + x; }

 private:
  PaddedGrid<float> cells_;
  std::uint64_t changes_ = 0;  ///< version of the layer when it was read
};

}  // namespace barchan::gravity
