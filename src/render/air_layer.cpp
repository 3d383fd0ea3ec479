#include "render/air_layer.hpp"

#include <cstddef>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

namespace barchan::render {
namespace {

struct StreakVertex {
  glm::vec4 particle;  ///< position; load
  glm::vec4 velocity;  ///< velocity; soil
};
constexpr GLuint kParticle = 0, kVelocity = 1;     // as in streak.vert
constexpr GLuint kCorner = 0, kPlace = 1;          // as in arrow.vert
constexpr std::size_t kCorners = 4, kIndices = 6;  // of a quad

}  // namespace

Drawn QuadIndices::draw(int quads) {
  if (quads == 0) return {};
  if (quads > quads_) {
    quads_ = quads;
    std::vector<GLuint> indices;
    indices.reserve(kIndices * static_cast<std::size_t>(quads));
    for (GLuint first = 0; first < kCorners * static_cast<GLuint>(quads); first += kCorners) {
      indices.insert(indices.end(), {first, first + 1, first + 2, first + 2, first + 1, first + 3});
    }
    fill_buffer(GL_ELEMENT_ARRAY_BUFFER, buffer_, indices, GL_STATIC_DRAW);
  }
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer_.id());
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(kIndices) * quads, GL_UNSIGNED_INT, nullptr);
  return {2 * static_cast<std::size_t>(quads), 1};
}

/// A sample comes first in the buffer.
void StreakCloud::upload(std::vector<ParticleTrace> const& traces) {
  count_ = static_cast<int>(traces.size());
  if (traces.empty()) return;
  std::vector<StreakVertex> vertices;
  vertices.reserve(kCorners * traces.size());
  for (std::size_t first = 0; first < kSample; ++first) {
    for (std::size_t i = first; i < traces.size(); i += kSample) {
      ParticleTrace const& trace = traces[i];
      vertices.insert(vertices.end(), kCorners,
                      {{trace.position, trace.load}, {trace.velocity, static_cast<float>(trace.soil)}});
    }
  }
  glBindVertexArray(array_.id());
  fill_buffer(GL_ARRAY_BUFFER, buffer_, vertices, GL_STREAM_DRAW);
  set_attributes(sizeof(StreakVertex), {{kParticle, 4}, {kVelocity, 4, offsetof(StreakVertex, velocity)}});
  glBindVertexArray(0);
}

Drawn StreakCloud::draw(bool sample) {
  glBindVertexArray(array_.id());
  const Drawn drawn = quads_.draw(sample ? count_ / kSample : count_);
  glBindVertexArray(0);
  return drawn;
}

Drawn Streamers::draw_first(int count) {
  glBindVertexArray(array_.id());
  const Drawn drawn = quads_.draw(count);
  glBindVertexArray(0);
  return drawn;
}

ArrowStrips::ArrowStrips(int parts, int columns) : parts_(parts), columns_(columns) {
  std::vector<glm::vec2> corners;
  const auto corner = [this](int i, int j) {
    return glm::vec2(static_cast<float>(i) / static_cast<float>(parts_),
                     2.0f * static_cast<float>(j) / static_cast<float>(columns_) - 1.0f);
  };
  for (int i = 0; i < parts_; ++i) {
    for (int j = 0; j < columns_; ++j) {
      for (const glm::vec2 at : {corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j),
                                 corner(i + 1, j + 1), corner(i, j + 1)}) {
        corners.push_back(at);
      }
    }
  }
  glBindVertexArray(array_.id());
  fill_buffer(GL_ARRAY_BUFFER, corners_, corners, GL_STATIC_DRAW);
  set_attributes(sizeof(glm::vec2), {{kCorner, 2}});
  glBindBuffer(GL_ARRAY_BUFFER, arrows_.id());
  set_attributes(sizeof(glm::vec4), {{kPlace, 4}}, 1);
  glBindVertexArray(0);
}

void ArrowStrips::upload(std::vector<glm::vec4> const& arrows) {
  count_ = static_cast<GLsizei>(arrows.size());
  fill_buffer(GL_ARRAY_BUFFER, arrows_, arrows, GL_STREAM_DRAW);
}

Drawn ArrowStrips::draw() const {
  if (empty()) return {};
  glBindVertexArray(array_.id());
  glDrawArraysInstanced(GL_TRIANGLES, 0, 6 * parts_ * columns_, count_);
  glBindVertexArray(0);
  const std::size_t each = 2 * static_cast<std::size_t>(parts_) * static_cast<std::size_t>(columns_);
  return {each * static_cast<std::size_t>(count_), 1};
}

}  // namespace barchan::render
