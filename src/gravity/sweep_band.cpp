#include "gravity/sweep_band.hpp"

#include <algorithm>
#include <utility>

#include "gravity/slope_strength.hpp"

namespace barchan::gravity {

namespace {

float const* strength_at(SlopeRule const& rule, int y) {
  return rule.strength == nullptr ? nullptr : rule.strength->at(0, y);
}

}  // namespace

void KeptRows::prepare(Grid const& grid, int segments, int band_rows) {
  if (width_ == grid.width && height_ == grid.height && band_rows_ == band_rows) return;
  width_ = grid.width;
  height_ = grid.height;
  words_ = words_of(segments);
  band_rows_ = band_rows;
  const int rows = ((height_ + band_rows - 1) / band_rows) * 2 * kSeen;
  gains_.prepare(width_, rows);
  receivers_.assign(static_cast<std::size_t>(rows) * words_, 0);
}

void lay_down_row(Sweep const& sweep, int y, Quanta const* gains, std::span<SegmentBits const> receivers) {
  Grid const& grid = sweep.terrain.grid;
  const auto lay_down = sweep.rule.movement == Movement::slide ? lay_down_slid : lay_down_crept;
  for_runs(receivers, [&](int begin, int end) {
    const int x = begin * kSegment;
    const auto count = static_cast<std::size_t>(std::min(end * kSegment, grid.width) - x);
    lay_down(sweep.terrain, sweep.rule.soil, grid.index(x, y), {gains + x, count}, sweep.slide.ledger);
  });
}

SweepBand::SweepBand(Terrain const& terrain)
    : grid_(terrain.grid),
      segments_(terrain.columns.segments_per_row()),
      heights_(grid_, terrain.columns.elevations(), 3, Beyond::wall),
      grants_(grid_.width, kRowsAtHand),
      flows_(grid_),
      south_(grid_),
      gains_(grid_.width, 1) {
  const std::size_t words = words_of(segments_);
  for (Donors& row : donors_) {
    row.marks.resize(words);
    row.granted.resize(words);
  }
  candidates_.resize(words);
  receivers_.resize(words);
  numbers_.resize(static_cast<std::size_t>(segments_));
  room_.resize(static_cast<std::size_t>(grid_.width));
  if (grid_.width % kSegment != 0) padded_.resize(static_cast<std::size_t>(segments_ * kSegment));
}

void SweepBand::run(Sweep const& sweep, int first, int last) {
  first_ = first;
  heights_.begin(sweep.terrain.columns.elevations());
  grant(sweep, first - 1);
  for (int y = first - 1; y < last; ++y) {
    grant(sweep, y + 1);
    const kernel::SegmentList list =
        find_receivers(y) ? numbers_of(std::as_const(receivers_), numbers_) : kernel::SegmentList{};
    std::swap(south_, flows_);
    flow(sweep, y, list);
    if (y >= first) settle(sweep, y, list);
  }
}

bool SweepBand::find_candidates(Sweep const& sweep, int y) {
  if (!inside(y)) return false;
  const auto row = [&](int at) { return sweep.woken.row(grid_.resolve_y(at)).data(); };
  return mark_beside(grid_.periodic(), segments_, {row(y - 1), row(y), row(y + 1)}, candidates_);
}

void SweepBand::grant(Sweep const& sweep, int y) {
  const bool any = find_candidates(sweep, y);
  float* const grant = grants(y);
  Donors& found = donors(y);
  if (found.any) {
    std::ranges::fill(found.marks, MarkWord{});
    for_runs(found.granted,
             [&](int begin, int end) { std::fill_n(grant + begin * kSegment, (end - begin) * kSegment, 0.0f); });
    grant[-1] = grant[grid_.width] = 0.0f;
  }
  found.any = any;
  if (!any) return;
  found.granted = candidates_;
  heights_.fetch(y - 1, y + 1);
  const int at = grid_.resolve_y(y);
  const bool padded = grid_.width % kSegment != 0;
  SlopeRule const& rule = sweep.rule;
  std::span<Quanta const> available = sweep.terrain.columns.available_row(at, rule.soil, room_);
  if (padded) {  // no sand is available beyond the end of the row
    std::ranges::copy(available, padded_.begin());
    available = padded_;
  }
  kernel::slope_grants(edge_rule(grid_, at, rule), heights_.around(y, 0),
                       {available.data(), grant, strength_at(rule, at)},
                       numbers_of(std::as_const(candidates_), numbers_), found.marks.data());
  if (padded) end_row(found.marks);
  for (int x = 0; x < grid_.width && !rule.hold.empty(); ++x) grant[x] *= 1.0f - rule.hold[grid_.index(x, at)];
  if (grid_.periodic()) {
    grant[-1] = grant[grid_.width - 1];
    grant[grid_.width] = grant[0];
  }
}

bool SweepBand::find_receivers(int y) {
  // The flow into the first row needs only the grants of the row to the south of it.
  Donors& south = donors(y < first_ ? y : y - 1);
  Donors& row = donors(y);
  Donors& north = donors(y + 1);
  if (south.any || row.any || north.any) {
    return mark_beside(grid_.periodic(), segments_, {south.marks.data(), row.marks.data(), north.marks.data()},
                       receivers_);
  }
  std::ranges::fill(receivers_, SegmentBits{0});
  return false;
}

void SweepBand::flow(Sweep const& sweep, int y, kernel::SegmentList receivers) {
  // Nothing comes from outside; at the northern edge the rule lets nothing pass.
  const bool beyond = y < 0 && !grid_.periodic();
  if (beyond || receivers.empty()) return flows_.clear();
  flows_.begin(receivers_);
  heights_.fetch(y, y + 1);
  SlopeRule const& rule = sweep.rule;
  kernel::slope_flows(edge_rule(grid_, y, rule),
                      {{heights_.row(y), heights_.row(y + 1)},
                       {grants(y), grants(y + 1)},
                       {strength_at(rule, y), strength_at(rule, y + 1)}},
                      receivers, flows_.from(0));
  flows_.close(grid_.periodic());
}

void SweepBand::settle(Sweep const& sweep, int y, kernel::SegmentList receivers) {
  // Changes may disturb other cells. A donor whose amounts were all below one quantum tries again.
  const std::span<MarkWord> moved = sweep.unsettled.row(y);
  std::ranges::copy(donors(y).marks, moved.begin());
  const bool kept = sweep.kept.keeps(y);
  if (kept) std::ranges::copy(receivers_, sweep.kept.receivers(y).begin());
  if (receivers.empty()) return;
  Quanta* const gains = kept ? sweep.kept.gains(y) : gains_.row(0);
  kernel::net_changes(flows_.from(0), south_.from(0), gains, receivers, moved.data());
  if (grid_.width % kSegment != 0) end_row(moved);
  if (!kept) lay_down_row(sweep, y, gains, receivers_);
}

void SweepBand::end_row(std::span<MarkWord> marks) const {
  MarkWord& last = marks.back();
  last.east |= last.any & bit_of(static_cast<std::size_t>(segments_ - 1));
}

}  // namespace barchan::gravity
