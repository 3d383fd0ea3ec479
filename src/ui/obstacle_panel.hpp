/// The panel's section of obstacles, and what the tool draws on the land.
#pragma once

#include <glm/vec3.hpp>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Draws the inside of the section. What its buttons ask of the world goes to `state.commands`.
void draw_obstacle_section(Canvas const& canvas, EditorState& state, ValueEditor& editor);

/// Draws the outline of what a click at `middle` (m) would cover, under all panels.
void draw_obstacle_outline(Canvas const& canvas, ObstacleTool const& tool, ScreenMap const& screen, glm::vec3 middle);

}  // namespace barchan::ui
