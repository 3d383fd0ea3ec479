/// Framebuffer: somewhere to draw when there is no window.
#pragma once

#include <memory>

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

  unsigned id() const;
  int width() const;
  int height() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Pixels of framebuffer `id` (0: the window's back buffer), top row first.
Image read_pixels(unsigned id, int width, int height);

}  // namespace barchan
