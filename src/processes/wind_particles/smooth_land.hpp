/// SmoothLand: a smoothed copy of the land, made for the wind.
#pragma once

#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// The land as the wind feels it: metres above the mean surface, smoothed by three binomial passes whose spacing
/// follows the wanted width. Their response is nowhere negative, so no wavelength is felt upside down (a plain
/// difference over a long baseline does that, and grows steps on windward slopes).
class SmoothLand {
 public:
  void prepare(Grid const& grid);
  /// `width`: standard deviation in metres, rounded to whole cells; below half a cell nothing is smoothed.
  void fill(Terrain const& terrain, Quanta mean, float width, Scheduler const& scheduler);
  /// Row `y` and its neighbours under the boundary rule.
  RowTriple<float> rows(Grid const& grid, int y) const {
    return {metres_.row(grid.resolve_y(y - 1)), metres_.row(y), metres_.row(grid.resolve_y(y + 1))};
  }

 private:
  void pass(Grid const& grid, int distance, Scheduler const& scheduler);

  PaddedGrid<float> metres_, next_;
};

}  // namespace barchan
