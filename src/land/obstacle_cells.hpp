/// Changes of cells when obstacles are placed or removed.
#pragma once

#include <vector>

#include "land/columns.hpp"
#include "land/obstacle.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Obstacle matter that a command adds to or takes from each cell, for Columns::change_obstacles(). Throws
/// std::invalid_argument if a number of the command is out of range.
std::vector<ObstacleChange> changes_of(PlaceObstacle const& command, Grid const& grid, Columns const& columns);
std::vector<ObstacleChange> changes_of(RemoveObstacles const& command, Grid const& grid, Columns const& columns);

/// Throws std::invalid_argument with one sentence if a number of the command is out of range.
void check_obstacle(PlaceObstacle const& command);
void check_obstacle(RemoveObstacles const& command);

}  // namespace barchan
