/// Changes of cells when obstacles are placed or removed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "land/columns.hpp"
#include "land/obstacle_bodies.hpp"

namespace barchan {

/// Obstacle matter that a command adds to or takes from each cell, for Columns::change_obstacles(). Throws
/// std::invalid_argument if a number of the command is out of range.
std::vector<ObstacleChange> changes_of(PlaceObstacle const& command, Grid const& grid, Columns const& columns);
std::vector<ObstacleChange> changes_of(RemoveObstacles const& command, Grid const& grid, Columns const& columns);

/// The body `number` takes the values `after`, or leaves the land if there are none.
struct BodyChange {
  ObstacleBodies const& bodies;
  std::uint32_t number = 0;
  std::optional<Obstacle> after{};
};
/// The same for a single body, which must exist. In the cells that it leaves, what other bodies give stays, and so does
/// matter that no body explains.
std::vector<ObstacleChange> changes_of(BodyChange const& change, Grid const& grid, Columns const& columns);
/// Returns whether there is obstacle matter in any cell that the body covers.
bool stands(ObstacleBody const& body, Grid const& grid, Columns const& columns);
/// Thickness of the body in each cell that it covers, quanta, in any order of cells.
std::vector<ObstacleChange> cells_of(ObstacleBody const& body, Grid const& grid);

/// Throws std::invalid_argument with one sentence if a number of the command is out of range.
void check_obstacle(PlaceObstacle const& command);
void check_obstacle(RemoveObstacles const& command);

}  // namespace barchan
