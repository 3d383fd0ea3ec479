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
  void upload(std::vector<ParticleTrace> const& traces);
  /// Every `share`-th particle, with blending on and the streak program in use. Returns what was sent.
  Drawn draw(int share = 1) const;
  bool empty() const { return count_ == 0; }

 private:
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer buffer_ = GlBuffer::make();
  GLsizei count_ = 0;
};

/// Quads whose places the graphics side finds, always as many: low veils of sand that stream along the wind wherever
/// some flies, or streaks of falling rain.
class Streamers {
 public:
  explicit Streamers(int count) : count_(count) {}

  /// Every `share`-th, with blending on and their program in use. Returns what was sent.
  Drawn draw(int share = 1) const { return draw_first(count_ / share); }
  /// The first so many of them, likewise.
  Drawn draw_first(int count) const;

 private:
  int count_;
  GlVertexArray array_ = GlVertexArray::make();
};

/// Arrows that lie on the land: flat strips, bent with it at `parts` places along them and `columns` across.
class ArrowStrips {
 public:
  ArrowStrips(int parts, int columns);

  /// One arrow each: its middle (x, y in m) and its way and length (x, y, in shares of the length drawn).
  void upload(std::vector<glm::vec4> const& arrows);
  /// With the arrow program in use. Returns what was sent.
  Drawn draw() const;
  bool empty() const { return count_ == 0; }

 private:
  int parts_, columns_;
  GlVertexArray array_ = GlVertexArray::make();
  GlBuffer corners_ = GlBuffer::make(), arrows_ = GlBuffer::make();
  GLsizei count_ = 0;
};

}  // namespace barchan::render
