/// The panel's sections of springs and of storms, and the marks of springs and wells on the land.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Draws the inside of the section of storms. What its buttons ask of the world goes to `state.commands`.
void draw_storm_section(Canvas const& canvas, EditorState& state, ValueEditor& editor);

/// The form for the next source, and what a frame of it tells.
struct SourceForm {
  WaterSource source;
  bool listed = false;                 ///< all sources are listed in this frame, ...
  std::optional<std::size_t> pointed;  ///< ... and the pointer is on the row of this one
  std::optional<std::size_t> ending;   ///< a click would remove this one: the pointer is on its mark
};

/// Draws the inside of the section of sources.
void draw_source_section(Canvas const& canvas, EditorState& state, SourceForm& form, ValueEditor& editor,
                         std::span<WaterSource const> sources);

/// A spring and a well of a usual size, at the place of `source`.
WaterSource usual_spring(WaterSource source);
WaterSource usual_well(WaterSource source);

/// "2.5 m³/s, 6 % sand", "well −0.01 m³/s".
std::string source_text(WaterSource const& source);

/// The source whose mark the pointer is on; of several the nearest.
std::optional<std::size_t> source_under(std::span<WaterSource const> sources, ScreenMap const& screen,
                                        glm::vec2 land_size, ImVec2 pointer);

/// A mark with number and discharge of each source on the land, while the tool is active or they are listed.
void draw_source_marks(SourceForm const& form, bool active, std::span<WaterSource const> sources,
                       ScreenMap const& screen, glm::vec2 land_size);
/// The mark of the source that a click at `place` (m) would let flow.
void draw_next_source(SourceForm const& form, ScreenMap const& screen, glm::vec2 place);

}  // namespace barchan::ui
