#include "world/rain_view.hpp"

#include <algorithm>

#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

/// Rain by map and elevation: the mean of each patch, relative to the mean of the land.
std::vector<float> shares(Terrain const& terrain, double gradient) {
  if (terrain.rainfall.map.empty() && gradient == 0.0) return {};
  Grid const& grid = terrain.grid;
  const auto elevations = terrain.columns.elevations();
  const double lowest = to_metres(*std::min_element(elevations.begin(), elevations.end()));
  std::vector<float> means;
  double all = 0.0;
  for (int row = 0; row < kRainSide; ++row) {
    const int first_y = row * grid.height / kRainSide;
    const int last_y = std::max((row + 1) * grid.height / kRainSide, first_y + 1);
    for (int column = 0; column < kRainSide; ++column) {
      const int first_x = column * grid.width / kRainSide;
      const int last_x = std::max((column + 1) * grid.width / kRainSide, first_x + 1);
      double sum = 0.0;
      for (int y = first_y; y < last_y; ++y) {
        for (int x = first_x; x < last_x; ++x) {
          const std::size_t cell = grid.index(x, y);
          sum += terrain.rainfall.share(cell, gradient * kPercentOf100Metres, to_metres(elevations[cell]) - lowest);
        }
      }
      const double mean = sum / (static_cast<double>(last_x - first_x) * static_cast<double>(last_y - first_y));
      means.push_back(static_cast<float>(mean));
      all += mean;
    }
  }
  const auto scale = static_cast<float>(static_cast<double>(means.size()) / std::max(all, 1e-12));
  for (float& mean : means) mean *= scale;
  return means;
}

}  // namespace

RainView rain_view(World const& world) {
  Terrain const& terrain = world.terrain();
  RainView rain{
      .sources = terrain.sources, .storms = terrain.rainfall.storms.size(), .mapped = !terrain.rainfall.map.empty()};
  if (!(world.parameter("water_particles", "enabled") > 0.0)) return rain;
  const double storms = terrain.rainfall.rate(world.time(), world.parameter("world", "time_step"));
  rain.even = world.parameter("water_particles", "rain");
  rain.rate = rain.even + storms / kMillimetresPerHour;
  if (rain.rate > 0.0) rain.shares = shares(terrain, world.parameter("water_particles", "rain_gradient"));
  return rain;
}

}  // namespace barchan
