/// SmoothLand: a smoothed copy of the land for the wind.
#pragma once

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// The smoothed land that the wind follows, in metres above the mean surface. It is smoothed by three binomial passes
/// whose spacing follows from the wanted width. Their frequency response is never negative. (A slope measured over a
/// long baseline has a response that is negative for some wavelengths, so steps would grow on windward slopes.)
class SmoothLand {
 public:
  void prepare(Grid const& grid);
  /// `width`: standard deviation in m, rounded to whole cells. If it is less than half a cell, nothing is smoothed.
  void fill(Terrain const& terrain, Quanta mean, float width, Scheduler const& scheduler);
  /// Row `y` and its neighbours, according to the boundary condition.
  RowTriple<float> rows(Grid const& grid, int y) const {
    return {metres_.row(grid.resolve_y(y - 1)), metres_.row(y), metres_.row(grid.resolve_y(y + 1))};
  }

 private:
  void pass(Grid const& grid, int distance, Scheduler const& scheduler);

  PaddedGrid<float> metres_, next_;
};

}  // namespace barchan
