/// Raster: a grid of floats with its range and cell size, as stored in files and used to compose lands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "land/place.hpp"

namespace barchan {

/// A height map or a field. Rows are ordered from south to north, as in a Grid. Files store the north row first;
/// reading and writing reverse the order.
struct Raster {
  int width = 0;              ///< columns, 1 to Grid::kMaximumSide
  int height = 0;             ///< rows, 1 to Grid::kMaximumSide
  double cell_size = 1.0;     ///< m, > 0
  double origin = 0.0;        ///< m; the value of a cell is origin + values[i], which keeps high lands exact in float32
  std::vector<float> values;  ///< row-major, row 0 = south, finite
  std::string field;          ///< id of the field if it came from a world, otherwise ""
  std::string unit = "m";     ///< SI; "" if dimensionless

  Place place{};                       ///< in a coordinate reference system, if the file says it
  std::vector<std::uint8_t> filled{};  ///< like `values`: 1 where the file has no data; empty: it has data everywhere

  bool range_assumed = false;        ///< the image had no range: 0 to a fifth of its width was assumed
  bool cell_size_assumed = false;    ///< the file had no cell size: 1 m was assumed
  bool gaps_assumed = false;         ///< cells had no data, and were interpolated without being asked for
  std::vector<std::string> notices;  ///< notices for the user (banding by 8 bits, assumed range, assumed size)

  std::size_t cells() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  /// Smallest and largest of `values`, without `origin`. The raster must not be empty.
  std::pair<float, float> extent() const {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return {*low, *high};
  }
};

}  // namespace barchan
