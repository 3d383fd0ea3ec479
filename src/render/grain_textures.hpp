/// Grain textures: noise and wind ripples, made once on the CPU, repeating without a seam.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl.hpp"

namespace barchan {

/// Square RGBA8 picture, row-major.
struct GrainPicture {
  int side = 0;
  std::vector<std::uint8_t> rgba;
};

/// r: fractal noise; g, b: its slopes about 0.5; a: finer noise, evenly spread.
GrainPicture noise_picture();
/// Ripples with crests along y, steeper towards +x: r, g: slopes about 0.5; b: height about 0.5. 32 waves a side.
GrainPicture ripple_picture();

/// Sends a picture with mips; it repeats. `smooth`: no step is seen between mips, for two lookups' price.
GlTexture make_grain_texture(GrainPicture const& picture, bool smooth);

}  // namespace barchan
