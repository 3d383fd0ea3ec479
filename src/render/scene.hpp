/// Scene: the numbers that every shader reads, and how they follow from camera, settings and land.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/camera.hpp"
#include "render/color_ramp.hpp"
#include "render/land_tiles.hpp"
#include "render/render_settings.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// Mirror of the uniform block `Scene` in shaders/common.glsl (std140), where each member is described.
struct SceneBlock {
  glm::mat4 view_projection;
  glm::vec4 eye, ray_right, ray_up, ray_forward, viewport;
  glm::vec4 sun, sun_light, sky_zenith, sky_horizon, sky_fill, bounce;
  glm::vec4 land_size, land_grid, land_range, slice;
  glm::vec4 wind, ripple_frame, air, dust, dust_light, overlay, apron;
  glm::vec4 rock_color, sand_color, obstacle_color, plant_color;
  glm::vec4 rain, rain_light;
  std::array<glm::vec4, kRainSide * kRainSide / 4> rain_shares;
};

inline constexpr float kFullDust = 0.15f;  ///< m of sand: dust that hides what is behind it

/// What the picture needs to know of the land besides its textures.
struct LandFacts {
  Grid grid;
  float minimum = 0.0f, maximum = 0.0f;  ///< m
  glm::vec2 height_range{0.0f};          ///< m, with what is drawn beyond its edges
  float mean_sand = 0.0f;                ///< m
  float bedrock = 0.0f;                  ///< m, lowest top of the bedrock at the edges and along the slice
  glm::vec2 wind_direction{1.0f, 0.0f};
  float wind_speed = 0.0f;  ///< m/s
  bool has_overlay = false;
  bool has_plants = false;
  bool wind_turns = false;         ///< the local wind blows another way than the prevailing one somewhere
  glm::vec3 sand_color{0.0f};      ///< linear sRGB primaries
  glm::vec3 dust_color{0.0f};      ///< of all that flies
  float airborne = 0.0f;           ///< mean of what flies, m of sand
  float suspended = 0.0f;          ///< mean of what flies beyond what hops close above the ground, m of sand
  float rain = 0.0f;               ///< mm/h, mean over the land, see rain_shown()
  bool may_rain = false;           ///< it rains, or storms are to come
  std::vector<float> rain_shares;  ///< RainView::shares
  RampRange overlay_range;
  std::optional<float> sea;  ///< m, its level where it goes on beyond the edges

  glm::vec2 size() const { return glm::vec2(grid.width, grid.height) * grid.cell_size; }
  float extent() const;  ///< longer side, m
  Beyond beyond(RenderSettings const& settings) const {
    if (!settings.repeat_world || settings.slice.on()) return Beyond::nothing;
    return grid.periodic() ? Beyond::copies : Beyond::plain;
  }
  /// Length over which a land that goes on is lost in haze, m: a plain is seen farther from farther away.
  float sight(Camera const& camera) const;
  /// How far from the eye an endless land is drawn, m.
  float reach(Camera const& camera) const;
  /// Height of the foot of a block cut out of the world, m.
  float foot() const;
};

/// Sun and sky at an elevation of the sun, exposed so that sunlit level sand is bright but not white.
struct Daylight {
  glm::vec3 toward_sun;       ///< unit vector
  glm::vec3 sun;              ///< irradiance facing the sun / pi
  glm::vec3 zenith, horizon;  ///< radiance
  float glow;                 ///< round the sun, a share of its light
  glm::vec3 fill;             ///< of the open sky on level ground / pi
  glm::vec3 bounce;           ///< from sunlit sand / pi
};
Daylight daylight(RenderSettings const& settings, glm::vec3 sand_color);

/// How hard a rain of `rate` mm/h looks, 0 .. 1: by its logarithm, as rates go from those of a storm to those of a
/// climate that is shown many times faster.
float rain_strength(float rate);
/// mm/h that are seen to fall: storms as they are, of an even rain a three-hundredth. A climate's rain falls in
/// showers, and what is shown of it many times faster would else hide the land for ever.
float rain_shown(RainView const& rain);

/// All numbers for one picture of `width` x `height` pixels at `clock` seconds.
SceneBlock make_scene(Camera const& camera, RenderSettings const& settings, LandFacts const& land, glm::ivec2 size,
                      double clock);

}  // namespace barchan::render
