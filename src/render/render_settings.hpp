/// RenderSettings: what a person may choose about the picture. Plain values; they never touch the world.
#pragma once

#include <string>

#include "world/strata_view.hpp"
#include "world/sunlight.hpp"

namespace barchan::render {

/// How much work a pixel is worth.
enum class RenderQuality {
  automatic,  ///< `light` on software renderers, else `full`
  light,      ///< one lookup a texture, one octave of ripples, tone mapping in place
  full,       ///< smooth reconstruction, several octaves, high-range buffer, volumes of dust
};

struct RenderSettings {
  /// Mesh cells along the longer side of the land, 16 .. 2048; 0: 128 on software renderers, else 512.
  int detail = 0;
  RenderQuality quality = RenderQuality::automatic;
  /// Of multisampling, 1 .. 16; 1: a filter over the finished picture; 0: chosen by the driver's kind.
  int samples = 0;
  bool shadows = true;     ///< sun and sky visibility shade the land
  bool show_dust = true;   ///< sand in the air and rain
  bool still = false;      ///< the world rests: show the dust of its step, not smoothed over the last views
  bool ripples = true;     ///< wind ripples in the shading
  bool overlay = false;    ///< colour the land by the view's overlay (if it carries one)
  bool inset_map = false;  ///< keep Renderer::inset_texture() up to date
  /// Up to the horizon: periodic worlds repeat, open ones run out; false: a clean cut that shows the layers.
  bool repeat_world = true;
  Slice slice{};            ///< where the land is cut open: the half before it is left out, and no land goes on
  bool wind_arrow = false;  ///< an arrow on the land that shows the prevailing wind
  bool wind_field = false;  ///< arrows all over the land that show the local wind (if the view carries them)
  Sun sun;                  ///< at least 2 degrees above the horizon
  float exposure = 0.0f;    ///< stops, -4 .. 4
  /// Developers: read the shaders from here, again when they change; empty: embedded ones.
  std::string shader_directory{};
};

}  // namespace barchan::render
