/// Raster: a grid of floats with its range and cell size, as files hold it and lands are composed of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace barchan {

/// A height map or a field. Rows run from south to north, as in a Grid; files hold north first and are turned round.
struct Raster {
  int width = 0;              ///< columns, 1 .. Grid::kMaximumSide
  int height = 0;             ///< rows, 1 .. Grid::kMaximumSide
  double cell_size = 1.0;     ///< m, > 0
  double origin = 0.0;        ///< m: a cell's value is origin + values[i]; keeps high lands exact in float32
  std::vector<float> values;  ///< row-major, row 0 = south, finite
  std::string field;          ///< field id, when it came from a world ("" otherwise)
  std::string unit = "m";     ///< SI, "" when dimensionless

  bool range_assumed = false;        ///< an image without a range: 0 to a fifth of its width was taken
  bool cell_size_assumed = false;    ///< no cell size was found: 1 m was taken
  std::vector<std::string> notices;  ///< what a person should know (banding of 8 bits, assumed range, assumed size)

  std::size_t cells() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  /// Smallest and largest of `values`, without `origin`. The raster has at least one cell.
  std::pair<float, float> extent() const {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return {*low, *high};
  }
};

}  // namespace barchan
