#include "render/framebuffer.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "render/texture.hpp"

namespace barchan {

Framebuffer::Framebuffer(int width, int height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest) {
    throw std::runtime_error(
        fmt::format("a picture of {}x{} pixels: each side must lie between 1 and {}", width, height, largest));
  }
  color_ = make_texture({.size = {width, height}});
  framebuffer_ = make_framebuffer(color_);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error(fmt::format("the driver refuses a picture of {}x{} pixels", width, height));
  }
}

Image read_pixels(GLuint id, int width, int height) {
  Image image{width, height, {}};
  const std::ptrdiff_t row = 3 * static_cast<std::ptrdiff_t>(width);
  image.rgb.resize(static_cast<std::size_t>(row) * static_cast<std::size_t>(height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, id);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  const auto top = image.rgb.begin();
  for (int low = 0, high = height - 1; low < high; ++low, --high) {
    std::swap_ranges(top + row * low, top + row * (low + 1), top + row * high);
  }
  return image;
}

}  // namespace barchan
