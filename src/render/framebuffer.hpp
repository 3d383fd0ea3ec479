/// Framebuffer: somewhere to draw when there is no window, and the pixels that were drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/gl.hpp"

namespace barchan {

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

/// Pixels of framebuffer `id` (0: the window's back buffer).
Image read_pixels(GLuint id, int width, int height);

}  // namespace barchan
