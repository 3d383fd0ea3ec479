/// Grain textures: noise and wind ripples, made once on the CPU, repeating without a seam.
#pragma once

#include "render/gl.hpp"

namespace barchan::render {

/// All are RGBA8 with mips and repeat. `smooth`: no step is seen between mips, for two lookups' price.
/// r: fractal noise; g, b: its slopes about 0.5; a: finer noise, evenly spread.
GlTexture make_noise_texture(bool smooth);
/// Ground broken into pieces of all sizes, from 1/14 to 1/149 of the side. r: shade; g, b: slopes about 0.5; a: how far
/// it stands out of what lies around.
GlTexture make_rock_texture(bool smooth);
/// Ripples with crests along y, steeper towards +x: r, g: slopes about 0.5; b: height about 0.5. 32 waves a side.
GlTexture make_ripple_texture(bool smooth);

}  // namespace barchan::render
