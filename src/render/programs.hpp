/// Programs: all shaders of a picture, compiled for what the land has and the settings ask for.
#pragma once

#include <string>

#include "render/plant_layer.hpp"
#include "render/shader_library.hpp"
#include "render/thing_layer.hpp"

namespace barchan::render {

/// What the shaders are compiled for.
struct ShaderKind {
  bool full = false;
  bool ripples = true;
  bool overlay = false;
  bool plants = false;
  bool apron = false;
  bool layers = false;
  bool water = false;
  bool things = false;
  bool dust = false;   ///< hangs in the air
  bool turns = false;  ///< the local wind blows another way than the prevailing one, and so do ripples
  bool rain = false;   ///< it may rain
  bool operator==(ShaderKind const&) const = default;
};

/// For the land or the water on it, or for their apron.
struct GroundPrograms {
  ShaderProgram draw, distance, shade;

  GroundPrograms() = default;
  GroundPrograms(ShaderSources const& sources, char const* fragment, std::string const& defines)
      : draw(sources, "land.vert", fragment, defines),
        distance(sources, "land.vert", "distance.frag", defines),
        shade(sources, "fullscreen.vert", fragment, "#define DEFERRED\n" + defines) {}
};

struct Programs {
  GroundPrograms land, apron, water, water_apron;
  ThingPrograms thing;
  PlantPrograms plant;
  ShaderProgram compose, solid, wall, water_cut, sky, streak, streamer, rain, arrow, inset, antialias;

  /// Throws std::runtime_error with the driver's message.
  Programs(ShaderSources const& sources, ShaderKind kind);
};

}  // namespace barchan::render
