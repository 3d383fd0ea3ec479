#include "gravity/avalanches.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "base/marks.hpp"
#include "base/random.hpp"

namespace barchan {

using gravity::edge_rule;
using gravity::EdgeRule;
using gravity::FlowRow;
using gravity::kRowGrain;
using Marks = MarkTable<std::uint8_t>;

namespace {

/// Rolling sand moves over edges steeper than this fraction of the steepest edge (and of the angle of repose). Large
/// enough that the sand keeps to the line of fall and never rolls back over a brink; small enough that adjacent
/// directions share the flow.
constexpr float kNarrowness = 0.8f;
/// Fraction of the excess that starts to roll in one pass. If all of it started, it would undercut the sand above.
constexpr float kLooseningShare = 0.3f;
/// Largest excess of which all starts to roll, so that avalanches end soon; as a fraction of the drop to a neighbour at
/// the angle of repose.
constexpr float kThinSheet = 0.2f;
/// Most that starts to roll in a pass, as a fraction of the drop to a neighbour at the angle of repose. A collapse of
/// any height slides off in sheets to which the slope below can respond.
constexpr float kThickestSheet = 1.0f;
/// Fraction of the steepest drop that rolls over it in one pass. More would pile up at the foot and run back.
constexpr float kRollingShare = 0.10f;

kernel::RunDownRule rule_of(Terrain const& terrain, Soil const& soil) {
  const float metre = terrain.grid.cell_size * static_cast<float>(kQuantaPerMetre);
  return {.repose_slope = soil.repose_slope,
          .repose = {},
          .rest = gravity::rest_limit(terrain.grid, soil.static_slope),
          .static_limit = soil.static_slope * metre,
          .narrowness = kNarrowness,
          .loosening = kLooseningShare,
          .small = kThinSheet * soil.repose_slope * metre,
          .most = kThickestSheet * soil.repose_slope * metre,
          .rolling = kRollingShare,
          .least = static_cast<Quanta>(gravity::kLeastSlope * metre)};
}

}  // namespace

/// One pass over a range of rows. It reads the state before the pass, including rows of adjacent ranges, and writes its
/// own rows only, so that ranges are independent. Data that is needed only within the pass is kept in a window of two
/// rows that stays in the cache.
class Avalanches::RollingRange {
 public:
  RollingRange(Avalanches& avalanches, Terrain const& terrain, kernel::RunDownRule const& rule, float dither)
      : grid_(terrain.grid),
        slope_(avalanches.slope_),
        strength_(avalanches.strength_),
        rule_(rule),
        dither_(dither),
        segments_(terrain.columns.segments_per_row()),
        disturbed_(avalanches.disturbed_, segments_),
        moved_(avalanches.moved_, segments_),
        fresh_(avalanches.fresh_, segments_),
        steep_(avalanches.steep_, segments_),
        rolling_(grid_.width, 2),
        grant_(grid_.width, 2),
        drop_(grid_.width, 2),
        south_(grid_),
        flows_(grid_),
        window_marks_(6 * static_cast<std::size_t>(segments_)) {}

  void run(int first, int last) {
    if (at_rest(first, last)) {
      std::ranges::fill(moved_.rows(first, last), std::uint8_t{0});
      return;
    }
    first_ = first;
    last_ = last;
    release(first - 1);
    for (int y = first - 1; y < last; ++y) {
      release(y + 1);
      flow(y);
      if (y >= first) roll_on(y);
    }
  }

 private:
  /// Returns whether no sand starts to roll or comes in, and no output of the last pass is pending.
  bool at_rest(int first, int last) const {
    for (const int y : {first - 2, first - 1, last, last + 1}) {
      if (any_marked(disturbed_.row(grid_.resolve_y(y)))) return false;
    }
    return !any_marked(disturbed_.rows(first, last)) && !any_marked(fresh_.rows(first, last));
  }
  bool inside(int y) const { return grid_.periodic() || (y >= 0 && y < grid_.height); }
  static int slot(int y) { return y & 1; }
  EdgeRule repose(int y) const {
    return edge_rule(grid_, y, {.slope = rule_.repose_slope, .share = 1.0f, .dither = dither_});
  }
  /// Marks of segments with rolling sand, for the rows that `flow` needs.
  std::span<std::uint8_t> donors(int y) { return window_row((y + 3) % 3); }
  std::span<std::uint8_t> candidates() { return window_row(3); }
  std::span<std::uint8_t> receivers() { return window_row(4); }
  /// Marks of steep segments in row `y`. Rows outside the range get scratch memory, because their own range marks them.
  std::span<std::uint8_t> steep(int y) { return y >= first_ && y < last_ ? steep_.row(y) : window_row(5); }
  std::span<std::uint8_t> window_row(int i) { return Marks(window_marks_, segments_).row(i); }

  void release(int y);
  void flow(int y);
  void roll_on(int y);

  Grid const& grid_;
  Slope& slope_;
  gravity::SlopeStrength const& strength_;
  kernel::RunDownRule rule_;
  float dither_;
  int segments_;
  int first_ = 0, last_ = 0;
  Marks disturbed_, moved_, fresh_, steep_;
  PaddedGrid<Quanta> rolling_;
  PaddedGrid<float> grant_, drop_;
  FlowRow south_, flows_;
  std::vector<std::uint8_t> window_marks_;
};

/// Finds the sand that rolls in row `y`, how much of it can move on, and over which edges, from the state before the
/// pass.
void Avalanches::RollingRange::release(int y) {
  const int w = slot(y);
  std::ranges::fill(donors(y), std::uint8_t{0});
  if (!inside(y)) {
    grant_.fill_row(w, 0.0f);
    return;
  }
  const int from = grid_.resolve_y(y);
  const auto marks = [&](int row) { return disturbed_.row(grid_.resolve_y(row)).data(); };
  dilate_row(grid_.periodic(), {marks(y - 1), marks(y), marks(y + 1)}, candidates());
  if (!all_marked(candidates())) {
    grant_.fill_row(w, 0.0f);
    std::copy_n(slope_.rolling.row(from), grid_.width, rolling_.row(w));
  }
  rule_.repose = repose(from);
  for_runs(candidates(), [&](int begin, int end) {
    const int x = begin * kSegment;
    kernel::release_rolling(rule_, std::as_const(slope_.surface).around(from, x),
                            {slope_.floor.row(from) + x, slope_.rolling.row(from) + x, rolling_.row(w) + x,
                             grant_.row(w) + x, drop_.row(w) + x, strength_.at(x, from)},
                            static_cast<std::size_t>(end - begin), {donors(y).data() + begin, steep(y).data() + begin});
  });
  if (grid_.periodic()) {
    grant_.wrap_row(w);
    drop_.wrap_row(w);
  }
}

/// Computes the flows within row `y` and to the next row to the north.
void Avalanches::RollingRange::flow(int y) {
  std::swap(south_, flows_);
  dilate_row(grid_.periodic(), {donors(y - 1).data(), donors(y).data(), donors(y + 1).data()}, receivers());
  const bool beyond = !inside(y);  // nothing comes from outside
  if (beyond || !all_marked(receivers())) flows_.clear();
  const int w = slot(y), north = slot(y + 1);
  for_runs(beyond ? receivers().first(0) : receivers(), [&](int begin, int end) {
    const int x = begin * kSegment;
    const int from = grid_.resolve_y(y);
    kernel::rolling_flows(repose(from),
                          {{slope_.surface.row(from) + x, slope_.surface.row(from + 1) + x},
                           {grant_.row(w) + x, grant_.row(north) + x},
                           {drop_.row(w) + x, drop_.row(north) + x}},
                          static_cast<std::size_t>(end - begin), flows_.from(x));
    flows_.fill(begin, end);
  });
  flows_.close(grid_.periodic());
}

/// Writes row `y` as it is after the pass.
void Avalanches::RollingRange::roll_on(int y) {
  std::ranges::copy(donors(y), moved_.row(y).begin());
  for_runs(receivers(), [&](int begin, int end) {
    const int x = begin * kSegment;
    kernel::roll_on(flows_.from(x), south_.from(x),
                    {slope_.surface.row(y) + x, rolling_.row(slot(y)) + x, slope_.next_surface.row(y) + x,
                     slope_.next_rolling.row(y) + x},
                    static_cast<std::size_t>(end - begin), moved_.row(y).data() + begin);
  });
  const std::span<std::uint8_t> fresh = fresh_.row(y);
  std::ranges::transform(fresh, receivers(), fresh.begin(), [](std::uint8_t last, std::uint8_t now) {
    return static_cast<std::uint8_t>(last != 0 && now == 0);
  });
  for_runs(fresh, [&](int begin, int end) {
    const int x = begin * kSegment;
    const int count = (end - begin) * kSegment;
    std::copy_n(slope_.surface.row(y) + x, count, slope_.next_surface.row(y) + x);
    std::copy_n(slope_.rolling.row(y) + x, count, slope_.next_rolling.row(y) + x);
  });
  std::ranges::copy(receivers(), fresh.begin());
  slope_.next_rolling.fill_tail(y, 0);
}

void Avalanches::prepare(Terrain const& terrain) {
  slope_ = {};
  strength_.prepare();
  for (auto* marks : {&disturbed_, &moved_, &fresh_, &steep_}) marks->assign(terrain.columns.disturbed().size(), 0);
}

void Avalanches::run_down(Terrain& terrain, int passes, gravity::Slide const& slide) {
  if (!any_marked(terrain.columns.disturbed())) return;
  strength_.look(terrain, slide.scheduler);
  gravity::slide_soil_by_soil(terrain, slide, [&](SoilId soil, std::span<std::uint8_t const> woken) {
    copy_in(terrain, soil, woken, slide.scheduler);
    const kernel::RunDownRule rule = rule_of(terrain, terrain.soils[soil]);
    for (int pass = 0; pass < passes; ++pass) {
      const std::uint64_t count = slide.step * static_cast<std::uint64_t>(passes) + static_cast<std::uint64_t>(pass);
      roll(terrain, rule, golden_fraction(count), slide.scheduler);
      if (!any_marked(disturbed_)) break;
    }
    copy_out(terrain, soil, slide);
    return std::span<std::uint8_t const>(disturbed_);
  });
}

void Avalanches::copy_in(Terrain const& terrain, SoilId soil, std::span<std::uint8_t const> woken,
                         Scheduler const& scheduler) {
  slope_.survey(terrain, soil, scheduler);
  for (auto* cells : {&slope_.rolling, &slope_.next_rolling, &slope_.next_surface}) {
    if (cells->empty()) cells->prepare(terrain.grid.width, terrain.grid.height);
  }
  slope_.rolling.fill(0);
  std::ranges::copy(woken, disturbed_.begin());
  std::ranges::fill(fresh_, std::uint8_t{1});
  std::ranges::fill(steep_, std::uint8_t{0});
}

void Avalanches::copy_out(Terrain& terrain, SoilId soil, gravity::Slide const& slide) {
  Grid const& grid = terrain.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const Marks marks(disturbed_, terrain.columns.segments_per_row());
  slide.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<Quanta> change(width);
    for (int y = first; y < last; ++y) {
      const std::size_t begin = grid.index(0, y);
      kernel::stop_rolling(
          {terrain.columns.elevations().data() + begin, std::as_const(slope_).surface.row(y), slope_.rolling.row(y)},
          width, change.data(), marks.row(y).data());
      gravity::lay_down_slid(terrain, soil, begin, change, slide.ledger);
    }
  });
  std::ranges::transform(disturbed_, steep_, disturbed_.begin(), std::bit_or<std::uint8_t>());
}

void Avalanches::roll(Terrain const& terrain, kernel::RunDownRule const& rule, float dither,
                      Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  grid.periodic() ? slope_.surface.wrap() : slope_.surface.wall();
  if (grid.width % kSegment != 0) {  // the cells beyond the end of a row, in its last segment, hold no sand
    for (int y = 0; y < grid.height; ++y) slope_.floor.fill_tail(y, slope_.surface.row(y)[grid.width]);
    for (int y = 0; y < grid.height; ++y) slope_.surface.fill_tail(y, slope_.surface.row(y)[grid.width]);
  }
  scheduler.for_ranges(grid.height, kRowGrain,
                       [&](int first, int last) { RollingRange(*this, terrain, rule, dither).run(first, last); });
  std::swap(slope_.surface, slope_.next_surface);
  std::swap(slope_.rolling, slope_.next_rolling);
  std::swap(disturbed_, moved_);
}

}  // namespace barchan
