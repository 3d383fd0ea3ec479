/// The state of lakes: saving, reading, comparison and checks.
#include <algorithm>

#include "base/archive.hpp"
#include "land/lakes_bodies.hpp"

namespace barchan::lakes {

namespace {

/// A cell whose ground has changed since the last update of the lakes.
struct Lag {
  Cell cell = kNowhere;
  Quanta elevation = 0;
};

}  // namespace

void Bodies::keep(Archive& archive, std::span<Quanta const> elevations) {
  std::vector<Lag> lags;
  for (std::size_t i = 0; i < ground_.size(); ++i) {
    if (ground_[i] != elevations[i]) lags.push_back({static_cast<Cell>(i), ground_[i]});
  }
  archive.list(lags, ground_.size());
  for (Lag const& lag : lags) {
    archive.require(lag.cell >= 0 && index(lag.cell) < ground_.size(),
                    "the recorded ground of a lake lies outside the land");
    ground_[index(lag.cell)] = lag.elevation;
  }

  archive.table(ids_, grid_.cells());
  const LakeId last = *std::max_element(ids_.begin(), ids_.end());
  if (archive.reading()) find_cells(archive, last);
  for (LakeId id = 1; id <= last; ++id) {
    Lake& body = lake(id);
    if (body.area == 0) continue;
    archive.value(body.volume);
    archive.value(body.inflow);
    archive.value(body.dried_to);
    archive.value(body.overdue);
    archive.value(body.level);
    archive.value(body.waking);
    const QuantaSum most = static_cast<QuantaSum>(ids_.size()) << 32;
    archive.require(body.volume >= 0 && body.volume <= most && body.inflow >= 0 && body.inflow <= most,
                    "the water of a lake is out of range");
    archive.require(body.overdue >= 0.0 && body.overdue < 1.0, "the outflow that is due from a lake is out of range");
    archive.require(body.waking <= Waking::stirred, "the state of a lake is unknown");
    if (archive.reading() && body.waking != Waking::asleep) waiting_.push_back(id);
  }
}

// After reading, derives everything that follows from the ids and the ground.
void Bodies::find_cells(Archive& archive, LakeId last) {
  archive.require(*std::min_element(ids_.begin(), ids_.end()) >= 0, "the number of a lake is negative");
  archive.require(index(last) <= 2 * ids_.size(), "the number of a lake is too high");
  std::vector<std::vector<Cell>> cells(index(last) + 1);
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (ids_[i] != 0) cells[index(ids_[i])].push_back(static_cast<Cell>(i));
  }
  lakes_.resize(cells.size());
  for (LakeId id = 1; id <= last; ++id) {
    std::vector<Cell> const& own = cells[index(id)];
    if (own.empty()) {
      free_.push(id);
      continue;
    }
    ++count_;
    derive(id, own);
    archive.require(joined_cells(id, own.front()).size() == own.size(), "the cells of a lake are not connected");
    archive.require(std::ranges::none_of(own, [&](Cell cell) { return outlet(cell); }), "a lake lies on an open edge");
  }
}

bool Bodies::operator==(Bodies const& other) const {
  if (ids_ != other.ids_ || ground_ != other.ground_) return false;
  for (LakeId id : all()) {
    Lake const& a = lake(id);
    Lake const& b = other.lake(id);
    if (a.volume != b.volume || a.inflow != b.inflow || a.dried_to != b.dried_to || a.overdue != b.overdue ||
        a.level != b.level || a.waking != b.waking) {
      return false;
    }
  }
  return true;
}

std::string Bodies::fault() const {
  std::vector<std::vector<Cell>> cells(lakes_.size());
  for (std::size_t i = 0; i < ids_.size(); ++i) cells[index(ids_[i])].push_back(static_cast<Cell>(i));
  int count = 0;
  for (std::size_t i = 1; i < lakes_.size(); ++i) {
    const auto id = static_cast<LakeId>(i);
    if (lakes_[i].area == 0 && cells[i].empty()) continue;
    ++count;
    if (std::string fault = fault_of(id, cells[i]); !fault.empty()) {
      return "lake " + std::to_string(id) + ": " + fault;
    }
  }
  if (count != count_) return "the number of lakes is wrong";
  return {};
}

std::string Bodies::fault_of(LakeId id, std::span<Cell const> cells) const {
  Lake const& body = lake(id);
  if (body.area != static_cast<std::int32_t>(cells.size())) return "its area is wrong";
  QuantaSum ground = 0;
  for (Cell cell : cells) ground += ground_[index(cell)];
  if (body.ground != ground) return "its ground is wrong";
  if (body.volume < 0 || body.inflow < 0) return "its water is negative";
  if (body.volume == 0 && body.inflow == 0 && body.waking == Waking::asleep) return "it is dry but still listed";
  std::vector<std::uint8_t> seen(ids_.size(), 0);
  std::vector<Cell> joined{cells.front()};
  seen[index(cells.front())] = 1;
  std::vector<Place> queued = body.shore.places();
  std::sort(queued.begin(), queued.end());
  bool full = false;
  for (std::size_t k = 0; k < joined.size(); ++k) {
    for (Cell n : ring(joined[k])) {
      if (n == kNowhere || seen[index(n)] != 0) continue;
      seen[index(n)] = 1;
      if (ids_[index(n)] == id) {
        joined.push_back(n);
        continue;
      }
      if (near_[index(n)] == 0) return "its shore is not marked";
      const bool known = std::binary_search(queued.begin(), queued.end(), place(n));
      if (!known && ground_[index(n)] <= body.shore_to) return "a shore cell is missing";
      if (body.waking != Waking::asleep || ground_[index(n)] > body.level) continue;
      const Shore shore = meet(id, n);
      if (shore.height < body.level) return "it stands above its shore";
      if (shore.meeting == Meeting::other_lake) return "it has not merged with a lake that it touches";
      full = full || shore.meeting == Meeting::gate;
    }
  }
  if (joined.size() != cells.size()) return "its cells are not connected";
  if (body.waking != Waking::asleep) return {};
  if (body.level != body.reach()) return "its level does not match its water";
  if (std::ranges::any_of(cells, [&](Cell cell) { return ground_[index(cell)] > body.level; })) {
    return "it covers ground above its level";
  }
  if (full && body.above(body.level) != 0) return "it stands above its gate";
  return {};
}

}  // namespace barchan::lakes
