/// The outline of an obstacle on the land, for the tools that place and remove them.
#pragma once

#include <glm/vec2.hpp>

#include "land/obstacle.hpp"
#include "ui/screen_map.hpp"

namespace barchan::ui {

/// Draws the outline of the cells that `body` would cover with its middle at `middle` (m), below all panels.
void draw_obstacle_outline(ScreenMap const& screen, Obstacle const& body, glm::vec2 middle, Color color);

}  // namespace barchan::ui
