/// Framebuffers: where a scene is drawn on its way to the window, or where there is none, and the pixels drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>

#include "render/gl.hpp"

namespace barchan::render {

/// Pixels in memory: RGB, 8 bits a channel, sRGB, top row first.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< width * height * 3 bytes

  std::uint8_t const* pixel(int x, int y) const {
    return rgb.data() +
           3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
  bool operator==(Image const&) const = default;
};

/// A colour buffer (RGBA8, holding sRGB-encoded values) of a fixed size in pixels.
class Framebuffer {
 public:
  /// Throws std::runtime_error when the driver refuses the size.
  Framebuffer(int width, int height);
  GLuint id() const { return framebuffer_.id(); }

 private:
  GlTexture color_;
  GlFramebuffer framebuffer_;
};

/// Where the scene is drawn before it reaches the window or file, and how its edges are smoothed on the way.
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
  /// A texture of what has been drawn so far, for what is seen through something; good until the next copy
  /// or what is drawn into `smoothed`.
  GLuint copy();
  /// Where the picture can be drawn once more, pixel by pixel, for `enlarge`; takes the place of the copy.
  GLuint smoothed();
  /// Brings what is drawn there to `framebuffer`, which is `size` pixels large.
  void enlarge(GLuint framebuffer, glm::ivec2 size) const;
  /// Averages the samples into `framebuffer`.
  void resolve(GLuint framebuffer) const;
  /// Averages the pixels into `framebuffer`, which is `size` pixels large.
  void shrink(GLuint framebuffer, glm::ivec2 size) const;

 private:
  void blit(GLuint from, GLuint to) const;
  void scale(GLuint from, GLuint to, glm::ivec2 size) const;
  void make_copy();

  glm::ivec2 size_{0};
  int asked_ = 0, samples_ = 1;
  GlFramebuffer drawn_, plain_, distance_drawn_, copied_;
  GlRenderbuffer multisampled_, depth_;
  GlTexture color_, distance_, copy_;
};

/// Pixels of framebuffer `id` (0: the window's back buffer).
Image read_pixels(GLuint id, int width, int height);

}  // namespace barchan::render
