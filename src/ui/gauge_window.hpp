/// Gauges in the window: their marks on the land, the plot of what they read, and the panel's section.
#pragma once

#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"

namespace barchan::ui {

/// The panel's section.
void draw_gauge_section(Canvas const& canvas, EditorState& state);

/// A mark and the name of each gauge where it stands on the land.
void draw_gauge_marks(GaugeTool const& tool, ScreenMap const& screen, glm::vec2 land_size);

/// The window with the plot, right of `left` (pixels), while there are gauges and it is not closed.
void draw_gauge_window(Canvas const& canvas, EditorState& state, float left);

/// "45 s", "12.5 min", "3.2 h": a time of the world's clock on an axis that ends at `longest` s.
std::string axis_time(double seconds, double longest);

}  // namespace barchan::ui
