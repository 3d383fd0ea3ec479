#include "render/houses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "render/wall_lines.hpp"

namespace barchan::render {
namespace {

constexpr float kOneRoof = 0.3f;     // largest height difference of adjacent cells of one roof, in cells
constexpr float kLeastFill = 0.84f;  // least fraction of its smallest rectangle that a house covers
constexpr float kLeastArea = 16.0f, kMostArea = 1000.0f;  // m2
constexpr float kLeastWidth = 3.0f;                       // least width of a house, m
constexpr float kMostSlender = 4.0f;                      // largest ratio of length to width; longer objects are walls
constexpr float kLeastWall = 2.5f;                        // height of the wall above the floor, m
constexpr float kCoarsest = 2.0f;                         // largest cell size on which houses are recognised, m
constexpr glm::vec2 kDoor{1.3f, 2.15f}, kWindow{0.9f, 1.2f};   // m, including the frame
constexpr float kSill = 1.2f, kStorey = 3.0f;                  // height above the floor, m
constexpr float kWindowSpacing = 3.2f, kMargin = 0.8f;         // m
constexpr float kProud = 0.05f;                                // distance by which frames stand out from a wall, m
constexpr float kParapetThick = 0.40f, kParapetProud = 0.02f;  // its thickness; distance by which it stands out, m
constexpr float kLee = 0.5f;                                   // cosine above which a wall counts as in the lee

/// A straight wall: adjacent cells that are open to the same side.
struct Wall {
  glm::ivec2 side{0};
  glm::ivec2 first{0};
  int cells = 0;
  float roof = 0.0f, floor = 0.0f;  ///< m
};

class Builder {
 public:
  explicit Builder(TerrainView const& view)
      : view_(view),
        seen_(view.grid.cells()),
        sides_(free_sides()),
        lines_(sides_, view.grid.periodic() ? glm::ivec2(view.grid.width, view.grid.height) : glm::ivec2(0)) {}

  std::vector<SolidCorner> faces() {
    for (int y = 0; y < view_.grid.height; ++y) {
      for (int x = 0; x < view_.grid.width; ++x) {
        if (!built({x, y}) || seen_[view_.grid.index(x, y)] != 0) continue;
        const std::vector<glm::ivec2> body = body_at({x, y});
        if (is_house(body)) furnish(walls_of(body));
      }
    }
    return std::move(faces_);
  }

 private:
  bool inside(glm::ivec2 at) const {
    return at.x >= 0 && at.y >= 0 && at.x < view_.grid.width && at.y < view_.grid.height;
  }
  std::size_t cell(glm::ivec2 at) const { return view_.grid.index(at.x, at.y); }
  bool built(glm::ivec2 at) const { return inside(at) && view_.base_soil[cell(at)] == kObstacle; }
  /// Elevation without the sand on it, m.
  float firm(glm::ivec2 at) const { return view_.elevation[cell(at)] - view_.sediment[cell(at)]; }

  /// The free sides of all obstacle cells: those beside which there is no obstacle.
  std::vector<WallSide> free_sides() const {
    std::vector<WallSide> sides;
    for (int y = 0; y < view_.grid.height; ++y) {
      for (int x = 0; x < view_.grid.width; ++x) {
        for (std::size_t i = 0; built({x, y}) && i < kCellSides.size(); ++i) {
          if (!built(glm::ivec2(x, y) + kCellSides[i])) sides.push_back({{x, y}, static_cast<int>(i)});
        }
      }
    }
    return sides;
  }

  /// Position at which the place `at` metres along a wall is drawn.
  glm::vec2 drawn(Wall const& wall, float at) const {
    const glm::ivec2 along(-wall.side.y, wall.side.x);
    const glm::ivec2 left = wall.first + (1 + wall.side - along) / 2;
    const float cells = at / view_.grid.cell_size;
    const int whole = std::clamp(static_cast<int>(cells), 0, wall.cells - 1);
    return view_.grid.cell_size * glm::mix(lines_.moved(left + whole * along), lines_.moved(left + (whole + 1) * along),
                                           cells - static_cast<float>(whole));
  }

  /// All cells under the same roof as `start`.
  std::vector<glm::ivec2> body_at(glm::ivec2 start) {
    std::vector<glm::ivec2> body{start};
    seen_[cell(start)] = 1;
    for (std::size_t i = 0; i < body.size(); ++i) {
      for (const glm::ivec2 side : kCellSides) {
        const glm::ivec2 at = body[i] + side;
        if (!built(at) || seen_[cell(at)] != 0) continue;
        if (std::abs(firm(at) - firm(body[i])) > kOneRoof * view_.grid.cell_size) continue;
        seen_[cell(at)] = 1;
        body.push_back(at);
      }
    }
    return body;
  }

  bool is_house(std::vector<glm::ivec2> const& body) const {
    constexpr float kTurn = 5.0f;  // degrees between the orientations that are tried for the rectangle
    const auto cells = static_cast<float>(body.size());
    const float area = cells * view_.grid.cell_size * view_.grid.cell_size;
    if (area < kLeastArea || area > kMostArea) return false;
    glm::vec2 closest(std::sqrt(std::numeric_limits<float>::max()));  // sides of the smallest rectangle, cells
    for (float turn = 0.0f; turn < 90.0f; turn += kTurn) {
      const glm::vec2 along(std::cos(glm::radians(turn)), std::sin(glm::radians(turn)));
      glm::vec2 low(std::numeric_limits<float>::max()), high(-low);
      for (const glm::ivec2 at : body) {
        const glm::vec2 place(glm::dot(glm::vec2(at), along), glm::dot(glm::vec2(at), glm::vec2(-along.y, along.x)));
        low = glm::min(low, place);
        high = glm::max(high, place);
      }
      const glm::vec2 sides = high - low + 1.0f;
      if (sides.x * sides.y < closest.x * closest.y) closest = sides;
    }
    const auto [narrow, long_side] = std::minmax(closest.x, closest.y);
    if (narrow * view_.grid.cell_size < kLeastWidth || long_side > kMostSlender * narrow) return false;
    return cells >= kLeastFill * closest.x * closest.y;
  }

  /// The straight free-standing walls.
  std::vector<Wall> walls_of(std::vector<glm::ivec2> const& body) const {
    std::vector<Wall> walls;
    for (const glm::ivec2 side : kCellSides) {
      const glm::ivec2 along(-side.y, side.x);
      const auto open = [&](glm::ivec2 at, float roof) {
        return built(at) && std::abs(firm(at) - roof) <= kOneRoof * view_.grid.cell_size && inside(at + side) &&
               !built(at + side);
      };
      for (const glm::ivec2 at : body) {
        if (!open(at, firm(at)) || open(at - along, firm(at))) continue;
        Wall wall{.side = side, .first = at, .roof = firm(at)};
        while (open(at + wall.cells * along, wall.roof)) ++wall.cells;
        wall.floor = firm(at + (wall.cells / 2) * along + side);
        if (wall.roof - wall.floor >= kLeastWall) walls.push_back(wall);
      }
    }
    return walls;
  }

  void furnish(std::vector<Wall> const& walls) {
    const auto worth = [&](Wall const& wall) {
      const float lee = glm::dot(glm::vec2(wall.side), view_.wind_direction);
      return static_cast<float>(wall.cells) + (lee > kLee ? 0.5f : 0.0f) +
             (wall.side.x + wall.side.y > 0 ? 0.0f : 0.1f);
    };
    const auto best =
        std::max_element(walls.begin(), walls.end(), [&](Wall const& a, Wall const& b) { return worth(a) < worth(b); });
    for (auto wall = walls.begin(); wall != walls.end(); ++wall) {
      const float length = static_cast<float>(wall->cells) * view_.grid.cell_size;
      const float door = wall == best && length > kDoor.x ? 0.5f * length : -kWindowSpacing;
      if (door > 0.0f) add(*wall, {door, 0.0f}, Opening::door);
      add_windows(*wall, length, door);
      add_parapet(*wall, length);
    }
  }

  /// A low wall on the edge of the roof.
  void add_parapet(Wall const& wall, float length) {
    const glm::vec2 left = drawn(wall, 0.0f), right = drawn(wall, length);
    const float drawn_length = glm::distance(left, right);
    const glm::vec2 along = (right - left) / drawn_length, out(along.y, -along.x);
    const auto at = [&](float by, float outward, float up) {
      return glm::vec3(left + by * along + outward * out, wall.roof + up);
    };
    const glm::vec2 inside = 0.5f * view_.grid.cell_size * out;
    const auto upright = [&](glm::vec2 from, glm::vec2 to, glm::vec2 facing) {
      const auto corner = [&](glm::vec2 place, float up) {
        return SolidCorner{at(place.x, place.y, up), {facing, 0.0f}, {place.x + place.y, 0.0f, 0.0f}};
      };
      add_quad(
          {corner(from, -kParapetProud), corner(to, -kParapetProud), corner(to, kParapet), corner(from, kParapet)});
    };
    const glm::vec2 a(0.0f, kParapetProud), b(drawn_length, kParapetProud), c(drawn_length, -kParapetThick),
        d(0.0f, -kParapetThick);
    upright(a, b, out);
    upright(b, c, along);
    upright(c, d, -out);
    upright(d, a, -along);
    std::array<SolidCorner, 4> top;
    for (std::size_t i = 0; i < top.size(); ++i) {
      const glm::vec2 place = std::array{a, b, c, d}[i];
      const glm::vec3 position = at(place.x, place.y, kParapet);
      top[i] = {position, {0.0f, 0.0f, 1.0f}, {glm::vec2(position) - inside, 0.0f}};
    }
    add_quad(top);
  }

  void add_quad(std::array<SolidCorner, 4> const& quad) {
    for (const std::size_t i : {0u, 1u, 2u, 0u, 2u, 3u}) faces_.push_back(quad[i]);
  }

  void add_windows(Wall const& wall, float length, float door) {
    const int count = static_cast<int>((length - 2.0f * kMargin) / kWindowSpacing);
    for (float floor = 0.0f; wall.roof - wall.floor - floor >= kLeastWall + 0.3f; floor += kStorey) {
      for (int i = 0; i < count; ++i) {
        const float at = length * (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
        const bool free = floor > 0.0f || std::abs(at - door) > 0.5f * (kDoor.x + kWindow.x) + 0.2f;
        if (free) add(wall, {at, floor + kSill}, Opening::window);
      }
    }
  }

  /// `at`: position of the middle of the lower edge, in metres along the wall and above its floor.
  void add(Wall const& wall, glm::vec2 at, Opening opening) {
    const glm::vec2 size = opening == Opening::door ? kDoor : kWindow;
    const glm::vec2 left = drawn(wall, at.x - 0.5f * size.x), right = drawn(wall, at.x + 0.5f * size.x);
    const glm::vec2 along = (right - left) / glm::distance(left, right), out(along.y, -along.x);
    const glm::vec2 middle = 0.5f * (left + right) + kProud * out;
    std::array<SolidCorner, 4> quad;
    for (std::size_t i = 0; i < quad.size(); ++i) {
      const glm::vec2 corner((i == 1 || i == 2 ? 0.5f : -0.5f) * size.x, i >= 2 ? size.y : 0.0f);
      quad[i].position = {middle + corner.x * along, wall.floor + at.y + corner.y};
      quad[i].normal = {out, 0.0f};
      quad[i].opening = {corner, static_cast<float>(opening)};
    }
    add_quad(quad);
  }

  TerrainView const& view_;
  std::vector<std::uint8_t> seen_;
  std::vector<WallSide> sides_;
  WallLines lines_;
  std::vector<SolidCorner> faces_;
};

}  // namespace

std::vector<SolidCorner> house_faces(TerrainView const& view) {
  return view.grid.cell_size <= kCoarsest ? Builder(view).faces() : std::vector<SolidCorner>{};
}

}  // namespace barchan::render
