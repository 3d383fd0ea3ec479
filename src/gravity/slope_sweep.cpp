#include "gravity/slope_sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "barchan/base/random.hpp"
#include "gravity/slope_strength.hpp"
#include "gravity/slope_sweep_kernel.hpp"

namespace barchan {

using gravity::edge_rule;
using gravity::EdgeRule;
using gravity::FlowRow;
using gravity::kRowGrain;
using gravity::SlopeRule;

namespace {

/// Largest share of an excess that may pass between two neighbours in one sweep. With half of it across diagonals the
/// fastest mode of the grid is damped by 1 - 8 x share: to -0.6 of itself, well inside the stable |factor| < 1.
constexpr float kStableShare = 0.2f;
constexpr int kMostSweeps = 16;
/// Share of an excess that a sweep of several steps moves at most: gentle against the smallest bumps a grid can hold.
constexpr float kGentleShare = 0.1f;

float const* strength_at(SlopeRule const& rule, int x, int y) {
  return rule.strength == nullptr ? nullptr : rule.strength->at(x, y);
}

}  // namespace

SweepPlan plan_sweeps(Grid const& grid, float diffusivity, float dt) {
  const float wanted = diffusivity * dt / (grid.cell_size * grid.cell_size);
  const int sweeps = std::clamp(static_cast<int>(std::ceil(wanted / kStableShare)), 1, kMostSweeps);
  return {sweeps, std::min(wanted / static_cast<float>(sweeps), kStableShare)};
}

int steps_due(Grid const& grid, float diffusivity, float dt, std::uint64_t step, int most) {
  const float share = diffusivity * dt / (grid.cell_size * grid.cell_size);
  const float gentle = kGentleShare / std::max(share, 1e-6f);
  const int every = static_cast<int>(std::clamp(gentle, 1.0f, static_cast<float>(most)));
  return step % static_cast<std::uint64_t>(every) == static_cast<std::uint64_t>(every / 2) ? every : 0;
}

float sweep_dither(std::uint64_t step, int sweep) {
  return golden_fraction(step * kMostSweeps + static_cast<std::uint64_t>(sweep));
}

void SlopeSweep::prepare(Terrain const& terrain) {
  segments_ = terrain.columns.segments_per_row();
  grant_.prepare(terrain.grid.width, terrain.grid.height);
  change_.prepare(terrain.grid.width, terrain.grid.height);
  for (auto* marks : {&candidate_, &unsettled_, &receiver_}) marks->assign(terrain.columns.disturbed().size(), 0);
}

void SlopeSweep::begin(Grid const& grid) {
  // Segments that no sweep looks at pass nothing on, even where others have left a slope a few quanta too steep.
  for (int y = 0; y < grid.height; ++y) {
    for_runs(Marks(unsettled_, segments_).row(y), [&](int begin, int end) {
      std::fill(grant_.row(y) + begin * kSegment, grant_.row(y) + end * kSegment, 0.0f);
      grant_.wrap_row(y);
    });
  }
}

void SlopeSweep::run(Terrain& terrain, SlopeRule const& rule, std::span<std::uint8_t const> woken,
                     gravity::Slide const& slide) {
  Scheduler const& scheduler = slide.scheduler;
  dilate(terrain.grid, {woken, segments_}, Marks(candidate_, segments_), scheduler);
  grant(terrain, rule, scheduler);
  dilate(terrain.grid, {unsettled_, segments_}, Marks(receiver_, segments_), scheduler);
  flow(terrain, rule, scheduler);
  exchange(terrain, rule.soil, slide);
}

void SlopeSweep::grant(Terrain const& terrain, SlopeRule const& rule, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    RowWindow heights(grid, terrain.columns.elevations(), 3, Beyond::wall);
    std::vector<Quanta> room(static_cast<std::size_t>(grid.width));
    for (int y = first; y < last; ++y) {
      const std::span<std::uint8_t> donors = Marks(unsettled_, segments_).row(y);
      std::ranges::fill(donors, std::uint8_t{0});
      const std::span<std::uint8_t const> candidates = Marks(candidate_, segments_).row(y);
      if (!any_marked(candidates)) continue;
      heights.fetch(y - 1, y + 1);
      Quanta const* const available = terrain.columns.available_row(y, rule.soil, room).data();
      const EdgeRule edges = edge_rule(grid, y, rule);
      const auto grant_run = [&](int s, int count, Quanta const* sand) {
        const int x = s * kSegment;
        kernel::slope_grants(edges, heights.around(y, x), {sand, grant_.row(y) + x, strength_at(rule, x, y)},
                             static_cast<std::size_t>(count), donors.data() + s);
      };
      for_runs(candidates, [&](int begin, int end) {
        const int whole = std::min(end, grid.width / kSegment);
        if (whole > begin) grant_run(begin, whole - begin, available + begin * kSegment);
        if (whole == end) return;
        std::array<Quanta, kSegment> sand{};  // the last segment: beyond the end of the row lies none
        std::copy_n(available + whole * kSegment, grid.width - whole * kSegment, sand.begin());
        grant_run(whole, 1, sand.data());
      });
      for (int x = 0; x < grid.width && !rule.hold.empty(); ++x) grant_.row(y)[x] *= 1.0f - rule.hold[grid.index(x, y)];
      if (grid.periodic()) grant_.wrap_row(y);
    }
  });
}

void SlopeSweep::flow(Terrain const& terrain, SlopeRule const& rule, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    RowWindow heights(grid, terrain.columns.elevations(), 2, Beyond::wall);
    const auto grants = [&](int y) { return grant_.row(grid.resolve_y(y)); };
    FlowRow south(grid), flows(grid);
    for (int y = first - 1; y < last; ++y) {
      std::swap(south, flows);
      const std::span<std::uint8_t const> receivers = Marks(receiver_, segments_).row(grid.resolve_y(y));
      const bool beyond = y < 0 && !grid.periodic();  // nothing comes from outside
      if (beyond || !all_marked(receivers)) flows.clear();
      if (!any_marked(receivers)) continue;
      heights.fetch(y, y + 1);
      const EdgeRule edges = edge_rule(grid, y, rule);
      for_runs(beyond ? receivers.first(0) : receivers, [&](int begin, int end) {
        const int x = begin * kSegment;
        kernel::slope_flows(edges,
                            {{heights.row(y) + x, heights.row(y + 1) + x},
                             {grants(y) + x, grants(y + 1) + x},
                             {strength_at(rule, x, y), strength_at(rule, x, y + 1)}},
                            static_cast<std::size_t>(end - begin), flows.from(x));
        flows.fill();
      });
      if (grid.periodic()) flows.wrap();
      if (y < first) continue;
      // What changed may disturb others; a donor whose amounts were all below one quantum tries again.
      std::uint8_t* const moved = Marks(unsettled_, segments_).row(y).data();
      for_runs(receivers, [&](int begin, int end) {
        const int x = begin * kSegment;
        kernel::net_changes(flows.from(x), south.from(x), change_.row(y) + x, static_cast<std::size_t>(end - begin),
                            moved + begin);
      });
    }
  });
}

void SlopeSweep::exchange(Terrain& terrain, SoilId soil, gravity::Slide const& slide) const {
  Grid const& grid = terrain.grid;
  slide.scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for_runs(MarkTable(std::span(receiver_), segments_).row(y), [&](int begin, int end) {
        const int x = begin * kSegment;
        const int count = std::min(end * kSegment, grid.width) - x;
        gravity::lay_down_slid(terrain, soil, grid.index(x, y), {change_.row(y) + x, static_cast<std::size_t>(count)},
                               slide.ledger);
      });
    }
  });
}

}  // namespace barchan
