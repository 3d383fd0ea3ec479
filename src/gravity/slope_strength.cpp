#include "gravity/slope_strength.hpp"

#include <algorithm>
#include <cstddef>

#include "base/land_vector.hpp"
#include "gravity/edges.hpp"

namespace barchan::gravity {

void SlopeStrength::look(Terrain const& terrain, Scheduler const& scheduler) {
  LandVector<float> const& strength = terrain.cell_layers.real(CellLayer::slope_strength);
  if (strength.empty()) {
    prepare();
    return;
  }
  Grid const& grid = terrain.grid;
  const std::uint64_t changes = terrain.cell_layers.changes(CellLayer::slope_strength);
  if (!cells_.empty() && changes == changes_) return;
  changes_ = changes;
  if (cells_.empty()) cells_.prepare(grid.width, grid.height);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) std::copy_n(strength.data() + grid.index(0, y), grid.width, cells_.row(y));
  });
  grid.periodic() ? cells_.wrap() : cells_.wall();
}

}  // namespace barchan::gravity
