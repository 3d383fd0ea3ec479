/// Grain textures: noise and wind ripples, computed once on the CPU, seamlessly repeating.
#pragma once

#include "render/gl.hpp"

namespace barchan::render {

/// All textures are RGBA8, repeat and have mips.
/// Noise. r: fractal noise; g, b: its slopes, centred at 0.5; a: finer noise, uniformly distributed.
GlTexture make_noise_texture();
/// An array of three textures, each with r: shade; g, b: slopes; a: height relative to the surroundings; all centred at
/// 0.5. Layer 0: rock broken into pieces of many sizes, from 1/149 to 1/14 of the side. Layer 1: level ground with
/// stones. Layer 2: a cliff in courses along x, each parted into blocks by joints.
GlTexture make_rock_textures();
/// Ripples with crests along y, steeper towards +x, 32 waves per side. r, g: slopes, centred at 0.5; b: height, centred
/// at 0.5.
GlTexture make_ripple_texture();

}  // namespace barchan::render
