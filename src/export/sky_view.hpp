/// Sky-view factor: how much of the sky each cell of a land sees.
#pragma once

#include <vector>

namespace barchan {

class Scheduler;
struct Terrain;

/// Sky-view factor of each cell, row-major, 0 (deep in a pit) to 1 (on a summit or in a plain): the mean of cos^2 of
/// the elevation angle of the horizon over 16 directions (Zaksek, Ostir and Kokalj, 2011, "Sky-view factor as a relief
/// visualization technique", Remote Sensing 3). The horizon is searched at growing distances of up to 64 cells.
/// Periodic lands continue at their edges; beyond other edges, the land is level.
std::vector<float> sky_view(Terrain const& terrain, Scheduler const& scheduler);

}  // namespace barchan
