/// Wet lands: views with water on them, without a simulation of water.
#pragma once

#include "world/terrain_view.hpp"

namespace barchan::test {

/// Takes away a view's water and gives it as much room again.
void make_dry(TerrainView& view);
/// Fills what lies below `level` and hangs together with the lowest cell within `reach` cells of (x, y) with still
/// water, m.
struct Pour {
  int x = 0, y = 0, reach = 0;
  float level = 0.0f;
};
void pour(TerrainView& view, Pour const& into);

/// Streams where the water of more than `catchment` cells runs together, the deeper and wider the more; on dry ground.
void add_streams(TerrainView& view, float catchment);

/// Levels for the dry cells beside wet ones, as a simulation gives them: the mean of the wet neighbours'.
void mark_shores(TerrainView& view);

/// Light on the land and on the surface of its water.
void light_wet_view(TerrainView& view, float sun_azimuth, float sun_elevation);

/// A bowl in level sand, filled to one metre below its rim: `radius` of the water and its `depth` in the middle, m.
TerrainView round_lake(int side, float cell_size, float radius, float depth, Boundary boundary = Boundary::open);

/// The shipped scenario's land after `steps`, with a lake of so many m in its deepest hollow and streams that run to
/// it.
TerrainView scenario_lake(char const* scenario, int steps, float depth);

/// A river that winds through a plain of sand, with a pool at each outer bank, a bar at each inner one and rapids
/// between; `cell_size` m; the same land in metres for every cell size.
TerrainView winding_river(float cell_size, float mud = 0.0f);

}  // namespace barchan::test
