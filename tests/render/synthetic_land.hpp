/// Synthetic lands: analytic dunes as a TerrainView, without running a world.
#pragma once

#include "render/camera.hpp"
#include "world/terrain_view.hpp"

namespace barchan::test {

/// Computes the visibility of sun and sky for `view.elevation`, by the same sweep as the simulation.
void light_view(TerrainView& view, float sun_azimuth, float sun_elevation);

/// Sinuous transverse dunes with sharp crests, under a wind to the east, with a stoss of about 11 and a lee of 33
/// degrees. The land is a periodic square of `side` cells of 1 m; `side` is a multiple of 64.
TerrainView transverse_dunes(int side, float sun_azimuth = 200.0f, float sun_elevation = 16.0f);

/// One straight ridge along y whose lee (33 degrees) faces east: the simplest slopes in light and in shade.
TerrainView straight_ridge(int side, float sun_azimuth, float sun_elevation);

/// Level sand.
TerrainView level_sand(int width, int height, Boundary boundary);

/// Rock hills with thin sand between them and a square obstacle.
TerrainView rocky_land(int side, Boundary boundary, float sun_azimuth = 200.0f, float sun_elevation = 16.0f);

/// A low view across the wind and slightly against it, with the horizon in the upper third.
render::Camera home_view(render::LandShape const& land, glm::vec2 wind_direction);

}  // namespace barchan::test
