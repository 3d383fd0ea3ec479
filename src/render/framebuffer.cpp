#include "render/framebuffer.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "render/texture.hpp"

namespace barchan::render {

Framebuffer::Framebuffer(int width, int height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest) {
    throw std::runtime_error(fmt::format(
        "expected 1 to {2} pixels per side of a picture, found {0}x{1}; choose another size", width, height, largest));
  }
  color_ = make_texture({.size = {width, height}});
  framebuffer_ = make_framebuffer(color_);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error(
        fmt::format("the driver refuses a picture of {}x{} pixels; choose a smaller one", width, height));
  }
}

void PictureTarget::resize(glm::ivec2 size, int samples) {
  if (size_ == size && asked_ == samples) return;
  size_ = size;
  asked_ = samples;
  GLint most = 1;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  distance_drawn_ = {};
  copied_ = {};
  samples_ = std::clamp(samples, 1, std::max(most, 1));

  color_ = make_texture({.size = size});
  plain_ = make_framebuffer(color_);
  while (true) {
    drawn_ = make_framebuffer(color_);
    depth_ = GlRenderbuffer::make();
    const GLsizei count = samples_ > 1 ? samples_ : 0;
    glBindRenderbuffer(GL_RENDERBUFFER, depth_.id());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_DEPTH24_STENCIL8, size.x, size.y);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
    if (samples_ > 1) {
      multisampled_ = GlRenderbuffer::make();
      glBindRenderbuffer(GL_RENDERBUFFER, multisampled_.id());
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_RGBA8, size.x, size.y);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, multisampled_.id());
    }
    if (samples_ == 1 || glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
    samples_ /= 2;
  }
}

GLuint PictureTarget::distance_framebuffer() {
  if (distance_drawn_) return distance_drawn_.id();
  distance_ = make_texture({.size = size_, .format = GL_R32F, .filter = GL_NEAREST});
  distance_drawn_ = make_framebuffer(distance_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
  return distance_drawn_.id();
}

void PictureTarget::blit(GLuint from, GLuint to) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  glBlitFramebuffer(0, 0, size_.x, size_.y, 0, 0, size_.x, size_.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void PictureTarget::make_copy() {
  if (copied_) return;
  copy_ = make_texture({.size = size_, .filter = GL_NEAREST});
  copied_ = make_framebuffer(copy_);
}

GLuint PictureTarget::copy() {
  if (samples_ > 1) {
    blit(drawn_.id(), plain_.id());
    return color_.id();
  }
  make_copy();
  blit(drawn_.id(), copied_.id());
  return copy_.id();
}

GLuint PictureTarget::smoothed() {
  make_copy();
  return copied_.id();
}

void PictureTarget::enlarge(GLuint framebuffer, glm::ivec2 size) const { scale(copied_.id(), framebuffer, size); }

void PictureTarget::resolve(GLuint framebuffer) const {
  // The pixel format of a window may differ, and samples can be averaged only between equal formats.
  if (framebuffer != 0 || samples_ == 1) {
    blit(drawn_.id(), framebuffer);
    return;
  }
  blit(drawn_.id(), plain_.id());
  blit(plain_.id(), framebuffer);
}

void PictureTarget::shrink(GLuint framebuffer, glm::ivec2 size) const {
  if (samples_ > 1) blit(drawn_.id(), plain_.id());
  scale(plain_.id(), framebuffer, size);
}

void PictureTarget::scale(GLuint from, GLuint to, glm::ivec2 size) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  glBlitFramebuffer(0, 0, size_.x, size_.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_LINEAR);
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

}  // namespace barchan::render
