/// Textures: their fixed units, and functions that create and fill them.
#pragma once

#include <array>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "render/gl.hpp"

namespace barchan::render {

/// Texture units; the samplers in the shaders have the names of kSamplerNames in the same order.
enum class TextureUnit : GLuint {
  height,            ///< R32F, m, with mips
  surface,           ///< slope x, slope y, sand m, sun visibility; with mips
  cover,             ///< sky visibility, dust, hollowness, turn of the wind; with mips
  overlay,           ///< R32F
  ramp,              ///< RGB8, kRampSize x 1
  noise,             ///< RGBA8, repeats
  rock,              ///< RGBA8, an array, repeats
  ripples,           ///< RGBA8, repeats
  raw_dust,          ///< R32F, fraction of full dust; with mips
  raw_path,          ///< R32F, wind path
  scene,             ///< the picture before anti-aliasing
  distance,          ///< R32F, m from the eye to the land, for deferred shading
  plants,            ///< R32F, plant density; with mips
  surroundings_sun,  ///< R32F, sun visibility beyond the edges; repeats
  loose_color,       ///< RGBA32F, colour of the loose soil on top; 1 x 1 if uniform
  base_color,        ///< RGBA32F, colour of the uppermost solid layer; 1 x 1 if uniform
  soil_colors,       ///< RGBA32F, kMostSoils x 1, colour of each soil, and the contrast of its beds (0: it is loose)
  cut_gaps,          ///< RGBA32F, first layer and number of layers, surfaces on both sides; one row per cut
  cut_layers,        ///< RGBA32F, list: bottoms on both sides m, soil
  air_color,         ///< RGBA32F, colour of airborne soil, one texel per block of cells
  face_cells,        ///< RG32F, first band and number of bands
  face_bands,        ///< RG32F, list: bottom m, soil
  water,             ///< RGBA32F, depth m (negative: dry), foam, mud, wetness
  water_top,         ///< RGBA32F, level m, flow m/s
  mud_color,         ///< RGBA32F, colour of the suspended load
  slides,            ///< R32F, m/s that slid recently, with mips; 1 x 1 if nothing slid
  shade,             ///< R32F, height up to which the land's shadow reaches, m; 1 x 1 if unknown
  scratch,           ///< no sampler: used to create and fill textures
};

inline constexpr std::array<char const*, 27> kSamplerNames = {"height_map",      "surface_map",
                                                              "cover_map",       "overlay_map",
                                                              "ramp_map",        "noise_map",
                                                              "rock_map",        "ripple_map",
                                                              "raw_dust",        "raw_path",
                                                              "scene_map",       "distance_map",
                                                              "plant_map",       "surroundings_sun_map",
                                                              "loose_color_map", "base_color_map",
                                                              "soil_color_map",  "cut_gap_map",
                                                              "cut_layer_map",   "air_color_map",
                                                              "face_cell_map",   "face_band_map",
                                                              "water_map",       "water_top_map",
                                                              "mud_color_map",   "slide_map",
                                                              "shade_map"};

/// Binding point of the uniform block `Scene`.
inline constexpr GLuint kSceneBinding = 0;

/// `target`: GL_TEXTURE_2D, or GL_TEXTURE_2D_ARRAY if the texture is an array.
inline void bind_texture(TextureUnit unit, GLuint texture, GLenum target = GL_TEXTURE_2D) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLuint>(unit));
  glBindTexture(target, texture);
}

/// Size, format and sampling of a texture.
struct TextureKind {
  glm::ivec2 size{1};
  GLenum format = GL_RGBA8;  ///< R32F, RG32F, RGBA32F (from floats), RGBA16F (from halves), RGB8 or RGBA8 (from bytes)
  GLint filter = GL_LINEAR;  ///< minification filter; a filter with mips creates them
  GLint wrap = GL_CLAMP_TO_EDGE;  ///< GL_CLAMP_TO_EDGE, GL_REPEAT or GL_MIRRORED_REPEAT
  bool as_alpha = false;          ///< its single channel is sampled as the fourth, and the others are 0
  int layers = 0;                 ///< of an array of bytes, whose sides are powers of two; 0: no array

  GLenum target() const { return layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D; }
  bool has_mips() const { return filter != GL_LINEAR && filter != GL_NEAREST; }
  bool operator==(TextureKind const&) const = default;
};

/// How textures continue beyond the edges of a land: a periodic one is repeated, an open one mirrored.
inline GLint wrap_of(Grid const& grid) { return grid.periodic() ? GL_REPEAT : GL_MIRRORED_REPEAT; }

/// Creates a texture filled with `data`, row-major, or uninitialised. Only make_texture() handles arrays.
GlTexture make_texture(TextureKind const& kind, void const* data = nullptr);
/// Creates a framebuffer that draws into `color`, and binds it.
GlFramebuffer make_framebuffer(GlTexture const& color);
/// Replaces the data of a texture of this kind.
void fill_texture(GlTexture const& texture, TextureKind const& kind, void const* data);
/// Rows of a level of a texture.
struct TextureRows {
  int first = 0, count = 0;
  int level = 0;  ///< 0: the finest one
};
/// Replaces these rows; `data` holds only them. `kind`: with the size of the level. Other levels do not change.
void fill_rows(GlTexture const& texture, TextureKind const& kind, TextureRows rows, void const* data);
/// Sets the minification filter of a texture with mips. `target`: as for bind_texture().
void set_filter(GlTexture const& texture, GLint filter, GLenum target = GL_TEXTURE_2D);
/// Recomputes the mips if the kind has any.
void renew_mips(GlTexture const& texture, TextureKind const& kind);

}  // namespace barchan::render
