#include "processes/slab_dunes/reptation.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "processes/slab_dunes/field_kernel.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 32;

}  // namespace

void reptate(Terrain const& terrain, float strength, Impacts const& soil, Scheduler const& scheduler,
             SparseGrid<Quanta>& change) {
  Grid const& grid = terrain.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto height = static_cast<int>(grid.height);
  const auto from = [&](std::size_t cell) {
    return kernel::CreepRow{terrain.columns.elevations().data() + cell, soil.available + cell,
                            soil.air.cells().data() + cell};
  };
  const float per_edge = 0.5f * strength / (grid.cell_size * static_cast<float>(kQuantaPerMetre));
  // Runs include the cells beside those with sand in the air, so nothing creeps across the ends of a run.
  scheduler.for_ranges(height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> east(width), south(width), north(width);
    std::vector<std::uint8_t> active(static_cast<std::size_t>(stretches_of(grid)));  // of one row
    const auto look = [&](int y) {
      const auto at = [&](int row) { return grid.resolve_y(row); };
      if (!soil.air.any(at(y - 1)) && !soil.air.any(at(y)) && !soil.air.any(at(y + 1))) return false;
      const auto marks = [&](int row) { return soil.air.marks(at(row)).data(); };
      dilate_row(grid.periodic(), {marks(y - 1), marks(y), marks(y + 1)}, active);
      return any_marked(active);
    };
    // Flow from row y, the last that was read, to the row north of it. Nothing crosses the edge of a land that is not
    // periodic.
    const auto northward = [&](int y, std::span<Quanta> flow) {
      std::ranges::fill(flow, 0);
      if (!grid.periodic() && (y < 0 || y + 1 >= height)) return;
      const int row = grid.resolve_y(y);
      for_cell_runs(grid, active, [&](CellRun run) {
        kernel::reptate(per_edge, from(grid.index(0, row) + run.first),
                        from(grid.index(0, grid.resolve_y(y + 1)) + run.first), run.count, flow.data() + run.first);
      });
    };
    bool still = false;  // nothing flows from the row to the south
    if (look(first - 1)) northward(first - 1, south);
    for (int y = first; y < last; ++y) {
      if (!look(y)) {
        if (!still) std::ranges::fill(south, 0);
        still = true;
        continue;
      }
      still = false;
      northward(y, north);
      const std::size_t a = grid.index(0, y);
      const std::size_t end = a + width - 1;
      Quanta* const out = change.row(y);
      east[width - 1] = 0;
      if (grid.periodic()) {
        kernel::reptate(per_edge, from(end), from(a), 1, east.data() + width - 1);
        out[0] += east[width - 1];
      }
      for_cell_runs(grid, active, [&](CellRun run) {
        const std::size_t past = run.first + run.count;
        kernel::reptate(per_edge, from(a + run.first), from(a + run.first + 1), std::min(past, width - 1) - run.first,
                        east.data() + run.first);
        for (std::size_t i = run.first; i < past; ++i) out[i] += south[i] - north[i] - east[i];
        for (std::size_t i = run.first + 1; i < past; ++i) out[i] += east[i - 1];
      });
      add_marks(active, change.open_marks(y));
      std::swap(south, north);
    }
  });
}

}  // namespace barchan
