/// Air layer: particles of sand and drops of rain, and the wind's arrow on the land.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec4.hpp>

#include "barchan/process.hpp"
#include "render/gl.hpp"

namespace barchan {

/// Particles of one kind, drawn as streaks.
class StreakCloud {
 public:
  void upload(std::vector<ParticleTrace> const& traces);
  /// Every `share`-th particle, with blending on and the streak program in use. Returns the triangles sent.
  std::size_t draw(int share = 1) const;
  bool empty() const { return count_ == 0; }

 private:
  GlVertexArray array_;
  GlBuffer buffer_;
  GLsizei count_ = 0;
};

/// A flat strip along the wind.
class ArrowStrip {
 public:
  std::size_t draw();

 private:
  GlVertexArray array_;
  GlBuffer buffer_;
};

}  // namespace barchan
