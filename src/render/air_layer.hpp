/// Air layer: particles of sand and drops of rain, veils of sand, and the wind's arrows on the land.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec4.hpp>

#include "processes/process.hpp"
#include "render/drawn.hpp"
#include "render/gl.hpp"

namespace barchan::render {

/// Particles of one kind, drawn as streaks.
class StreakCloud {
 public:
  /// Replaces the particles.
  void upload(std::vector<ParticleTrace> const& traces);
  /// Draws every `share`-th particle. Blending must be on and the streak program in use. Returns what was sent.
  Drawn draw(int share = 1) const;
  bool empty() const { return count_ == 0; }

 private:
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
  GLsizei count_ = 0;
};

/// A constant number of quads that are placed by the vertex shader: low veils of sand that stream along the wind, or
/// streaks of falling rain.
class Streamers {
 public:
  explicit Streamers(int count) : count_(count) {}

  /// Draws every `share`-th quad. Blending must be on and their program in use. Returns what was sent.
  Drawn draw(int share = 1) const { return draw_first(count_ / share); }
  /// The same for the first `count` quads.
  Drawn draw_first(int count) const;

 private:
  int count_;
  GlVertexArray array_ = GlVertexArray::make();
};

/// Arrows that lie on the land: strips with `parts` segments along and `columns` across, bent with the ground.
class ArrowStrips {
 public:
  ArrowStrips(int parts, int columns);

  /// One value per arrow: its centre (x, y in m), and its direction times its length (x, y, relative to the drawn
  /// length).
  void upload(std::vector<glm::vec4> const& arrows);
  /// The arrow program must be in use. Returns what was sent.
  Drawn draw() const;
  bool empty() const { return count_ == 0; }

 private:
  int parts_, columns_;
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer corners_ = GlBuffer::make(), arrows_ = GlBuffer::make();
  GLsizei count_ = 0;
};

}  // namespace barchan::render
