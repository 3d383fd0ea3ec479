/// Air layer: streaks of sand particles and droplets, veils of sand, falling rain, and wind arrows on the land.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec4.hpp>

#include "processes/process.hpp"
#include "render/drawn.hpp"
#include "render/gl.hpp"

namespace barchan::render {

/// Indices of quads whose corners follow each other in the vertex buffer: 0 to 3 for the first, 4 to 7 for the second.
/// Many small instances would take much longer, above all without a graphics card.
class QuadIndices {
 public:
  /// Draws the first `quads` quads of the bound vertex array. Returns what was drawn.
  Drawn draw(int quads);

 private:
  GlBuffer buffer_ = GlBuffer::make();
  int quads_ = 0;  ///< that the buffer holds
};

/// Particles of one kind, drawn as streaks.
class StreakCloud {
 public:
  /// A sample of the particles is one in this many.
  static constexpr int kSample = 5;

  /// Replaces the particles.
  void upload(std::vector<ParticleTrace> const& traces);
  /// Draws all particles, or only a sample of them. Blending must be on and the streak program in use. Returns what was
  /// drawn.
  Drawn draw(bool sample = false);
  bool empty() const { return count_ == 0; }

 private:
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
  QuadIndices quads_;
  int count_ = 0;
};

/// A constant number of quads, placed by the vertex shader: low veils of sand that stream along the wind, or streaks of
/// falling rain.
class Streamers {
 public:
  explicit Streamers(int count) : count_(count) {}

  /// Draws one quad in `share`. Blending must be on and their program in use. Returns what was drawn.
  Drawn draw(int share = 1) { return draw_first(count_ / share); }
  /// Draws the first `count` quads under the same conditions.
  Drawn draw_first(int count);

 private:
  int count_;
  GlVertexArray array_ = GlVertexArray::make();
  QuadIndices quads_;
};

/// Arrows that lie on the land: strips of `parts` segments along and `columns` across that follow the ground.
class ArrowStrips {
 public:
  ArrowStrips(int parts, int columns);

  /// One value per arrow: its centre (x, y in m), then its direction times its length (x, y). Lengths are relative to
  /// the length that is set in the arrow program.
  void upload(std::vector<glm::vec4> const& arrows);
  /// Draws all arrows. The arrow program must be in use. Returns what was drawn.
  Drawn draw() const;
  bool empty() const { return count_ == 0; }

 private:
  int parts_, columns_;
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer corners_ = GlBuffer::make(), arrows_ = GlBuffer::make();
  GLsizei count_ = 0;
};

}  // namespace barchan::render
