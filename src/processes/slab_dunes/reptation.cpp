#include "processes/slab_dunes/reptation.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "processes/slab_dunes/field_kernel.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 32;

}  // namespace

void reptate(Terrain const& terrain, float strength, Impacts soil, Scheduler const& scheduler,
             std::span<Quanta> change) {
  Grid const& grid = terrain.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto height = static_cast<int>(grid.height);
  const auto from = [&](std::size_t cell) {
    return kernel::CreepRow{terrain.columns.elevations().data() + cell, soil.available + cell, soil.air + cell};
  };
  const float per_edge = 0.5f * strength / (grid.cell_size * static_cast<float>(kQuantaPerMetre));
  scheduler.for_ranges(height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> east(width), south(width), north(width);
    // Flow from row y to the row north of it; nothing crosses the edge of a land that is not periodic.
    const auto northward = [&](int y, std::span<Quanta> flow) {
      if (!grid.periodic() && (y < 0 || y + 1 >= height)) {
        std::fill(flow.begin(), flow.end(), 0);
        return;
      }
      kernel::reptate(per_edge, from(grid.index(0, grid.resolve_y(y))), from(grid.index(0, grid.resolve_y(y + 1))),
                      width, flow.data());
    };
    northward(first - 1, south);
    for (int y = first; y < last; ++y) {
      northward(y, north);
      const std::size_t a = grid.index(0, y);
      const std::size_t end = a + width - 1;
      kernel::reptate(per_edge, from(a), from(a + 1), width - 1, east.data());
      east[width - 1] = 0;
      if (grid.periodic()) {
        kernel::reptate(per_edge, from(end), from(a), 1, east.data() + width - 1);
      }
      Quanta* const out = change.data() + a;
      for (std::size_t i = 0; i < width; ++i) out[i] += south[i] - north[i] - east[i];
      for (std::size_t i = 1; i < width; ++i) out[i] += east[i - 1];
      out[0] += east[width - 1];
      std::swap(south, north);
    }
  });
}

}  // namespace barchan
