#include "render/land_mesh.hpp"

#include <cstddef>
#include <cstdint>

namespace barchan {
namespace {

constexpr GLuint kCorner = 0, kPlacement = 1, kCoarser = 2, kLevel = 3, kCornerLevel = 4;  // as in land.vert

void const* offset_in_buffer(std::size_t bytes) { return reinterpret_cast<void const*>(bytes); }

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
      // Diagonals alternate, so that no direction of the land is favoured.
      if (((x ^ y) & 1u) == 0) {
        indices.insert(indices.end(), {sw, se, ne, sw, ne, nw});
      } else {
        indices.insert(indices.end(), {sw, se, nw, se, ne, nw});
      }
    }
  }
  made.array = GlVertexArray::make();
  made.corners = GlBuffer::make();
  made.indices = GlBuffer::make();
  made.instances = GlBuffer::make();
  made.index_count = static_cast<GLsizei>(indices.size());
  glBindVertexArray(made.array.id());
  fill_buffer(GL_ARRAY_BUFFER, made.corners, corners, GL_STATIC_DRAW);
  glEnableVertexAttribArray(kCorner);
  glVertexAttribPointer(kCorner, 2, GL_FLOAT, GL_FALSE, sizeof(glm::vec2), nullptr);
  fill_buffer(GL_ELEMENT_ARRAY_BUFFER, made.indices, indices, GL_STATIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, made.instances.id());
  struct Part {
    GLuint location;
    GLint components;
    std::size_t offset;
  };
  for (const Part& part :
       {Part{kPlacement, 4, offsetof(LandChunk, placement)}, Part{kCoarser, 4, offsetof(LandChunk, coarser)},
        Part{kLevel, 2, offsetof(LandChunk, level)}, Part{kCornerLevel, 4, offsetof(LandChunk, corner_level)}}) {
    glEnableVertexAttribArray(part.location);
    glVertexAttribPointer(part.location, part.components, GL_FLOAT, GL_FALSE, sizeof(LandChunk),
                          offset_in_buffer(part.offset));
    glVertexAttribDivisor(part.location, 1);
  }
  return made;
}

std::size_t LandMesh::draw(std::vector<LandLevel> const& levels, bool apron) {
  std::size_t triangles = 0;
  for (LandLevel const& level : levels) {
    if (level.apron != apron) continue;
    Patch& with = patch(level.cells);
    glBindVertexArray(with.array.id());
    fill_buffer(GL_ARRAY_BUFFER, with.instances, level.chunks, GL_STREAM_DRAW);
    glDrawElementsInstanced(GL_TRIANGLES, with.index_count, GL_UNSIGNED_INT, nullptr,
                            static_cast<GLsizei>(level.chunks.size()));
    triangles += static_cast<std::size_t>(with.index_count) / 3 * level.chunks.size();
  }
  glBindVertexArray(0);
  return triangles;
}

std::size_t WallMesh::draw(int columns) {
  constexpr GLsizei kSides = 2;
  if (columns_ != columns) {
    columns_ = columns;
    std::vector<glm::vec2> corners;
    for (int i = 0; i <= columns; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(columns);
      corners.push_back({t, 0.0f});
      corners.push_back({t, 1.0f});
    }
    if (!array_) {
      array_ = GlVertexArray::make();
      corners_ = GlBuffer::make();
    }
    glBindVertexArray(array_.id());
    fill_buffer(GL_ARRAY_BUFFER, corners_, corners, GL_STATIC_DRAW);
    glEnableVertexAttribArray(kCorner);
    glVertexAttribPointer(kCorner, 2, GL_FLOAT, GL_FALSE, sizeof(glm::vec2), nullptr);
  }
  glBindVertexArray(array_.id());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (columns_ + 1), kSides);
  glBindVertexArray(0);
  return static_cast<std::size_t>(2 * columns_ * kSides);
}

}  // namespace barchan
