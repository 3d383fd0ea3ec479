#include "gravity/cascade.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "base/golden_fraction.hpp"
#include "gravity/cascade_kernel.hpp"
#include "gravity/rows.hpp"

namespace barchan {

using cascade::dilate;
using cascade::FlowRow;
using cascade::for_runs;
using cascade::kRowGrain;
using cascade::RowWindow;
using cascade::rule_of;

namespace {

constexpr std::array<ParameterRow, 3> kRows{{
    {.key = "roughness",
     .label = "Roughness",
     .unit = "m/m",
     .help = "Slope at which sand comes to rest, as rise over run. Higher: steeper slip faces and taller dunes.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, roughness),
     .minimum = 0.2,
     .maximum = 1.2,
     .default_value = 0.65},
    {.key = "settling",
     .label = "Settling",
     .unit = "m2/s",
     .help = "How fast sand that stands too steep runs down. Higher: slumps faster, cleaner slip faces.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, settling),
     .minimum = 0.01,
     .maximum = 10.0,
     .default_value = 2.0,
     .logarithmic = true},
    {.key = "static_excess",
     .label = "Static excess",
     .unit = "deg",
     .help = "How much steeper than the angle of repose sand may stand before it slides; it then slides down to that "
             "angle. Higher: rarer, larger avalanches.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, static_excess),
     .minimum = 0.0,
     .maximum = 10.0,
     .default_value = 0.0},
}};
static_assert(sizeof(CascadeParameters) == kRows.size() * 4, "every cascade parameter has its row");

}  // namespace

std::span<ParameterRow const> cascade_parameter_rows() { return kRows; }

void Cascade::prepare(Terrain const& terrain) {
  const std::size_t segments = terrain.columns.disturbed().size();
  grant_.assign(terrain.grid.cells(), 0.0f);
  change_.assign(terrain.grid.cells(), 0);
  candidate_.assign(segments, 0);
  donor_.assign(segments, 0);
  receiver_.assign(segments, 0);
  slope_ = {};
}

namespace {

/// Sweeps into which a diffusivity is cut, and the share of each.
struct SweepPlan {
  int sweeps;
  float share;
};

SweepPlan plan_sweeps(Grid const& grid, float diffusivity, float dt) {
  const float wanted = diffusivity * dt / (grid.cell_size * grid.cell_size);
  const int sweeps = std::clamp(static_cast<int>(std::ceil(wanted / Cascade::kStableShare)), 1, Cascade::kMostSweeps);
  return {sweeps, std::min(wanted / static_cast<float>(sweeps), Cascade::kStableShare)};
}

/// Amounts below one quantum are neither lost nor favoured, over sweeps and steps.
float dither_of(std::uint64_t step, int sweep) {
  return golden_fraction(step * Cascade::kMostSweeps + static_cast<std::uint64_t>(sweep));
}

}  // namespace

void Cascade::relax(Terrain& terrain, float settling, float dt, std::uint64_t step, Scheduler const& scheduler) {
  const SweepPlan plan = plan_sweeps(terrain.grid, settling, dt);
  Soil const& sand = terrain.soils[kSand];
  // Sand that may stand steeper than it comes to rest slides at once or not at all.
  if (sand.static_slope > sand.repose_slope) run_down(terrain, kSlidePasses, step, scheduler);
  // Segments that no sweep looks at pass nothing on, even where others have left a slope a few quanta too steep.
  std::fill(grant_.begin(), grant_.end(), 0.0f);
  for (int i = 0; i < plan.sweeps; ++i) {
    sweep(terrain, sand.static_slope, plan.share, dither_of(step, i), scheduler);
  }
}

void Cascade::creep(Terrain& terrain, float diffusivity, float dt, std::uint64_t step, Scheduler const& scheduler) {
  const SweepPlan plan = plan_sweeps(terrain.grid, diffusivity, dt);
  for (int i = 0; i < plan.sweeps; ++i) {
    terrain.columns.disturb_all();
    sweep(terrain, 0.0f, plan.share, dither_of(step, i), scheduler);
  }
}

void Cascade::sweep(Terrain& terrain, float repose, float share, float dither, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const int segments = columns.segments_per_row();
  const auto per_row = static_cast<std::size_t>(segments);
  const Quanta* const elevation = columns.elevations().data();
  const Quanta* const loose = columns.loose_thicknesses().data();

  dilate(grid, segments, columns.disturbed(), candidate_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    RowWindow<Quanta> heights(grid, elevation, 3);
    heights.fetch(first - 1);
    heights.fetch(first);
    for (int y = first; y < last; ++y) {
      heights.fetch(y + 1);
      const std::size_t base = static_cast<std::size_t>(y) * per_row;
      std::fill_n(donor_.begin() + static_cast<std::ptrdiff_t>(base), segments, std::uint8_t{0});
      const kernel::CascadeRule rule = rule_of(grid, y, repose, share, dither);
      for_runs(candidate_.data() + base, segments, [&](int s0, int s1) {
        const int whole = std::min(s1, grid.width / kSegment);
        const auto grant = [&](int s, int count, Quanta const* sand, float* out) {
          const int x = s * kSegment;
          const kernel::RowTriple<Quanta> rows{heights.row(y - 1) + x, heights.row(y) + x, heights.row(y + 1) + x};
          kernel::cascade_grants(rule, rows, sand, out, static_cast<std::size_t>(count), donor_.data() + base + s);
        };
        const std::size_t start = grid.index(s0 * kSegment, y);
        if (whole > s0) grant(s0, whole - s0, loose + start, grant_.data() + start);
        if (whole < s1) {  // the last segment, cut by the end of the row
          const std::size_t cell = grid.index(whole * kSegment, y);
          const int count = grid.width - whole * kSegment;
          std::array<Quanta, kSegment> sand{};
          std::array<float, kSegment> out;
          std::copy_n(loose + cell, count, sand.begin());
          grant(whole, 1, sand.data(), out.data());
          std::copy_n(out.begin(), count, grant_.data() + cell);
        }
      });
    }
  });

  flow(terrain, repose, share, dither, scheduler);
  exchange(terrain, scheduler);
  columns.set_disturbed(donor_);
}

void Cascade::flow(Terrain& terrain, float limit, float share, float dither, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  const int segments = terrain.columns.segments_per_row();
  const auto per_row = static_cast<std::size_t>(segments);
  const Quanta* const elevation = terrain.columns.elevations().data();

  dilate(grid, segments, donor_, receiver_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    RowWindow<Quanta> heights(grid, elevation, 2);
    RowWindow<float> grants(grid, grant_.data(), 2);
    FlowRow south(grid), flows(grid);
    heights.fetch(first - 1);
    grants.fetch(first - 1);
    for (int y = first - 1; y < last; ++y) {
      heights.fetch(y + 1);
      grants.fetch(y + 1);
      std::swap(south, flows);
      const std::size_t base = static_cast<std::size_t>(grid.resolve_y(y)) * per_row;
      std::uint8_t const* const receivers = receiver_.data() + base;
      if (std::memchr(receivers, 0, per_row) != nullptr) flows.clear();
      const kernel::CascadeRule rule = rule_of(grid, y, limit, share, dither);
      const bool beyond = y < 0 && !grid.periodic();  // nothing comes from outside
      if (beyond) flows.clear();
      for_runs(receivers, beyond ? 0 : segments, [&](int s0, int s1) {
        const int x = s0 * kSegment;
        kernel::cascade_flows(rule, {heights.row(y) + x, heights.row(y + 1) + x},
                              {grants.row(y) + x, grants.row(y + 1) + x}, static_cast<std::size_t>(s1 - s0),
                              flows.from(x));
        flows.fill();
      });
      if (grid.periodic()) flows.wrap();
      if (y < first) continue;
      // What changed may disturb others; a donor whose amounts were all below one quantum tries again.
      for_runs(receivers, segments, [&](int s0, int s1) {
        const int whole = std::min(s1, grid.width / kSegment);
        const auto sum = [&](int s, int count, Quanta* change) {
          const int x = s * kSegment;
          kernel::cascade_changes(flows.from(x), south.from(x), change, static_cast<std::size_t>(count),
                                  donor_.data() + base + s);
        };
        if (whole > s0) sum(s0, whole - s0, change_.data() + grid.index(s0 * kSegment, y));
        if (whole < s1) {
          std::array<Quanta, kSegment> out;
          sum(whole, 1, out.data());
          const int begin = whole * kSegment;
          std::copy_n(out.begin(), grid.width - begin, change_.data() + grid.index(begin, y));
        }
      });
    }
  });
}

void Cascade::exchange(Terrain& terrain, Scheduler const& scheduler) const {
  Grid const& grid = terrain.grid;
  const int segments = terrain.columns.segments_per_row();
  scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t marks = static_cast<std::size_t>(y) * static_cast<std::size_t>(segments);
      for_runs(receiver_.data() + marks, segments, [&](int s0, int s1) {
        const std::size_t begin = grid.index(s0 * kSegment, y);
        const std::size_t end = grid.index(std::min(s1 * kSegment, grid.width), y);
        terrain.columns.exchange(begin, std::span(change_).subspan(begin, end - begin));
      });
    }
  });
}

}  // namespace barchan
