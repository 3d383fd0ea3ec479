#include "render/framebuffer.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "render/gl.hpp"

namespace barchan {

struct Framebuffer::State {
  int width = 0, height = 0;
  GlFramebuffer framebuffer = GlFramebuffer::make();
  GlRenderbuffer color = GlRenderbuffer::make();
  GlRenderbuffer depth = GlRenderbuffer::make();
};

Framebuffer::Framebuffer(int width, int height) : state_(std::make_unique<State>()) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest) {
    throw std::runtime_error(
        fmt::format("a picture of {}x{} pixels: each side must lie between 1 and {}", width, height, largest));
  }
  state_->width = width;
  state_->height = height;
  glBindRenderbuffer(GL_RENDERBUFFER, state_->color.id());
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, state_->depth.id());
  glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer.id());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, state_->color.id());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, state_->depth.id());
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error(fmt::format("the driver refuses a picture of {}x{} pixels", width, height));
  }
}
Framebuffer::~Framebuffer() = default;
Framebuffer::Framebuffer(Framebuffer&& other) noexcept = default;
Framebuffer& Framebuffer::operator=(Framebuffer&& other) noexcept = default;

unsigned Framebuffer::id() const { return state_->framebuffer.id(); }
int Framebuffer::width() const { return state_->width; }
int Framebuffer::height() const { return state_->height; }

Image read_pixels(unsigned id, int width, int height) {
  Image image{width, height, {}};
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  image.rgba.resize(row * static_cast<std::size_t>(height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, id);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  for (int low = 0, high = height - 1; low < high; ++low, --high) {
    std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(row) * low,
                     image.rgba.begin() + static_cast<std::ptrdiff_t>(row) * (low + 1),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>(row) * high);
  }
  return image;
}

}  // namespace barchan
