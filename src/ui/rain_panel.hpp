/// The panel's sections of springs and of storms, and the marks of springs and wells on the land.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Draws the inside of the section of storms. The buttons add their commands to `state.commands`.
void draw_storm_section(Canvas const& canvas, EditorState& state, ValueEditor& editor);

/// The form for the next source, and what the pointer is on in this frame.
struct SourceForm {
  WaterSource source;
  bool listed = false;                 ///< the panel lists all sources in this frame
  std::optional<std::size_t> pointed;  ///< source whose row in the list is under the pointer
  std::optional<std::size_t> ending;   ///< source whose mark is under the pointer; a click removes it
};

/// Draws the inside of the section of sources.
void draw_source_section(Canvas const& canvas, EditorState& state, SourceForm& form, ValueEditor& editor,
                         std::span<WaterSource const> sources);

/// A typical spring and a typical well, at the place of `source`.
WaterSource usual_spring(WaterSource source);
WaterSource usual_well(WaterSource source);

/// "2.5 m³/s, 6 % sand", "well −0.01 m³/s".
std::string source_text(WaterSource const& source);

/// The source whose mark is under the pointer; the nearest if there are several.
std::optional<std::size_t> source_under(std::span<WaterSource const> sources, ScreenMap const& screen,
                                        glm::vec2 land_size, ImVec2 pointer);

/// Draws a mark with number and discharge at each source, while the tool is active or the sources are listed.
void draw_source_marks(SourceForm const& form, bool active, std::span<WaterSource const> sources,
                       ScreenMap const& screen, glm::vec2 land_size);
/// Draws the mark of the source that a click at `place` (m) would add.
void draw_next_source(SourceForm const& form, ScreenMap const& screen, glm::vec2 place);

}  // namespace barchan::ui
