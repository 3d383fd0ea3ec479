/// Rising lakes: the kinds of shore cells, and the growth and merging of lakes.
#include <algorithm>
#include <limits>

#include "land/lakes_bodies.hpp"

namespace barchan::lakes {

Bodies::Shore Bodies::meet(LakeId id, Cell cell) const {
  const Ring around = ring(cell);
  Place lowest = Place::highest();
  for (Cell n : around) {
    if (n != kNowhere && ids_[index(n)] == id) lowest = std::min(lowest, place(n));
  }
  const Quanta ground = ground_[index(cell)];
  const Quanta beside = lowest.elevation();
  Shore shore{Meeting::gate, std::max(ground, beside), ground >= beside ? cell : lowest.cell(), cell};
  if (outlet(cell)) {
    shore.beyond = kNowhere;
    return shore;
  }
  if (const LakeId there = ids_[index(cell)]; there != 0) {
    if (lake(there).level >= beside) shore.meeting = Meeting::other_lake;
    return shore;
  }
  if (ground < beside) return shore;  // lower than all wet cells beside it: water runs into it but does not wet it
  Place down = Place::highest();
  for (Cell n : around) {
    if (n == kNowhere || ids_[index(n)] == id) continue;
    const Quanta next = ground_[index(n)];
    const LakeId there = ids_[index(n)];
    const bool as_high = there != 0 && lake(there).level >= ground;
    if (as_high && next <= ground) {
      shore.meeting = Meeting::other_lake;
      return shore;
    }
    if (!as_high && (there != 0 || next < ground)) down = std::min(down, place(n));
  }
  if (down == Place::highest()) {
    shore.meeting = Meeting::ground;
  } else {
    shore.beyond = down.cell();
  }
  return shore;
}

// Removes the lowest shore cell up to `limit` from the queue.
std::optional<Cell> Bodies::take_shore(LakeId id, Quanta limit) {
  if (limit > lake(id).shore_to) look_higher(id, limit);
  auto& shore = lake(id).shore;
  while (!shore.empty() && shore.top().elevation() <= limit) {
    const Place first = shore.top();
    while (!shore.empty() && shore.top() == first) shore.pop();
    if (on_shore(first, id)) return first.cell();
  }
  return std::nullopt;
}

// Lists the shore higher up. The higher the lake has risen since the last search, the higher this one goes.
void Bodies::look_higher(LakeId id, Quanta to) {
  Lake& body = lake(id);
  body.shore_to = higher_by(to, std::clamp<QuantaSum>(QuantaSum{to} - body.shore_to, kLooksAbout, kQuantaPerMetre));
  body.shore.assign([&](std::vector<Place>& shore) {
    for (Cell cell : joined_cells(id, body.seed)) {
      for (Cell n : ring(cell)) {
        if (n == kNowhere || ids_[index(n)] == id || ground_[index(n)] > body.shore_to) continue;
        shore.push_back(place(n));
      }
    }
  });
}

// Finds the level of a lake and the cells that it covers. Returns the lake to which it then belongs, and leaves the
// gates of that lake in `gates_`.
std::optional<LakeId> Bodies::relax(LakeId id, Reach reach) {
  grown_ = false;
  for (;;) {
    gates_.clear();
    Quanta sill = std::numeric_limits<Quanta>::max();
    std::optional<LakeId> joined;
    bool changed = true;
    while (!joined) {
      if (changed) {
        fall(id, std::numeric_limits<Quanta>::min());
        settle_doubts(id);
      }
      if (lake(id).volume == 0) break;
      const std::optional<Cell> cell = take_shore(id, std::min(lake(id).level, sill));
      if (!cell) break;
      Shore shore = meet(id, *cell);
      if (shore.meeting == Meeting::ground && film(id) && ground_[index(*cell)] == lake(id).level) {
        // Otherwise the lake would wet the cell at depth 0, and thus a whole level plain.
        shore = {Meeting::gate, std::numeric_limits<Quanta>::max()};
      }
      changed = shore.meeting != Meeting::gate;
      if (shore.meeting == Meeting::ground) {
        absorb(id, *cell);
      } else if (shore.meeting == Meeting::other_lake) {
        joined = join(id, *cell);
      } else {
        gates_.push_back({*cell, shore});
        if (reach == Reach::to_its_sill) sill = std::min(sill, shore.height);
      }
    }
    // A merged lake must examine all its gates again.
    if (joined) id = *joined;
    for (Gate const& gate : gates_) push_shore(id, gate.shore);
    if (joined) continue;
    if (lake(id).volume == 0) {
      gates_.clear();
      if (lake(id).inflow > 0) return id;
      dissolve(id);
      return std::nullopt;
    }
    const Quanta level = lake(id).level;
    std::erase_if(gates_, [&](Gate const& gate) { return gate.way.height > level; });
    return id;
  }
}

void Bodies::absorb(LakeId id, Cell cell) {
  Lake& body = lake(id);
  grown_ = true;
  ids_[index(cell)] = id;
  ++body.area;
  body.ground += ground_[index(cell)];
  if (body.seed == kNowhere) body.seed = cell;
  push_wet(id, cell);
  for (Cell n : ring(cell)) {
    if (n == kNowhere || ids_[index(n)] == id) continue;
    // A neighbour that is also beside other cells of the lake is already in its queue.
    bool known = false;
    if (near_[index(n)] != 0) {
      for (Cell m : ring(n)) known = known || (m != kNowhere && m != cell && ids_[index(m)] == id);
    }
    if (!known) push_shore(id, n);
  }
}

// Merges the lakes that meet in a shore cell: the lake that covers it, or else all lakes beside it that reach its
// height.
LakeId Bodies::join(LakeId id, Cell cell) {
  if (const LakeId there = ids_[index(cell)]; there != 0) return merge(id, there);
  absorb(id, cell);
  const Quanta ground = ground_[index(cell)];
  for (Cell n : ring(cell)) {
    if (n == kNowhere) continue;
    const LakeId there = ids_[index(n)];
    if (there == 0 || there == id || lake(there).level < ground || ground_[index(n)] > ground) continue;
    id = merge(id, there);
  }
  return id;
}

// The result has the id of the larger lake. If both are equally large, it has the lower id.
LakeId Bodies::merge(LakeId a, LakeId b) {
  if (lake(b).area > lake(a).area || (lake(b).area == lake(a).area && b < a)) std::swap(a, b);
  pay_evaporation(a);
  pay_evaporation(b);
  Lake& body = lake(a);
  Lake& other = lake(b);
  if (other.shore_to < body.shore_to) look_higher(b, body.shore_to);
  body.shore_to = std::min(body.shore_to, other.shore_to);
  for (Cell cell : joined_cells(b, other.seed)) ids_[index(cell)] = a;
  body.volume += other.volume;
  body.ground += other.ground;
  body.inflow += other.inflow;
  body.area += other.area;
  body.served = std::max(body.served, other.served);
  body.wet_from = std::max(body.wet_from, other.wet_from);
  body.shore.join(other.shore);
  body.wet.join(other.wet);
  remove_lake(b);
  return a;
}

}  // namespace barchan::lakes
