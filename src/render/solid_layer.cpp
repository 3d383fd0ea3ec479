#include "render/solid_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/wall_lines.hpp"

namespace barchan::render {
namespace {

constexpr GLuint kPosition = 0, kNormal = 1, kOpening = 2;  // as in solid.vert
constexpr float kFooting = 1.0f;                            // cells by which a side extends below the ground beside it
constexpr float kStep = 1.2f;  // largest height difference of adjacent cells on one slope, as of a pyramid, in cells
constexpr float kFilm = 0.1f;  // m; a roof under less sand looks bare

/// Visits the four neighbours of a cell that exist.
template <class Visit>
void for_sides(Grid const& grid, int x, int y, Visit const& visit) {
  for (const glm::ivec2 side : kCellSides) {
    const glm::ivec2 at = glm::ivec2(x, y) + side;
    const bool beyond = at.x < 0 || at.y < 0 || at.x >= grid.width || at.y >= grid.height;
    if (beyond && !grid.periodic()) {
      visit(side, false, std::size_t{0});
    } else {
      visit(side, true, grid.index((at.x + grid.width) % grid.width, (at.y + grid.height) % grid.height));
    }
  }
}

/// Corners of a cell, anticlockwise.
constexpr std::array<glm::ivec2, 4> kCorners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};

class SolidBuilder {
 public:
  explicit SolidBuilder(TerrainView const& view) : view_(view) {}

  std::vector<SolidCorner> faces() {
    for_built([&](int x, int y) { find_sides(x, y); });
    const glm::ivec2 size(view_.grid.width, view_.grid.height);
    const WallLines lines(places_, view_.grid.periodic() ? size : glm::ivec2(0));
    for_built([&](int x, int y) { add_roof(lines, x, y); });
    for (std::size_t i = 0; i < places_.size(); ++i) add_side(lines, i);
    return std::move(faces_);
  }

 private:
  /// Heights of a side, m.
  struct Heights {
    float foot, left_top, right_top;
  };

  template <class Visit>
  void for_built(Visit const& visit) const {
    for (int y = 0; y < view_.grid.height; ++y) {
      for (int x = 0; x < view_.grid.width; ++x) {
        if (built(view_.grid.index(x, y))) visit(x, y);
      }
    }
  }

  bool built(std::size_t cell) const { return view_.base_soil[cell] == kObstacle; }
  float top(std::size_t cell) const { return view_.elevation[cell] - view_.sediment[cell]; }

  /// Height of a roof at a corner of cells: the mean of the cells that belong to its slope.
  float roof_at(glm::ivec2 corner, float roof) const {
    Grid const& grid = view_.grid;
    float sum = 0.0f, count = 0.0f;
    for (const glm::ivec2 back : kCorners) {
      glm::ivec2 at = corner - back;
      const glm::ivec2 size(grid.width, grid.height);
      if (grid.periodic()) at = (at + size) % size;
      if (at.x < 0 || at.y < 0 || at.x >= size.x || at.y >= size.y) continue;
      const std::size_t cell = grid.index(at.x, at.y);
      if (!built(cell) || std::abs(top(cell) - roof) > kStep * grid.cell_size) continue;
      sum += top(cell);
      ++count;
    }
    return sum / count;
  }

  void find_sides(int x, int y) {
    const float roof = top(view_.grid.index(x, y));
    int which = 0;
    for_sides(view_.grid, x, y, [&](glm::ivec2 out, bool any, std::size_t beside) {
      const int side = which++;
      float foot = view_.elevation_minimum;
      if (any) foot = built(beside) ? top(beside) : view_.elevation[beside];
      if (any && built(beside) && foot >= roof) return;
      if (!any || !built(beside)) foot -= kFooting * view_.grid.cell_size;
      const auto [left, right] = ends(glm::ivec2(x, y), out);
      const float left_top = roof_at(left, roof), right_top = roof_at(right, roof);
      // If both cells belong to one slope, no side is exposed.
      if (any && built(beside) && roof_at(left, foot) >= left_top && roof_at(right, foot) >= right_top) return;
      places_.push_back({{x, y}, side});
      heights_.push_back({foot, left_top, right_top});
    });
  }

  /// The corners of a side, as seen from outside.
  static std::array<glm::ivec2, 2> ends(glm::ivec2 cell, glm::ivec2 out) {
    const glm::ivec2 along(-out.y, out.x);
    return {cell + (1 + out - along) / 2, cell + (1 + out + along) / 2};
  }

  glm::vec3 at(WallLines const& lines, glm::ivec2 corner, float height) const {
    return {lines.moved(corner) * view_.grid.cell_size, height};
  }

  void add_roof(WallLines const& lines, int x, int y) {
    const float roof = top(view_.grid.index(x, y));
    std::array<SolidCorner, 4> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const glm::ivec2 corner = glm::ivec2(x, y) + kCorners[i];
      corners[i].position = at(lines, corner, roof_at(corner, roof));
      corners[i].opening = {glm::vec2(corner) * view_.grid.cell_size, 0.0f};
    }
    // Split along the ridge, so that both triangles lie in the slopes beside it.
    const auto fall = [&](std::size_t from, std::size_t to) {
      return std::abs(corners[from].position.z - corners[to].position.z);
    };
    if (fall(1, 3) > fall(0, 2)) std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    for (std::array<SolidCorner, 3> half :
         {std::array{corners[0], corners[1], corners[2]}, std::array{corners[0], corners[2], corners[3]}}) {
      const glm::vec3 across = glm::cross(half[1].position - half[0].position, half[2].position - half[0].position);
      if (across == glm::vec3(0.0f)) continue;
      for (SolidCorner& corner : half) {
        corner.normal = glm::normalize(across);
        faces_.push_back(corner);
      }
    }
  }

  void add_side(WallLines const& lines, std::size_t i) {
    const auto [foot, left_top, right_top] = heights_[i];
    const auto [left, right] = ends(places_[i].cell, kCellSides[static_cast<std::size_t>(places_[i].side)]);
    const auto corner = [&](glm::vec3 place, WallEnd const& end) {
      return SolidCorner{place, {end.out, 0.0f}, {end.along * view_.grid.cell_size, 0.0f, 0.0f}};
    };
    // Anticlockwise as seen from outside.
    auto const& [from, to] = lines.ends(i);
    add_face({corner(at(lines, left, foot), from), corner(at(lines, right, foot), to),
              corner(at(lines, right, right_top), to), corner(at(lines, left, left_top), from)});
  }

  void add_face(std::array<SolidCorner, 4> const& corners) {
    for (const std::size_t i : {0u, 1u, 2u, 0u, 2u, 3u}) faces_.push_back(corners[i]);
  }

  TerrainView const& view_;
  std::vector<WallSide> places_;
  std::vector<Heights> heights_;
  std::vector<SolidCorner> faces_;
};

}  // namespace

bool any_solid(TerrainView const& view) {
  return std::find(view.base_soil.begin(), view.base_soil.end(), kObstacle) != view.base_soil.end();
}

std::vector<SolidCorner> solid_faces(TerrainView const& view) {
  return any_solid(view) ? SolidBuilder(view).faces() : std::vector<SolidCorner>{};
}

std::vector<float> heights_without_solids(TerrainView const& view) {
  std::vector<float> heights = view.elevation;
  if (!any_solid(view)) return heights;
  // Fills the obstacles inward from the ground around them, nearest cells first.
  std::vector<std::uint8_t> known(heights.size());
  std::deque<std::size_t> next;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    known[i] = view.base_soil[i] != kObstacle;
    if (known[i] != 0) next.push_back(i);
  }
  while (!next.empty()) {
    const auto at = next.front();
    next.pop_front();
    const auto width = static_cast<std::size_t>(view.grid.width);
    for_sides(view.grid, static_cast<int>(at % width), static_cast<int>(at / width),
              [&](glm::ivec2, bool any, std::size_t beside) {
                if (!any || known[beside] != 0) return;
                known[beside] = 1;
                heights[beside] = std::min(heights[at], view.elevation[beside] - view.sediment[beside]);
                next.push_back(beside);
              });
  }
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (view.base_soil[i] == kObstacle && view.sediment[i] > kFilm) heights[i] = view.elevation[i];
  }
  return heights;
}

void SolidLayer::upload(std::vector<SolidCorner> const& faces) {
  if (faces == faces_) return;
  faces_ = faces;
  glBindVertexArray(array_.id());
  fill_buffer(GL_ARRAY_BUFFER, corners_, faces_, GL_STATIC_DRAW);
  set_attributes(sizeof(SolidCorner), {{kPosition, 3, offsetof(SolidCorner, position)},
                                       {kNormal, 3, offsetof(SolidCorner, normal)},
                                       {kOpening, 3, offsetof(SolidCorner, opening)}});
  glBindVertexArray(0);
}

Drawn SolidLayer::draw() const {
  glBindVertexArray(array_.id());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(faces_.size()));
  glBindVertexArray(0);
  return {faces_.size() / 3, 1};
}

}  // namespace barchan::render
