#include "processes/water_particles/soaking.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "land/pores.hpp"

namespace barchan::water {

namespace {

constexpr int kRowGrain = 16;
constexpr int kDropletGrain = 2048;

/// Free pore space of a cell, as a depth in quanta.
QuantaSum room_in(Terrain const& terrain, Pores const& pores, std::size_t cell) {
  return QuantaSum{pores.room(terrain.columns, cell)} - terrain.cell_layers.quanta(CellLayer::ground_water)[cell] -
         terrain.cell_layers.quanta(CellLayer::moisture)[cell];
}

}  // namespace

void Soaking::survey(Terrain const& terrain, Flow const* flow, std::span<Droplet const> droplets, float dt,
                     Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  if (terrain.cell_layers.quanta(CellLayer::ground_water).empty() || terrain.ground_clock <= 0.0f) {
    for (auto* cells : {&here_, &soaked_}) cells->clear();
    shares_.clear();
    return;
  }
  shares_.resize(grid.cells());
  soaked_.resize(grid.cells());
  here_.assign(grid.cells(), 0);
  scheduler.for_ranges(static_cast<int>(droplets.size()), kDropletGrain, [&](int first, int last) {
    for (Droplet const& d : droplets.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first))) {
      if (d.volume == 0 || !grid.contains(d.place.x, d.place.y)) continue;
      std::atomic_ref(here_[grid.index(d.place.x, d.place.y)]).fetch_add(d.volume, std::memory_order_relaxed);
    }
  });
  const float seconds = terrain.ground_clock * dt;
  const Pores pores(terrain.soils);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t cell = grid.index(x, y);
        shares_[cell] = 0.0f;
        if (flow[cell].depth <= 0.0f) continue;  // no water has arrived here yet
        const QuantaSum room = room_in(terrain, pores, cell);
        if (room <= 0) continue;
        const float depth = flow[cell].depth;
        const float most = std::max(depth, static_cast<float>(to_metres(most_around(grid, x, y))));
        const auto lets = static_cast<float>(pores.surface_conductivity(terrain.columns, cell)) * seconds;
        shares_[cell] = std::min({lets / depth, static_cast<float>(to_metres(room)) / most, 1.0f});
      }
    }
  });
}

QuantaSum Soaking::most_around(Grid const& grid, int x, int y) const {
  QuantaSum most = 0;
  for (int north = -1; north <= 1; ++north) {
    for (int east = -1; east <= 1; ++east) {
      most = std::max(most, here_[grid.index(grid.resolve_x(x + east), grid.resolve_y(y + north))]);
    }
  }
  return most;
}

Springs Soaking::wet(Terrain& terrain, Scheduler const& scheduler) {
  Springs too_much;
  if (soaked_.empty()) return too_much;
  Grid const& grid = terrain.grid;
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  const Pores pores(terrain.soils);
  std::vector<Springs> rows(static_cast<std::size_t>(grid.height));
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t cell = grid.index(x, y);
        if (soaked_[cell] == 0) continue;
        const QuantaSum amount = std::exchange(soaked_[cell], 0);
        const QuantaSum taken = std::clamp<QuantaSum>(room_in(terrain, pores, cell), 0, amount);
        moisture[cell] += static_cast<Quanta>(taken);
        if (taken < amount) rows[static_cast<std::size_t>(y)].let_out(terrain, x, y, amount - taken);
      }
    }
  });
  terrain.cell_layers.mark_changed(CellLayer::moisture);
  for (Springs const& row : rows) {
    too_much.running.insert(too_much.running.end(), row.running.begin(), row.running.end());
    too_much.resting.insert(too_much.resting.end(), row.resting.begin(), row.resting.end());
  }
  return too_much;
}

}  // namespace barchan::water
