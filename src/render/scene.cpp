#include "render/scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include <glm/exponential.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "base/random.hpp"
#include "land/soil.hpp"
#include "world/hatch_period.hpp"

namespace barchan::render {
namespace {

// Optical depth of clean air with a little dust at the zenith for red, green and blue (after Bird & Riordan 1986).
constexpr glm::vec3 kAirDepth{0.085f, 0.135f, 0.255f};
// Fraction by which the eye adapts to the colour of the light.
constexpr float kAdaptation = 0.35f;
constexpr float kSandExposure = 0.44f;  // linear brightness of sand on a gentle slope that faces the sun
// Exponents with which the brightness of the ground and that of the sky follow the mean albedo of the ground. With 1,
// the ground would be exposed as sand is for any albedo; with 0, for sand.
constexpr float kMetered = 0.75f, kSkyMetered = 0.15f;
constexpr float kMostMetered = 4.0f;     // largest ratio of the albedos of sand and ground, either way
constexpr float kReferenceSlope = 9.0f;  // angle of that slope, degrees
// Sines of the sun's elevation at which the horizon begins to turn warm and at which it is warm.
constexpr float kDawn = 0.26f, kFullDawn = 0.05f;
constexpr glm::vec3 kDawnHue{1.12f, 0.93f, 0.74f};
constexpr float kDawnFilter = 0.55f;     // fraction of the light of the sky and the glow that is left at dawn
constexpr float kGlow = 0.55f;           // fraction of the sun's light, see glow() in air.glsl
constexpr float kFootShare = 0.05f;      // least depth of a cut block, as a fraction of the land's extent
constexpr float kDeepestFoot = 0.4f;     // largest depth, to show deep layers
constexpr float kHazePerExtent = 0.36f;  // see clearness() in air.glsl
constexpr float kReachExtents = 6.0f;    // distance to which an endless land is drawn, in lengths of sight
constexpr float kSightOfDistance = 0.6f;
constexpr float kBlockHazePerExtent = 0.05f;
// Dust in the air attenuates light by Beer's law. A column of dust is given in m of sand that blocks the same light.
constexpr float kExtinction = 11.0f;  // optical depth of a vertical column, 1 per m of sand
constexpr float kDustHeight = 0.25f;  // scale height of dust, as a fraction of the extent
constexpr float kDustDeeper = 1.3f;   // exponent of its colour, because light meets many grains
constexpr float kDustShine = 2.0f;  // brightness relative to level ground of that colour, because dust scatters forward
constexpr float kDustLost = 0.45f;  // fraction of the light removed from the beam that does not reach the ground
constexpr float kDustCells = 12.0f;  // cells along the longer side of the map of dust
// Sine of the sun's elevation below which the path through dust does not grow further.
constexpr float kLowestDimming = 0.3f;
// Wind speeds between which dust gathers in a front, m/s. The front's speed relative to the wind, its place at the
// beginning and the length of its way, in longer sides of the land.
constexpr float kStormWind[] = {12.0f, 15.5f};
constexpr double kFrontSpeed = 0.35;
constexpr float kFrontBegins = -0.30f, kFrontRuns = 4.0f;
// Rates of rain that are hardly visible and that look hardest, mm/h.
constexpr float kDrizzle = 100.0f, kDownpour = 60000.0f;
constexpr float kEvenShown = 0.003f;  // visible fraction of steady rain
// Optical depth of the hardest rain over the length of sight in it, see rain_depth().
constexpr float kRainVeil = 1.05f;
constexpr float kRainSight = 1.6f;     // length of sight relative to the distance of the target, which must be visible
constexpr float kCloudHeight = 0.45f;  // height above the highest ground and above the eye, as a fraction of the extent
constexpr float kRainShade = 0.88f;    // fraction of the sun's light that a rain cloud blocks
constexpr float kStormColours = 0.5f;  // fraction of the light of the sky that comes from a dust storm
constexpr float kRainGiven = 0.50f;    // fraction of that light that returns, grey, from the whole sky
constexpr float kRainBright = 0.56f;   // brightness of rain-filled air, as a fraction of the horizon's
constexpr float kRainGrey = 0.85f;     // how grey the sky's colours become
constexpr float kHazeDepth = 0.12f;    // as a fraction of the extent
constexpr float kNoSea = -1.0e9f;      // m
constexpr float kRippleAngles = 12.0f;    // degrees between the directions in which ripples are drawn (kRippleTurn)
constexpr float kRipplesPerTile = 32.0f;  // waves in the ripple texture
constexpr float kRippleLength = 0.85f;    // m, of granule ripples
constexpr float kRippleDrift = 0.012f;    // fraction of the wind's speed

glm::vec4 soil_color(SoilId soil) {
  static const auto kSoils = default_soils();
  auto const& color = kSoils[soil].color;
  return {color[0], color[1], color[2], 1.0f};
}
glm::vec3 greyed(glm::vec3 color, float share) {
  return glm::mix(color, luminance(color) * glm::vec3(0.95f, 1.0f, 1.06f), share);
}

/// Relative length of the sun's path through the air (Kasten & Young 1989).
float air_mass(float elevation) {
  const float degrees = std::max(elevation, 0.0f);
  return 1.0f / (std::sin(glm::radians(degrees)) + 0.50572f * std::pow(degrees + 6.07995f, -1.6364f));
}

}  // namespace

float luminance(glm::vec3 color) { return glm::dot(color, glm::vec3(0.2126f, 0.7152f, 0.0722f)); }

float LandFacts::extent() const { return std::max(size().x, size().y); }
float LandFacts::sight(Camera const& camera) const {
  const float farther = grid.periodic() ? 0.0f : kSightOfDistance * camera.distance;
  return std::max({extent(), farther, 1.0e-3f});
}
float LandFacts::reach(Camera const& camera) const { return kReachExtents * sight(camera); }
float LandFacts::foot() const {
  const float usual = minimum - mean_sand - std::max(kFootShare * extent(), 0.15f * (maximum - minimum));
  return std::min(usual, std::max(bedrock - kFootShare * extent(), minimum - kDeepestFoot * extent()));
}

Daylight daylight(RenderSettings const& settings, LandFacts const& land) {
  const float elevation = std::clamp(settings.sun.elevation, 2.0f, 90.0f);
  Daylight light;
  light.toward_sun = Sun{settings.sun.azimuth, elevation}.direction();

  const glm::vec3 raw = glm::exp(-kAirDepth * air_mass(elevation));
  // Adaptation removes part of the colour but none of the brightness.
  const glm::vec3 tint = glm::pow(raw / luminance(raw), glm::vec3(1.0f - kAdaptation));
  const float sun = luminance(raw);
  light.sun = sun * tint / luminance(tint);
  // The sky returns part of the light that the beam loses. By day it is bluer than the beam at any hour.
  const float sky = 0.056f + 0.060f * light.toward_sun.z;
  // Dust over a desert sends down more light than a clear sky, most of all under a low sun.
  const float low = 1.0f - light.toward_sun.z;
  light.fill = (1.0f + 0.6f * low) * sky * glm::vec3(0.66f, 0.98f, 1.72f + 0.2f * low);
  light.zenith = sky * glm::vec3(0.45f, 1.40f, 3.1f);
  light.horizon = sky * glm::mix(glm::vec3(2.85f, 3.55f, 4.75f), glm::vec3(3.75f, 3.40f, 3.30f), low * low);
  // Near sunrise the sun reddens the air along its path, and the sky is much brighter than the land. This acts as a
  // photographer's graduated filter.
  const float dawn = std::clamp((kDawn - light.toward_sun.z) / (kDawn - kFullDawn), 0.0f, 1.0f);
  const float filter = glm::mix(1.0f, kDawnFilter, dawn);
  light.horizon *= filter * glm::mix(glm::vec3(1.0f), kDawnHue, dawn);
  light.zenith *= filter;
  light.glow = kGlow * filter;
  light.bounce = 0.12f * land.ground_color * (light.sun * light.toward_sun.z + light.fill);

  const float reference =
      sun * std::sin(glm::radians(std::min(elevation + kReferenceSlope, 90.0f))) + luminance(light.fill);
  const float sand = luminance(glm::vec3(soil_color(kSand)));
  const float exposure = kSandExposure / (sand * reference) * std::exp2(settings.exposure);
  const float darker = std::clamp(sand / land.metered, 1.0f / kMostMetered, kMostMetered);
  const float ground = exposure * std::pow(darker, kMetered), air = exposure * std::pow(darker, kSkyMetered);
  for (glm::vec3* part : {&light.sun, &light.fill, &light.bounce}) *part *= ground;
  for (glm::vec3* part : {&light.zenith, &light.horizon}) *part *= air;
  light.glow *= air / ground;
  return light;
}

float rain_shown(RainView const& rain) {
  return static_cast<float>(rain.rate - rain.even) + kEvenShown * static_cast<float>(rain.even);
}

float rain_strength(float rate) {
  return std::clamp(std::log1p(rate / kDrizzle) / std::log1p(kDownpour / kDrizzle), 0.0f, 1.0f);
}

namespace {

/// Light from airborne dust that hides everything behind it.
glm::vec3 dusty_air(Daylight const& light, glm::vec3 dust_color) {
  return kDustShine * glm::pow(dust_color, glm::vec3(kDustDeeper)) * (light.sun * light.toward_sun.z + light.fill);
}

/// Dust in the air removes light from the sun's beam and returns part of it from the whole sky, in its own colour.
void dim(Daylight& light, glm::vec3 dust_color, float optical_depth) {
  const float passes = std::exp(-optical_depth / std::max(light.toward_sun.z, kLowestDimming));
  const glm::vec3 hue = dust_color / std::max(luminance(dust_color), 1.0e-3f);
  light.fill += (1.0f - kDustLost) * (1.0f - passes) * light.toward_sun.z * hue * light.sun;
  light.sun *= passes;
}

/// Place of a dust storm's front, in longer sides of the land along the wind from its centre. It crosses the land again
/// and again.
float front_place(double clock, LandFacts const& land) {
  const double run = kFrontSpeed * static_cast<double>(land.wind_speed) * clock / static_cast<double>(land.extent());
  const double all = static_cast<double>(kFrontRuns);
  return static_cast<float>(std::fmod(run + 0.5 * all + static_cast<double>(kFrontBegins), all) - 0.5 * all);
}

/// Fades a front in before it comes and out after it has gone.
float front_strength(double clock, LandFacts const& land) {
  return 1.0f - glm::smoothstep(0.40f * kFrontRuns, 0.49f * kFrontRuns, std::fabs(front_place(clock, land)));
}

/// Fills in the dust in the air, which dims the light. Returns the strength of a storm, 0 to 1.
float fill_dust(SceneBlock& scene, RenderSettings const& settings, LandFacts const& land, Daylight& light,
                double clock) {
  const float hanging = settings.show_dust ? land.suspended : 0.0f;
  if (hanging <= 0.0f) return 0.0f;
  const float height = 1.0f / (kDustHeight * land.extent());
  const float cells = static_cast<float>(std::max(land.grid.width, land.grid.height));
  scene.dust = {0.5f * (land.minimum + land.maximum), height, land.airborne / kFullDust,
                std::max(std::log2(cells / kDustCells), 0.0f)};
  const float share = hanging / land.airborne;
  scene.dust_light = glm::vec4(dusty_air(light, land.dust_color), kExtinction * kFullDust * share * height);
  const float storm = glm::smoothstep(kStormWind[0], kStormWind[1], land.wind_speed) * front_strength(clock, land);
  dim(light, land.dust_color, kExtinction * hanging * (1.0f - storm));
  // The wall of a storm fills much of the sky and colours its light.
  const glm::vec3 hue = land.dust_color / std::max(luminance(land.dust_color), 1.0e-3f);
  light.fill = glm::mix(light.fill, luminance(light.fill) * hue, kStormColours * storm);
  return storm;
}

/// A rain cloud removes light from the sun's beam and returns part of it, grey, from the whole sky.
void overcast(Daylight& light, float strength) {
  const float taken = kRainShade * strength;
  light.fill = greyed(light.fill + kRainGiven * taken * light.toward_sun.z * light.sun, kRainGrey * strength);
  light.sun *= 1.0f - taken;
  light.glow *= 1.0f - strength;
  light.zenith = greyed(light.zenith, kRainGrey * strength);
  light.horizon = greyed((1.0f - 0.4f * taken) * light.horizon, kRainGrey * strength);
}

/// Fills in the place and the strength of the rain. No rain is shown over an overlay. Beyond a block cut out of the
/// world there is no air.
void fill_rain(SceneBlock& scene, RenderSettings const& settings, LandFacts const& land, Camera const& camera) {
  if (settings.overlay && land.has_overlay) return;
  const float strength = rain_strength(land.rain);
  const bool endless = land.beyond(settings) != Beyond::nothing;
  const bool mapped = land.rain_shares.size() == static_cast<std::size_t>(kRainSide * kRainSide);
  const float sight = std::max(land.extent(), kRainSight * camera.distance);
  const float cloud = std::max(land.maximum, endless ? camera.eye().z : land.maximum) + kCloudHeight * land.extent();
  scene.rain = {strength, endless ? kRainVeil * strength / sight : 0.0f, mapped ? 1.0f : 0.0f, cloud};
  scene.rain_light.w = 1.0f / sight;
  if (mapped) std::memcpy(scene.rain_shares.data(), land.rain_shares.data(), sizeof scene.rain_shares);
}

/// Fills in the sea and the sun beyond the edges.
void fill_surroundings(SceneBlock& scene, LandFacts const& land) {
  scene.sea_sides = land.sea.sides;
  scene.surroundings = {land.sea.level.value_or(kNoSea), land.sea.deepest, land.sun_lands, land.sun_error};
}

/// The plane of the cut, which removes the half on the eye's side.
glm::vec4 slice_plane(Slice const& slice, Grid const& grid, glm::vec3 eye) {
  if (!slice.on()) return glm::vec4(0.0f);
  const int axis = slice.across == Slice::Across::y ? 1 : 0;
  const float at = slice.metres(grid);
  const float kept = eye[axis] < at ? 1.0f : -1.0f;
  return {axis == 0 ? kept : 0.0f, axis == 1 ? kept : 0.0f, kept * at, 1.0f};
}

/// Ripples keep their place while the wind turns: they are drawn for fixed directions and cross-faded between two of
/// them, or, if `cheap`, drawn for the nearest.
glm::vec4 ripple_frame(glm::vec2 wind, bool cheap) {
  const float steps = glm::degrees(std::atan2(wind.y, wind.x)) / kRippleAngles;
  const float first = cheap ? std::round(steps) : std::floor(steps);
  const float way = glm::radians(first * kRippleAngles);
  return {std::cos(way), std::sin(way), cheap ? 0.0f : steps - first, 1.0f / (kRipplesPerTile * kRippleLength)};
}

/// Place of the clouds, 0 to 1: each land has its own.
float cloud_place(LandFacts const& land) {
  const auto word = [](int value) { return static_cast<std::uint32_t>(value); };
  const auto words = random_words(land.seed, 0, RandomStream::scenario, word(land.grid.width), word(land.grid.height));
  return to_unit(words[0]);
}

}  // namespace

SceneBlock make_scene(Camera const& camera, RenderSettings const& settings, LandFacts const& land, glm::ivec2 size,
                      double clock) {
  SceneBlock scene{};
  const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
  const float half = std::tan(0.5f * glm::radians(camera.field_of_view));
  const bool endless = land.beyond(settings) != Beyond::nothing;
  scene.view_projection = camera.projection_matrix(aspect, land.extent()) * camera.view_matrix();
  scene.eye = glm::vec4(camera.eye(), static_cast<float>(std::fmod(clock, 3600.0)));
  scene.ray_right = glm::vec4(camera.right() * (half * aspect), 0.0f);
  scene.ray_up = glm::vec4(camera.up() * half, 0.0f);
  scene.ray_forward = glm::vec4(camera.forward(), 1.0f);
  scene.viewport = {size.x, size.y, 1.0f / static_cast<float>(size.x), 1.0f / static_cast<float>(size.y)};

  const bool cloudy = settings.clouds > 0.0f && endless && !(settings.overlay && land.has_overlay);
  scene.ground_color = glm::vec4(land.ground_color, cloudy ? 1.0f : 0.0f);
  scene.sand_color = glm::vec4(land.sand_color, 1.0f);
  scene.obstacle_color = soil_color(kObstacle);
  scene.plant_color = {kPlantColor[0], kPlantColor[1], kPlantColor[2], 1.0f};
  Daylight light = daylight(settings, land);
  scene.sun = glm::vec4(light.toward_sun, light.toward_sun.z);
  const float storm = fill_dust(scene, settings, land, light, clock);
  scene.rain_light.w = 1.0f / land.extent();
  const float strength = settings.show_dust ? rain_strength(land.rain) : 0.0f;
  if (strength > 0.0f) {
    overcast(light, strength);
    scene.rain_light = glm::vec4(kRainBright * light.horizon, scene.rain_light.w);
    fill_rain(scene, settings, land, camera);
  }
  scene.sun_light = glm::vec4(light.sun, light.glow);
  scene.sky_zenith = glm::vec4(light.zenith, front_place(clock, land));
  scene.sky_horizon = glm::vec4(light.horizon, endless ? 1.0f / land.reach(camera) : 0.0f);
  scene.sky_fill = glm::vec4(light.fill, settings.clouds);
  scene.bounce = glm::vec4(light.bounce, cloud_place(land));

  const glm::vec2 metres = land.size();
  scene.land_size = {metres.x, metres.y, 1.0f / metres.x, 1.0f / metres.y};
  scene.land_grid = {land.grid.width, land.grid.height, land.grid.cell_size, land.grid.periodic() ? 1.0f : 0.0f};
  scene.land_range = {land.minimum, land.maximum, land.foot(), endless ? 1.0f : 0.0f};

  scene.slice = slice_plane(settings.slice, land.grid, camera.eye());

  const double waves = kRippleDrift * static_cast<double>(land.wind_speed) * clock / static_cast<double>(kRippleLength);
  scene.wind = {land.wind_direction.x, land.wind_direction.y, land.wind_speed,
                static_cast<float>(std::fmod(waves / static_cast<double>(kRipplesPerTile), 1.0))};
  scene.ripple_frame = ripple_frame(land.wind_direction, settings.quality == RenderQuality::light);

  const float clear = endless ? kHazePerExtent : kBlockHazePerExtent;
  const float sight = land.sight(camera);
  scene.air = {clear / sight, settings.show_dust ? 1.0f : 0.0f, storm, 1.0f / (kHazeDepth * sight)};
  scene.overlay = {land.overlay_range.low, 1.0f / (land.overlay_range.high - land.overlay_range.low),
                   settings.overlay && land.has_overlay ? 1.0f : 0.0f, 0.0f};
  if (land.hatched) scene.overlay.w = static_cast<float>(hatch_period(static_cast<int>(scene.viewport.y)));
  if (endless) fill_surroundings(scene, land);
  return scene;
}

SceneBlock rows_of(SceneBlock scene, int first, int rows) {
  const float height = scene.viewport.y;
  const float share = static_cast<float>(rows) / height;
  const float middle = static_cast<float>(2 * first + rows) / height - 1.0f;
  scene.ray_right.w = static_cast<float>(first);
  scene.ray_up.w = middle;
  scene.ray_forward.w = share;
  for (int column = 0; column < 4; ++column) {
    glm::vec4& one = scene.view_projection[column];
    one.y = (one.y - middle * one.w) / share;
  }
  return scene;
}

}  // namespace barchan::render
