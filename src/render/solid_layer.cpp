#include "render/solid_layer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>

namespace barchan {
namespace {

constexpr GLuint kPosition = 0, kNormal = 1;  // as in solid.vert
constexpr float kFooting = 1.0f;              // cells by which a side reaches below the ground beside it
constexpr float kFilm = 0.1f;                 // m of sand, thinner than which a roof looks swept

bool any_solid(TerrainView const& view) {
  return std::find(view.base_soil.begin(), view.base_soil.end(), kObstacle) != view.base_soil.end();
}

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

  void add_cell(int x, int y) {
    const float cell_size = view_.grid.cell_size;
    const glm::vec2 low = glm::vec2(x, y) * cell_size, high = glm::vec2(x + 1, y + 1) * cell_size;
    const float roof = top(view_.grid.index(x, y));
    add_face(
        {glm::vec3(low, roof), glm::vec3(high.x, low.y, roof), glm::vec3(high, roof), glm::vec3(low.x, high.y, roof)},
        {0.0f, 0.0f, 1.0f});
    for_sides(view_.grid, x, y, [&](glm::ivec2 side, bool any, std::size_t beside) {
      float foot = view_.elevation_minimum;
      if (any) foot = built(beside) ? top(beside) : view_.elevation[beside];
      if (any && built(beside) && foot >= roof) return;
      if (!any || !built(beside)) foot -= kFooting * cell_size;
      // Anticlockwise as seen from outside.
      const glm::vec2 middle = 0.5f * (low + high), half = 0.5f * (high - low);
      const glm::vec2 out = glm::vec2(side), along(-out.y, out.x);
      const glm::vec2 left = middle + (out - along) * half, right = middle + (out + along) * half;
      add_face({glm::vec3(left, foot), glm::vec3(right, foot), glm::vec3(right, roof), glm::vec3(left, roof)},
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

void SolidLayer::upload(TerrainView const& view) {
  std::vector<SolidCorner> faces = solid_faces(view);
  if (faces == faces_) return;
  faces_ = std::move(faces);
  glBindVertexArray(array_.id());
  fill_buffer(GL_ARRAY_BUFFER, corners_, faces_, GL_STATIC_DRAW);
  set_attributes(sizeof(SolidCorner),
                 {{kPosition, 3, offsetof(SolidCorner, position)}, {kNormal, 3, offsetof(SolidCorner, normal)}});
  glBindVertexArray(0);
}

std::size_t SolidLayer::draw() const {
  glBindVertexArray(array_.id());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(faces_.size()));
  glBindVertexArray(0);
  return faces_.size() / 3;
}

}  // namespace barchan
