// Rivers as lines. The land is flooded upwards from lakes, the sea and open edges (Barnes, Lehman & Mulla 2014), so
// that each cell knows which neighbours lie downstream. A river follows the neighbour with the strongest flow. Water
// that runs beside a river within about its width belongs to that river.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "land/terrain.hpp"
#include "world/water_lines.hpp"

namespace barchan {

namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();
constexpr double kLeastShare = 0.05;    // fraction of the largest stream
constexpr std::size_t kLeastCells = 6;  // shortest river
constexpr std::size_t kLongestGap = 4;  // dry cells that a river may cross
constexpr double kReach = 0.8;          // widths to each side of a river's line that belong to the river
constexpr int kWidestReach = 32;        // largest such reach, in cells
constexpr double kMostOffMiddle = 0.4;  // largest distance of a line from the centres of cells, cells
// Slightly more than 1, so that a river may leave its cell in any direction, but hardly backwards.
constexpr float kTurns = 1.1f;

/// The cells of a river from its beginning to its end.
struct Path {
  std::vector<std::size_t> cells;
  std::size_t lake = kNowhere;  ///< cell of the lake from which it flows
  RiverEnd end = RiverEnd::dry;
  std::size_t into = kNowhere;  ///< cell of the river that it joins, or of the lake or the sea
};

class RiverFinder {
 public:
  RiverFinder(Terrain const& terrain, std::span<RunningWater const> water)
      : terrain_(terrain), grid_(terrain.grid), water_(water) {}

  Rivers find(double least) {
    measure();
    Rivers found;
    const double largest = *std::max_element(discharge_.begin(), discharge_.end());
    found.least_discharge = least > 0.0 ? least : kLeastShare * largest;
    if (!(largest > 0.0)) return found;
    flood();
    for (std::size_t i = 1; i < upwards_.size(); ++i) next_[upwards_[i]] = downstream_of(upwards_[i]);
    owner_.assign(grid_.cells(), kNowhere);
    joined_.assign(grid_.cells(), false);
    for (const std::size_t head : heads(found.least_discharge)) {
      Path path = walk(head, found.least_discharge);
      if (!path.cells.empty()) accept(std::move(path));
    }
    lead_on_from_lakes(found.least_discharge);
    found.rivers = lines();
    return found;
  }

 private:
  glm::ivec2 place(std::size_t cell) const {
    const auto width = static_cast<std::size_t>(grid_.width);
    return {static_cast<int>(cell % width), static_cast<int>(cell / width)};
  }
  bool is_sea(std::size_t cell) const { return terrain_.under_sea(cell); }
  bool is_lake(std::size_t cell) const { return terrain_.lakes.id(cell) != 0 && !is_sea(cell); }
  bool stands(std::size_t cell) const { return is_lake(cell) || is_sea(cell); }
  QuantaSum ground(std::size_t cell) const { return terrain_.columns.elevation(cell); }
  glm::vec2 flow(std::size_t cell) const { return water_[cell].discharge; }
  bool runs(std::size_t cell) const { return discharge_[cell] > 0.0; }

  /// Calls `visit(cell, way)` for the neighbours at sides and corners.
  template <class Visit>
  void for_neighbours(std::size_t cell, Visit const& visit) const {
    const glm::ivec2 at = place(cell);
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0) continue;
        if (!grid_.periodic() && !grid_.contains(at.x + dx, at.y + dy)) continue;
        visit(grid_.index(grid_.resolve_x(at.x + dx), grid_.resolve_y(at.y + dy)), glm::vec2(dx, dy));
      }
    }
  }

  void measure() {
    discharge_.assign(grid_.cells(), 0.0);
    width_.assign(grid_.cells(), 0.0);
    for (std::size_t cell = 0; cell < grid_.cells(); ++cell) {
      if (stands(cell)) continue;
      const std::optional<Stream> stream = stream_across(grid_, water_, cell);
      if (!stream) continue;
      discharge_[cell] = stream->discharge;
      width_[cell] = stream->width;
    }
  }

  bool on_open_edge(std::size_t cell) const { return grid_.boundary == Boundary::open && grid_.on_edge(cell); }

  /// Orders the cells from the outlets upwards.
  void flood() {
    using Entry = std::tuple<QuantaSum, std::size_t, std::size_t>;  // level, order of arrival, cell
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
    std::vector<bool> known(grid_.cells(), false);
    std::size_t count = 0;
    const auto elevations = terrain_.columns.elevations();
    const auto add = [&](std::size_t cell, QuantaSum level) {
      known[cell] = true;
      waiting.emplace(level, count++, cell);
    };
    for (std::size_t cell = 0; cell < grid_.cells(); ++cell) {
      if (stands(cell) || on_open_edge(cell)) add(cell, QuantaSum{elevations[cell]} + terrain_.standing_water(cell));
    }
    if (waiting.empty()) {
      const auto lowest = std::min_element(elevations.begin(), elevations.end());
      add(static_cast<std::size_t>(lowest - elevations.begin()), *lowest);
    }
    order_.assign(grid_.cells(), 0);
    next_.assign(grid_.cells(), kNowhere);
    upwards_.clear();
    while (!waiting.empty()) {
      const auto [level, came, cell] = waiting.top();
      waiting.pop();
      order_[cell] = upwards_.size();
      upwards_.push_back(cell);
      for_neighbours(cell, [&, level = level](std::size_t near, glm::vec2) {
        if (!known[near]) add(near, std::max(level, QuantaSum{elevations[near]}));
      });
    }
  }

  /// The downstream neighbour that receives the water; none at lakes, the sea and open edges.
  std::size_t downstream_of(std::size_t cell) const {
    if (stands(cell) || on_open_edge(cell)) return kNowhere;
    const glm::vec2 own = flow(cell);
    const float strength = glm::length(own);
    std::size_t best = kNowhere;
    float most = -1.0f, steepest = 0.0f;
    for_neighbours(cell, [&](std::size_t near, glm::vec2 way) {
      if (order_[near] >= order_[cell]) return;
      const float strong = stands(near) ? strength : glm::length(flow(near));
      const float along = strength > 0.0f ? glm::dot(own, way) / (strength * glm::length(way)) : 0.0f;
      const float score = strong * (kTurns + along);
      const float falls = static_cast<float>(ground(cell) - ground(near)) / glm::length(way);
      if (score > most || (score == most && falls > steepest)) {
        most = score;
        steepest = falls;
        best = near;
      }
    });
    return best;
  }

  /// Cells where rivers begin; those with the longest path come first.
  std::vector<std::size_t> heads(double least) const {
    std::vector<std::uint32_t> way(grid_.cells(), 0);
    std::vector<bool> fed(grid_.cells(), false);
    std::vector<std::size_t> begin;
    for (const std::size_t cell : upwards_) {
      if (next_[cell] == kNowhere) continue;
      way[cell] = way[next_[cell]] + 1;
      if (discharge_[cell] >= least) fed[next_[cell]] = true;
    }
    for (std::size_t cell = 0; cell < grid_.cells(); ++cell) {
      if (discharge_[cell] >= least && !fed[cell]) begin.push_back(cell);
    }
    std::stable_sort(begin.begin(), begin.end(), [&](std::size_t a, std::size_t b) { return way[a] > way[b]; });
    return begin;
  }

  /// The lake that spills into the cell, if any.
  std::size_t lake_above(std::size_t cell) const {
    std::size_t lake = kNowhere;
    const Quanta ground = terrain_.columns.elevation(cell);
    for_neighbours(cell, [&](std::size_t near, glm::vec2) {
      if (is_lake(near) && near != next_[cell] && terrain_.lakes.lake(terrain_.lakes.id(near)).level >= ground &&
          (lake == kNowhere || touches(cell, near))) {
        lake = near;
      }
    });
    return lake;
  }
  /// Returns whether two neighbours share a side.
  bool touches(std::size_t a, std::size_t b) const {
    const glm::ivec2 way = place(b) - place(a);
    return way.x == 0 || way.y == 0;
  }

  /// The cell of a line whose river includes this cell, if there is water all the way to it.
  std::size_t line_beside(std::size_t cell) const {
    const std::size_t owner = owner_[cell];
    if (owner == kNowhere) return owner;
    const glm::dvec2 from = middle(cell), way = way_between(from, middle(owner));
    const int parts = static_cast<int>(std::ceil(2.0 * glm::length(way) / static_cast<double>(grid_.cell_size)));
    for (int part = 1; part < parts; ++part) {
      const glm::ivec2 at(glm::floor((from + way * (part / double(parts))) / static_cast<double>(grid_.cell_size)));
      if (!runs(grid_.index(grid_.resolve_x(at.x), grid_.resolve_y(at.y)))) return kNowhere;
    }
    return owner;
  }

  /// The middle of the stream across the cell.
  std::size_t middle_of_stream(std::size_t cell) const {
    const glm::vec2 own = flow(cell);
    const glm::ivec2 across = std::abs(own.y) > std::abs(own.x) ? glm::ivec2(1, 0) : glm::ivec2(0, 1);
    const int most = static_cast<int>(width_[cell] / static_cast<double>(grid_.cell_size));
    double sum = 0.0, moment = 0.0;
    const auto add = [&](int away) {
      const glm::ivec2 at = place(cell) + away * across;
      if (!grid_.periodic() && !grid_.contains(at.x, at.y)) return false;
      const std::size_t there = grid_.index(grid_.resolve_x(at.x), grid_.resolve_y(at.y));
      const auto strength = static_cast<double>(std::max(0.0f, glm::dot(flow(there), own)));
      sum += strength;
      moment += away * strength;
      return runs(there) && strength > 0.0;
    };
    add(0);
    for (int away = 1; away < most && add(away);) ++away;
    for (int away = -1; - away < most && add(away);) --away;
    const glm::ivec2 at = place(cell) + static_cast<int>(std::lround(moment / sum)) * across;
    return grid_.index(grid_.resolve_x(at.x), grid_.resolve_y(at.y));
  }

  /// Follows the water from a cell to standing water, an edge, another river, or the place where it dries up.
  Path follow(std::size_t cell) const {
    Path path{.cells = {}, .lake = lake_above(cell)};
    for (std::size_t dry = 0; true; cell = next_[cell]) {
      path.cells.push_back(cell);
      dry = runs(cell) ? 0 : dry + 1;
      const std::size_t next = next_[cell];
      if (next == kNowhere) {
        if (on_open_edge(cell)) path.end = RiverEnd::edge;
        break;
      }
      if (stands(next)) {
        path.end = is_sea(next) ? RiverEnd::sea : RiverEnd::lake;
        path.into = next;
        break;
      }
      if (const std::size_t owner = line_beside(next); owner != kNowhere && order_[owner] < order_[cell]) {
        path.end = RiverEnd::river;
        path.into = owner;
        break;
      }
      if (dry > kLongestGap) break;
    }
    if (path.end == RiverEnd::dry) {
      while (!path.cells.empty() && !runs(path.cells.back())) path.cells.pop_back();
    }
    return path;
  }

  /// Follows a river from its beginning; returns no cells if it belongs to another river.
  Path walk(std::size_t begin, double least) const {
    const std::size_t head = middle_of_stream(begin);
    if (line_beside(begin) != kNowhere || line_beside(head) != kNowhere) return {};
    Path path = follow(head);
    const auto strong = static_cast<std::size_t>(
        std::ranges::count_if(path.cells, [&](std::size_t cell) { return discharge_[cell] >= least; }));
    const auto broad = static_cast<std::size_t>(2.0 * width_[head] / static_cast<double>(grid_.cell_size));
    if (strong < std::max(kLeastCells, broad) && (path.lake == kNowhere || path.cells.size() < 2)) path.cells.clear();
    return path;
  }

  /// For each lake that spills, the cell that receives most of its water.
  std::map<LakeId, std::size_t> outlets() const {
    std::map<LakeId, std::size_t> strongest;
    for (std::size_t cell = 0; cell < grid_.cells(); ++cell) {
      const std::size_t lake = runs(cell) ? lake_above(cell) : kNowhere;
      if (lake == kNowhere) continue;
      const LakeId id = terrain_.lakes.id(lake);
      glm::vec2 away{};
      for_neighbours(cell, [&](std::size_t near, glm::vec2 way) {
        if (terrain_.lakes.id(near) == id) away -= way;
      });
      const bool back = next_[cell] != kNowhere && terrain_.lakes.id(next_[cell]) == id;
      if (back || !(glm::dot(flow(cell), away) > 0.0f)) continue;
      const auto known = strongest.try_emplace(id, cell).first;
      if (discharge_[cell] > discharge_[known->second]) known->second = cell;
    }
    return strongest;
  }

  /// Adds a line out of each lake that spills but has no line yet, because another river takes its water directly or
  /// because its outflow is weaker than `least` although a river enters the lake.
  void lead_on_from_lakes(double least) {
    std::set<LakeId> fed, drained;
    for (Path const& path : paths_) {
      if (path.end == RiverEnd::lake) fed.insert(terrain_.lakes.id(path.into));
      if (path.lake != kNowhere) drained.insert(terrain_.lakes.id(path.lake));
    }
    std::vector<std::pair<LakeId, std::size_t>> downwards;
    for (auto const& outlet : outlets()) downwards.push_back(outlet);
    std::ranges::stable_sort(downwards, std::greater<>(),
                             [&](auto const& outlet) { return terrain_.lakes.lake(outlet.first).level; });
    for (auto const& [id, cell] : downwards) {
      const double own = static_cast<double>(glm::length(flow(cell)));
      if (drained.contains(id) || (own < least && !fed.contains(id))) continue;
      const std::size_t owner = line_beside(cell);
      const bool joins = owner != kNowhere && order_[owner] <= order_[cell];
      Path path = joins ? Path{{}, lake_above(cell), RiverEnd::river, owner} : follow(cell);
      if (joins && owner != cell) path.cells = {cell};
      if (path.end == RiverEnd::dry) continue;
      if (path.end == RiverEnd::lake) fed.insert(terrain_.lakes.id(path.into));
      accept(std::move(path));
    }
  }

  void accept(Path path) {
    if (path.end == RiverEnd::river) joined_[path.into] = true;
    for (const std::size_t cell : path.cells) owner_[cell] = cell;
    for (const std::size_t cell : path.cells) {
      // The line is not always in the middle of the river.
      const double cells = kReach * width_[cell] / static_cast<double>(grid_.cell_size);
      const int reach = std::clamp(static_cast<int>(std::lround(cells)), 1, kWidestReach);
      const glm::ivec2 at = place(cell);
      for (int dy = -reach; dy <= reach; ++dy) {
        for (int dx = -reach; dx <= reach; ++dx) {
          if (dx * dx + dy * dy > reach * reach + 1) continue;
          if (!grid_.periodic() && !grid_.contains(at.x + dx, at.y + dy)) continue;
          std::size_t& owner = owner_[grid_.index(grid_.resolve_x(at.x + dx), grid_.resolve_y(at.y + dy))];
          if (owner == kNowhere) owner = cell;
        }
      }
    }
    paths_.push_back(std::move(path));
  }

  // -- lines -------------------------------------------------------------------------------------------------------

  glm::dvec2 middle(std::size_t cell) const {
    return (glm::dvec2(place(cell)) + 0.5) * static_cast<double>(grid_.cell_size);
  }

  /// Point of the line in a cell: weighted between the cell and those beside it by discharge.
  glm::dvec2 vertex(std::size_t cell) const {
    const glm::vec2 own = flow(cell);
    const bool across_x = std::abs(own.y) > std::abs(own.x);
    const glm::ivec2 at = place(cell);
    double sum = 0.0, moment = 0.0;
    for (int away = -1; away <= 1; ++away) {
      const glm::ivec2 there = at + (across_x ? glm::ivec2(away, 0) : glm::ivec2(0, away));
      if (!grid_.periodic() && !grid_.contains(there.x, there.y)) continue;
      const glm::vec2 passes = flow(grid_.index(grid_.resolve_x(there.x), grid_.resolve_y(there.y)));
      const double share = std::max(0.0, static_cast<double>(across_x ? passes.y / own.y : passes.x / own.x));
      if (!std::isfinite(share)) continue;
      sum += share;
      moment += away * share;
    }
    const double off = sum > 0.0 ? std::clamp(moment / sum, -kMostOffMiddle, kMostOffMiddle) : 0.0;
    const glm::dvec2 shift = across_x ? glm::dvec2(off, 0.0) : glm::dvec2(0.0, off);
    return middle(cell) + shift * static_cast<double>(grid_.cell_size);
  }

  glm::dvec2 size() const { return glm::dvec2(grid_.width, grid_.height) * static_cast<double>(grid_.cell_size); }

  /// Displacement between two points, across seams where that is shorter.
  glm::dvec2 way_between(glm::dvec2 from, glm::dvec2 to) const {
    const glm::dvec2 way = to - from;
    return grid_.periodic() ? way - size() * glm::round(way / size()) : way;
  }

  /// Midpoint of the side or corner that a cell shares with a neighbour.
  glm::dvec2 border(std::size_t from, std::size_t to) const {
    return middle(from) + 0.5 * way_between(middle(from), middle(to));
  }

  glm::dvec2 edge_beside(std::size_t cell) const {
    const glm::ivec2 at = place(cell);
    const auto beyond = [](int here, int last) { return (here == last ? 0.5 : 0.0) - (here == 0 ? 0.5 : 0.0); };
    glm::dvec2 way(beyond(at.x, grid_.width - 1), beyond(at.y, grid_.height - 1));
    const glm::vec2 own = flow(cell);
    if (way.x != 0.0 && way.y != 0.0) (std::abs(own.y) > std::abs(own.x) ? way.x : way.y) = 0.0;
    return middle(cell) + way * static_cast<double>(grid_.cell_size);
  }

  // The river that is being drawn.

  /// Median of `values` over its cells.
  double median(std::vector<double> const& values) const {
    std::vector<double> all;
    for (const std::size_t cell : counted_) all.push_back(values[cell]);
    const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), half, all.end());
    return *half;
  }

  /// Ends the line. The next one begins at `place`.
  void end_line(RiverEnd end, int into, glm::dvec2 place) {
    River river{.id = static_cast<int>(rivers_.size()) + 1, .line = std::move(line_), .end = end, .into = into};
    if (counted_.empty()) counted_ = {last_cell_};
    river.discharge = median(discharge_);
    river.width = std::max(median(width_), static_cast<double>(grid_.cell_size));
    rivers_.push_back(std::move(river));
    line_ = {place};
    counted_.clear();
  }

  int next_id() const { return static_cast<int>(rivers_.size()) + 1; }

  /// Extends the line to a point; cuts it where it crosses a seam.
  void draw_to(glm::dvec2 place) {
    glm::dvec2 from = line_.back(), way = way_between(from, place);
    while (grid_.periodic()) {
      double share = 1.0;
      glm::dvec2 shift{};
      for (int axis = 0; axis < 2; ++axis) {
        const double end = from[axis] + way[axis];
        const double seam = way[axis] > 0.0 ? size()[axis] : 0.0;
        if (way[axis] == 0.0 || (end >= 0.0 && end <= size()[axis])) continue;
        const double at = (seam - from[axis]) / way[axis];
        if (at >= share) continue;
        share = at;
        shift = {};
        shift[axis] = way[axis] > 0.0 ? -size()[axis] : size()[axis];
      }
      if (share >= 1.0) break;
      from += share * way;
      way *= 1.0 - share;
      line_.push_back(from);
      from += shift;
      end_line(RiverEnd::seam, next_id() + 1, from);
    }
    if (line_.back() != place) line_.push_back(place);
  }

  void draw(Path const& path) {
    last_cell_ = path.cells.empty() ? path.into : path.cells.front();
    line_ = {path.lake != kNowhere ? border(last_cell_, path.lake) : vertex(last_cell_)};
    counted_.clear();
    for (const std::size_t cell : path.cells) {
      last_cell_ = cell;
      draw_to(vertex(cell));
      const bool ends_here = cell == path.cells.back() && path.end == RiverEnd::dry;
      if (joined_[cell] && line_.size() > 1 && !ends_here) end_line(RiverEnd::river, next_id() + 1, vertex(cell));
      if (joined_[cell] && !ends_here) starts_[cell] = next_id();
      counted_.push_back(cell);
    }
    if (path.end == RiverEnd::river) {
      draw_to(vertex(path.into));
      waiting_.emplace_back(rivers_.size(), path.into);
    }
    if (path.end == RiverEnd::lake || path.end == RiverEnd::sea) draw_to(border(path.cells.back(), path.into));
    if (path.end == RiverEnd::edge) draw_to(edge_beside(path.cells.back()));
    if (line_.size() < 2) return;  // a single cell
    end_line(path.end, path.end == RiverEnd::lake ? terrain_.lakes.id(path.into) : 0, {});
  }

  /// Divides the paths at confluences and seams.
  std::vector<River> lines() {
    for (Path const& path : paths_) draw(path);
    for (auto const& [river, cell] : waiting_) {
      const auto on = starts_.find(cell);  // no entry if the other river ends there too
      if (on == starts_.end()) rivers_[river].end = RiverEnd::dry;
      if (on != starts_.end()) rivers_[river].into = on->second;
    }
    return std::move(rivers_);
  }

  Terrain const& terrain_;
  Grid const& grid_;
  std::span<RunningWater const> water_;
  std::vector<double> discharge_, width_;  ///< of the whole stream at each cell; 0: none
  std::vector<std::size_t> upwards_;       ///< cells in the order of the flood
  std::vector<std::size_t> order_;         ///< position of each cell in that order
  std::vector<std::size_t> next_;          ///< downstream neighbour
  std::vector<std::size_t> owner_;         ///< cell of the line whose river includes the cell
  std::vector<bool> joined_;               ///< another river ends here
  std::vector<Path> paths_;
  std::vector<River> rivers_;
  std::vector<glm::dvec2> line_;
  std::vector<std::size_t> counted_;                          ///< cells that count for the river's medians
  std::size_t last_cell_ = 0;                                 ///< last cell drawn
  std::map<std::size_t, int> starts_;                         ///< id of the river that continues from a confluence
  std::vector<std::pair<std::size_t, std::size_t>> waiting_;  ///< rivers that end at a confluence, and its cell
};

}  // namespace

std::string_view river_end_id(RiverEnd end) {
  constexpr std::string_view kIds[] = {"river", "lake", "sea", "edge", "seam", "dry"};
  return kIds[static_cast<std::size_t>(end)];
}

Rivers find_rivers(Terrain const& terrain, std::span<RunningWater const> water, double least_discharge) {
  return RiverFinder(terrain, water).find(least_discharge);
}

}  // namespace barchan
