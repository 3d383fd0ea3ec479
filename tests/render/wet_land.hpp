/// Wet lands: views with water on them, without a simulation of water.
#pragma once

#include "world/terrain_view.hpp"

namespace barchan::test {

/// Removes the water of a view and allocates space for new water.
void make_dry(TerrainView& view);
/// Still water up to `level` m, on ground connected to the lowest cell within `reach` cells of (x, y).
struct Pour {
  int x = 0, y = 0, reach = 0;
  float level = 0.0f;
};
void pour(TerrainView& view, Pour const& into);

/// Adds streams on dry ground where the water of more than `catchment` cells gathers; more cells make them deeper and
/// wider.
void add_streams(TerrainView& view, float catchment);

/// Sets the levels of dry cells beside wet ones as a simulation does: the mean of the wet neighbours.
void mark_shores(TerrainView& view);

/// Computes the light on the land and on the surface of its water.
void light_wet_view(TerrainView& view, float sun_azimuth, float sun_elevation);

/// A bowl in level sand, filled to one metre below its rim. `radius` and central `depth` of the water in m.
TerrainView round_lake(int side, float cell_size, float radius, float depth, Boundary boundary = Boundary::open);

/// The land of a shipped scenario after `steps`, with a lake `depth` m deep in its deepest hollow and streams that run
/// into it.
TerrainView scenario_lake(char const* scenario, int steps, float depth);

/// A river that winds through a plain of sand, with a pool at each outer bank, a bar at each inner bank and rapids
/// between them. `cell_size` is in m; the land is the same in metres for every cell size.
TerrainView winding_river(float cell_size, float mud = 0.0f);

}  // namespace barchan::test
