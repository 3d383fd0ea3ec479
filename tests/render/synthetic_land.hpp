/// Synthetic lands: analytic dunes as a TerrainView, without running a world.
#pragma once

#include "render/camera.hpp"
#include "world/terrain_view.hpp"

namespace barchan::test {

/// Sun and sky visibility of `view.elevation`, by the simulation's own sweep.
void light_view(TerrainView& view, float sun_azimuth, float sun_elevation);

/// Sinuous transverse dunes with a sharp crest across a wind to the east, stoss about 11 degrees, lee 33, on a periodic
/// square of `side` cells of 1 m; `side` a multiple of 64.
TerrainView transverse_dunes(int side, float sun_azimuth = 200.0f, float sun_elevation = 16.0f);

/// One straight ridge along y whose lee (33 degrees) looks east: the simplest lit and shaded slopes.
TerrainView straight_ridge(int side, float sun_azimuth, float sun_elevation);

/// Level sand.
TerrainView level_sand(int width, int height, Boundary boundary);

/// Rock hills with thin sand between them and a square obstacle.
TerrainView rocky_land(int side, Boundary boundary, float sun_azimuth = 200.0f, float sun_elevation = 16.0f);

/// A composed view: horizon in the upper third, low, looking across the wind and a little against it.
render::Camera home_view(render::LandShape const& land, glm::vec2 wind_direction);

}  // namespace barchan::test
