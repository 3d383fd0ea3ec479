/// Grain textures: noise and wind ripples, computed once on the CPU, seamlessly repeating.
#pragma once

#include "render/gl.hpp"

namespace barchan::render {

/// All are RGBA8 with mips and repeat. `smooth`: interpolates between mips, which costs two lookups. r: fractal noise;
/// g, b: its slopes, centred at 0.5; a: finer noise, uniformly distributed.
GlTexture make_noise_texture(bool smooth);
/// Ground broken into pieces of all sizes, 1/14 to 1/149 of the side. r: shade; g, b: slopes, centred at 0.5; a: height
/// relative to the surroundings.
GlTexture make_rock_texture(bool smooth);
/// Ripples with crests along y, steeper towards +x. r, g: slopes, centred at 0.5; b: height, centred at 0.5. 32 waves
/// per side.
GlTexture make_ripple_texture(bool smooth);

}  // namespace barchan::render
