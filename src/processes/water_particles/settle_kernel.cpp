/// The end of a round: what the land grants of what the droplets have taken, and the mean discharge.
#include <algorithm>

#include "barchan/land/columns.hpp"
#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/brush.hpp"
#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/shares.hpp"

namespace barchan::water {

namespace {

/// A droplet's part of what a cell grants, rounded down.
Quanta granted_part(Quanta wanted, Quanta granted, Quanta wished) {
  return static_cast<Quanta>(static_cast<std::int64_t>(wanted) * granted / wished);
}

/// How far the land beyond an open edge lies below the edge cell (x, y), were it to go on as it does inside, or else as
/// a bed must.
std::int64_t fall_beyond_edge(Rule const& rule, Ground const& ground, int x, int y) {
  Grid const& grid = ground.grid;
  const std::int64_t here = ground.elevation[grid.index(x, y)];
  const bool edge_cell = x == 0 || y == 0 || x == grid.width - 1 || y == grid.height - 1;
  if (!edge_cell) return 0;
  std::int64_t fall = rule.least_step;
  const auto look = [&](bool edge, int inner_x, int inner_y) {
    if (edge && grid.contains(inner_x, inner_y))
      fall = std::max(fall, ground.elevation[grid.index(inner_x, inner_y)] - here);
  };
  look(x == 0, x + 1, y);
  look(x == grid.width - 1, x - 1, y);
  look(y == 0, x, y + 1);
  look(y == grid.height - 1, x, y - 1);
  return std::clamp<std::int64_t>(fall, 0, std::max<std::int64_t>(here - ground.base_level, 0));
}

/// Whether a segment under the brush is marked.
bool touches(Ground const& ground, Brush const& brush, std::uint8_t const* marks) {
  const auto per_row = static_cast<std::size_t>(ground.segments_per_row);
  bool found = false;
  for (int j = 0; j < brush.rows(); ++j) {
    std::uint8_t const* const row = marks + static_cast<std::size_t>(brush.row(j)) * per_row;
    for_segments(brush, [&](int segment) { found |= row[segment] != 0; });
  }
  return found;
}

}  // namespace

BARCHAN_WATER_KERNEL bool find_contested(Rule const& rule, Ground const& ground, Quanta* cap, std::uint8_t* contested,
                                         int first, int last) {
  Grid const& grid = ground.grid;
  const auto segments = static_cast<std::size_t>(ground.segments_per_row);
  const bool open = grid.boundary == Boundary::open;
  bool any = false;
  for (int y = first; y < last; ++y) {
    const std::size_t south = grid.index(0, grid.resolve_y(y - 1));
    const std::size_t here = grid.index(0, y);
    const std::size_t north = grid.index(0, grid.resolve_y(y + 1));
    for (std::size_t s = 0; s < segments; ++s) {
      const std::size_t segment = static_cast<std::size_t>(y) * segments + s;
      contested[segment] = 0;
      if (ground.touched[segment] == 0) continue;
      const int begin = static_cast<int>(s) * kSegment;
      const int end = std::min(begin + kSegment, grid.width);
      for (int x = begin; x < end; ++x) {
        const std::size_t cell = here + static_cast<std::size_t>(x);
        cap[cell] = -1;
        const Quanta wish = ground.wish[cell];
        if (wish == 0) continue;
        const Quanta top = ground.elevation[cell];
        // No cell is dug below the lowest of its neighbours, so that a crowd of droplets cannot make a pit; a bed keeps
        // its least slope towards that neighbour.
        const bool fixed = rule.erodibility[ground.base_soil[cell]] <= 0.0f;
        const auto west = static_cast<std::size_t>(grid.resolve_x(x - 1));
        const auto middle = static_cast<std::size_t>(x);
        const auto east = static_cast<std::size_t>(grid.resolve_x(x + 1));
        Quanta lowest = std::min({top, ground.elevation[here + west], ground.elevation[here + east],
                                  ground.elevation[south + middle], ground.elevation[north + middle]});
        const auto above = [&] { return static_cast<std::int64_t>(top) - lowest - rule.least_step; };
        if (!fixed && above() >= wish) continue;
        lowest = std::min({lowest, ground.elevation[south + west], ground.elevation[south + east],
                           ground.elevation[north + west], ground.elevation[north + east]});
        std::int64_t most = std::max<std::int64_t>(above(), 0);
        if (open) most = std::max(most, fall_beyond_edge(rule, ground, x, y));
        if (fixed) most = std::min<std::int64_t>(most, ground.loose[cell]);
        if (wish > most) {
          cap[cell] = static_cast<Quanta>(most);
          contested[segment] = 1;
          any = true;
        }
      }
    }
  }
  return any;
}

BARCHAN_WATER_KERNEL void settle(Rule const& rule, Ground const& ground, Quanta const* cap,
                                 std::uint8_t const* contested, Quanta* granted, Slots const& slots, int first,
                                 int last) {
  for (int slot = first; slot < last; ++slot) {
    Take const& take = slots.takes[static_cast<std::size_t>(slot)];
    if (take.sum != 0) {
      Droplet& d = slots.droplets[static_cast<std::size_t>(slot)];
      for (std::size_t c = 0; c < kCorners; ++c) {
        const std::uint32_t cell = take.cell[c];
        if (take.count[c] == 0 || cap[cell] < 0) continue;
        const auto part = granted_part(take.count[c], cap[cell], ground.wish[cell]);
        add(ground, granted[cell], part);
        d.load -= take.count[c] - part;
      }
      continue;
    }
    Request const& request = slots.requests[static_cast<std::size_t>(slot)];
    if (request.amount == 0.0f) continue;
    const Brush brush(ground.grid, request.x, request.y, request.offset_x, request.offset_y, rule.brush_radius);
    if (!touches(ground, brush, contested)) continue;
    Droplet& d = slots.droplets[static_cast<std::size_t>(slot)];
    for_shares(rule, ground, brush, request, [&](int j, int group, Integers counts) {
      const std::size_t row = ground.grid.index(0, brush.row(j));
      for (int i = 0; i < kLanes; ++i) {
        const int column = brush.column(group * kLanes + i);
        const std::size_t cell = row + static_cast<std::size_t>(column);
        const std::size_t segment =
            static_cast<std::size_t>(brush.row(j)) * static_cast<std::size_t>(ground.segments_per_row) +
            static_cast<std::size_t>(column) / kSegment;
        if (counts[i] == 0 || contested[segment] == 0 || cap[cell] < 0) continue;
        const Quanta part = granted_part(counts[i], cap[cell], ground.wish[cell]);
        add(ground, granted[cell], part);
        d.load -= counts[i] - part;
      }
    });
  }
}

BARCHAN_WATER_KERNEL void average_flow(Flow* flow, Passage* passage, float scale, float share, std::size_t first,
                                       std::size_t last) {
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    flow[i].x += (static_cast<float>(passage[i].x) * scale - flow[i].x) * share;
    flow[i].y += (static_cast<float>(passage[i].y) * scale - flow[i].y) * share;
    passage[i] = {};
  }
}

}  // namespace barchan::water
