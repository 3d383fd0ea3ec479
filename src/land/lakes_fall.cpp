/// Falling lakes: the release of cells, and the search for parts that are no longer connected.
#include <algorithm>
#include <numeric>
#include <set>

#include "land/lakes_bodies.hpp"

namespace barchan::lakes {

namespace {

/// Searches a lake from several of its cells, alternating between the searches. Searches that meet are merged. A search
/// that ends without having met all others has found a separate piece.
class PieceSearch {
 public:
  explicit PieceSearch(std::span<Cell const> from) : root_(from.size()), running_(from.size(), 1), left_(from.size()) {
    std::iota(root_.begin(), root_.end(), std::size_t{0});
    for (Cell cell : from) cells_.push_back({cell});
    next_.resize(from.size(), 0);
  }

  /// `visit(cell, search)` calls `found` for new cells and `met` for other searches.
  template <class Visit>
  void run(Visit const& visit) {
    for (std::size_t k = 0; left_ > 1; k = (k + 1) % root_.size()) {
      if (next_[k] == cells_[k].size()) continue;
      ++visited_;
      visit(cells_[k][next_[k]++], k);
      if (next_[k] == cells_[k].size() && --running_[root(k)] == 0) --left_;
    }
  }
  void found(std::size_t k, Cell cell) { cells_[k].push_back(cell); }
  void met(std::size_t k, std::size_t other) {
    const std::size_t a = root(k), b = root(other);
    if (a == b) return;
    root_[b] = a;
    running_[a] += running_[b];
    --left_;
  }

  QuantaSum visited() const { return visited_; }
  /// Index of a search that has not ended.
  std::size_t unfinished() const {
    std::size_t k = 0;
    while (running_[root(k)] == 0) ++k;
    return k;
  }
  /// Cells of the pieces whose search has ended.
  std::vector<std::vector<Cell>> pieces() {
    std::vector<std::vector<Cell>> pieces(root_.size());
    for (std::size_t k = 0; k < root_.size(); ++k) {
      std::vector<Cell>& piece = pieces[root(k)];
      if (running_[root(k)] == 0) piece.insert(piece.end(), cells_[k].begin(), cells_[k].end());
    }
    std::erase_if(pieces, [](std::vector<Cell> const& piece) { return piece.empty(); });
    return pieces;
  }

 private:
  std::size_t root(std::size_t k) const {
    while (root_[k] != k) k = root_[k];
    return k;
  }

  std::vector<std::vector<Cell>> cells_;
  std::vector<std::size_t> next_;  ///< per search, index of the first cell that has not been visited
  std::vector<std::size_t> root_;  ///< per search, the search that represents all those that have met
  std::vector<int> running_;       ///< per root, number of its searches that have not ended
  std::size_t left_;               ///< number of roots with unfinished searches
  QuantaSum visited_ = 0;
};

}  // namespace

// Releases the cells above both the level and `floor`, the highest first.
void Bodies::fall(LakeId id, Quanta floor) {
  Lake& body = lake(id);
  for (;;) {
    body.level = body.reach();
    const Quanta keep = std::max(body.level, floor);
    if (keep < body.wet_from - 1) look_deeper(id, keep);
    while (!body.wet.empty() && !in_lake(body.wet.top(), id)) body.wet.pop();
    if (body.wet.empty() || body.wet.top().elevation() <= keep) return;
    const Cell cell = body.wet.top().cell();
    body.wet.pop();
    release(id, cell);
  }
}

void Bodies::look_deeper(LakeId id, Quanta level) {
  Lake& body = lake(id);
  body.wet_from = level + 1 - kLooksAbout;
  // While it is uncertain whether a lake is connected, a search from one cell may not find all its cells.
  const std::vector<Cell> scattered = representatives_.empty() ? std::vector<Cell>{} : cells(id);
  const std::span<Cell const> all = representatives_.empty() ? joined_cells(id, body.seed) : scattered;
  body.wet.assign([&](std::vector<Place>& wet) {
    for (Cell cell : all) {
      if (ground_[index(cell)] >= body.wet_from) wet.push_back(place(cell));
    }
  });
}

void Bodies::release(LakeId id, Cell cell) {
  Lake& body = lake(id);
  ids_[index(cell)] = 0;
  --body.area;
  body.ground -= ground_[index(cell)];
  const Ring around = ring(cell);
  std::uint32_t wet = 0;
  for (std::size_t k = 0; k < around.size(); ++k) {
    if (around[k] != kNowhere && ids_[index(around[k])] == id) wet |= 1u << k;
  }
  const Runs runs(wet);
  doubt(cell, around, runs);
  if (runs.count == 0) return;
  if (body.seed == cell) body.seed = around[runs.starts[0]];
  push_shore(id, cell);
}

// A cell that dries between several runs of water may have connected parts of a lake. Each run gets a representative.
// If the drying cell was itself a representative, its runs replace it, and the doubts that meet in it are merged. The
// lake is connected if the pieces of each doubt are connected.
void Bodies::doubt(Cell cell, Ring const& ring, Runs const& runs) {
  std::vector<int> here;
  for (Representative const& r : representatives_) {
    if (r.cell == cell) here.push_back(r.doubt);
  }
  if (here.empty() && runs.count < 2) return;
  const int doubt = here.empty() ? doubts_++ : here.front();
  std::erase_if(representatives_, [&](Representative const& r) { return r.cell == cell; });
  for (Representative& r : representatives_) {
    if (std::find(here.begin(), here.end(), r.doubt) != here.end()) r.doubt = doubt;
  }
  for (int k = 0; k < runs.count; ++k) {
    representatives_.push_back({doubt, ring[runs.starts[static_cast<std::size_t>(k)]]});
  }
}

// Splits a lake that is no longer connected.
void Bodies::settle_doubts(LakeId id) {
  doubts_ = 0;
  if (representatives_.empty()) return;
  std::vector<Representative> all;
  all.swap(representatives_);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  lake(id).seed = all.front().cell;

  const Whole whole{lake(id).level, lake(id).above(lake(id).level), lake(id).area};
  LakeId largest = id;
  QuantaSum searched = 0;
  for (auto first = all.begin(); first != all.end();) {
    // Once separate searches have cost more than one search of the whole lake, the remaining doubts are searched
    // together.
    auto last = all.end();
    if (searched <= whole.area)
      last = std::find_if(first, last, [&](auto const& r) { return r.doubt != first->doubt; });
    std::set<Cell> from;
    for (; first != last; ++first) from.insert(first->cell);
    if (from.size() < 2) continue;
    const Pieces found = search_pieces(id, {from.begin(), from.end()});
    searched += found.searched;
    lake(id).seed = found.in_rest;
    for (std::vector<Cell> const& piece : found.pieces) {
      const LakeId part = split_off(id, piece, whole);
      if (largest == id || lake(part).area > lake(largest).area) largest = part;
    }
    // Cells that were connected through a piece that has split off can now only be connected through the remaining
    // lake.
    for (auto r = last; r != all.end(); ++r) {
      if (ids_[index(r->cell)] != id) r->cell = found.in_rest;
    }
  }
  if (largest != id && lake(largest).area > lake(id).area) exchange_ids(id, largest);
}

Bodies::Pieces Bodies::search_pieces(LakeId id, std::vector<Cell> const& from) {
  const std::uint32_t first_mark = new_mark(static_cast<std::uint32_t>(from.size()));
  for (std::size_t k = 0; k < from.size(); ++k) marks_[index(from[k])] = first_mark + static_cast<std::uint32_t>(k);
  PieceSearch search(from);
  search.run([&](Cell cell, std::size_t k) {
    for (Cell n : ring(cell)) {
      if (n == kNowhere || ids_[index(n)] != id) continue;
      std::uint32_t& mark = marks_[index(n)];
      if (mark < first_mark) {
        mark = first_mark + static_cast<std::uint32_t>(k);
        search.found(k, n);
      } else {
        search.met(k, mark - first_mark);
      }
    }
  });
  return {search.pieces(), from[search.unfinished()], search.visited()};
}

// Makes a piece a separate lake. It has the same level as the remaining lake, and receives its fraction of the water
// below one quantum of level.
LakeId Bodies::split_off(LakeId id, std::span<Cell const> piece, Whole whole) {
  const LakeId part = add_lake();
  for (Cell cell : piece) ids_[index(cell)] = part;
  derive(part, piece);
  Lake& body = lake(part);
  Lake& rest = lake(id);
  const QuantaSum area = body.area;
  body.level = whole.level;
  body.volume = area * whole.level - body.ground + whole.rest * area / whole.area;
  body.dried_to = rest.dried_to;
  body.served = rest.served;
  rest.volume -= body.volume;
  rest.ground -= body.ground;
  rest.area -= body.area;
  rest.level = rest.reach();
  wake(part, Waking::stirred);
  wake(id, Waking::stirred);
  return part;
}

void Bodies::exchange_ids(LakeId a, LakeId b) {
  const std::span<Cell const> joined = joined_cells(a, lake(a).seed);
  const std::vector<Cell> of_a(joined.begin(), joined.end());
  for (Cell cell : joined_cells(b, lake(b).seed)) ids_[index(cell)] = a;
  for (Cell cell : of_a) ids_[index(cell)] = b;
  std::swap(lake(a), lake(b));
}

}  // namespace barchan::lakes
