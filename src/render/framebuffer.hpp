/// Framebuffer: somewhere to draw when there is no window.
#pragma once

#include "render/image.hpp"

namespace barchan {

/// A colour buffer (RGBA8, holding sRGB-encoded values) with depth, of a fixed size in pixels.
class Framebuffer {
 public:
  /// Throws std::runtime_error when the driver refuses the size.
  Framebuffer(int width, int height);
  ~Framebuffer();
  Framebuffer(Framebuffer&& other) noexcept;
  Framebuffer& operator=(Framebuffer&& other) noexcept;

  unsigned id() const { return framebuffer_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_ = 0, height_ = 0;
  unsigned framebuffer_ = 0, color_ = 0, depth_ = 0;
};

/// Pixels of framebuffer `id` (0: the window's back buffer), top row first.
Image read_pixels(unsigned id, int width, int height);

}  // namespace barchan
