#include "support/flooded_land.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <stdexcept>
#include <tuple>

namespace barchan::test {

namespace {

constexpr std::pair<Quanta, std::size_t> kNone{std::numeric_limits<Quanta>::max(), 0};

}  // namespace

std::vector<std::size_t> IntegerLand::neighbours(std::size_t cell) const {
  const auto width = static_cast<std::size_t>(grid.width);
  const int x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
  std::vector<std::size_t> list;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      if (!grid.periodic() && !grid.contains(x + dx, y + dy)) continue;
      list.push_back(grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy)));
    }
  }
  return list;
}

QuantaSum random_between(Randomness& randomness, QuantaSum first, QuantaSum last) {
  return first + static_cast<QuantaSum>(randomness() % static_cast<std::uint64_t>(last - first + 1));
}

IntegerLand random_land(Randomness& randomness, Grid const& grid, Texture texture, Quanta relief) {
  IntegerLand land{grid, std::vector<Quanta>(grid.cells(), 0)};
  if (texture == Texture::noise) {
    for (Quanta& z : land.elevations) z = static_cast<Quanta>(random_between(randomness, 0, relief));
    return land;
  }
  // Bilinear between random knots; each further grid is denser and lower.
  QuantaSum height = relief;
  for (int spacing = 16; spacing >= 1 && height > 0; spacing /= 2, height = height * 3 / 5) {
    const int columns = grid.width / spacing + 2, rows = grid.height / spacing + 2;
    std::vector<QuantaSum> knots(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (QuantaSum& knot : knots) knot = random_between(randomness, 0, height);
    for_each_cell(grid, [&](int x, int y) {
      const int column = x / spacing, row = y / spacing, a = x % spacing, b = y % spacing;
      const auto knot = [&](int i, int j) { return knots[static_cast<std::size_t>((row + j) * columns + column + i)]; };
      const QuantaSum south = knot(0, 0) * (spacing - a) + knot(1, 0) * a;
      const QuantaSum north = knot(0, 1) * (spacing - a) + knot(1, 1) * a;
      land.elevations[grid.index(x, y)] +=
          static_cast<Quanta>((south * (spacing - b) + north * b) / (QuantaSum{spacing} * spacing));
    });
  }
  return land;
}

std::vector<Quanta> priority_flood(IntegerLand const& land) {
  std::vector<Quanta> surface = land.elevations;
  std::vector<bool> done(land.cells(), false);
  using Key = std::pair<Quanta, std::size_t>;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> open;
  for (std::size_t cell = 0; cell < land.cells(); ++cell) {
    if (!land.outlet(cell)) continue;
    open.emplace(surface[cell], cell);
    done[cell] = true;
  }
  while (!open.empty()) {
    const std::size_t cell = open.top().second;
    open.pop();
    for (std::size_t n : land.neighbours(cell)) {
      if (done[n]) continue;
      done[n] = true;
      surface[n] = std::max(surface[n], surface[cell]);
      open.emplace(surface[n], n);
    }
  }
  return surface;
}

/// A lake during a flood that starts from the beginning.
struct ScratchLakes::Flood {
  IntegerLand const& land;
  QuantaSum volume = 0, ground = 0;
  std::set<std::size_t> wet{}, seen{};
  std::set<Key> around{};

  Key key(std::size_t cell) const { return {land.elevations[cell], cell}; }
  void add(std::size_t cell) {
    if (!wet.insert(cell).second) return;
    seen.insert(cell);
    around.erase(key(cell));
    ground += land.elevations[cell];
    for (std::size_t n : land.neighbours(cell)) {
      if (seen.insert(n).second) around.insert(key(n));
    }
  }
  Quanta level() const {
    const auto count = static_cast<QuantaSum>(wet.size());
    const QuantaSum sum = volume + ground;
    return static_cast<Quanta>(sum / count - (sum % count < 0 ? 1 : 0));
  }
  Key lowest_beside(std::size_t cell) const {
    Key lowest{std::numeric_limits<Quanta>::max(), kOutside};
    for (std::size_t n : land.neighbours(cell)) {
      if (wet.count(n) != 0) lowest = std::min(lowest, key(n));
    }
    return lowest;
  }
};

std::size_t ScratchLakes::run_down(std::size_t cell) const {
  while (ids_[cell] == 0) {
    if (land_.outlet(cell)) return kOutside;
    Key lowest{land_.elevations[cell], 0};
    for (std::size_t n : land_.neighbours(cell)) {
      if (land_.elevations[n] < land_.elevations[cell]) lowest = std::min(lowest, Key{land_.elevations[n], n});
    }
    if (lowest.first == land_.elevations[cell]) return cell;
    cell = lowest.second;
  }
  return cell;
}

std::pair<QuantaSum, std::vector<std::size_t>> ScratchLakes::take(std::size_t id) {
  Body body = std::exchange(bodies_[id], {});
  for (std::size_t cell : body.cells) ids_[cell] = 0;
  return {body.volume, std::move(body.cells)};
}

void ScratchLakes::pour(std::size_t cell, QuantaSum amount) {
  Parcel parcel{cell, amount};
  while (parcel.amount > 0) {
    const std::size_t rest = parcel.cell == kOutside ? kOutside : run_down(parcel.cell);
    if (rest == kOutside) {
      left_ += parcel.amount;
      return;
    }
    std::vector<std::size_t> cells{rest};
    QuantaSum volume = 0;
    if (ids_[rest] != 0) std::tie(volume, cells) = take(ids_[rest]);
    parcel = flood(cells, volume + parcel.amount);
  }
}

// Role of the lowest cell around a flood: ground to cover, a gate, or a connection to other lakes.
ScratchLakes::Meeting ScratchLakes::meet(Flood const& flood, std::size_t cell) const {
  const Key here = flood.key(cell);
  const Key beside = flood.lowest_beside(cell);
  Meeting meeting;
  meeting.gate = {std::max(here.first, beside.first), here.first >= beside.first ? cell : beside.second, true, kNone};
  Key& down = std::get<3>(meeting.gate);
  if (land_.outlet(cell)) {
    std::get<2>(meeting.gate) = false;
    down = here;
  } else if (const std::size_t there = ids_[cell]; there != 0) {
    if (bodies_[there].level >= beside.first) meeting.joined.insert(there);
    down = here;
  } else if (here.first < beside.first) {
    down = here;
  } else {
    for (std::size_t n : land_.neighbours(cell)) {
      if (flood.wet.count(n) != 0) continue;
      const std::size_t id = ids_[n];
      if (id != 0 && bodies_[id].level >= here.first) {
        if (land_.elevations[n] <= here.first) meeting.joined.insert(id);
      } else if (id != 0 || land_.elevations[n] < here.first) {
        down = std::min(down, flood.key(n));
      }
    }
  }
  return meeting;
}

// Returns the amount that spills, and the place to which it runs.
ScratchLakes::Parcel ScratchLakes::flood(std::vector<std::size_t> const& cells, QuantaSum volume) {
  Flood flood{land_, volume};
  for (std::size_t cell : cells) flood.add(cell);
  const Gate none{kNone.first, 0, true, kNone};
  Gate sill = none;
  std::set<std::size_t> passed;
  for (;;) {
    const auto next = std::find_if(flood.around.begin(), flood.around.end(),
                                   [&](Key const& key) { return passed.count(key.second) == 0; });
    if (next == flood.around.end() || next->first > std::min(flood.level(), std::get<0>(sill))) break;
    const std::size_t cell = next->second;
    const Meeting meeting = meet(flood, cell);
    if (!meeting.joined.empty()) {
      flood.add(cell);
      for (std::size_t id : meeting.joined) {
        const auto [more, wet] = take(id);
        flood.volume += more;
        for (std::size_t w : wet) flood.add(w);
      }
      sill = none;
      passed.clear();
    } else if (std::get<3>(meeting.gate) != kNone) {
      sill = std::min(sill, meeting.gate);
      passed.insert(cell);
    } else {
      flood.add(cell);
    }
  }
  Body body{flood.volume, flood.level(), {flood.wet.begin(), flood.wet.end()}};
  if (sill != none && std::get<0>(sill) <= body.level) {
    body.level = std::get<0>(sill);
    std::erase_if(body.cells, [&](std::size_t cell) { return land_.elevations[cell] > body.level; });
    body.volume = 0;
    for (std::size_t cell : body.cells) body.volume += body.level - land_.elevations[cell];
  }
  const QuantaSum spilled = flood.volume - body.volume;
  if (body.volume > 0) {
    for (std::size_t cell : body.cells) ids_[cell] = bodies_.size();
    bodies_.push_back(std::move(body));
  }
  return {std::get<2>(sill) ? std::get<3>(sill).second : kOutside, spilled};
}

std::vector<Quanta> ScratchLakes::depths() const {
  std::vector<Quanta> depths(land_.cells(), 0);
  for (std::size_t cell = 0; cell < depths.size(); ++cell) {
    if (ids_[cell] != 0) depths[cell] = std::max(bodies_[ids_[cell]].level - land_.elevations[cell], 0);
  }
  return depths;
}

QuantaSum run_to_rest(Lakes& lakes, IntegerLand const& land) {
  QuantaSum left = 0;
  for (int step = 0; !lakes.at_rest(); ++step) {
    if (step == 100000) throw std::runtime_error("the lakes do not come to rest");
    std::vector<LakePour> pours;
    for (LakeOutflow const& outflow : lakes.settle({}).outflows) {
      if (outflow.beyond == LakeOutflow::kOutside) {
        left += outflow.amount;
      } else {
        pours.push_back({outflow.beyond, outflow.amount});
      }
    }
    left += lakes.pour(pours, land.elevations);
  }
  return left;
}

QuantaSum pour_and_rest(Lakes& lakes, IntegerLand const& land, LakePour pour) {
  const QuantaSum left = lakes.pour({&pour, 1}, land.elevations);
  return left + run_to_rest(lakes, land);
}

std::vector<Quanta> depths(Lakes const& lakes, IntegerLand const& land) {
  std::vector<Quanta> depths(land.cells());
  for (std::size_t cell = 0; cell < depths.size(); ++cell) depths[cell] = lakes.depth(cell);
  return depths;
}

std::pair<std::vector<Quanta>, QuantaSum> poured_anew(Lakes const& lakes, IntegerLand const& land) {
  const std::vector<Quanta> depth = depths(lakes, land);
  std::vector<bool> done(land.cells(), false);
  struct Pool {
    std::size_t size = 0;
    std::size_t lowest = 0;
    QuantaSum volume = 0;
  };
  // A lake may be connected only at depth 0. Water below one quantum of its level then goes to its largest pool.
  std::map<LakeId, std::vector<Pool>> pools;
  for (std::size_t cell = 0; cell < land.cells(); ++cell) {
    if (const LakeId id = lakes.id(cell); id != 0 && pools[id].empty()) pools[id].push_back({0, cell, 0});
    if (depth[cell] == 0 || done[cell]) continue;
    const LakeId id = lakes.id(cell);
    std::vector<std::size_t> wet{cell};
    done[cell] = true;
    Pool pool{0, cell, 0};
    for (std::size_t k = 0; k < wet.size(); ++k) {
      pool.volume += depth[wet[k]];
      const auto height = [&](std::size_t c) { return std::pair{land.elevations[c], c}; };
      if (height(wet[k]) < height(pool.lowest)) pool.lowest = wet[k];
      for (std::size_t n : land.neighbours(wet[k])) {
        if (done[n] || lakes.id(n) != id || depth[n] == 0) continue;
        done[n] = true;
        wet.push_back(n);
      }
    }
    pool.size = wet.size();
    pools[id].push_back(pool);
  }
  ScratchLakes anew(land);
  for (auto& [id, list] : pools) {
    if (list.size() > 1) list.erase(list.begin());
    QuantaSum rest = lakes.lake(id).volume;
    for (Pool const& pool : list) rest -= pool.volume;
    std::max_element(list.begin(), list.end(), [](Pool const& a, Pool const& b) { return a.size < b.size; })->volume +=
        rest;
    for (Pool const& pool : list) anew.pour(pool.lowest, pool.volume);
  }
  return {anew.depths(), anew.left()};
}

}  // namespace barchan::test
