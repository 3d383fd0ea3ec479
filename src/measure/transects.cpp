#include "measure/transects.hpp"

namespace barchan {
namespace {

constexpr double kOnAxis = 1e-6;    // a direction cosine that counts as none
constexpr double kCrossings = 2.0;  // how often an oblique line goes through the shorter side of a periodic map

}  // namespace

Transects transects(ElevationMap const& map, double direction_degrees, int most_lines) {
  const Grid& grid = map.grid;
  const Vector2 along = direction_vector(direction_degrees);
  const bool on_x = std::abs(along.y) < kOnAxis, on_y = std::abs(along.x) < kOnAxis;
  const double side = std::min(grid.width, grid.height);
  double length = 0.0, breadth = 0.0;  // cells
  if (on_x || on_y) {
    length = on_x ? grid.width : grid.height;
    breadth = on_x ? grid.height : grid.width;
  } else if (grid.periodic()) {
    length = kCrossings * side;
    breadth = side;
  } else {
    length = breadth = side / std::numbers::sqrt2;
  }
  Transects result;
  result.closed = grid.periodic() && (on_x || on_y);
  result.samples = static_cast<std::size_t>(std::max(1.0, std::floor(length)));
  const int lines = std::max(1, static_cast<int>(breadth));
  const int stride = (lines + most_lines - 1) / most_lines;
  result.lines = static_cast<std::size_t>((lines + stride - 1) / stride);
  result.heights.reserve(result.lines * result.samples);
  const double middle_x = 0.5 * (grid.width - 1), middle_y = 0.5 * (grid.height - 1);
  const double middle = 0.5 * static_cast<double>(result.samples - 1);
  for (std::size_t i = 0; i < result.lines; ++i) {
    const double across = static_cast<double>(i) * stride - 0.5 * (lines - 1);
    for (std::size_t j = 0; j < result.samples; ++j) {
      const double down = static_cast<double>(j) - middle;
      result.heights.push_back(
          map.sample(middle_x + down * along.x - across * along.y, middle_y + down * along.y + across * along.x));
    }
  }
  return result;
}

}  // namespace barchan
