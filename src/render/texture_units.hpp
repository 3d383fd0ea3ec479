/// Texture units: one fixed place for each texture, the same in every program.
#pragma once

#include <array>

#include "render/gl.hpp"

namespace barchan {

/// Order of the units; the samplers in the shaders have the names of kSamplerNames at the same place.
enum class TextureUnit : GLuint {
  height,    ///< R32F, m, with mips
  surface,   ///< slope x, slope y, sand m, sun visibility; with mips
  cover,     ///< sky visibility, dust, hollowness, obstacle; with mips
  overlay,   ///< R32F
  ramp,      ///< RGBA8, kRampSize x 1
  noise,     ///< RGBA8, repeats
  ripples,   ///< RGBA8, repeats
  raw_sand,  ///< R32F, m
  raw_sun,   ///< R32F, sun visibility
  raw_sky,   ///< R32F, sky visibility
  raw_dust,  ///< R32F, share of full dust; with mips
  raw_soil,  ///< R32F, 1 = obstacle
  raw_path,  ///< R32F, wind path
  scene,     ///< the picture before anti-aliasing
  distance,  ///< R32F, m from the eye to the land, when shading comes after
  plants,    ///< R32F, share of the ground under plants; with mips
  scratch,   ///< no sampler: where textures are made and filled
};

inline constexpr std::array<char const*, 16> kSamplerNames = {
    "height_map", "surface_map", "cover_map", "overlay_map", "ramp_map", "noise_map", "ripple_map",   "raw_sand",
    "raw_sun",    "raw_sky",     "raw_dust",  "raw_soil",    "raw_path", "scene_map", "distance_map", "plant_map"};

/// Binding point of the uniform block `Scene`.
inline constexpr GLuint kSceneBinding = 0;

inline void bind_texture(TextureUnit unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLuint>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

}  // namespace barchan
