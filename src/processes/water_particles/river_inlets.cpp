#include "processes/water_particles/river_inlets.hpp"

#include <algorithm>

#include "processes/water_particles/rule.hpp"

namespace barchan::water {

namespace {

constexpr float kNear = 2.0f;    ///< distance from the edge within which a source is an inlet, in river widths
constexpr float kReach = 4.0f;   ///< river widths around the source in which the edge is closed
constexpr float kMargin = 2.0f;  ///< additional cells

}  // namespace

void RiverInlets::follow(Terrain& terrain, float river) {
  Grid const& grid = terrain.grid;
  if (grid.boundary != Boundary::open) return;
  if (sources_ != terrain.sources || river_ != river) find(terrain, river);
  // Repeated in every step, because a place opens again once water leaves it.
  terrain.lakes.close(closed_);
}

void RiverInlets::find(Terrain const& terrain, float river) {
  Grid const& grid = terrain.grid;
  sources_ = terrain.sources;
  river_ = river;
  cells_.clear();
  for (WaterSource const& source : sources_) {
    if (source.pumps == 0) mark(grid, source, river);
  }
  closed_.clear();
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    if (cells_[cell] != 0 && grid.on_edge(cell)) closed_.push_back(cell);
  }
}

void RiverInlets::mark(Grid const& grid, WaterSource const& source, float river) {
  const float width = std::max(river_width(river, source.discharge) / grid.cell_size, 1.0f);
  const auto columns = static_cast<float>(grid.width), rows = static_cast<float>(grid.height);
  const float x = source.x * columns, y = source.y * rows;
  if (std::min({x, y, columns - x, rows - y}) > kNear * width + 1.0f) return;
  cells_.resize(grid.cells(), 0);
  const float radius = kReach * width + kMargin;
  const auto first = [&](float at) { return static_cast<int>(std::max(at - radius, 0.0f)); };
  const auto last = [&](float at, int count) { return std::min(static_cast<int>(at + radius), count - 1); };
  for (int row = first(y); row <= last(y, grid.height); ++row) {
    for (int column = first(x); column <= last(x, grid.width); ++column) {
      const float east = static_cast<float>(column) + 0.5f - x, north = static_cast<float>(row) + 0.5f - y;
      if (east * east + north * north <= radius * radius) cells_[grid.index(column, row)] = 1;
    }
  }
}

}  // namespace barchan::water
