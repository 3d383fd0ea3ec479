// Outlines of lakes: directed sides of cells with the water on their left, chained into rings.
#include <algorithm>
#include <map>
#include <utility>

#include "land/terrain.hpp"
#include "world/water_lines.hpp"

namespace barchan {

namespace {

/// A corner of cells; (0, 0) is the south-west corner of the land.
struct Corner {
  int y = 0, x = 0;  // in the order by which corners are sorted

  auto operator<=>(Corner const&) const = default;
  Corner operator+(Corner const& way) const { return {y + way.y, x + way.x}; }
};

/// Directions along the sides of a cell, anticlockwise from its south-western corner: east, north, west, south.
constexpr Corner kWays[4] = {{.y = 0, .x = 1}, {.y = 1, .x = 0}, {.y = 0, .x = -1}, {.y = -1, .x = 0}};
/// Neighbour on the right of the side in each direction.
constexpr Corner kRight[4] = {{.y = -1, .x = 0}, {.y = 0, .x = 1}, {.y = 1, .x = 0}, {.y = 0, .x = -1}};
/// Offset from the cell's south-western corner to the beginning of the side.
constexpr Corner kBegin[4] = {{.y = 0, .x = 0}, {.y = 0, .x = 1}, {.y = 1, .x = 1}, {.y = 1, .x = 0}};

/// The sides that begin at each corner: one bit per direction.
using Sides = std::map<Corner, unsigned>;

class Outliner {
 public:
  explicit Outliner(Terrain const& terrain)
      : grid_(terrain.grid), lakes_(terrain.lakes), done_(terrain.grid.cells(), false) {}

  /// Rings of the part of the lake that contains the cell.
  std::vector<Ring> part_of(std::size_t cell) {
    Sides sides = sides_around(cell);
    std::vector<Ring> rings;
    while (!sides.empty()) {
      for (std::vector<Corner> const& loop : simple_loops(walk(sides))) rings.push_back(ring_of(loop));
    }
    const auto outer = std::find_if(rings.begin(), rings.end(), [](Ring const& ring) { return area_of(ring) > 0.0; });
    std::iter_swap(rings.begin(), outer);
    return rings;
  }
  bool done(std::size_t cell) const { return done_[cell]; }

 private:
  /// Sides of the connected cells of this lake beyond which the lake does not continue.
  Sides sides_around(std::size_t first) {
    Sides sides;
    const LakeId id = lakes_.id(first);
    std::vector<std::size_t> waiting{first};
    done_[first] = true;
    while (!waiting.empty()) {
      const std::size_t cell = waiting.back();
      waiting.pop_back();
      const auto width = static_cast<std::size_t>(grid_.width);
      const Corner at{static_cast<int>(cell / width), static_cast<int>(cell % width)};
      for (int way = 0; way < 4; ++way) {
        const Corner beyond = at + kRight[way];
        if (grid_.contains(beyond.x, beyond.y) && lakes_.id(grid_.index(beyond.x, beyond.y)) == id) {
          const std::size_t other = grid_.index(beyond.x, beyond.y);
          if (!done_[other]) waiting.push_back(other);
          done_[other] = true;
        } else {
          sides[at + kBegin[way]] |= 1u << way;
        }
      }
    }
    return sides;
  }

  /// Removes a closed walk from the sides. Where two sides begin, it turns left and stays with its cell.
  static std::vector<Corner> walk(Sides& sides) {
    Corner at = sides.begin()->first;
    std::vector<Corner> corners;
    int last = -1;
    while (true) {
      const auto here = sides.find(at);
      if (here == sides.end()) return corners;
      int way = 0;
      for (const int turn : {1, 0, 3}) {
        way = last < 0 ? 0 : (last + turn) % 4;
        if ((here->second >> way & 1u) != 0) break;
      }
      while (last < 0 && (here->second >> way & 1u) == 0) ++way;
      here->second &= ~(1u << way);
      if (here->second == 0) sides.erase(here);
      corners.push_back(at);
      at = at + kWays[way];
      last = way;
      if (at == corners.front()) return corners;
    }
  }

  /// Divides a walk that passes a corner twice into simple loops.
  static std::vector<std::vector<Corner>> simple_loops(std::vector<Corner> const& walk) {
    std::vector<std::vector<Corner>> loops;
    std::vector<Corner> path;
    std::map<Corner, std::size_t> places;
    for (Corner const& corner : walk) {
      const auto known = places.find(corner);
      if (known != places.end()) {
        const auto begin = path.begin() + static_cast<std::ptrdiff_t>(known->second);
        loops.emplace_back(begin, path.end());
        for (auto one = std::next(begin); one != path.end(); ++one) places.erase(*one);
        path.erase(std::next(begin), path.end());
      } else {
        places[corner] = path.size();
        path.push_back(corner);
      }
    }
    loops.push_back(std::move(path));
    return loops;
  }

  /// Closed, in metres, with points only where the direction changes.
  Ring ring_of(std::vector<Corner> const& loop) const {
    const std::size_t count = loop.size();
    Ring ring;
    for (std::size_t i = 0; i < count; ++i) {
      Corner const &before = loop[(i + count - 1) % count], &here = loop[i], &after = loop[(i + 1) % count];
      const bool straight = before.x == after.x || before.y == after.y;
      if (!straight) ring.push_back(glm::dvec2(here.x, here.y) * static_cast<double>(grid_.cell_size));
    }
    ring.push_back(ring.front());
    return ring;
  }

  Grid const& grid_;
  Lakes const& lakes_;
  std::vector<bool> done_;
};

}  // namespace

double area_of(Ring const& ring) {
  double twice = 0.0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) twice += ring[i].x * ring[i + 1].y - ring[i + 1].x * ring[i].y;
  return 0.5 * twice;
}

std::vector<LakeOutline> lake_outlines(Terrain const& terrain) {
  Outliner outliner(terrain);
  std::vector<LakeOutline> outlines;
  for (const LakeId id : terrain.lakes.all()) {
    LakeOutline outline{.figures = lake_figures(terrain, id), .parts = {}};
    for (const std::size_t cell : terrain.lakes.cells(id)) {
      outline.depth = std::max(outline.depth, to_metres(terrain.lakes.depth(cell)));
      if (!outliner.done(cell)) outline.parts.push_back(outliner.part_of(cell));
    }
    if (!outline.parts.empty()) outlines.push_back(std::move(outline));
  }
  return outlines;
}

}  // namespace barchan
