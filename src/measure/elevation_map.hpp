/// Helpers of the measures: vectors and gradients, patches of cells, transects of a map.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "measure/measure.hpp"

namespace barchan {

using Vector2 = glm::dvec2;

inline double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }
inline double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }
inline Vector2 direction_vector(double angle_degrees) {
  return {std::cos(radians(angle_degrees)), std::sin(radians(angle_degrees))};
}

/// Signed distance of a place from the line along `along`, positive to its left.
inline double across(Vector2 place, Vector2 along) { return place.y * along.x - place.x * along.y; }

/// Gradient over 3 x 3 cells (Horn 1981), rise per metre.
inline Vector2 horn_gradient(ElevationMap const& map, int x, int y) {
  const double west = map.at(x - 1, y - 1) + 2.0 * map.at(x - 1, y) + map.at(x - 1, y + 1);
  const double east = map.at(x + 1, y - 1) + 2.0 * map.at(x + 1, y) + map.at(x + 1, y + 1);
  const double south = map.at(x - 1, y - 1) + 2.0 * map.at(x, y - 1) + map.at(x + 1, y - 1);
  const double north = map.at(x - 1, y + 1) + 2.0 * map.at(x, y + 1) + map.at(x + 1, y + 1);
  const double scale = 1.0 / (8.0 * static_cast<double>(map.grid.cell_size));
  return {(east - west) * scale, (north - south) * scale};
}

/// Mean; 0 without values.
inline double mean_of(std::span<double const> values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

/// Weight of sample `i` of `n` under a Hann window.
inline double hann(int i, int n) {
  return n < 2 ? 1.0 : 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * (i + 0.5) / static_cast<double>(n));
}

/// Percentile: value below which a fraction `share` of the values lie, linear between ranks; 0 without values.
inline double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const double rank = share * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(rank);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (values[high] - values[low]) * (rank - static_cast<double>(low));
}

/// Autocorrelation of the surface after two passes of a 3 x 3 mean. The result is a periodic map of lags from (0, 0) to
/// more than half the land.
ElevationMap autocorrelation(ElevationMap const& map);
/// These compute the spacing, and measures that depend on it, from an existing autocorrelation.
double spacing_in(ElevationMap const& lags, Grid const& grid, double direction_degrees);
Spacings spacings_with(ElevationMap const& lags, ElevationMap const& map, double direction_degrees);
DuneMeasures measure_dunes_with(ElevationMap const& lags, ElevationMap const& map, double wind_degrees,
                                double repose_slope);

/// Offset of the vertex of the parabola through three equally spaced values, -0.5 to 0.5 about the middle one.
inline double parabola_top(double before, double middle, double after) {
  const double curvature = before - 2.0 * middle + after;
  return curvature < 0.0 ? std::clamp(0.5 * (before - after) / curvature, -0.5, 0.5) : 0.0;
}

/// Cells of a patch in coordinates that continue across the edges of a periodic map.
using Patch = std::vector<Vector2>;

/// Patches of cells whose mask is not 0, connected by 8 neighbours, in the order of their first cell. Clears the mask.
std::vector<Patch> connected_patches(Grid const& grid, std::span<char> mask);

/// Maps a place in coordinates that continue across the edges back into the grid.
Vector2 inside(Grid const& grid, Vector2 place);

/// Extent of a set of points along a line, in cells; a single cell has extent 1.
struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void take(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  bool empty() const { return most < least; }
  double cells() const { return empty() ? 0.0 : most - least + 1.0; }
};

/// Parallel transects of a map; samples are one cell apart.
struct Transects {
  std::size_t lines = 0;
  std::size_t samples = 0;      ///< on each line
  bool closed = false;          ///< rows or columns of a periodic map: the first sample follows the last
  std::vector<double> heights;  ///< line by line, m

  std::span<double const> line(std::size_t i) const { return {heights.data() + i * samples, samples}; }
};

/// Transects along a direction. Along an axis they are whole rows or columns. Otherwise they cross a periodic map
/// repeatedly, and in any other map they stay within its largest rotated square. They are evenly spaced, and at most
/// about `most_lines` in number.
Transects transects(ElevationMap const& map, double direction_degrees, int most_lines = 256);

}  // namespace barchan
