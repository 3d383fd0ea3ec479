/// Parallel lines of samples across a map, a cell apart along each.
#pragma once

#include <span>

#include "measure/elevation_map.hpp"

namespace barchan {

struct Transects {
  std::size_t lines = 0;
  std::size_t samples = 0;      ///< on each line
  bool closed = false;          ///< rows or columns of a periodic map: the first sample follows the last
  std::vector<double> heights;  ///< line after line, m

  std::span<double const> line(std::size_t i) const { return {heights.data() + i * samples, samples}; }
};

/// Lines along a direction: whole rows or columns where it is that of an axis; else through a periodic map as often as
/// it takes, or within the turned square that another map holds. At most about `most_lines`, evenly spread.
Transects transects(ElevationMap const& map, double direction_degrees, int most_lines = 256);

}  // namespace barchan
