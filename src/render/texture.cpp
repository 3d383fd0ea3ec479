#include "render/texture.hpp"

#include <utility>

namespace barchan::render {
namespace {

/// Layout and type of the data for a format.
std::pair<GLenum, GLenum> data_of(GLenum format) {
  switch (format) {
    case GL_R32F:
      return {GL_RED, GL_FLOAT};
    case GL_RG32F:
      return {GL_RG, GL_FLOAT};
    case GL_RGBA16F:
      return {GL_RGBA, GL_HALF_FLOAT};
    case GL_RGB8:
      return {GL_RGB, GL_UNSIGNED_BYTE};
    case GL_RGBA8:
      return {GL_RGBA, GL_UNSIGNED_BYTE};
    default:
      return {GL_RGBA, GL_FLOAT};
  }
}

}  // namespace

GlTexture make_texture(TextureKind const& kind, void const* data) {
  GlTexture texture = GlTexture::make();
  bind_texture(TextureUnit::scratch, texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const auto [layout, type] = data_of(kind.format);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(kind.format), kind.size.x, kind.size.y, 0, layout, type, data);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, kind.filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, kind.filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, kind.wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, kind.wrap);
  if (kind.as_alpha) {
    constexpr GLint kRedAsAlpha[] = {GL_ZERO, GL_ZERO, GL_ZERO, GL_RED};
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, kRedAsAlpha);
  }
  if (kind.has_mips()) glGenerateMipmap(GL_TEXTURE_2D);
  return texture;
}

GlFramebuffer make_framebuffer(GlTexture const& color) {
  GlFramebuffer framebuffer = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color.id(), 0);
  return framebuffer;
}

void fill_rows(GlTexture const& texture, TextureKind const& kind, TextureRows rows, void const* data) {
  bind_texture(TextureUnit::scratch, texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const auto [layout, type] = data_of(kind.format);
  glTexSubImage2D(GL_TEXTURE_2D, rows.level, 0, rows.first, kind.size.x, rows.count, layout, type, data);
}

void set_filter(GlTexture const& texture, GLint filter) {
  bind_texture(TextureUnit::scratch, texture.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
}

void renew_mips(GlTexture const& texture, TextureKind const& kind) {
  if (!kind.has_mips()) return;
  bind_texture(TextureUnit::scratch, texture.id());
  glGenerateMipmap(GL_TEXTURE_2D);
}

void fill_texture(GlTexture const& texture, TextureKind const& kind, void const* data) {
  fill_rows(texture, kind, {0, kind.size.y}, data);
  renew_mips(texture, kind);
}

}  // namespace barchan::render
