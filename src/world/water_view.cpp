#include "world/water_view.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "barchan/land/terrain.hpp"
#include "barchan/processes/process.hpp"
#include "barchan/world/world.hpp"

namespace barchan {

namespace {

constexpr float kDepth = 0.3f;                // m of a stream of 1 m3/s
constexpr float kSeen = 0.02f;                // m: water less deep only wets the ground
constexpr float kQuiet = 1.5f, kWild = 4.0f;  // m/s at which foam begins, and all is foam
constexpr float kBelowBank = 0.02f;           // m by which the plane of water lies below a dry bank

/// Depth of a stream as deep as rivers of its discharge are: what waits in one place would stand as a tower.
/// Leopold & Maddock (1953): depth as about the power 0.4 of the discharge; here three eighths.
float stream_depth(RunningWater const& water, float cell_size) {
  if (!(water.depth > kSeen)) return 0.0f;
  const float discharge = glm::length(water.velocity) * water.depth * cell_size;  // m3/s
  const float eighth = std::sqrt(std::sqrt(std::sqrt(discharge)));
  return std::min(water.depth, kDepth * eighth * eighth * eighth);
}

/// The water's level over a dry cell beside water, so that it cuts the bank: the mean of its wet neighbours', but below
/// the ground.
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

void fill_water(World const& world, WaterView& view) {
  Terrain const& terrain = world.terrain();
  Grid const& grid = terrain.grid;
  const std::size_t cells = grid.cells();
  view = {};
  std::vector<RunningWater> running(cells);
  bool any = !terrain.lakes.empty();
  for (auto const& process : world.processes()) {
    if (process->enabled()) process->add_running_water(running);
  }
  any |= std::ranges::any_of(running, [](RunningWater const& water) { return water.depth > kSeen; });
  if (!any) return;

  view.level.assign(cells, kNoWater);
  view.depth.assign(cells, 0.0f);
  view.flow.assign(cells, glm::vec2(0.0f));
  view.foam.assign(cells, 0.0f);
  for (std::size_t i = 0; i < cells; ++i) {
    const float ground = static_cast<float>(terrain.columns.elevation(i)) * kMetresPerQuantum;
    const float standing = static_cast<float>(terrain.lakes.depth(i)) * kMetresPerQuantum;
    const float river = running[i].level - ground;
    const float stream = standing > 0.0f ? 0.0f : stream_depth(running[i], grid.cell_size);
    const float runs = river > standing ? river : stream;
    view.depth[i] = std::max(standing, runs);
    if (!(view.depth[i] > kSeen)) view.depth[i] = 0.0f;
    if (!(view.depth[i] > 0.0f)) continue;
    view.level[i] = ground + view.depth[i];
    if (!(runs > 0.0f)) continue;
    view.flow[i] = running[i].velocity;
    const float speed = glm::length(view.flow[i]);
    view.foam[i] = std::clamp((speed - kQuiet) / (kWild - kQuiet), 0.0f, 1.0f);
  }
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (!(view.depth[cell] > 0.0f)) view.level[cell] = bank_level(terrain, view, x, y);
    }
  }
}

}  // namespace barchan
