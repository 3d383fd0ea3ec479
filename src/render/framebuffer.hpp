/// Framebuffers: the targets of a scene on its way to the window or a file, and the reading of their pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>

#include "render/gl.hpp"

namespace barchan::render {

/// Pixels in memory: RGB, 8 bits per channel, sRGB, top row first.
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

/// A colour buffer (RGBA8 with sRGB-encoded values) of a fixed size in pixels.
class Framebuffer {
 public:
  /// Throws std::runtime_error if the driver refuses the size.
  Framebuffer(int width, int height);
  GLuint id() const { return framebuffer_.id(); }

 private:
  GlTexture color_;
  GlFramebuffer framebuffer_;
};

/// The target of a scene before it reaches the window or a file. It also smooths the edges of the picture.
class PictureTarget {
 public:
  /// Requests `samples` samples per pixel; the driver may grant fewer. With 1, the scene is drawn into texture(), which
  /// the shader filter reads.
  void resize(glm::ivec2 size, int samples);
  int samples() const { return samples_; }
  GLuint framebuffer() const { return drawn_.id(); }
  /// The colours that have been drawn, for use without multisampling.
  GLuint texture() const { return color_.id(); }
  /// Framebuffer for the distance of the land, which is drawn before the land is shaded. It shares the depth buffer and
  /// is created on first use. Only without multisampling.
  GLuint distance_framebuffer();
  GLuint distance_texture() const { return distance_.id(); }
  /// Returns a texture with a copy of the picture so far, for transparent objects. It is valid until the next copy() or
  /// until something is drawn into smoothed().
  GLuint copy();
  /// Framebuffer for the picture with smoothed edges, which enlarge() reads. Drawing into it overwrites the copy.
  GLuint smoothed();
  /// Enlarges the picture in smoothed() into `framebuffer`, which is `size` pixels large.
  void enlarge(GLuint framebuffer, glm::ivec2 size) const;
  /// Averages the samples of each pixel into `framebuffer`.
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

/// Reads the pixels of framebuffer `id` (0: the back buffer of the window).
Image read_pixels(GLuint id, int width, int height);

}  // namespace barchan::render
