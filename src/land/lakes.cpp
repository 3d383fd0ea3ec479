#include "land/lakes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>

#include "base/archive.hpp"
#include "base/scheduler.hpp"
#include "land/columns.hpp"
#include "land/lakes_bodies.hpp"

namespace barchan {

namespace {

constexpr auto kAllRows = [](int) { return true; };

}  // namespace

Lakes::Lakes() : Lakes(Grid{}) {}
Lakes::Lakes(Grid const& grid) : grid_(grid) {}
Lakes::~Lakes() = default;
Lakes::Lakes(Lakes&&) noexcept = default;
Lakes& Lakes::operator=(Lakes&&) noexcept = default;
Lakes::Lakes(Lakes const& other)
    : grid_(other.grid_),
      book_(other.book_),
      evaporation_(other.evaporation_),
      closed_(other.closed_),
      seen_(other.seen_),
      bodies_(other.bodies_ ? std::make_unique<lakes::Bodies>(*other.bodies_) : nullptr) {}
Lakes& Lakes::operator=(Lakes const& other) { return *this = Lakes(other); }

QuantaSum Lakes::pour(std::span<LakePour const> pours, std::span<Quanta const> elevations) {
  QuantaSum poured = 0;
  for (LakePour const& pour : pours) poured += std::max(pour.amount, QuantaSum{0});
  if (poured == 0) return 0;
  if (!bodies_) {
    bodies_ = std::make_unique<lakes::Bodies>(grid_, elevations);
    bodies_->close(closed_);
  }
  // While there were no lakes, changes of the ground were not tracked.
  if (empty()) bodies_->look(elevations, kAllRows, Scheduler());
  const QuantaSum left = bodies_->pour(pours, {evaporation_.depth, evaporation_.turn});
  book_.poured += poured;
  book_.left += left;
  return left;
}

void Lakes::look(Columns const& columns, Scheduler const& scheduler) {
  if (empty()) return;
  Changes const& changes = columns.changes();
  const Moment since = changes.since(seen_);
  seen_ = changes.look();
  if (!changes.any(since)) return;
  bodies_->look(
      columns.elevations(), [&](int y) { return changes.any(y, since); }, scheduler);
}

void Lakes::heed() {
  if (!empty()) bodies_->heed();
}

void Lakes::follow(std::span<Quanta const> elevations) {
  if (!empty()) bodies_->look(elevations, kAllRows, Scheduler());
  heed();
}

QuantaSum Lakes::draw(std::size_t cell, QuantaSum amount) {
  const LakeId there = id(cell);
  const QuantaSum drawn = there != 0 ? bodies_->draw(there, amount) : 0;
  book_.soaked += drawn;
  return drawn;
}

void Lakes::close(std::span<std::size_t const> edge_cells) {
  if (edge_cells.empty() && closed_.empty()) return;
  std::vector<std::size_t> wet, closed;
  std::ranges::copy_if(closed_, std::back_inserter(wet), [&](std::size_t cell) { return id(cell) != 0; });
  std::ranges::set_union(edge_cells, wet, std::back_inserter(closed));
  if (closed == closed_) return;
  closed_ = std::move(closed);
  if (bodies_) bodies_->close(closed_);
}

LakeLosses Lakes::settle(LakeStep const& step) {
  if (empty()) return {};
  evaporation_.rest += step.evaporation;
  const double whole = std::floor(evaporation_.rest);
  evaporation_.depth += static_cast<QuantaSum>(whole);
  evaporation_.rest -= whole;
  evaporation_.turn = (evaporation_.turn + 1) % lakes::LakeClock::kTurns;
  LakeLosses losses = bodies_->settle(step, {evaporation_.depth, evaporation_.turn});
  for (LakeOutflow const& outflow : losses.outflows) book_.spilled += outflow.amount;
  book_.evaporated += losses.evaporated;
  book_.soaked += losses.soaked;
  book_.left += losses.left;
  return losses;
}

int Lakes::count() const { return bodies_ ? bodies_->count() : 0; }
std::span<LakeId const> Lakes::ids() const { return bodies_ ? bodies_->ids() : std::span<LakeId const>{}; }
std::vector<LakeId> Lakes::all() const { return bodies_ ? bodies_->all() : std::vector<LakeId>{}; }
bool Lakes::at_rest() const { return !bodies_ || bodies_->at_rest(); }
QuantaSum Lakes::held() const { return bodies_ ? bodies_->held() : 0; }

LakeView Lakes::lake(LakeId id) const {
  lakes::Lake const* const body = bodies_ ? bodies_->find(id) : nullptr;
  return body != nullptr ? LakeView{body->level, body->volume, body->inflow, body->area} : LakeView{};
}

std::vector<std::size_t> Lakes::cells(LakeId id) const {
  std::vector<std::size_t> cells;
  if (id > 0 && bodies_) {
    for (lakes::Cell cell : bodies_->cells(id)) cells.push_back(static_cast<std::size_t>(cell));
  }
  return cells;
}

Quanta Lakes::depth(std::size_t cell) const {
  const LakeId there = id(cell);
  if (there == 0) return 0;
  const QuantaSum depth = QuantaSum{bodies_->find(there)->level} - bodies_->ground(cell);
  return static_cast<Quanta>(std::clamp<QuantaSum>(depth, 0, std::numeric_limits<Quanta>::max()));
}

void Lakes::read_depths(std::size_t first, std::span<Quanta> depths) const {
  const std::span<LakeId const> of_cells = ids();
  LakeId last = 0;
  QuantaSum level = 0;
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const LakeId there = of_cells.empty() ? 0 : of_cells[first + i];
    if (there != last && there != 0) level = bodies_->find(there)->level;
    last = there;
    const QuantaSum depth = there == 0 ? 0 : level - bodies_->ground(first + i);
    depths[i] = static_cast<Quanta>(std::clamp<QuantaSum>(depth, 0, std::numeric_limits<Quanta>::max()));
  }
}

Quanta Lakes::surface(std::size_t cell) const {
  const LakeId there = id(cell);
  if (there == 0) return std::numeric_limits<Quanta>::min();
  lakes::Lake const& body = *bodies_->find(there);
  return body.reach(body.inflow);
}

std::string Lakes::fault() const {
  if (held() != book_.held()) {
    return "the lakes hold " + std::to_string(held()) + " quanta, but their account holds " +
           std::to_string(book_.held());
  }
  return bodies_ ? bodies_->fault() : std::string{};
}

void Lakes::keep(Archive& archive, std::span<Quanta const> elevations) {
  archive.value(book_);
  archive.require(book_.in_range(), "a total of the lakes is out of range");
  archive.value(evaporation_.depth);
  archive.value(evaporation_.rest);
  archive.value(evaporation_.turn);
  archive.require(evaporation_.rest >= 0.0 && evaporation_.rest < 1.0 && evaporation_.turn >= 0 &&
                      evaporation_.turn < lakes::LakeClock::kTurns,
                  "the evaporation of the lakes is out of range");
  archive.list(closed_, grid_.cells());
  const bool ascending = std::ranges::adjacent_find(closed_, std::greater_equal()) == closed_.end();
  const bool at_edge = std::ranges::all_of(closed_, [&](std::size_t cell) {
    return grid_.boundary == Boundary::open && cell < grid_.cells() && grid_.on_edge(cell);
  });
  archive.require(ascending && at_edge, "a closed cell of the edge is out of range");
  bool any = !empty();
  archive.value(any);
  if (archive.reading()) {
    bodies_ = any ? std::make_unique<lakes::Bodies>(grid_, elevations) : nullptr;
    if (any) bodies_->close(closed_);
  }
  if (any) bodies_->keep(archive, elevations);
  archive.require(held() == book_.held(), "the water of the lakes differs from their account");
}

bool Lakes::operator==(Lakes const& other) const {
  if (grid_ != other.grid_ || book_ != other.book_ || evaporation_ != other.evaporation_ || closed_ != other.closed_)
    return false;
  if (empty() || other.empty()) return empty() && other.empty();
  return *bodies_ == *other.bodies_;
}

}  // namespace barchan
