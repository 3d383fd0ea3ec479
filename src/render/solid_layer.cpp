#include "render/solid_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace barchan {
namespace {

constexpr GLuint kPosition = 0, kNormal = 1, kOpening = 2;  // as in solid.vert
constexpr float kFooting = 1.0f;                            // cells by which a side reaches below the ground beside it
constexpr float kStep = 1.2f;  // cells by which neighbours differ that are one slope, as of a pyramid
constexpr float kFilm = 0.1f;  // m of sand, thinner than which a roof looks swept

/// The cells about one; beyond an edge that does not wrap there is none.
template <class Visit>
void for_sides(Grid const& grid, int x, int y, Visit const& visit) {
  constexpr std::array<glm::ivec2, 4> kSides{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  for (const glm::ivec2 side : kSides) {
    const glm::ivec2 at = glm::ivec2(x, y) + side;
    const bool beyond = at.x < 0 || at.y < 0 || at.x >= grid.width || at.y >= grid.height;
    if (beyond && !grid.periodic()) {
      visit(side, false, std::size_t{0});
    } else {
      visit(side, true, grid.index((at.x + grid.width) % grid.width, (at.y + grid.height) % grid.height));
    }
  }
}

/// Of a cell, anticlockwise.
constexpr std::array<glm::ivec2, 4> kCorners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};

class Masonry {
 public:
  explicit Masonry(TerrainView const& view) : view_(view) {}

  std::vector<SolidCorner> faces() {
    for (int y = 0; y < view_.grid.height; ++y) {
      for (int x = 0; x < view_.grid.width; ++x) {
        if (built(view_.grid.index(x, y))) add_cell(x, y);
      }
    }
    return std::move(faces_);
  }

 private:
  bool built(std::size_t cell) const { return view_.base_soil[cell] == kObstacle; }
  float top(std::size_t cell) const { return view_.elevation[cell] - view_.sediment[cell]; }

  /// Height of a roof where four cells meet: the mean of those that it is one slope with.
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

  void add_cell(int x, int y) {
    const float cell_size = view_.grid.cell_size;
    const glm::vec2 low = glm::vec2(x, y) * cell_size, high = glm::vec2(x + 1, y + 1) * cell_size;
    const float roof = top(view_.grid.index(x, y));
    std::array<glm::vec3, 4> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const glm::ivec2 at = glm::ivec2(x, y) + kCorners[i];
      corners[i] = {glm::vec2(at) * cell_size, roof_at(at, roof)};
    }
    add_face(corners, glm::normalize(glm::cross(corners[2] - corners[0], corners[3] - corners[1])));
    for_sides(view_.grid, x, y, [&](glm::ivec2 side, bool any, std::size_t beside) {
      float foot = view_.elevation_minimum;
      if (any) foot = built(beside) ? top(beside) : view_.elevation[beside];
      if (any && built(beside) && foot >= roof) return;
      if (!any || !built(beside)) foot -= kFooting * cell_size;
      // Anticlockwise as seen from outside.
      const glm::vec2 middle = 0.5f * (low + high), half = 0.5f * (high - low);
      const glm::vec2 out = glm::vec2(side), along(-out.y, out.x);
      const glm::vec2 left = middle + (out - along) * half, right = middle + (out + along) * half;
      const glm::ivec2 first(glm::round(left / cell_size)), last(glm::round(right / cell_size));
      const float left_top = roof_at(first, roof), right_top = roof_at(last, roof);
      // Where both are one slope no side is open.
      if (any && built(beside) && roof_at(first, foot) >= left_top && roof_at(last, foot) >= right_top) return;
      add_face({glm::vec3(left, foot), glm::vec3(right, foot), glm::vec3(right, right_top), glm::vec3(left, left_top)},
               glm::vec3(out, 0.0f));
    });
  }

  void add_face(std::array<glm::vec3, 4> const& corners, glm::vec3 normal) {
    for (const std::size_t i : {0u, 1u, 2u, 0u, 2u, 3u}) faces_.push_back({corners[i], normal});
  }

  TerrainView const& view_;
  std::vector<SolidCorner> faces_;
};

}  // namespace

bool any_solid(TerrainView const& view) {
  return std::find(view.base_soil.begin(), view.base_soil.end(), kObstacle) != view.base_soil.end();
}

std::vector<SolidCorner> solid_faces(TerrainView const& view) {
  return any_solid(view) ? Masonry(view).faces() : std::vector<SolidCorner>{};
}

std::vector<float> heights_without_solids(TerrainView const& view) {
  std::vector<float> heights = view.elevation;
  if (!any_solid(view)) return heights;
  // From the ground beside them inward, the nearest first.
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

}  // namespace barchan
