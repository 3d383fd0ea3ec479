/// Programs: all shaders of a picture, compiled for the features of the land and the settings.
#pragma once

#include <string>

#include "render/plant_layer.hpp"
#include "render/shader_library.hpp"
#include "render/thing_layer.hpp"

namespace barchan::render {

/// The features for which the shaders are compiled.
struct ShaderKind {
  bool full = false;
  bool ripples = true;
  bool overlay = false;
  bool plants = false;
  bool layers = false;
  bool water = false;
  bool things = false;
  bool dust = false;   ///< dust in the air
  bool turns = false;  ///< the directions of the local wind and of the ripples vary over the land
  bool rain = false;   ///< it may rain
  bool operator==(ShaderKind const&) const = default;
};

/// The programs for the land, or for the water on it.
struct GroundPrograms {
  ShaderProgram draw, distance, shade;

  GroundPrograms() = default;
  GroundPrograms(ShaderSources const& sources, char const* fragment, std::string const& defines)
      : draw(sources, "land.vert", fragment, defines),
        distance(sources, "land.vert", "distance.frag", defines),
        shade(sources, "fullscreen.vert", fragment, "#define DEFERRED\n" + defines) {}
};

/// All programs of one ShaderKind.
struct Programs {
  GroundPrograms land, water;
  ThingPrograms thing;
  PlantPrograms plant;
  ShaderProgram solid, wall, water_cut, sky, streak, streamer, rain, arrow, inset, antialias;

  /// Throws std::runtime_error with the driver's message.
  Programs(ShaderSources const& sources, ShaderKind kind);
};

}  // namespace barchan::render
