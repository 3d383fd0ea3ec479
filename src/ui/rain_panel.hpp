/// The panel's sections of springs and of storms, and the marks of springs and wells on the land.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Each draws the inside of a section. What its buttons ask of the world goes to `state.commands`.
void draw_source_section(Canvas const& canvas, EditorState& state, ValueEditor& editor,
                         std::span<WaterSource const> sources);
void draw_storm_section(Canvas const& canvas, EditorState& state, ValueEditor& editor);

/// A spring and a well of a usual size, at the place of `source`.
WaterSource usual_spring(WaterSource source);
WaterSource usual_well(WaterSource source);

/// "2.5 m³/s, 6 % sand", "well −0.01 m³/s".
std::string source_text(WaterSource const& source);

/// The source whose mark the pointer is on; of several the nearest.
std::optional<std::size_t> source_under(std::span<WaterSource const> sources, ScreenMap const& screen,
                                        glm::vec2 land_size, ImVec2 pointer);

/// A mark with number and discharge of each source on the land, while a hand places them or they are listed.
void draw_source_marks(RainTool const& tool, std::span<WaterSource const> sources, ScreenMap const& screen,
                       glm::vec2 land_size);
/// The mark of the source that a click at `place` (m) would let flow.
void draw_next_source(RainTool const& tool, ScreenMap const& screen, glm::vec2 place);

}  // namespace barchan::ui
