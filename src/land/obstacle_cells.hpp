/// What placing and removing obstacles changes in each cell.
#pragma once

#include <vector>

#include "land/columns.hpp"
#include "land/obstacle.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// What a command adds to the obstacles of each cell and takes from them, ready for Columns::change_obstacles. Throws
/// std::invalid_argument when its numbers are out of range.
std::vector<ObstacleChange> changes_of(PlaceObstacle const& command, Grid const& grid, Columns const& columns);
std::vector<ObstacleChange> changes_of(RemoveObstacles const& command, Grid const& grid, Columns const& columns);

/// Throws std::invalid_argument with one sentence when the numbers of a command are out of range.
void check_obstacle(PlaceObstacle const& command);
void check_obstacle(RemoveObstacles const& command);

}  // namespace barchan
