// Cascade::run_down: avalanches that reach the foot of a slip face within one step.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "sim/cascade.hpp"
#include "sim/cascade_kernel.hpp"
#include "sim/cascade_rows.hpp"
#include "sim/golden.hpp"

namespace barchan {

using cascade::FlowRow;
using cascade::kRowGrain;
using cascade::kSegment;

namespace {

/// Rolling sand passes on over edges steeper than this share of the steepest one (and of the angle of repose). Large
/// enough that it keeps to the line of fall and never rolls back over a brink, small enough that neighbouring
/// directions share it.
constexpr float kNarrowness = 0.8f;
/// Share of what stands too steep that begins to roll in one pass. The whole of it would undercut what stands above.
constexpr float kLooseningShare = 0.3f;
/// Share of that drop up to which all of an excess begins to roll, so that avalanches come to an end soon.
constexpr float kThinSheet = 0.2f;
/// Most that begins to roll in a pass, as a share of the drop to a neighbour at the angle of repose: a collapse of
/// any height slides off in sheets that the slope below can answer.
constexpr float kThickestSheet = 1.0f;
/// Share of the steepest drop that rolls over it in one pass: more would pile up at the foot and run back.
constexpr float kRollingShare = 0.15f;
/// m/m: an excess of slope that is left alone, so that avalanches come to an end.
constexpr float kLeastSlope = 0.0003f;

}  // namespace

void Cascade::run_down(Terrain& terrain, int passes, std::uint64_t step, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const auto width = static_cast<std::size_t>(grid.width);
  if (!slope_.prepared) slope_.prepare(grid);
  const auto for_rows = [&](auto&& work) {
    scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
      for (int y = first; y < last; ++y) work(y);
    });
  };
  for_rows([&](int y) {
    std::copy_n(columns.elevations().data() + grid.index(0, y), width, slope_.surface.row(y));
    std::copy_n(columns.loose_thicknesses().data() + grid.index(0, y), width, slope_.sand.row(y));
  });
  std::copy(columns.disturbed().begin(), columns.disturbed().end(), donor_.begin());
  // Segments that no pass looks at pass nothing on.
  slope_.grant.fill(0.0f);
  for (int pass = 0; pass < passes; ++pass) {
    roll(terrain, golden_fraction(step * static_cast<std::uint64_t>(passes) + static_cast<std::uint64_t>(pass)),
         scheduler);
    if (std::memchr(donor_.data(), 1, donor_.size()) == nullptr) break;
  }
  // Whatever still rolls stops here; it goes on in the next step.
  const auto per_row = static_cast<std::size_t>(columns.segments_per_row());
  for_rows([&](int y) {
    const std::size_t begin = grid.index(0, y);
    kernel::stop_rolling(columns.elevations().data() + begin, slope_.surface.row(y), slope_.rolling.row(y), width,
                         change_.data() + begin, donor_.data() + static_cast<std::size_t>(y) * per_row);
    columns.exchange(begin, std::span(change_).subspan(begin, width));
  });
  columns.set_disturbed(donor_);
}

void Cascade::roll(Terrain const& terrain, float dither, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  const int segments = terrain.columns.segments_per_row();
  const auto per_row = static_cast<std::size_t>(segments);
  const auto width = static_cast<std::size_t>(grid.width);
  Soil const& sand = terrain.soils[kSand];
  const float repose = sand.repose_slope;
  const float metre = grid.cell_size * static_cast<float>(kQuantaPerMetre);
  const auto least = static_cast<Quanta>(kLeastSlope * metre);
  const auto marks = [per_row](std::vector<std::uint8_t>& of, int y) {
    return of.data() + static_cast<std::size_t>(y) * per_row;
  };
  const auto rule_of = [&](int y) { return cascade::rule_of(grid, y, repose, 1.0f, dither); };
  Slope& s = slope_;

  cascade::dilate(grid, segments, donor_, candidate_, scheduler);
  grid.periodic() ? s.surface.wrap() : s.surface.wall();
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      std::fill_n(marks(donor_, y), segments, std::uint8_t{0});
      const kernel::RunDownRule rule{.repose = rule_of(y),
                                     .excess = (sand.static_slope - repose) * metre,
                                     .narrowness = kNarrowness,
                                     .loosening = kLooseningShare,
                                     .small = kThinSheet * repose * metre,
                                     .most = kThickestSheet * repose * metre,
                                     .rolling = kRollingShare,
                                     .least = least};
      cascade::for_runs(marks(candidate_, y), segments, [&](int begin, int end) {
        const int x = begin * kSegment;
        kernel::release_rolling(rule, {s.surface.row(y - 1) + x, s.surface.row(y) + x, s.surface.row(y + 1) + x},
                                {s.sand.row(y) + x, s.rolling.row(y) + x, s.grant.row(y) + x, s.drop.row(y) + x},
                                static_cast<std::size_t>(end - begin), marks(donor_, y) + begin);
      });
    }
  });

  cascade::dilate(grid, segments, donor_, receiver_, scheduler);
  if (grid.periodic()) {
    s.grant.wrap();
    s.drop.wrap();
  }
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    FlowRow south(grid), flows(grid);
    for (int y = first - 1; y < last; ++y) {
      std::swap(south, flows);
      std::uint8_t const* const receivers = marks(receiver_, grid.resolve_y(y));
      const bool beyond = y < 0 && !grid.periodic();  // nothing comes from outside
      if (beyond || std::memchr(receivers, 0, per_row) != nullptr) flows.clear();
      cascade::for_runs(receivers, beyond ? 0 : segments, [&](int begin, int end) {
        const int x = begin * kSegment;
        kernel::rolling_flows(rule_of(y), {s.surface.row(y) + x, s.surface.row(y + 1) + x},
                              {s.grant.row(y) + x, s.grant.row(y + 1) + x}, {s.drop.row(y) + x, s.drop.row(y + 1) + x},
                              static_cast<std::size_t>(end - begin), flows.from(x));
        flows.fill();
      });
      if (grid.periodic()) flows.wrap();
      if (y < first) continue;
      cascade::for_runs(receivers, segments, [&](int begin, int end) {
        const int x = begin * kSegment;
        kernel::cascade_changes(flows.from(x), south.from(x), s.change.row(y) + x,
                                static_cast<std::size_t>(end - begin), marks(donor_, y) + begin);
      });
      std::fill(s.change.row(y) + width, s.change.row(y) + per_row * kSegment, 0);
    }
  });
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      cascade::for_runs(marks(receiver_, y), segments, [&](int begin, int end) {
        const int x = begin * kSegment;
        kernel::roll_on(s.change.row(y) + x, static_cast<std::size_t>((end - begin) * kSegment), s.rolling.row(y) + x,
                        s.surface.row(y) + x);
      });
    }
  });
}

}  // namespace barchan
