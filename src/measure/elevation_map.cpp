#include "measure/elevation_map.hpp"

#include <stdexcept>

#include "land/terrain.hpp"

namespace barchan {
namespace {

constexpr double kOnAxis = 1e-6;    // direction cosines up to this count as 0
constexpr double kCrossings = 2.0;  // how often an oblique line crosses the shorter side of a periodic map

double wrapped(double value, int n) {
  const double rest = std::fmod(value, static_cast<double>(n));
  return rest < 0.0 ? rest + n : rest;
}

ElevationMap map_of(Grid const& grid, std::span<Quanta const> quanta) {
  ElevationMap map{grid, std::vector<double>(quanta.size())};
  std::transform(quanta.begin(), quanta.end(), map.metres.begin(), to_metres);
  return map;
}

}  // namespace

double ElevationMap::sample(double x, double y) const {
  const double x0 = std::floor(x), y0 = std::floor(y);
  const double fx = x - x0, fy = y - y0;
  const int ix = static_cast<int>(x0), iy = static_cast<int>(y0);
  const double south = at(ix, iy) * (1.0 - fx) + at(ix + 1, iy) * fx;
  const double north = at(ix, iy + 1) * (1.0 - fx) + at(ix + 1, iy + 1) * fx;
  return south * (1.0 - fy) + north * fy;
}

ElevationMap elevation_map(Grid const& grid, std::span<float const> metres) {
  if (metres.size() != grid.cells()) throw std::invalid_argument("expected one elevation per cell in an elevation map");
  return {grid, std::vector<double>(metres.begin(), metres.end())};
}

ElevationMap elevation_map(Terrain const& terrain) { return map_of(terrain.grid, terrain.columns.elevations()); }
ElevationMap sand_map(Terrain const& terrain) {
  std::vector<Quanta> sediment(terrain.grid.cells());
  for (std::size_t i = 0; i < sediment.size(); ++i) sediment[i] = terrain.columns.sediment(i);
  return map_of(terrain.grid, sediment);
}

ElevationMap box_smoothed(ElevationMap const& map) {
  ElevationMap rows = map, smooth = map;
  for_each_cell(map.grid, [&](int x, int y) {
    rows.metres[map.grid.index(x, y)] = (map.at(x - 1, y) + map.at(x, y) + map.at(x + 1, y)) / 3.0;
  });
  for_each_cell(map.grid, [&](int x, int y) {
    smooth.metres[map.grid.index(x, y)] = (rows.at(x, y - 1) + rows.at(x, y) + rows.at(x, y + 1)) / 3.0;
  });
  return smooth;
}

double rms_height(ElevationMap const& map) {
  const double mean = mean_of(map.metres);
  double sum = 0.0;
  for (double z : map.metres) sum += (z - mean) * (z - mean);
  return map.metres.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(map.metres.size()));
}

std::vector<Patch> connected_patches(Grid const& grid, std::span<char> mask) {
  std::vector<Patch> patches;
  for_each_cell(grid, [&](int x, int y) {
    if (mask[grid.index(x, y)] == 0) return;
    Patch patch;
    const auto take = [&](int px, int py) {
      if (!grid.periodic() && !grid.contains(px, py)) return;
      char& free = mask[grid.index(grid.resolve_x(px), grid.resolve_y(py))];
      if (free == 0) return;
      free = 0;
      patch.push_back({static_cast<double>(px), static_cast<double>(py)});
    };
    take(x, y);
    for (std::size_t next = 0; next < patch.size(); ++next) {
      const int px = static_cast<int>(patch[next].x), py = static_cast<int>(patch[next].y);
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) take(px + dx, py + dy);
      }
    }
    patches.push_back(std::move(patch));
  });
  return patches;
}

Vector2 inside(Grid const& grid, Vector2 place) {
  return grid.periodic() ? Vector2(wrapped(place.x, grid.width), wrapped(place.y, grid.height)) : place;
}

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
