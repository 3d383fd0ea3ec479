/// Scene: the numbers that every shader reads, derived from the camera, the settings and the land.
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
#include "render/surroundings.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// Mirror of the uniform block `Scene` in shaders/common.glsl (std140), where each member is described.
struct SceneBlock {
  glm::mat4 view_projection;
  glm::vec4 eye, ray_right, ray_up, ray_forward, viewport;
  glm::vec4 sun, sun_light, sky_zenith, sky_horizon, sky_fill, bounce;
  glm::vec4 land_size, land_grid, land_range, slice;
  glm::vec4 wind, ripple_frame, air, dust, dust_light, overlay, sea_sides, surroundings;
  glm::vec4 ground_color, sand_color, obstacle_color, plant_color;
  glm::vec4 rain, rain_light;
  std::array<glm::vec4, kRainSide * kRainSide / 4> rain_shares;
};

inline constexpr float kFullDust = 0.15f;  ///< airborne sand that hides everything behind it, m

/// The facts about the land that a picture needs besides the textures.
struct LandFacts {
  Grid grid;
  std::uint64_t seed = 0;                ///< of the world
  float minimum = 0.0f, maximum = 0.0f;  ///< m
  glm::vec2 height_range{0.0f};          ///< including the surroundings drawn beyond its edges, m
  float mean_sand = 0.0f;                ///< m
  float bedrock = 0.0f;                  ///< lowest top of the bedrock at the edges and along the slice, m
  glm::vec2 wind_direction{1.0f, 0.0f};
  float wind_speed = 0.0f;  ///< m/s
  bool has_overlay = false;
  bool hatched = false;  ///< cells whose overlay is 1 are hatched, on the land as it is
  bool has_plants = false;
  bool wind_turns = false;         ///< the local wind differs from the prevailing wind in direction somewhere
  glm::vec3 sand_color{0.0f};      ///< linear sRGB primaries
  glm::vec3 ground_color{0.0f};    ///< mean of the ground in sight
  float metered = 0.0f;            ///< albedo of the ground for which the picture is exposed
  glm::vec3 dust_color{0.0f};      ///< mean of all airborne soil
  float airborne = 0.0f;           ///< mean airborne soil, m of sand
  float suspended = 0.0f;          ///< mean airborne soil above the saltation layer, m of sand
  float rain = 0.0f;               ///< mean over the land, mm/h; see rain_shown()
  bool may_rain = false;           ///< it rains, or storms may come
  std::vector<float> rain_shares;  ///< RainView::shares
  RampRange overlay_range;
  SeaBeyond sea;           ///< beyond the edges
  float sun_lands = 0.0f;  ///< sides of the land per side of the map of the sun beyond the edges; 0: no map
  float sun_error = 0.0f;  ///< of that map within the land, where its cells are coarser

  glm::vec2 size() const { return glm::vec2(grid.width, grid.height) * grid.cell_size; }
  float extent() const;  ///< longer side, m
  Beyond beyond(RenderSettings const& settings) const {
    if (!settings.repeat_world || settings.slice.on()) return Beyond::nothing;
    return Beyond::copies;
  }
  /// Distance over which an endless land fades into haze, m. It grows with the distance of the camera.
  float sight(Camera const& camera) const;
  /// Distance from the eye to which an endless land is drawn, m.
  float reach(Camera const& camera) const;
  /// Elevation of the foot of a block cut out of the world, m.
  float foot() const;
};

/// Light of sun and sky at an elevation of the sun. It is exposed for the ground of the land: sunlit level sand is
/// bright but not white, dark rock is darker than sand, but not as much as in an exposure for sand, and snow is not
/// white.
struct Daylight {
  glm::vec3 toward_sun;       ///< unit vector
  glm::vec3 sun;              ///< irradiance facing the sun / pi
  glm::vec3 zenith, horizon;  ///< radiance
  float glow;                 ///< around the sun, as a fraction of its light
  glm::vec3 fill;             ///< irradiance of level ground from the open sky / pi
  glm::vec3 bounce;           ///< irradiance from sunlit ground / pi
};
Daylight daylight(RenderSettings const& settings, LandFacts const& land);

/// Brightness of a colour with linear sRGB primaries.
float luminance(glm::vec3 color);

/// Visible strength of a rain of `rate` mm/h, 0 to 1. It is logarithmic, because rates range from those of a storm to
/// those of a climate that is simulated much faster than real time.
float rain_strength(float rate);
/// Visible part of the rain, mm/h: all of the storms and 0.3 % of the steady rain. The rain of a climate falls in
/// showers and is simulated much faster than real time, so all of it would always hide the land.
float rain_shown(RainView const& rain);

/// All numbers for a picture of `size` pixels at `clock` seconds.
SceneBlock make_scene(Camera const& camera, RenderSettings const& settings, LandFacts const& land, glm::ivec2 size,
                      double clock);
/// The same picture, of which only some rows are drawn: `rows` of all rows, from `first` on, counted from the lowest.
/// What depends on the size of a pixel stays as it is.
SceneBlock rows_of(SceneBlock scene, int first, int rows);

}  // namespace barchan::render
