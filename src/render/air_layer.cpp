#include "render/air_layer.hpp"

#include <cstddef>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace barchan {
namespace {

struct StreakVertex {
  glm::vec4 particle;  ///< position, load
  glm::vec3 velocity;
};
constexpr GLuint kParticle = 0, kVelocity = 1;  // as in streak.vert
constexpr int kArrowParts = 32;
constexpr int kArrowColumns = 4;

}  // namespace

void StreakCloud::upload(std::vector<ParticleTrace> const& traces) {
  count_ = static_cast<GLsizei>(traces.size());
  if (traces.empty()) return;
  std::vector<StreakVertex> vertices;
  vertices.reserve(traces.size());
  for (ParticleTrace const& trace : traces) vertices.push_back({glm::vec4(trace.position, trace.load), trace.velocity});
  const bool fresh = !array_;
  if (fresh) {
    array_ = GlVertexArray::make();
    buffer_ = GlBuffer::make();
  }
  glBindVertexArray(array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(StreakVertex)), vertices.data(),
               GL_STREAM_DRAW);
  if (fresh) {
    for (const GLuint location : {kParticle, kVelocity}) {
      glEnableVertexAttribArray(location);
      glVertexAttribDivisor(location, 1);
    }
  }
  glBindVertexArray(0);
}

std::size_t StreakCloud::draw(int share) const {
  const GLsizei shown = count_ / share;
  if (shown == 0) return 0;
  const auto stride = static_cast<GLsizei>(sizeof(StreakVertex)) * share;
  glBindVertexArray(array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  glVertexAttribPointer(kParticle, 4, GL_FLOAT, GL_FALSE, stride, nullptr);
  glVertexAttribPointer(kVelocity, 3, GL_FLOAT, GL_FALSE, stride,
                        reinterpret_cast<void const*>(offsetof(StreakVertex, velocity)));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, shown);
  glBindVertexArray(0);
  return 2 * static_cast<std::size_t>(shown);
}

std::size_t ArrowStrip::draw() {
  if (!array_) {
    std::vector<glm::vec2> corners;
    const auto corner = [](int i, int j) {
      return glm::vec2(static_cast<float>(i) / kArrowParts, 2.0f * static_cast<float>(j) / kArrowColumns - 1.0f);
    };
    for (int i = 0; i < kArrowParts; ++i) {
      for (int j = 0; j < kArrowColumns; ++j) {
        for (const glm::vec2 at : {corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j),
                                   corner(i + 1, j + 1), corner(i, j + 1)}) {
          corners.push_back(at);
        }
      }
    }
    array_ = GlVertexArray::make();
    buffer_ = GlBuffer::make();
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(glm::vec2)), corners.data(),
                 GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(glm::vec2), nullptr);
  }
  glBindVertexArray(array_.id());
  glDrawArrays(GL_TRIANGLES, 0, 6 * kArrowParts * kArrowColumns);
  glBindVertexArray(0);
  return 2 * kArrowParts * kArrowColumns;
}

}  // namespace barchan
