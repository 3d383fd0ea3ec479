// Cascade::run_down: avalanches that reach the foot of a slip face within one step.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "sim/cascade.hpp"
#include "sim/cascade_kernel.hpp"
#include "sim/cascade_rows.hpp"
#include "sim/golden.hpp"

namespace barchan {

using cascade::kRowGrain;
using cascade::kSegment;
using cascade::RowWindow;

namespace {

/// Rolling sand passes on over edges steeper than this share of the angle of repose. Small enough that sand rolls along
/// a face at rest, large enough that it keeps to the line of fall.
constexpr float kRollingShare = 0.8f;
/// Share of what stands too steep that begins to roll in one pass. The whole of it would undercut what stands above.
constexpr float kLooseningShare = 0.5f;
/// m/m: an excess of slope that is left alone, so that avalanches come to an end.
constexpr float kLeastSlope = 0.001f;

}  // namespace

void Cascade::run_down(Terrain& terrain, int passes, std::uint64_t step, Scheduler const& scheduler) {
  Columns& columns = terrain.columns;
  rolling_.resize(terrain.grid.cells(), 0);
  settled_.resize(terrain.grid.cells(), 0);
  std::copy(columns.disturbed().begin(), columns.disturbed().end(), donor_.begin());
  touched_.assign(donor_.size(), 0);
  // Segments that no pass looks at pass nothing on.
  std::fill(grant_.begin(), grant_.end(), 0.0f);
  for (int pass = 0; pass < passes; ++pass) {
    roll(terrain, golden_fraction(step * static_cast<std::uint64_t>(passes) + static_cast<std::uint64_t>(pass)),
         scheduler);
    if (std::memchr(donor_.data(), 1, donor_.size()) == nullptr) break;
  }
  columns.set_disturbed(donor_);
  // Whatever still rolls stops here; it goes on in the next step.
  exchange(terrain, touched_, rolling_, scheduler);
  std::fill(rolling_.begin(), rolling_.end(), 0);
}

void Cascade::roll(Terrain& terrain, float dither, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  const float repose = terrain.soils[kSand].repose_slope;
  const int segments = terrain.columns.segments_per_row();
  const auto per_row = static_cast<std::size_t>(segments);
  Quanta const* const elevation = terrain.columns.elevations().data();
  Quanta const* const loose = terrain.columns.loose_thicknesses().data();

  const auto least = static_cast<Quanta>(kLeastSlope * grid.cell_size * static_cast<float>(kQuantaPerMetre));
  cascade::dilate(grid, segments, donor_, candidate_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    RowWindow<Quanta> heights(grid, elevation, 3);
    heights.fetch(first - 1);
    heights.fetch(first);
    for (int y = first; y < last; ++y) {
      heights.fetch(y + 1);
      const std::size_t base = static_cast<std::size_t>(y) * per_row;
      std::fill_n(donor_.begin() + static_cast<std::ptrdiff_t>(base), segments, std::uint8_t{0});
      const kernel::CascadeRule flow = cascade::rule_of(grid, y, repose * kRollingShare, 1.0f, dither);
      const float at_rest = cascade::rule_of(grid, y, repose, 1.0f, dither).limit_axis;
      const kernel::RunDownRule rule{flow, at_rest, kLooseningShare, least};
      cascade::for_runs(candidate_.data() + base, segments, [&](int s0, int s1) {
        const int whole = std::min(s1, grid.width / kSegment);
        const auto release = [&](int s, int count, Quanta const* sand, kernel::RollingCells cells) {
          const int x = s * kSegment;
          const kernel::RowTriple<Quanta> rows{heights.row(y - 1) + x, heights.row(y) + x, heights.row(y + 1) + x};
          kernel::release_rolling(rule, rows, sand, cells, static_cast<std::size_t>(count), donor_.data() + base + s);
        };
        const std::size_t start = grid.index(s0 * kSegment, y);
        if (whole > s0) {
          release(s0, whole - s0, loose + start,
                  {rolling_.data() + start, settled_.data() + start, grant_.data() + start});
        }
        if (whole < s1) {  // the last segment, cut by the end of the row
          const std::size_t cell = grid.index(whole * kSegment, y);
          const int count = grid.width - whole * kSegment;
          std::array<Quanta, kSegment> sand{}, rolling{}, settled;
          std::array<float, kSegment> grant;
          std::copy_n(loose + cell, count, sand.begin());
          std::copy_n(rolling_.data() + cell, count, rolling.begin());
          release(whole, 1, sand.data(), {rolling.data(), settled.data(), grant.data()});
          std::copy_n(rolling.begin(), count, rolling_.data() + cell);
          std::copy_n(settled.begin(), count, settled_.data() + cell);
          std::copy_n(grant.begin(), count, grant_.data() + cell);
        }
      });
    }
  });
  flow(terrain, repose * kRollingShare, 1.0f, dither, scheduler);
  exchange(terrain, candidate_, settled_, scheduler);
  scheduler.for_ranges(grid.height, kRowGrain * 4, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t base = static_cast<std::size_t>(y) * per_row;
      for (std::size_t s = base; s < base + per_row; ++s) touched_[s] |= candidate_[s] | receiver_[s];
      cascade::for_runs(receiver_.data() + base, segments, [&](int s0, int s1) {
        const std::size_t begin = grid.index(s0 * kSegment, y);
        const std::size_t end = grid.index(std::min(s1 * kSegment, grid.width), y);
        for (std::size_t i = begin; i < end; ++i) rolling_[i] += change_[i];
      });
    }
  });
}

}  // namespace barchan
