/// RenderSettings: the user's choices about the picture. Plain values that never affect the world.
#pragma once

#include <string>

#include "world/strata_view.hpp"
#include "world/sunlight.hpp"

namespace barchan::render {

/// The amount of work per pixel.
enum class RenderQuality {
  automatic,  ///< `light` on software renderers, else `full`
  light,      ///< one lookup per map, few samples along rays
  full,       ///< smooth interpolation of the maps, finer detail, more samples along rays
};

/// Choices about the picture; a new object holds the defaults.
struct RenderSettings {
  /// Mesh cells along the longer side of the land, 16 to 2048. 0: chosen by the kind of driver; see choose_detail().
  int detail = 0;
  RenderQuality quality = RenderQuality::automatic;
  /// Samples per pixel, 2 to 16. 1: a filter over the finished picture. 0: chosen by the kind of driver.
  int samples = 0;
  bool shadows = true;     ///< visibility of sun and sky shades the land
  bool show_dust = true;   ///< sand in the air and rain
  bool still = false;      ///< the world is paused: show the dust of its last step, not smoothed over the last views
  float clouds = 0.4f;     ///< fraction of the sky that fair-weather clouds cover, 0 to 1
  bool ripples = true;     ///< wind ripples in the shading
  bool overlay = false;    ///< colour the land by the view's overlay, if it has one
  bool inset_map = false;  ///< keep Renderer::inset_texture() up to date
  /// The land continues to the horizon: periodic lands repeat, others are mirrored. False: the land is a block whose
  /// cut sides show the layers.
  bool repeat_world = true;
  /// Cut through the land. The half between it and the camera is not drawn, and nothing continues beyond the edges.
  Slice slice{};
  bool wind_arrow = false;  ///< one arrow on the land that shows the prevailing wind
  bool wind_field = false;  ///< arrows all over the land that show the local wind, if the view has them
  Sun sun;                  ///< at least 2 degrees above the horizon
  float exposure = 0.0f;    ///< stops, -4 to 4
  /// For developers: reads the shaders from this folder, and again when they change. Empty: uses the embedded shaders.
  std::string shader_directory{};

  bool operator==(RenderSettings const&) const = default;
};

}  // namespace barchan::render
