/// The section: a line that a hand draws over the land, and a window with the cut through the layers along it.
#pragma once

#include <optional>
#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// The line from one place (m) to another as the land can be cut: on a periodic land it begins within the edges, else
/// it ends at them. Nothing for lines shorter than a cell, and for those that begin off a land that ends.
std::optional<SectionLine> line_on(Grid const& grid, glm::dvec2 from, glm::dvec2 to);

/// `distance` along the line and `elevation` above sea level, m. Nothing beyond the ends of the section.
std::optional<SectionSpot> spot_at(TerrainView const& view, double distance, double elevation);

/// Draws the line on the land, with a mark where the pointer is in the window.
void draw_section_line(Canvas const& canvas, SectionTool const& tool, ScreenMap const& screen);

/// Draws the window right of `left` (pixels), while there is a line.
void draw_section_window(Canvas const& canvas, EditorState& state, TerrainView const& view, ValueEditor& editor,
                         float left);

}  // namespace barchan::ui
