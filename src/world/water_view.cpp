#include "world/water_view.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "land/terrain.hpp"

namespace barchan {

namespace {

constexpr float kSeen = 0.02f;     // m; shallower water only wets the ground
constexpr float kGravity = 9.81f;  // m/s2
// Froude numbers at which foam begins and at which all is foam: water faster than its own waves breaks.
constexpr float kQuiet = 1.0f, kWild = 2.5f;
constexpr Quanta kMoved = to_quanta(0.05);  // largest change of the surface since the layer was computed
constexpr float kBelowBank = 0.02f;         // depth of the water surface below a dry bank, m

/// Whether running water hides the ground.
bool seen(RunningWater const& water, float cell_size) { return spread_depth(water, cell_size) > kSeen; }

/// Level of the water surface over a dry cell beside water, so that it intersects the bank: the mean of its wet
/// neighbours, but below the ground.
float bank_level(Terrain const& terrain, WaterView const& view, int x, int y) {
  Grid const& grid = terrain.grid;
  float sum = 0.0f, count = 0.0f;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const std::size_t at = grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy));
      if (!(view.depth[at] > 0.0f)) continue;
      sum += view.level[at];
      count += 1.0f;
    }
  }
  if (!(count > 0.0f)) return kNoWater;
  const float ground = static_cast<float>(terrain.columns.elevation(grid.index(x, y))) * kMetresPerQuantum;
  return std::min(sum / count, ground - kBelowBank);
}

}  // namespace

void fill_water(Terrain const& terrain, std::span<RunningWater const> running, WaterView& view) {
  Grid const& grid = terrain.grid;
  const std::size_t cells = grid.cells();
  view = {};
  bool any = !terrain.lakes.empty() || !terrain.sea.empty();
  any |= std::ranges::any_of(running, [&](RunningWater const& water) { return seen(water, grid.cell_size); });
  if (!any) return;

  if (const auto level = terrain.sea.level()) view.sea = static_cast<float>(*level) * kMetresPerQuantum;
  view.level.assign(cells, kNoWater);
  view.depth.assign(cells, 0.0f);
  view.flow.assign(cells, glm::vec2(0.0f));
  view.foam.assign(cells, 0.0f);
  for (std::size_t i = 0; i < cells; ++i) {
    const float ground = static_cast<float>(terrain.columns.elevation(i)) * kMetresPerQuantum;
    const float standing = static_cast<float>(terrain.standing_water(i)) * kMetresPerQuantum;
    const float runs = seen(running[i], grid.cell_size) ? running[i].depth : 0.0f;
    view.depth[i] = std::max(standing, runs);
    if (!(view.depth[i] > kSeen)) view.depth[i] = 0.0f;
    if (!(view.depth[i] > 0.0f)) continue;
    view.level[i] = ground + view.depth[i];
    if (!(runs > 0.0f)) continue;
    view.flow[i] = running[i].velocity;
    const float froude = glm::length(view.flow[i]) / std::sqrt(kGravity * view.depth[i]);
    view.foam[i] = std::clamp((froude - kQuiet) / (kWild - kQuiet), 0.0f, 1.0f);
  }
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (!(view.depth[cell] > 0.0f)) view.level[cell] = bank_level(terrain, view, x, y);
    }
  }
}

std::vector<float> damp_ground(Terrain const& terrain) {
  auto const& damp = terrain.cell_layers.quanta(CellLayer::damp);
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto const& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  const auto elevations = terrain.columns.elevations();
  if (damp.size() != elevations.size() || stored.size() != damp.size() || moisture.size() != damp.size()) return {};
  std::vector<float> found(damp.size(), kNoWater);
  bool any = false;
  for (std::size_t i = 0; i < found.size(); ++i) {
    // Where there is no groundwater, the layer gives the top of the moist ground, or else the floor of the pores.
    const bool moist = moisture[i] > 0 && difference(elevations[i], damp[i]) < kMoved;
    if (stored[i] == 0 && !moist) continue;
    found[i] = static_cast<float>(damp[i]) * kMetresPerQuantum;
    any = true;
  }
  return any ? found : std::vector<float>{};
}

}  // namespace barchan
