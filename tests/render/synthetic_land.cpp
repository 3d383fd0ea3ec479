#include "render/synthetic_land.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/trigonometric.hpp>

#include "base/scheduler.hpp"

namespace barchan::test {
namespace {

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;

TerrainView make_view(int width, int height, Boundary boundary) {
  TerrainView view;
  view.grid = {width, height, 1.0f, boundary};
  view.seed = 1;
  const std::size_t cells = view.grid.cells();
  view.elevation.assign(cells, 0.0f);
  view.sediment.assign(cells, 4.0f);
  view.base_soil.assign(cells, kRock);
  view.dust.assign(cells, 0.0f);
  view.wind_path.assign(cells, 0.0f);
  view.wind_speed = 10.0f;
  return view;
}

void set_range(TerrainView& view) {
  const auto [low, high] = std::minmax_element(view.elevation.begin(), view.elevation.end());
  view.elevation_minimum = *low;
  view.elevation_maximum = *high;
}

float tangent(float degrees) { return std::tan(degrees * kTurn / 360.0f); }

/// Relative height of an asymmetric dune at the fraction `t` of its length: it rises slowly, falls quickly and is flat
/// at its foot.
float dune_profile(float t) {
  constexpr float kFlat = 0.12f, kCrest = 0.78f;
  t -= std::floor(t);
  if (t < kFlat) return 0.0f;
  if (t < kCrest) {
    const float s = (t - kFlat) / (kCrest - kFlat);
    return s * s * (1.6f - 0.6f * s);
  }
  return std::max(0.0f, 1.0f - (t - kCrest) / 0.17f);
}

}  // namespace

void light_view(TerrainView& view, float sun_azimuth, float sun_elevation) {
  const Scheduler scheduler(1);
  std::vector<Quanta> heights(view.elevation.size());
  std::transform(view.elevation.begin(), view.elevation.end(), heights.begin(),
                 [](float metres) { return to_quanta(static_cast<double>(metres)); });
  const Sunlight light(view.grid, heights, scheduler);
  Sunlight::SunAndShade sunny = light.sun_and_shade({sun_azimuth, sun_elevation});
  view.sun = {sun_azimuth, sun_elevation};
  view.sun_visibility = std::move(sunny.sun);
  view.shade = std::move(sunny.shade);
  view.sky_visibility = light.sky();
}

TerrainView transverse_dunes(int side, float sun_azimuth, float sun_elevation) {
  TerrainView view = make_view(side, side, Boundary::periodic);
  const auto n = static_cast<float>(side);
  const float waves = n / 64.0f;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const float u = (static_cast<float>(x) + 0.5f) / n, v = (static_cast<float>(y) + 0.5f) / n;
      const float bend = 0.10f * std::sin(kTurn * (2.0f * v + 0.1f)) + 0.05f * std::sin(kTurn * (5.0f * v + u)) +
                         0.07f * std::sin(kTurn * (v - u) + 1.0f);
      const float phase = u * waves + bend * waves * 0.5f;
      const float height =
          7.0f * (0.72f + 0.28f * std::sin(kTurn * (3.0f * v + 2.0f * u) + 2.0f) * std::cos(kTurn * (v - 2.0f * u)));
      const std::size_t i = view.grid.index(x, y);
      view.elevation[i] = 4.0f + height * dune_profile(phase) + 0.5f * std::sin(kTurn * (u + v));
      view.sediment[i] = 4.0f;
      const float t = phase - std::floor(phase);
      view.dust[i] = t > 0.70f && t < 0.9f ? 0.004f : 0.0004f;
    }
  }
  set_range(view);
  light_view(view, sun_azimuth, sun_elevation);
  return view;
}

TerrainView straight_ridge(int side, float sun_azimuth, float sun_elevation) {
  TerrainView view = make_view(side, side, Boundary::periodic);
  const float crest = 0.5f * static_cast<float>(side);
  constexpr float kHeight = 8.0f;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const float ahead = static_cast<float>(x) + 0.5f - crest;
      const float slope = ahead < 0.0f ? tangent(11.0f) : -tangent(33.0f);
      view.elevation[view.grid.index(x, y)] = std::max(0.0f, kHeight + ahead * slope);
    }
  }
  set_range(view);
  light_view(view, sun_azimuth, sun_elevation);
  return view;
}

TerrainView level_sand(int width, int height, Boundary boundary) {
  TerrainView view = make_view(width, height, boundary);
  view.sun_visibility.assign(view.grid.cells(), 1.0f);
  view.sky_visibility.assign(view.grid.cells(), 1.0f);
  return view;
}

TerrainView rocky_land(int side, Boundary boundary, float sun_azimuth, float sun_elevation) {
  TerrainView view = make_view(side, side, boundary);
  const auto n = static_cast<float>(side);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const float u = (static_cast<float>(x) + 0.5f) / n, v = (static_cast<float>(y) + 0.5f) / n;
      float rock =
          6.0f * std::sin(kTurn * (2.0f * u + 0.3f * std::sin(kTurn * v))) * std::sin(kTurn * (2.0f * v + 0.2f)) +
          3.0f * std::sin(kTurn * (5.0f * u + 3.0f * v)) + 1.2f * std::sin(kTurn * (11.0f * u - 7.0f * v));
      const std::size_t i = view.grid.index(x, y);
      if (std::abs(u - 0.62f) < 0.06f && std::abs(v - 0.40f) < 0.06f) {
        rock = 12.0f;
        view.base_soil[i] = kObstacle;
      }
      const float sand = std::max(0.0f, -1.0f - 0.9f * rock);
      view.sediment[i] = sand;
      view.elevation[i] = rock + sand;
    }
  }
  set_range(view);
  light_view(view, sun_azimuth, sun_elevation);
  return view;
}

render::Camera home_view(render::LandShape const& land, glm::vec2 wind_direction) {
  constexpr float kTurnAgainstWind = 22.0f;  // degrees: crests approach obliquely instead of straight ahead
  render::Camera camera;
  camera.azimuth = glm::degrees(std::atan2(wind_direction.x, -wind_direction.y)) + kTurnAgainstWind;
  camera.elevation = 9.0f;
  camera.distance = 0.45f * land.extent();
  const glm::vec2 middle = 0.5f * land.size();
  camera.target = {middle.x, middle.y, land.height_at(middle)};
  render::CameraRig rig(camera);  // keeps it above the ground
  rig.update(0.0f, land);
  return rig.camera();
}

}  // namespace barchan::test
