/// CutFace: the layers of a row of columns, drawn through from each column to the next. Pure code.
#pragma once

#include <vector>

#include "world/strata_view.hpp"

namespace barchan::render {

/// A layer between two neighbouring columns, as the shaders take it.
struct CutLayer {
  float left = 0.0f, right = 0.0f;  ///< m above the datum, its bottom at either column
  float soil = 0.0f;                ///< its SoilId
  float unused = 0.0f;

  bool operator==(CutLayer const&) const = default;
};
/// What stands between two neighbouring columns, or at either end beside one.
struct CutGap {
  float first = 0.0f, count = 0.0f;  ///< of the layers, from the top
  float left = 0.0f, right = 0.0f;   ///< m, surface at either column

  bool operator==(CutGap const&) const = default;
};
struct CutFace {
  std::vector<CutGap> gaps;  ///< one more than columns
  std::vector<CutLayer> layers;
};

/// Layers of the same soil in the same order belong together, those near the bedrock first; their boundaries run
/// straight from one column to the next. What only one column has goes on level where it stands above the other's
/// surface, which cuts it off, and thins out to nothing below that.
CutFace join_columns(ColumnRow const& row, SoilSet loose);

}  // namespace barchan::render
