/// CutFace: the layers of a row of columns, connected from each column to the next. Pure code.
#pragma once

#include <vector>

#include "world/strata_view.hpp"

namespace barchan::render {

/// A layer between two neighbouring columns, in the layout of the shaders.
struct CutLayer {
  float left = 0.0f, right = 0.0f;  ///< elevation of its bottom at each column, m above the datum
  float soil = 0.0f;                ///< SoilId
  float unused = 0.0f;

  bool operator==(CutLayer const&) const = default;
};
/// The space between two neighbouring columns, or beside the first or last one.
struct CutGap {
  float first = 0.0f, count = 0.0f;  ///< index of its first layer, and number of its layers, from the top
  float left = 0.0f, right = 0.0f;   ///< surface at each column, m

  bool operator==(CutGap const&) const = default;
};
/// A cut through a row of columns, ready for the shaders.
struct CutFace {
  std::vector<CutGap> gaps;  ///< one more than columns
  std::vector<CutLayer> layers;
};

/// Connects layers of the same soil in the same order, starting at the bedrock. Their boundaries are straight lines
/// between the columns. If only one column has a layer and its bottom is above the other column's surface, the layer
/// continues level until that surface cuts it off. Otherwise it thins out to nothing at the other column.
CutFace join_columns(ColumnRow const& row, SoilSet loose);

}  // namespace barchan::render
