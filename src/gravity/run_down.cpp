// Cascade::run_down: avalanches that reach the foot of a slip face within one step.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <utility>

#include "base/golden_fraction.hpp"
#include "gravity/cascade.hpp"
#include "gravity/cascade_kernel.hpp"
#include "gravity/rows.hpp"

namespace barchan {

using cascade::FlowRow;
using cascade::kRowGrain;

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
constexpr float kRollingShare = 0.10f;
/// m/m: an excess of slope that is left alone, so that avalanches come to an end.
constexpr float kLeastSlope = 0.0003f;

/// Rows of marks of segments.
class MarkTable {
 public:
  MarkTable(std::vector<std::uint8_t>& marks, int segments)
      : marks_(marks), segments_(static_cast<std::size_t>(segments)) {}
  std::uint8_t* row(int y) const { return marks_.data() + static_cast<std::size_t>(y) * segments_; }
  bool any(int first, int last) const {
    return std::memchr(row(first), 1, static_cast<std::size_t>(last - first) * segments_) != nullptr;
  }
  std::size_t segments() const { return segments_; }

 private:
  std::vector<std::uint8_t>& marks_;
  std::size_t segments_;
};

}  // namespace

/// One pass over a range of rows. It reads the land as it was before the pass, in rows of its neighbours too, and
/// writes its own rows only, so that ranges need not wait for each other; what is known of a cell only within the pass
/// stays in a window of two rows that does not leave the cache.
class Cascade::RollingRange {
 public:
  RollingRange(Cascade& cascade, Terrain const& terrain, kernel::RunDownRule const& rule, float dither)
      : grid_(terrain.grid),
        slope_(cascade.slope_),
        rule_(rule),
        repose_(terrain.soils[kSand].repose_slope),
        dither_(dither),
        segments_(terrain.columns.segments_per_row()),
        disturbed_(cascade.donor_, segments_),
        moved_(cascade.candidate_, segments_),
        fresh_(cascade.receiver_, segments_),
        rolling_(grid_.width, 2),
        grant_(grid_.width, 2),
        drop_(grid_.width, 2),
        south_(grid_),
        flows_(grid_),
        window_marks_(5 * disturbed_.segments()) {}

  void run(int first, int last) {
    if (at_rest(first, last)) {
      std::fill(moved_.row(first), moved_.row(last), std::uint8_t{0});
      return;
    }
    release(first - 1);
    for (int y = first - 1; y < last; ++y) {
      release(y + 1);
      flow(y);
      if (y >= first) settle(y);
    }
  }

 private:
  /// No sand begins to roll or comes in, and nothing of the last pass is still to be written.
  bool at_rest(int first, int last) const {
    for (const int y : {first - 2, first - 1, last, last + 1}) {
      const int row = grid_.resolve_y(y);
      if (disturbed_.any(row, row + 1)) return false;
    }
    return !disturbed_.any(first, last) && !fresh_.any(first, last);
  }
  bool inside(int y) const { return grid_.periodic() || (y >= 0 && y < grid_.height); }
  static int slot(int y) { return y & 1; }
  kernel::CascadeRule repose(int y) const { return cascade::rule_of(grid_, y, repose_, 1.0f, dither_); }
  /// Marks of segments that hold rolling sand, of the rows that `flow` needs.
  std::uint8_t* donors(int y) {
    return window_marks_.data() + static_cast<std::size_t>((y + 3) % 3) * disturbed_.segments();
  }
  std::uint8_t* candidates() { return window_marks_.data() + 3 * disturbed_.segments(); }
  std::uint8_t* receivers() { return window_marks_.data() + 4 * disturbed_.segments(); }

  void release(int y);
  void flow(int y);
  void settle(int y);

  Grid const& grid_;
  Slope& slope_;
  kernel::RunDownRule rule_;
  float repose_, dither_;
  int segments_;
  MarkTable disturbed_;  ///< by the pass before
  MarkTable moved_;      ///< in this pass
  MarkTable fresh_;      ///< written by the pass before, so that both lands differ there
  PaddedGrid<Quanta> rolling_;
  PaddedGrid<float> grant_, drop_;
  FlowRow south_, flows_;
  std::vector<std::uint8_t> window_marks_;
};

/// From the land before the pass: what rolls in row `y`, what of it can move on and over which edges.
void Cascade::RollingRange::release(int y) {
  const int w = slot(y);
  std::fill_n(donors(y), segments_, std::uint8_t{0});
  if (!inside(y)) {
    grant_.fill_row(w, 0.0f);
    return;
  }
  const int from = grid_.resolve_y(y);
  const auto marks = [&](int row) { return disturbed_.row(grid_.resolve_y(row)); };
  cascade::dilate_row(grid_.periodic(), disturbed_.segments(), {marks(y - 1), marks(y), marks(y + 1)}, candidates());
  if (std::memchr(candidates(), 0, disturbed_.segments()) != nullptr) {
    grant_.fill_row(w, 0.0f);
    std::copy_n(slope_.rolling.row(from), grid_.width, rolling_.row(w));
  }
  rule_.repose = repose(from);
  cascade::for_runs(candidates(), segments_, [&](int begin, int end) {
    const int x = begin * kSegment;
    kernel::release_rolling(
        rule_, {slope_.surface.row(from - 1) + x, slope_.surface.row(from) + x, slope_.surface.row(from + 1) + x},
        {slope_.floor.row(from) + x, slope_.rolling.row(from) + x, rolling_.row(w) + x, grant_.row(w) + x,
         drop_.row(w) + x},
        static_cast<std::size_t>(end - begin), donors(y) + begin);
  });
  if (grid_.periodic()) {
    grant_.wrap_row(w);
    drop_.wrap_row(w);
  }
}

/// What crosses the edges of row `y` and those between it and the next one north.
void Cascade::RollingRange::flow(int y) {
  std::swap(south_, flows_);
  cascade::dilate_row(grid_.periodic(), disturbed_.segments(), {donors(y - 1), donors(y), donors(y + 1)}, receivers());
  const bool beyond = !inside(y);  // nothing comes from outside
  if (beyond || std::memchr(receivers(), 0, disturbed_.segments()) != nullptr) flows_.clear();
  const int w = slot(y), north = slot(y + 1);
  cascade::for_runs(receivers(), beyond ? 0 : segments_, [&](int begin, int end) {
    const int x = begin * kSegment;
    const int from = grid_.resolve_y(y);
    kernel::rolling_flows(repose(from), {slope_.surface.row(from) + x, slope_.surface.row(from + 1) + x},
                          {grant_.row(w) + x, grant_.row(north) + x}, {drop_.row(w) + x, drop_.row(north) + x},
                          static_cast<std::size_t>(end - begin), flows_.from(x));
    flows_.fill();
  });
  if (grid_.periodic()) flows_.wrap();
}

/// Writes row `y` as it is after the pass.
void Cascade::RollingRange::settle(int y) {
  std::copy_n(donors(y), segments_, moved_.row(y));
  cascade::for_runs(receivers(), segments_, [&](int begin, int end) {
    const int x = begin * kSegment;
    kernel::roll_on(flows_.from(x), south_.from(x),
                    {slope_.surface.row(y) + x, rolling_.row(slot(y)) + x, slope_.next_surface.row(y) + x,
                     slope_.next_rolling.row(y) + x},
                    static_cast<std::size_t>(end - begin), moved_.row(y) + begin);
  });
  std::uint8_t* const fresh = fresh_.row(y);
  for (int s = 0; s < segments_; ++s) {
    fresh[s] = static_cast<std::uint8_t>(fresh[s] != 0 && receivers()[s] == 0);
  }
  cascade::for_runs(fresh, segments_, [&](int begin, int end) {
    const int x = begin * kSegment;
    const int count = (end - begin) * kSegment;
    std::copy_n(slope_.surface.row(y) + x, count, slope_.next_surface.row(y) + x);
    std::copy_n(slope_.rolling.row(y) + x, count, slope_.next_rolling.row(y) + x);
  });
  std::copy_n(receivers(), segments_, fresh);
  slope_.next_rolling.fill_tail(y, 0);
}

void Cascade::run_down(Terrain& terrain, int passes, std::uint64_t step, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto for_rows = [&](auto&& work) {
    scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
      for (int y = first; y < last; ++y) work(y);
    });
  };
  slope_.prepare(grid);
  for_rows([&](int y) {
    const std::size_t begin = grid.index(0, y);
    Quanta const* const elevation = columns.elevations().data() + begin;
    Quanta const* const loose = columns.loose_thicknesses().data() + begin;
    std::copy_n(elevation, width, slope_.surface.row(y));
    std::transform(elevation, elevation + width, loose, slope_.floor.row(y), std::minus<>());
    std::fill_n(slope_.rolling.row(y), width, 0);
  });
  std::copy(columns.disturbed().begin(), columns.disturbed().end(), donor_.begin());
  std::fill(receiver_.begin(), receiver_.end(), std::uint8_t{1});
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
  Soil const& sand = terrain.soils[kSand];
  const float metre = grid.cell_size * static_cast<float>(kQuantaPerMetre);
  const kernel::RunDownRule rule{.repose = {},
                                 .excess = (sand.static_slope - sand.repose_slope) * metre,
                                 .narrowness = kNarrowness,
                                 .loosening = kLooseningShare,
                                 .small = kThinSheet * sand.repose_slope * metre,
                                 .most = kThickestSheet * sand.repose_slope * metre,
                                 .rolling = kRollingShare,
                                 .least = static_cast<Quanta>(kLeastSlope * metre)};
  grid.periodic() ? slope_.surface.wrap() : slope_.surface.wall();
  if (grid.width % kSegment != 0) {  // beyond the end of a row, in its last segment, lies no sand
    for (int y = 0; y < grid.height; ++y) slope_.floor.fill_tail(y, slope_.surface.row(y)[grid.width]);
    for (int y = 0; y < grid.height; ++y) slope_.surface.fill_tail(y, slope_.surface.row(y)[grid.width]);
  }
  scheduler.for_ranges(grid.height, kRowGrain,
                       [&](int first, int last) { RollingRange(*this, terrain, rule, dither).run(first, last); });
  slope_.turn();
  std::swap(donor_, candidate_);
}

}  // namespace barchan
