/// The end of a round: limits the requests of the droplets to what the land can give, and averages the flow.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "processes/water_particles/droplet_kernel.hpp"
#include "processes/water_particles/shares.hpp"

namespace barchan::water {

namespace {

/// Least discharge in m3/s and least depth in m. A weaker flow is forgotten, because it has no effect on any droplet.
constexpr float kLeastFlow = 1e-18f;

/// A droplet's part of what a cell grants, rounded down.
Quanta granted_part(Quanta wanted, Quanta granted, QuantaSum wished) {
  return static_cast<Quanta>(static_cast<std::int64_t>(wanted) * granted / wished);
}

/// Height of the edge cell (x, y) above the land beyond the open edge, which continues with the slope inside or, if
/// that is gentler, with the least slope of a bed.
std::int64_t fall_beyond_edge(BedRule const& rule, RoundLand const& land, int x, int y) {
  Grid const& grid = land.grid;
  const std::int64_t here = land.elevation[grid.index(x, y)];
  if (!grid.on_edge(x, y)) return 0;
  std::int64_t fall = rule.least_step;
  const auto look = [&](bool edge, int inner_x, int inner_y) {
    if (edge && grid.contains(inner_x, inner_y))
      fall = std::max(fall, land.elevation[grid.index(inner_x, inner_y)] - here);
  };
  look(x == 0, x + 1, y);
  look(x == grid.width - 1, x - 1, y);
  look(y == 0, x, y + 1);
  look(y == grid.height - 1, x, y - 1);
  return std::clamp<std::int64_t>(fall, 0, std::max<std::int64_t>(here - land.base_level, 0));
}

/// Returns whether a segment under the brush is marked.
bool touches(RoundLand const& land, Brush const& brush, std::uint8_t const* marks) {
  bool found = false;
  for_segments(land, brush, [&](std::size_t segment) { found |= marks[segment] != 0; });
  return found;
}

/// A row of the land and its two neighbours.
struct RowsAround {
  Quanta const *south, *here, *north;
  QuantaSum const* wish;
  SoilId const* base_soil;
};

/// Finds which of `count` cells, starting at column `begin`, may want more than they can give. The four neighbours at
/// the sides decide, because the other four could only allow more. One bit per cell. Cells in the first and last
/// columns lack a neighbour in their row and always count.
std::uint32_t in_doubt(BedRule const& rule, RowsAround const& rows, int begin, int count, int width) {
  std::array<std::uint32_t, kSegment> bits;
  for (std::uint32_t i = 0; i < bits.size(); ++i) bits[i] = 1u << i;
  std::uint32_t found = 0, wanted = 0;
  const QuantaSum least_step = rule.least_step, most = rule.most_moved;
  const auto look = [&](int first, int last) {
    Quanta const *const here = rows.here + begin, *const south = rows.south + begin, *const north = rows.north + begin;
    QuantaSum const* const wish = rows.wish + begin;
    SoilId const* const soil = rows.base_soil + begin;
    for (int i = first; i < last; ++i) {
      Quanta lowest = here[i - 1] < here[i] ? here[i - 1] : here[i];
      lowest = here[i + 1] < lowest ? here[i + 1] : lowest;
      lowest = south[i] < lowest ? south[i] : lowest;
      lowest = north[i] < lowest ? north[i] : lowest;
      const QuantaSum above = QuantaSum{here[i]} - lowest;
      const bool fits = (above >= wish[i] + least_step) & (wish[i] <= most);
      const bool soft = rule.erodibility[soil[i]] > 0.0f;
      found |= (wish[i] != 0) & !(fits & soft) ? bits[static_cast<std::size_t>(i)] : 0u;
    }
  };
  if (begin > 0 && begin + kSegment < width) {
    look(0, kSegment);
    return found;
  }
  const int first = begin == 0 ? 1 : 0, last = begin + count == width ? count - 1 : count;
  look(first, last);
  for (const int i : {0, count - 1}) {
    if (rows.wish[begin + i] != 0) wanted |= bits[static_cast<std::size_t>(i)];
  }
  return found | wanted;
}

/// Most that the cell (x, y) may give in a round. No cell is eroded below its lowest neighbour, so that many droplets
/// together cannot dig a pit. A bed keeps its least slope towards that neighbour.
Quanta most_given(BedRule const& rule, RoundLand const& land, RowsAround const& rows, int x, int y) {
  Grid const& grid = land.grid;
  const std::size_t cell = grid.index(x, y);
  const int west = grid.resolve_x(x - 1), east = grid.resolve_x(x + 1);
  auto const& [south, here, north, wish, base_soil] = rows;
  const Quanta lowest = std::min(
      {here[x], here[west], here[east], south[x], north[x], south[west], south[east], north[west], north[east]});
  std::int64_t most = std::max<std::int64_t>(std::int64_t{here[x]} - lowest - rule.least_step, 0);
  if (grid.boundary == Boundary::open && (land.inlets == nullptr || land.inlets[cell] == 0))
    most = std::max(most, fall_beyond_edge(rule, land, x, y));
  most = std::min<std::int64_t>(most, rule.most_moved);
  const bool fixed = rule.erodibility[base_soil[x]] <= 0.0f;
  if (fixed) most = std::min<std::int64_t>(most, land.available[cell]);
  return static_cast<Quanta>(most);
}

}  // namespace

BARCHAN_WATER_KERNEL
bool find_contested(BedRule const& rule, RoundLand const& land, Sums const& sums, Contest const& contest, Rows rows) {
  Grid const& grid = land.grid;
  bool any = false;
  for (int y = rows.first; y < rows.last; ++y) {
    const std::size_t row = grid.index(0, y);
    const RowsAround rows_around{.south = land.elevation + grid.index(0, grid.resolve_y(y - 1)),
                                 .here = land.elevation + row,
                                 .north = land.elevation + grid.index(0, grid.resolve_y(y + 1)),
                                 .wish = sums.wish + row,
                                 .base_soil = land.base_soil + row};
    for (int begin = 0; begin < grid.width; begin += kSegment) {
      const std::size_t segment = land.segment(begin, y);
      contest.contested[segment] = 0;
      if (sums.touched[segment] == 0) continue;
      const int count = std::min(kSegment, grid.width - begin);
      for (std::uint32_t found = in_doubt(rule, rows_around, begin, count, grid.width); found != 0;
           found &= found - 1) {
        const int x = begin + std::countr_zero(found);
        const Quanta most = most_given(rule, land, rows_around, x, y);
        if (sums.wish[row + static_cast<std::size_t>(x)] <= most) continue;
        contest.cap[row + static_cast<std::size_t>(x)] = most;
        contest.contested[segment] = 1;
        any = true;
      }
    }
  }
  return any;
}

BARCHAN_WATER_KERNEL
void change_bed(BedRule const& rule, RoundLand const& land, Sums const& sums, Contest const& contest,
                SlotsOfBand const& band) {
  Slots const& slots = band.slots;
  for (const std::uint32_t slot : band.numbers) {
    Droplet& d = slots.droplets[slot];
    const auto cut = [&](std::size_t cell, Quanta count) {
      if (count == 0 || contest.cap[cell] < 0) return;
      const Quanta part = granted_part(count, contest.cap[cell], sums.wish[cell]);
      contest.granted[cell] += part;
      d.load -= count - part;
      if (slots.kinds != 0) slots.parts_of(slot)[land.mixed.kind[cell]] -= count - part;
    };
    Take const& take = slots.takes[slot];
    if (take.sum != 0) {
      for (std::size_t c = 0; c < kCorners; ++c) cut(take.cell[c], take.count[c]);
      continue;
    }
    if (rule.narrow) continue;
    Request const& request = slots.requests[slot];
    if (request.amount == 0.0f) continue;
    const Brush brush(land.grid, request.place, rule.brush_radius);
    if (!touches(land, brush, contest.contested)) continue;
    for_shares(rule, land, brush, request, [&](Brush::Group group, Integers counts) {
      for (int i = 0; i < kLanes; ++i) cut(brush.cell(group, i), counts[i]);
    });
  }
}

BARCHAN_WATER_KERNEL
BedChange change_cells(CellSums const& sums, Quanta const* available, std::span<Quanta> taken,
                       std::span<Quanta> delta) {
  for (std::size_t i = 0; i < taken.size() && sums.cap != nullptr; ++i) grant(sums, i);
  QuantaSum moved = 0;
  int opened = 0;
  QuantaSum *const wish = sums.wish, *const gain = sums.gain;
  Quanta* const lowered = sums.lowered;
  Quanta* const take = taken.data();
  Quanta* const change = delta.data();
  const auto run = [&](std::size_t count) {
#pragma GCC ivdep
    for (std::size_t i = 0; i < count; ++i) {
      // Heaps have slumped and no cell gives more than it may, so both values fit the range of elevations.
      const QuantaSum wished = wish[i], gained = gain[i];
      take[i] = static_cast<Quanta>(wished);
      change[i] = static_cast<Quanta>(gained - wished);
      const QuantaSum low = QuantaSum{lowered[i]} + wished - gained;
      const QuantaSum not_too_high = low < kRangeEnd ? low : QuantaSum{kRangeEnd};
      lowered[i] = static_cast<Quanta>(not_too_high > -kRangeEnd ? not_too_high : -QuantaSum{kRangeEnd});
      moved |= gained | wished;
      opened |= wished > available[i] ? 1 : 0;
      wish[i] = gain[i] = 0;
    }
  };
  taken.size() == kSegment ? run(kSegment) : run(taken.size());
  return {moved != 0, opened != 0};
}

BARCHAN_WATER_KERNEL
void average_flow(std::span<Flow> flow, std::span<Passage> passage, FlowScale scale, float share) {
  Flow* const mean = flow.data();
  Passage* const passed = passage.data();
#pragma GCC ivdep
  for (std::size_t i = 0; i < flow.size(); ++i) {
    mean[i].x += (static_cast<float>(passed[i].x) * scale.discharge - mean[i].x) * share;
    mean[i].y += (static_cast<float>(passed[i].y) * scale.discharge - mean[i].y) * share;
    mean[i].depth += (static_cast<float>(passed[i].stay) * scale.depth - mean[i].depth) * share;
    passed[i] = {};
  }
}

BARCHAN_WATER_KERNEL
void forget_flow(std::span<Flow> flow, float share) {
  const auto fade = [share](float value) {
    const float left = value - value * share;
    return left > kLeastFlow || left < -kLeastFlow ? left : 0.0f;
  };
  Flow* const mean = flow.data();
#pragma GCC ivdep
  for (std::size_t i = 0; i < flow.size(); ++i) mean[i] = {fade(mean[i].x), fade(mean[i].y), fade(mean[i].depth)};
}

BARCHAN_WATER_KERNEL
FlowMost most_flow(std::span<Flow const> flow) {
  Flow const* const mean = flow.data();
  FlowMost most;
  for (std::size_t i = 0; i < flow.size(); ++i) {
    const float square = mean[i].x * mean[i].x + mean[i].y * mean[i].y;
    most.square = most.square < square ? square : most.square;
    most.depth = most.depth < mean[i].depth ? mean[i].depth : most.depth;
  }
  return most;
}

}  // namespace barchan::water
