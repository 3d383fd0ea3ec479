#include "render/texture.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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

glm::ivec2 half_of(glm::ivec2 size) { return glm::max(size / 2, glm::ivec2(1)); }

/// Means of two by two texels of `channels` bytes. The last row or column of an odd number does not count.
std::vector<std::uint8_t> halved(std::span<std::uint8_t const> texels, glm::ivec2 size, int channels) {
  const glm::ivec2 to = half_of(size), step = glm::min(size - 1, glm::ivec2(1));
  std::vector<std::uint8_t> means;
  means.reserve(static_cast<std::size_t>(to.x * to.y * channels));
  for (int y = 0; y < to.y; ++y) {
    for (int x = 0; x < to.x; ++x) {
      for (int c = 0; c < channels; ++c) {
        const auto at = [&](int east, int north) {
          const glm::ivec2 place = step * glm::ivec2(2 * x + east, 2 * y + north);
          return int{texels[static_cast<std::size_t>((place.y * size.x + place.x) * channels + c)]};
        };
        means.push_back(static_cast<std::uint8_t>((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4));
      }
    }
  }
  return means;
}

/// Defines a level of the bound texture and fills it with `data`, or leaves it uninitialised.
void make_level(TextureKind const& kind, GLint level, glm::ivec2 size, void const* data) {
  const auto [layout, type] = data_of(kind.format);
  const auto format = static_cast<GLint>(kind.format);
  if (kind.layers == 0) {
    glTexImage2D(kind.target(), level, format, size.x, size.y, 0, layout, type, data);
  } else {
    glTexImage3D(kind.target(), level, format, size.x, size.y, kind.layers, 0, layout, type, data);
  }
}

/// Makes the coarser levels of the bound texture. Without a graphics card, OpenGL would compile a shader for them at
/// each start of the program, which takes longer than the levels themselves.
void make_levels(TextureKind const& kind, void const* data) {
  const bool bytes = kind.format == GL_RGBA8 || kind.format == GL_RGB8;
  if (data != nullptr && !bytes) return glGenerateMipmap(kind.target());
  const int channels = kind.format == GL_RGB8 ? 3 : 4;
  std::vector<std::uint8_t> texels;
  if (data != nullptr) {
    auto const* const first = static_cast<std::uint8_t const*>(data);
    const int layers = std::max(kind.layers, 1);
    texels.assign(first, first + static_cast<std::size_t>(layers * kind.size.x * kind.size.y * channels));
  }
  GLint level = 1;
  for (glm::ivec2 size = kind.size; size != glm::ivec2(1); ++level) {
    if (!texels.empty()) texels = halved(texels, size * glm::ivec2(1, std::max(kind.layers, 1)), channels);
    size = half_of(size);
    make_level(kind, level, size, texels.empty() ? nullptr : texels.data());
  }
}

}  // namespace

GlTexture make_texture(TextureKind const& kind, void const* data) {
  GlTexture texture = GlTexture::make();
  const GLenum target = kind.target();
  bind_texture(TextureUnit::scratch, texture.id(), target);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  make_level(kind, 0, kind.size, data);
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER, kind.filter);
  glTexParameteri(target, GL_TEXTURE_MAG_FILTER, kind.filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
  glTexParameteri(target, GL_TEXTURE_WRAP_S, kind.wrap);
  glTexParameteri(target, GL_TEXTURE_WRAP_T, kind.wrap);
  if (kind.as_alpha) {
    constexpr GLint kRedAsAlpha[] = {GL_ZERO, GL_ZERO, GL_ZERO, GL_RED};
    glTexParameteriv(target, GL_TEXTURE_SWIZZLE_RGBA, kRedAsAlpha);
  }
  if (kind.has_mips()) make_levels(kind, data);
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

void set_filter(GlTexture const& texture, GLint filter, GLenum target) {
  bind_texture(TextureUnit::scratch, texture.id(), target);
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter);
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
