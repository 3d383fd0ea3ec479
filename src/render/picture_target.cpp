#include "render/picture_target.hpp"

#include <algorithm>

#include "render/texture_units.hpp"

namespace barchan {

void PictureTarget::resize(glm::ivec2 size, int samples) {
  if (size_ == size && asked_ == samples) return;
  size_ = size;
  asked_ = samples;
  GLint most = 1;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  distance_.reset();
  distance_drawn_.reset();
  samples_ = std::clamp(samples, 1, std::max(most, 1));

  color_ = GlTexture::make();
  bind_texture(TextureUnit::scratch, color_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.x, size.y, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  plain_ = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, plain_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.id(), 0);

  while (true) {
    drawn_ = GlFramebuffer::make();
    depth_ = GlRenderbuffer::make();
    const GLsizei count = samples_ > 1 ? samples_ : 0;
    glBindFramebuffer(GL_FRAMEBUFFER, drawn_.id());
    glBindRenderbuffer(GL_RENDERBUFFER, depth_.id());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_DEPTH_COMPONENT24, size.x, size.y);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
    if (samples_ > 1) {
      multisampled_ = GlRenderbuffer::make();
      glBindRenderbuffer(GL_RENDERBUFFER, multisampled_.id());
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_RGBA8, size.x, size.y);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, multisampled_.id());
    } else {
      multisampled_.reset();
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.id(), 0);
    }
    if (samples_ == 1 || glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
    samples_ /= 2;
  }
}

GLuint PictureTarget::distance_framebuffer() {
  if (distance_drawn_) return distance_drawn_.id();
  distance_ = GlTexture::make();
  bind_texture(TextureUnit::scratch, distance_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, size_.x, size_.y, 0, GL_RED, GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  distance_drawn_ = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, distance_drawn_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, distance_.id(), 0);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
  return distance_drawn_.id();
}

void PictureTarget::resolve(GLuint framebuffer) const {
  const auto copy = [this](GLuint from, GLuint to) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, size_.x, size_.y, 0, 0, size_.x, size_.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  };
  // A window's pixel format may differ from ours, and samples may only be averaged between equal formats.
  if (framebuffer != 0 || samples_ == 1) {
    copy(drawn_.id(), framebuffer);
    return;
  }
  copy(drawn_.id(), plain_.id());
  copy(plain_.id(), framebuffer);
}

}  // namespace barchan
