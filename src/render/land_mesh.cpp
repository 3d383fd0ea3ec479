#include "render/land_mesh.hpp"

#include <cstddef>
#include <cstdint>

namespace barchan::render {
namespace {

constexpr GLuint kCorner = 0, kPlacement = 1, kCoarser = 2, kLevel = 3, kCornerLevel = 4;  // as in land.vert

}  // namespace

LandMesh::Patch& LandMesh::patch(int cells) {
  auto [place, fresh] = patches_.try_emplace(cells);
  Patch& made = place->second;
  if (!fresh) return made;
  const auto row = static_cast<std::uint32_t>(cells + 1);
  std::vector<glm::vec2> corners;
  corners.reserve(static_cast<std::size_t>(row) * row);
  for (std::uint32_t y = 0; y < row; ++y) {
    for (std::uint32_t x = 0; x < row; ++x) corners.push_back(glm::vec2(x, y) / static_cast<float>(cells));
  }
  std::vector<std::uint32_t> indices;
  for (std::uint32_t y = 0; y + 1 < row; ++y) {
    for (std::uint32_t x = 0; x + 1 < row; ++x) {
      const std::uint32_t sw = y * row + x, se = sw + 1, nw = sw + row, ne = nw + 1;
      // The diagonals alternate, so that no direction is favoured.
      if (((x ^ y) & 1u) == 0) {
        indices.insert(indices.end(), {sw, se, ne, sw, ne, nw});
      } else {
        indices.insert(indices.end(), {sw, se, nw, se, ne, nw});
      }
    }
  }
  made.index_count = static_cast<GLsizei>(indices.size());
  glBindVertexArray(made.array.id());
  fill_buffer(GL_ARRAY_BUFFER, made.corners, corners, GL_STATIC_DRAW);
  set_attributes(sizeof(glm::vec2), {{kCorner, 2}});
  fill_buffer(GL_ELEMENT_ARRAY_BUFFER, made.indices, indices, GL_STATIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, made.instances.id());
  set_attributes(sizeof(LandChunk),
                 {{kPlacement, 4, offsetof(LandChunk, placement)},
                  {kCoarser, 4, offsetof(LandChunk, coarser)},
                  {kLevel, 2, offsetof(LandChunk, level)},
                  {kCornerLevel, 4, offsetof(LandChunk, corner_level)}},
                 1);
  return made;
}

Drawn LandMesh::draw(std::vector<LandLevel> const& levels) {
  Drawn drawn;
  for (LandLevel const& level : levels) {
    if (level.chunks.empty()) continue;
    Patch& with = patch(level.cells);
    glBindVertexArray(with.array.id());
    fill_buffer(GL_ARRAY_BUFFER, with.instances, level.chunks, GL_STREAM_DRAW);
    glDrawElementsInstanced(GL_TRIANGLES, with.index_count, GL_UNSIGNED_INT, nullptr,
                            static_cast<GLsizei>(level.chunks.size()));
    drawn += {static_cast<std::size_t>(with.index_count) / 3 * level.chunks.size(), 1};
  }
  glBindVertexArray(0);
  return drawn;
}

Drawn WallMesh::draw(int columns, int sides) {
  glBindVertexArray(array_.id());
  if (columns_ != columns) {
    columns_ = columns;
    std::vector<glm::vec2> corners;
    for (int i = 0; i <= columns; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(columns);
      corners.push_back({t, 0.0f});
      corners.push_back({t, 1.0f});
    }
    fill_buffer(GL_ARRAY_BUFFER, corners_, corners, GL_STATIC_DRAW);
    set_attributes(sizeof(glm::vec2), {{kCorner, 2}});
  }
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (columns_ + 1), sides);
  glBindVertexArray(0);
  return {static_cast<std::size_t>(2 * columns_ * sides), 1};
}

}  // namespace barchan::render
