/// Picture target: where the scene is drawn before it reaches the window, and how its edges are smoothed on the way.
#pragma once

#include <glm/vec2.hpp>

#include "render/gl.hpp"

namespace barchan {

class PictureTarget {
 public:
  /// Asks for `samples` of multisampling and takes what the driver grants; 1 keeps a texture for the shader filter.
  void resize(glm::ivec2 size, int samples);
  int samples() const { return samples_; }
  GLuint framebuffer() const { return drawn_.id(); }
  /// Finished colours; filled by `resolve` when multisampled.
  GLuint texture() const { return color_.id(); }
  /// Where the land's distance is drawn before it is shaded; shares the depth. Made when first asked for; 1 sample
  /// only.
  GLuint distance_framebuffer();
  GLuint distance_texture() const { return distance_.id(); }
  /// Averages the samples into `framebuffer`.
  void resolve(GLuint framebuffer) const;

 private:
  glm::ivec2 size_{0};
  int asked_ = 0, samples_ = 1;
  GlFramebuffer drawn_, plain_, distance_drawn_;
  GlRenderbuffer multisampled_, depth_;
  GlTexture color_, distance_;
};

}  // namespace barchan
