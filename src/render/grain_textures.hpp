/// Grain textures: noise and wind ripples, computed once on the CPU, seamlessly repeating.
#pragma once

#include "render/gl.hpp"

namespace barchan::render {

/// All textures are RGBA8, repeat and have mips.
/// Noise. r: fractal noise; g, b: its slopes, centred at 0.5; a: finer noise, uniformly distributed.
GlTexture make_noise_texture();
/// Ground broken into pieces of many sizes, from 1/149 to 1/14 of the side. r: shade; g, b: slopes, centred at 0.5;
/// a: height relative to the surroundings.
GlTexture make_rock_texture();
/// Ripples with crests along y, steeper towards +x, 32 waves per side. r, g: slopes, centred at 0.5; b: height, centred
/// at 0.5.
GlTexture make_ripple_texture();

}  // namespace barchan::render
