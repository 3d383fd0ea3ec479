#include "processes/water_particles/soaking.hpp"

#include <algorithm>

#include "barchan/land/pores.hpp"

namespace barchan::water {

namespace {

constexpr int kRowGrain = 16;

}  // namespace

void Soaking::survey(Terrain const& terrain, Flow const* flow, float dt, Scheduler const& scheduler) {
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto const& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  if (stored.empty() || terrain.ground_clock <= 0.0f) {
    shares_.clear();
    return;
  }
  const float seconds = terrain.ground_clock * dt;
  shares_.resize(stored.size());
  const Pores pores(terrain.soils);
  scheduler.for_ranges(terrain.grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t cell = terrain.grid.index(0, first); cell < terrain.grid.index(0, last); ++cell) {
      shares_[cell] = 0.0f;
      const float depth = flow[cell].depth;
      if (depth <= 0.0f) continue;  // no water has come here yet
      const QuantaSum room = QuantaSum{pores.room(terrain.columns, cell)} - stored[cell] - moisture[cell];
      if (room <= 0) continue;
      const auto most = static_cast<float>(pores.surface_conductivity(terrain.columns, cell)) * seconds;
      shares_[cell] = std::min(std::min(most, static_cast<float>(to_metres(room))) / depth, 1.0f);
    }
  });
}

}  // namespace barchan::water
