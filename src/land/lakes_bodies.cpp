#include "land/lakes_bodies.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/vectorize.hpp"
#include "land/lakes.hpp"

namespace barchan::lakes {

namespace {

constexpr int kRowGrain = 16;
/// Pours for at least one in so many cells count as pours everywhere.
constexpr std::size_t kManyPours = 16;
constexpr Cell kUnknown = kNowhere - 1;  // the end of a way is not known

}  // namespace

/// Bits of the cells of a segment whose ground has changed and that belong to a lake or may be beside one.
BARCHAN_VECTOR_CLONES
static std::uint32_t changed_cells(Quanta const* now, Quanta const* ground, LakeId const* ids, std::uint8_t const* near,
                                   int count) {
  std::array<std::uint32_t, kSegment> bits;
  for (std::uint32_t i = 0; i < bits.size(); ++i) bits[i] = 1u << i;
  const auto changed = [&](int cells) {
    std::uint32_t found = 0;
    for (int i = 0; i < cells; ++i) {
      found |= ((ids[i] | near[i]) != 0) & (ground[i] != now[i]) ? bits[static_cast<std::size_t>(i)] : 0u;
    }
    return found;
  };
  return count == kSegment ? changed(kSegment) : changed(count);
}

Ring Rings::at_edge(Cell cell) const {
  Ring ring;
  for (std::size_t k = 0; k < 8; ++k) {
    const int x = cell % grid_.width + kEast[k], y = cell / grid_.width + kNorth[k];
    const bool inside = grid_.periodic() || grid_.contains(x, y);
    ring[k] = inside ? static_cast<Cell>(grid_.index(grid_.resolve_x(x), grid_.resolve_y(y))) : kNowhere;
  }
  return ring;
}

Quanta Lake::reach(QuantaSum more) const {
  const QuantaSum sum = volume + more + ground;
  const QuantaSum whole = sum / area - (sum % area < 0 ? 1 : 0);
  return static_cast<Quanta>(
      std::clamp<QuantaSum>(whole, std::numeric_limits<Quanta>::min(), std::numeric_limits<Quanta>::max()));
}

Bodies::Bodies(Grid const& grid, std::span<Quanta const> elevations)
    : grid_(grid),
      rings_(grid),
      open_(grid.boundary == Boundary::open),
      ground_(elevations.begin(), elevations.end()),
      ids_(grid.cells(), 0),
      edge_(grid.cells(), kInner),
      near_(grid.cells(), 0),
      lakes_(1),
      marks_(grid.cells(), 0) {
  for (std::size_t i = 0; i < edge_.size(); ++i) edge_[i] = grid.on_edge(i) ? kOpenEdge : kInner;
}

bool Bodies::touches(Cell cell, LakeId id) const {
  const Ring around = ring(cell);
  return std::any_of(around.begin(), around.end(), [&](Cell n) { return n != kNowhere && ids_[index(n)] == id; });
}

bool Bodies::on_shore(Place place, LakeId id) const {
  const Cell cell = place.cell();
  return ground_[index(cell)] == place.elevation() && ids_[index(cell)] != id && touches(cell, id);
}

bool Bodies::in_lake(Place place, LakeId id) const {
  return ground_[index(place.cell())] == place.elevation() && ids_[index(place.cell())] == id;
}

void Bodies::push_shore(LakeId id, Cell cell) {
  near_[index(cell)] = 1;
  Lake& body = lake(id);
  if (ground_[index(cell)] > body.shore_to) return;
  body.shore.push(place(cell));
  if (!body.shore.untidy()) return;
  body.shore_to = std::min(body.shore_to, higher_by(body.level, kLooksAbout));
  body.shore.tidy([&](Place p) { return p.elevation() <= body.shore_to && on_shore(p, id); });
}

void Bodies::push_wet(LakeId id, Cell cell) {
  Lake& body = lake(id);
  if (ground_[index(cell)] < body.wet_from) return;
  body.wet.push(place(cell));
  if (body.wet.untidy()) body.wet.tidy([&](Place p) { return in_lake(p, id); });
}

std::uint32_t Bodies::new_mark(std::uint32_t count) {
  if (last_mark_ > std::numeric_limits<std::uint32_t>::max() - count) {
    std::fill(marks_.begin(), marks_.end(), 0u);
    last_mark_ = 0;
  }
  const std::uint32_t first = last_mark_ + 1;
  last_mark_ += count;
  return first;
}

std::span<Cell const> Bodies::joined_cells(LakeId id, Cell from) {
  const std::uint32_t mark = new_mark();
  std::vector<Cell>& cells = joined_;
  cells.assign(1, from);
  marks_[index(from)] = mark;
  for (std::size_t next = 0; next < cells.size(); ++next) {
    for (Cell n : ring(cells[next])) {
      if (n == kNowhere || ids_[index(n)] != id || marks_[index(n)] == mark) continue;
      marks_[index(n)] = mark;
      cells.push_back(n);
    }
  }
  return cells;
}

LakeId Bodies::add_lake() {
  ++count_;
  if (free_.empty()) {
    lakes_.emplace_back();
    return static_cast<LakeId>(lakes_.size() - 1);
  }
  const LakeId id = free_.top();
  free_.pop();
  return id;
}

void Bodies::remove_lake(LakeId id) {
  --count_;
  lake(id) = Lake{};
  free_.push(id);
}

void Bodies::dissolve(LakeId id) {
  for (Cell cell : joined_cells(id, lake(id).seed)) ids_[index(cell)] = 0;
  remove_lake(id);
}

void Bodies::derive(LakeId id, std::span<Cell const> cells) {
  Lake& body = lake(id);
  body.area = static_cast<std::int32_t>(cells.size());
  body.seed = cells.front();
  body.ground = 0;
  Quanta highest = ground_[index(cells.front())];
  for (Cell cell : cells) {
    body.ground += ground_[index(cell)];
    highest = std::max(highest, ground_[index(cell)]);
    for (Cell n : ring(cell)) {
      if (n == kNowhere || ids_[index(n)] == id) continue;
      near_[index(n)] = 1;
    }
  }
  // The queues stay empty until the lake rises or falls, because a falling lake does not need its shore.
  body.shore.clear();
  body.shore_to = std::numeric_limits<Quanta>::min();
  body.wet.clear();
  body.wet_from = highest + 1;
}

void Bodies::wake(LakeId id, Waking why) {
  Lake& body = lake(id);
  if (body.waking == Waking::asleep) waiting_.push_back(id);
  body.waking = std::max(body.waking, why);
}

// Follows the ground, not the water surface. So water that is poured in parts goes to the same cell as if it were
// poured at once.
Cell Bodies::below(Cell cell) const {
  if (ids_[index(cell)] != 0) return cell;
  if (outlet(cell)) return kNowhere;
  Place lowest = place(cell);
  for (Cell n : ring(cell)) {
    if (n != kNowhere) lowest = std::min(lowest, place(n));
  }
  return lowest.elevation() == ground_[index(cell)] ? cell : lowest.cell();
}

Cell Bodies::run_down(Cell cell) const {
  for (;;) {
    const Cell next = below(cell);
    if (next == cell || next == kNowhere) return next;
    cell = next;
  }
}

Cell Bodies::run_down(Cell cell, std::span<Cell> rests) const {
  constexpr Cell kEnd = std::numeric_limits<Cell>::min();
  // Until the end is known, each entry on the way refers back to the cell before it.
  Cell before = kEnd, end = cell;
  for (;;) {
    if (rests[index(cell)] != kUnknown) {
      end = rests[index(cell)];
      break;
    }
    const Cell next = below(cell);
    if (next == cell || next == kNowhere) {
      end = rests[index(cell)] = next;
      break;
    }
    rests[index(cell)] = before;
    before = cell;
    cell = next;
  }
  while (before != kEnd) before = std::exchange(rests[index(before)], end);
  return end;
}

QuantaSum Bodies::pour(std::span<LakePour const> pours, LakeClock clock) {
  if (pours.size() >= ids_.size() / kManyPours) return pour_everywhere(pours, clock);
  QuantaSum off_the_land = 0;
  std::vector<LakePour> dry;
  for (LakePour const& pour : pours) {
    if (pour.amount <= 0) continue;
    const Cell rest = run_down(static_cast<Cell>(pour.cell));
    if (rest == kNowhere) {
      off_the_land += pour.amount;
    } else if (id(rest) != 0) {
      pour_at_rest(rest, pour.amount, clock);
    } else {
      dry.push_back({index(rest), pour.amount});
    }
  }
  // Ids are assigned in the order of the cells, not in that of the pours.
  std::sort(dry.begin(), dry.end(), [](LakePour const& a, LakePour const& b) { return a.cell < b.cell; });
  for (LakePour const& pour : dry) pour_at_rest(static_cast<Cell>(pour.cell), pour.amount, clock);
  return off_the_land;
}

// Most ways downhill run through cells that others have already passed, so each cell remembers where its way ends.
QuantaSum Bodies::pour_everywhere(std::span<LakePour const> pours, LakeClock clock) {
  QuantaSum off_the_land = 0;
  std::vector<Cell> rests(ids_.size(), kUnknown);
  std::vector<QuantaSum> amounts(ids_.size(), 0);
  for (LakePour const& pour : pours) {
    if (pour.amount <= 0) continue;
    const Cell rest = run_down(static_cast<Cell>(pour.cell), rests);
    (rest == kNowhere ? off_the_land : amounts[index(rest)]) += pour.amount;
  }
  for (std::size_t cell = 0; cell < amounts.size(); ++cell) {
    if (amounts[cell] > 0) pour_at_rest(static_cast<Cell>(cell), amounts[cell], clock);
  }
  return off_the_land;
}

void Bodies::pour_at_rest(Cell cell, QuantaSum amount, LakeClock clock) {
  LakeId there = id(cell);
  if (there == 0) {
    there = add_lake();
    lake(there).dried_to = clock.dried_to;
    lake(there).level = lake(there).wet_from = ground_[index(cell)];
    lake(there).shore_to = higher_by(ground_[index(cell)], kLooksAbout);
    absorb(there, cell);
  }
  lake(there).inflow += amount;
  wake(there, Waking::inflow);
}

QuantaSum Bodies::draw(LakeId id, QuantaSum amount) {
  const QuantaSum drawn = std::min(amount, lake(id).volume);
  lake(id).volume -= drawn;
  if (drawn > 0) wake(id, Waking::stirred);
  return drawn;
}

void Bodies::close(std::span<std::size_t const> cells) {
  std::vector<Cell> changed;
  const auto turn = [&](std::size_t cell, std::uint8_t edge) {
    edge_[cell] = edge;
    changed.push_back(static_cast<Cell>(cell));
  };
  for (std::size_t i = 0; i < edge_.size(); ++i) {
    if (edge_[i] == kClosedEdge) turn(i, kOpenEdge);
  }
  for (const std::size_t cell : cells) turn(cell, kClosedEdge);
  for (const Cell cell : changed) {
    for (const Cell n : ring(cell)) {
      if (n != kNowhere && id(n) != 0) wake(id(n), Waking::stirred);
    }
  }
}

// If the listed shore of a lake ends below this cell, the change is not noted for this lake. Clears the flag of cells
// that are not beside a lake.
void Bodies::note_change(Cell cell, Quanta by, std::size_t list) {
  std::vector<Change>& changes = changes_[list];
  const LakeId own = id(cell);
  if (own != 0) changes.push_back({own, cell, by});
  if (near_[index(cell)] == 0) return;
  const Quanta elevation = ground_[index(cell)];
  LakeId last = own;
  bool beside_water = false;
  for (Cell n : ring(cell)) {
    if (n == kNowhere || id(n) == 0 || id(n) == own) continue;
    beside_water = true;
    if (id(n) == last) continue;
    last = id(n);
    Lake const& body = lake(last);
    if (elevation <= std::max(body.shore_to, body.level)) changes.push_back({last, cell, by});
  }
  if (!beside_water) near_[index(cell)] = 0;
}

void Bodies::change_ground(Change const& change) {
  Lake& body = lake(change.lake);
  if (id(change.cell) == change.lake) {
    body.ground += change.by;
    push_wet(change.lake, change.cell);
    wake(change.lake, Waking::stirred);
  } else {
    push_shore(change.lake, change.cell);
    if (ground_[index(change.cell)] <= body.level) wake(change.lake, Waking::stirred);
  }
}

void Bodies::look(std::span<Quanta const> elevations, RowChanged const& changed, Scheduler const& scheduler) {
  const int per_row = (grid_.width - 1) / kSegment + 1;
  changes_.resize(static_cast<std::size_t>((grid_.height - 1) / kRowGrain + 1));
  scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    const auto list = static_cast<std::size_t>(first / kRowGrain);
    for (int y = first; y < last; ++y) {
      if (!changed(y)) continue;
      for (int s = 0; s < per_row; ++s) {
        const std::size_t begin = grid_.index(s * kSegment, y);
        const int count = std::min(kSegment, grid_.width - s * kSegment);
        Quanta const* const now = &elevations[begin];
        Quanta* const ground = &ground_[begin];
        for (std::uint32_t found = changed_cells(now, ground, &ids_[begin], &near_[begin], count); found != 0;) {
          const int i = std::countr_zero(found);
          found &= found - 1;
          const Cell cell = static_cast<Cell>(begin) + i;
          const Quanta before = std::exchange(ground[i], now[i]);
          note_change(cell, difference(now[i], before), list);
        }
        std::copy_n(now, count, ground);
      }
    }
  });
}

void Bodies::heed() {
  for (std::vector<Change>& changes : changes_) {
    for (Change const& change : changes) change_ground(change);
    changes.clear();
  }
}

bool Bodies::at_rest() const {
  return std::none_of(waiting_.begin(), waiting_.end(), [&](LakeId id) { return lake(id).waking != Waking::asleep; });
}

std::vector<LakeId> Bodies::all() const {
  std::vector<LakeId> ids;
  for (std::size_t i = 1; i < lakes_.size(); ++i) {
    if (lakes_[i].area > 0) ids.push_back(static_cast<LakeId>(i));
  }
  return ids;
}

std::vector<Cell> Bodies::cells(LakeId id) const {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (ids_[i] == id) cells.push_back(static_cast<Cell>(i));
  }
  return cells;
}

Lake const* Bodies::find(LakeId id) const {
  if (id <= 0 || static_cast<std::size_t>(id) >= lakes_.size() || lake(id).area == 0) return nullptr;
  return &lake(id);
}

QuantaSum Bodies::held() const {
  QuantaSum sum = 0;
  for (Lake const& body : lakes_) sum += body.volume + body.inflow;
  return sum;
}

}  // namespace barchan::lakes
