#include "measure/elevation_map.hpp"

#include <stdexcept>

#include "barchan/land/terrain.hpp"

namespace barchan {
namespace {

template <class T>
ElevationMap copied(Grid const& grid, std::span<T const> metres) {
  if (metres.size() != grid.cells()) throw std::invalid_argument("an elevation map needs one elevation a cell");
  return {grid, std::vector<double>(metres.begin(), metres.end())};
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

ElevationMap elevation_map(Grid const& grid, std::span<float const> metres) { return copied(grid, metres); }
ElevationMap elevation_map(Grid const& grid, std::span<double const> metres) { return copied(grid, metres); }

ElevationMap elevation_map(Terrain const& terrain) {
  ElevationMap map{terrain.grid, std::vector<double>(terrain.grid.cells())};
  const std::span<Quanta const> elevation = terrain.columns.elevations();
  for (std::size_t i = 0; i < map.metres.size(); ++i) map.metres[i] = to_metres(elevation[i]);
  return map;
}

ElevationMap box_smoothed(ElevationMap const& map) {
  ElevationMap rows = map, smooth = map;
  for (int y = 0; y < map.grid.height; ++y) {
    for (int x = 0; x < map.grid.width; ++x) {
      rows.metres[map.grid.index(x, y)] = (map.at(x - 1, y) + map.at(x, y) + map.at(x + 1, y)) / 3.0;
    }
  }
  for (int y = 0; y < map.grid.height; ++y) {
    for (int x = 0; x < map.grid.width; ++x) {
      smooth.metres[map.grid.index(x, y)] = (rows.at(x, y - 1) + rows.at(x, y) + rows.at(x, y + 1)) / 3.0;
    }
  }
  return smooth;
}

double rms_height(ElevationMap const& map) {
  const double mean = mean_elevation(map);
  double sum = 0.0;
  for (double z : map.metres) sum += (z - mean) * (z - mean);
  return map.metres.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(map.metres.size()));
}

}  // namespace barchan
