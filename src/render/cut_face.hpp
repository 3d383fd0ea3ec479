/// CutFace: the layers of a row of columns, connected from each column to the next. Pure code.
#pragma once

#include <vector>

#include "world/strata_view.hpp"

namespace barchan::render {

/// A layer between two neighbouring columns, as the shaders take it.
struct CutLayer {
  float left = 0.0f, right = 0.0f;  ///< elevation of its bottom at each column, m above the datum
  float soil = 0.0f;                ///< SoilId
  float unused = 0.0f;

  bool operator==(CutLayer const&) const = default;
};
/// The space between two neighbouring columns, or beside the first or last one.
struct CutGap {
  float first = 0.0f, count = 0.0f;  ///< range of its layers, from the top
  float left = 0.0f, right = 0.0f;   ///< surface at each column, m

  bool operator==(CutGap const&) const = default;
};
/// A cut through a row of columns, ready for the shaders.
struct CutFace {
  std::vector<CutGap> gaps;  ///< one more than columns
  std::vector<CutLayer> layers;
};

/// Connects layers of the same soil in the same order, starting at the bedrock; their boundaries are straight lines
/// between the columns. A layer that only one column has continues level where it is above the other's surface, which
/// cuts it off, and thins out to nothing below that.
CutFace join_columns(ColumnRow const& row, SoilSet loose);

}  // namespace barchan::render
