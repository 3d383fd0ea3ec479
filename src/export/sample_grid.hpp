/// SampleGrid: values at the centres of the cells of a rectangular grid, in the order of files.
#pragma once

#include <cstddef>
#include <vector>

namespace barchan {

/// North row first, west column first. The grid covers width * spacing_x by height * spacing_y metres.
struct SampleGrid {
  int width = 0, height = 0;
  double spacing_x = 1.0, spacing_y = 1.0;  ///< m between neighbours
  std::vector<float> values;

  std::size_t samples() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
  }
};

/// Samples [column, column + width) by [row, row + height) of a grid: a tile. Neighbouring tiles without a seam share a
/// row or column of samples.
struct GridWindow {
  int column = 0, row = 0, width = 0, height = 0;
};

}  // namespace barchan
