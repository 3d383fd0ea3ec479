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
  segments_ = segments;
  band_rows_ = band_rows;
  const int rows = ((height_ + band_rows - 1) / band_rows) * 2 * kSeen;
  gains_.prepare(width_, rows);
  receivers_.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(segments), 0);
}

void lay_down_row(Sweep const& sweep, int y, Quanta const* gains, std::span<std::uint8_t const> receivers) {
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
  const auto segments = static_cast<std::size_t>(segments_);
  for (Donors& row : donors_) row.marks.prepare(segments);
  marks_.resize(segments);
  ends_.resize(segments + 2);  // with a place beyond both ends
  numbers_.resize(segments);
  room_.resize(static_cast<std::size_t>(grid_.width));
  if (grid_.width % kSegment != 0) padded_.resize(segments * kSegment);
}

void SweepBand::run(Sweep const& sweep, int first, int last) {
  first_ = first;
  heights_.begin(sweep.terrain.columns.elevations());
  grant(sweep, first - 1);
  for (int y = first - 1; y < last; ++y) {
    grant(sweep, y + 1);
    const kernel::SegmentList list = receivers(y);
    std::swap(south_, flows_);
    flow(sweep, y, list);
    if (y >= first) settle(sweep, y, list);
  }
}

kernel::SegmentList SweepBand::candidates(Sweep const& sweep, int y) {
  const auto around = [&](std::span<std::uint8_t const> marks) {
    const auto row = [&](int at) { return MarkTable(marks, segments_).row(grid_.resolve_y(at)).data(); };
    return RowTriple<std::uint8_t>{row(y - 1), row(y), row(y + 1)};
  };
  const RowTriple<std::uint8_t> woken = around(sweep.woken.any);
  const auto any = [&](std::uint8_t const* row) { return any_marked({row, marks_.size()}); };
  if (!any(woken.north) && !any(woken.row) && !any(woken.south)) return {};
  kernel::mark_beside(grid_.periodic(), woken, around(sweep.woken.ends), ends_, marks_);
  return numbers_of<std::int32_t>(marks_, numbers_);
}

void SweepBand::grant(Sweep const& sweep, int y) {
  const kernel::SegmentList list = inside(y) ? candidates(sweep, y) : kernel::SegmentList{};
  float* const grant = grants(y);
  Donors& found = donors(y);
  if (found.any) {
    found.marks.prepare(static_cast<std::size_t>(segments_));
    std::fill_n(grant - 1, grid_.width + 2, 0.0f);
  }
  found.any = !list.empty();
  if (list.empty()) return;
  heights_.fetch(y - 1, y + 1);
  const int at = grid_.resolve_y(y);
  const int whole = grid_.width / kSegment;
  SlopeRule const& rule = sweep.rule;
  std::span<Quanta const> available = sweep.terrain.columns.available_row(at, rule.soil, room_);
  if (whole < segments_) {  // beyond the end of the row lies none
    std::ranges::copy(available, padded_.begin());
    available = padded_;
  }
  const kernel::SegmentMarks marks = found.marks.row();
  kernel::slope_grants(edge_rule(grid_, at, rule), heights_.around(y, 0),
                       {available.data(), grant, strength_at(rule, at)}, list, marks);
  // The last cell of a row is not the last of its segment.
  if (whole < segments_ && marks.any[whole] != 0) marks.ends[whole] |= kEastEnd;
  for (int x = 0; x < grid_.width && !rule.hold.empty(); ++x) grant[x] *= 1.0f - rule.hold[grid_.index(x, at)];
  if (grid_.periodic()) {
    grant[-1] = grant[grid_.width - 1];
    grant[grid_.width] = grant[0];
  }
}

kernel::SegmentList SweepBand::receivers(int y) {
  // What crosses to the first row is asked of the row south of it, and nothing else.
  Donors& south = donors(y < first_ ? y : y - 1);
  Donors& row = donors(y);
  Donors& north = donors(y + 1);
  if (!south.any && !row.any && !north.any) return {};
  kernel::mark_beside(grid_.periodic(), {south.marks.any.data(), row.marks.any.data(), north.marks.any.data()},
                      {south.marks.ends.data(), row.marks.ends.data(), north.marks.ends.data()}, ends_, marks_);
  return numbers_of<std::int32_t>(marks_, numbers_);
}

void SweepBand::flow(Sweep const& sweep, int y, kernel::SegmentList receivers) {
  // Nothing comes from outside; at the northern edge the rule lets nothing pass.
  const bool beyond = y < 0 && !grid_.periodic();
  if (beyond || receivers.size() < static_cast<std::size_t>(segments_)) flows_.clear();
  if (beyond || receivers.empty()) return;
  heights_.fetch(y, y + 1);
  SlopeRule const& rule = sweep.rule;
  kernel::slope_flows(edge_rule(grid_, y, rule),
                      {{heights_.row(y), heights_.row(y + 1)},
                       {grants(y), grants(y + 1)},
                       {strength_at(rule, y), strength_at(rule, y + 1)}},
                      receivers, flows_.from(0));
  flows_.fill(receivers);
  if (grid_.periodic()) flows_.wrap();
}

void SweepBand::settle(Sweep const& sweep, int y, kernel::SegmentList receivers) {
  // What changed may disturb others; a donor whose amounts were all below one quantum tries again.
  const kernel::SegmentMarks moved = sweep.unsettled.row(y, segments_);
  std::ranges::copy(donors(y).marks.any, moved.any);
  std::ranges::copy(donors(y).marks.ends, moved.ends);
  if (receivers.empty()) std::ranges::fill(marks_, std::uint8_t{0});
  const bool kept = sweep.kept.keeps(y);
  if (kept) std::ranges::copy(marks_, sweep.kept.receivers(y).begin());
  if (receivers.empty()) return;
  Quanta* const gains = kept ? sweep.kept.gains(y) : gains_.row(0);
  kernel::net_changes(flows_.from(0), south_.from(0), gains, receivers, moved);
  const int whole = grid_.width / kSegment;
  if (whole < segments_ && moved.any[whole] != 0) moved.ends[whole] |= kEastEnd;
  if (!kept) lay_down_row(sweep, y, gains, marks_);
}

}  // namespace barchan::gravity
