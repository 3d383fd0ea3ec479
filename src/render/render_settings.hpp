/// RenderSettings: the user's choices about the picture. Plain values that never affect the world.
#pragma once

#include <string>

#include "world/strata_view.hpp"
#include "world/sunlight.hpp"

namespace barchan::render {

/// How much work is done per pixel.
enum class RenderQuality {
  automatic,  ///< `light` on software renderers, else `full`
  light,      ///< one lookup per texture, one octave of ripples, tone mapping in place
  full,       ///< smooth reconstruction, several octaves, high-range buffer, volumes of dust
};

/// Choices about the picture; a new object holds the defaults.
struct RenderSettings {
  /// Mesh cells along the longer side of the land, 16 to 2048; 0: 128 on software renderers, else 512.
  int detail = 0;
  RenderQuality quality = RenderQuality::automatic;
  /// Multisampling, 1 to 16; 1: a filter over the finished picture; 0: chosen by the kind of driver.
  int samples = 0;
  bool shadows = true;    ///< visibility of sun and sky shades the land
  bool show_dust = true;  ///< sand in the air and rain
  bool still = false;    ///< the world is paused: show the dust of its step instead of smoothing it over the last views
  bool ripples = true;   ///< wind ripples in the shading
  bool overlay = false;  ///< colour the land by the view's overlay, if it has one
  bool inset_map = false;  ///< keep Renderer::inset_texture() up to date
  /// Up to the horizon: periodic worlds repeat, open ones continue as a plain. False: a clean cut that shows the
  /// layers.
  bool repeat_world = true;
  /// Where the land is cut open: the half before it is left out, and the land does not continue beyond its edges.
  Slice slice{};
  bool wind_arrow = false;  ///< one arrow on the land that shows the prevailing wind
  bool wind_field = false;  ///< arrows all over the land that show the local wind, if the view has them
  Sun sun;                  ///< at least 2 degrees above the horizon
  float exposure = 0.0f;    ///< stops, -4 .. 4
  /// For developers: read the shaders from this folder, and again when they change; empty: use the embedded ones.
  std::string shader_directory{};
};

}  // namespace barchan::render
