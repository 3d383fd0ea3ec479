/// The outline of an obstacle on the land, for the tools that place, select and remove them.
#pragma once

#include <glm/vec2.hpp>

#include "land/obstacle.hpp"
#include "ui/screen_map.hpp"

namespace barchan::ui {

/// Half the extents of a body along its azimuth and across it, m; the radius for a round one.
glm::vec2 half_size_of(Obstacle const& body);
/// Returns whether the body reaches a place, given as the vector to it from the middle of the body (m), if it were
/// larger by `margin` (m) on all sides.
bool reaches(Obstacle const& body, glm::vec2 offset, float margin);

/// Draws the outline of the cells that `body` would cover with its middle at `middle` (m), below all panels.
void draw_obstacle_outline(ScreenMap const& screen, Obstacle const& body, glm::vec2 middle, Color color);

}  // namespace barchan::ui
