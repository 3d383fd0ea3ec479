#include "gravity/slope_sweep.hpp"

#include <algorithm>
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

/// The numbers of the segments that are marked in a row.
class SegmentNumbers {
 public:
  explicit SegmentNumbers(int most) : numbers_(static_cast<std::size_t>(most)) {}

  kernel::SegmentList of(std::span<std::uint8_t const> marks) {
    std::size_t count = 0;
    for (std::size_t s = 0; s < marks.size(); ++s) {
      numbers_[count] = static_cast<std::int32_t>(s);
      count += marks[s];
    }
    return std::span(numbers_).first(count);
  }

 private:
  std::vector<std::int32_t> numbers_;
};

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
  for (auto* marks : {&candidate_, &unsettled_, &ends_, &receiver_})
    marks->assign(terrain.columns.disturbed().size(), 0);
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
                     gravity::Slide const& slide, WokenBy by) {
  Scheduler const& scheduler = slide.scheduler;
  if (by == WokenBy::last_sweep) {
    mark_beside(terrain.grid, Marks(candidate_, segments_), scheduler);
  } else {
    dilate(terrain.grid, {woken, segments_}, Marks(candidate_, segments_), scheduler);
  }
  grant(terrain, rule, scheduler);
  mark_beside(terrain.grid, Marks(receiver_, segments_), scheduler);
  flow(terrain, rule, scheduler);
  exchange(terrain, rule, slide);
}

void SlopeSweep::mark_beside(Grid const& grid, Marks to, Scheduler const& scheduler) {
  const auto rows_around = [&](std::vector<std::uint8_t>& marks, int y) {
    const auto row = [&](int at) { return Marks(marks, segments_).row(grid.resolve_y(at)).data(); };
    return RowTriple<std::uint8_t>{row(y - 1), row(y), row(y + 1)};
  };
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    // With a place beyond both ends.
    std::vector<std::uint8_t> ends(static_cast<std::size_t>(segments_) + 2);
    for (int y = first; y < last; ++y) {
      kernel::mark_beside(grid.periodic(), rows_around(unsettled_, y), rows_around(ends_, y), ends, to.row(y));
    }
  });
}

void SlopeSweep::grant(Terrain const& terrain, SlopeRule const& rule, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    RowWindow heights(grid, terrain.columns.elevations(), 3, Beyond::wall);
    std::vector<Quanta> room(static_cast<std::size_t>(grid.width)),
        padded(static_cast<std::size_t>(segments_ * kSegment));
    SegmentNumbers candidates(segments_);
    const int whole = grid.width / kSegment;
    for (int y = first; y < last; ++y) {
      const kernel::SegmentMarks donors = unsettled_row(y);
      std::fill_n(donors.any, segments_, std::uint8_t{0});
      std::fill_n(donors.ends, segments_, std::uint8_t{0});
      const kernel::SegmentList list = candidates.of(Marks(candidate_, segments_).row(y));
      if (list.empty()) continue;
      heights.fetch(y - 1, y + 1);
      std::span<Quanta const> available = terrain.columns.available_row(y, rule.soil, room);
      if (whole < segments_) {  // beyond the end of the row lies none
        std::ranges::copy(available, padded.begin());
        available = padded;
      }
      kernel::slope_grants(edge_rule(grid, y, rule), heights.around(y, 0),
                           {available.data(), grant_.row(y), strength_at(rule, 0, y)}, list, donors);
      // The last cell of a row is not the last of its segment.
      if (whole < segments_ && donors.any[whole] != 0) donors.ends[whole] |= kernel::kEastEnd;
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
    SegmentNumbers numbers(segments_);
    for (int y = first - 1; y < last; ++y) {
      std::swap(south, flows);
      const std::span<std::uint8_t const> receivers = Marks(receiver_, segments_).row(grid.resolve_y(y));
      const bool beyond = y < 0 && !grid.periodic();  // nothing comes from outside
      if (beyond || !all_marked(receivers)) flows.clear();
      const kernel::SegmentList list = numbers.of(receivers);
      if (list.empty()) continue;
      heights.fetch(y, y + 1);
      if (!beyond) {
        kernel::slope_flows(edge_rule(grid, y, rule),
                            {{heights.row(y), heights.row(y + 1)},
                             {grants(y), grants(y + 1)},
                             {strength_at(rule, 0, y), strength_at(rule, 0, y + 1)}},
                            list, flows.from(0));
        flows.fill();
      }
      if (grid.periodic()) flows.wrap();
      if (y < first) continue;
      // What changed may disturb others; a donor whose amounts were all below one quantum tries again.
      const kernel::SegmentMarks moved = unsettled_row(y);
      kernel::net_changes(flows.from(0), south.from(0), change_.row(y), list, moved);
      const auto whole = static_cast<std::size_t>(grid.width / kSegment);
      if (grid.width % kSegment != 0 && moved.any[whole] != 0) moved.ends[whole] |= kernel::kEastEnd;
    }
  });
}

void SlopeSweep::exchange(Terrain& terrain, SlopeRule const& rule, gravity::Slide const& slide) const {
  Grid const& grid = terrain.grid;
  const auto lay_down = rule.movement == gravity::Movement::slide ? gravity::lay_down_slid : gravity::lay_down_crept;
  slide.scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for_runs(MarkTable(std::span(receiver_), segments_).row(y), [&](int begin, int end) {
        const int x = begin * kSegment;
        const int count = std::min(end * kSegment, grid.width) - x;
        lay_down(terrain, rule.soil, grid.index(x, y), {change_.row(y) + x, static_cast<std::size_t>(count)},
                 slide.ledger);
      });
    }
  });
}

}  // namespace barchan
