/// Textures: their fixed units, and how they are made and filled.
#pragma once

#include <array>

#include <glm/vec2.hpp>

#include "render/gl.hpp"

namespace barchan::render {

/// Order of the units; the samplers in the shaders have the names of kSamplerNames at the same place.
enum class TextureUnit : GLuint {
  height,         ///< R32F, m, with mips
  surface,        ///< slope x, slope y, sand m, sun visibility; with mips
  cover,          ///< sky visibility, dust, hollowness, -; with mips
  overlay,        ///< R32F
  ramp,           ///< RGB8, kRampSize x 1
  noise,          ///< RGBA8, repeats
  rock,           ///< RGBA8, repeats
  ripples,        ///< RGBA8, repeats
  raw_sand,       ///< R32F, m
  raw_sun,        ///< R32F, sun visibility
  raw_sky,        ///< R32F, sky visibility
  raw_dust,       ///< R32F, share of full dust; with mips
  raw_path,       ///< R32F, wind path
  scene,          ///< the picture before anti-aliasing
  distance,       ///< R32F, m from the eye to the land, when shading comes after
  plants,         ///< R32F, share of the ground under plants; with mips
  apron_surface,  ///< RGBA32F, slope x, slope y, sand m, sun visibility beyond the edges
  apron_cover,    ///< RGBA32F, sky visibility, dust, plants, height m beyond the edges
  loose_color,    ///< RGBA32F, of what lies loose on top; 1 x 1 where it is the same everywhere
  base_color,     ///< RGBA32F, of the uppermost solid layer, likewise
  soil_colors,    ///< RGBA32F, kMostSoils x 1, of each soil, and how much its beds differ (0: it is loose)
  cut_gaps,       ///< RGBA32F, first layer and their number, surfaces on both sides; a row a cut
  cut_layers,     ///< RGBA32F, a list: bottoms on both sides m, soil
  air_color,      ///< RGBA32F, of what flies, a texel a few cells
  face_cells,     ///< RG32F, first band and their number
  face_bands,     ///< RG32F, a list: bottom m, soil
  water,          ///< RGBA32F, depth m (below 0: dry), foam, mud, wetness
  water_top,      ///< RGBA32F, level m, flow m/s
  mud_color,      ///< RGBA32F, of what the water carries
  raw_turn,       ///< R32F, sine of the local wind's turn; 1 x 1 where it turns nowhere
  slides,         ///< R32F, m/s that slid lately, with mips; 1 x 1 where nothing did
  shade,          ///< R32F, m up to which the land's shadow reaches; 1 x 1 where that is not known
  scratch,        ///< no sampler: where textures are made and filled
};

inline constexpr std::array<char const*, 32> kSamplerNames = {
    "height_map",      "surface_map",    "cover_map",      "overlay_map",   "ramp_map",          "noise_map",
    "rock_map",        "ripple_map",     "raw_sand",       "raw_sun",       "raw_sky",           "raw_dust",
    "raw_path",        "scene_map",      "distance_map",   "plant_map",     "apron_surface_map", "apron_cover_map",
    "loose_color_map", "base_color_map", "soil_color_map", "cut_gap_map",   "cut_layer_map",     "air_color_map",
    "face_cell_map",   "face_band_map",  "water_map",      "water_top_map", "mud_color_map",     "raw_turn",
    "slide_map",       "shade_map"};

/// Binding point of the uniform block `Scene`.
inline constexpr GLuint kSceneBinding = 0;

inline void bind_texture(TextureUnit unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLuint>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

/// What a texture holds and how it is looked up.
struct TextureKind {
  glm::ivec2 size{1};
  GLenum format = GL_RGBA8;   ///< R32F, RG32F, RGBA16F, RGBA32F (from floats), RGB8 or RGBA8 (from bytes)
  GLint filter = GL_LINEAR;   ///< for what is drawn smaller; one with mips makes them
  bool wraps = false;         ///< along x
  bool wraps_upward = wraps;  ///< along y
  bool as_alpha = false;      ///< its one channel is looked up as the fourth, the others are 0

  bool has_mips() const { return filter != GL_LINEAR && filter != GL_NEAREST; }
  bool operator==(TextureKind const&) const = default;
};

/// A new texture of `data`, row-major, or of nothing known.
GlTexture make_texture(TextureKind const& kind, void const* data = nullptr);
/// A framebuffer, now bound, that draws into `color`.
GlFramebuffer make_framebuffer(GlTexture const& color);
/// New data for a texture of this kind.
void fill_texture(GlTexture const& texture, TextureKind const& kind, void const* data);
/// The same for `count` rows from `first` on, `data` being theirs; mips stay as they were.
void fill_rows(GlTexture const& texture, TextureKind const& kind, int first, int count, void const* data);
/// Makes the mips of a kind that has them anew.
void renew_mips(GlTexture const& texture, TextureKind const& kind);

}  // namespace barchan::render
