/// The panel's sections of springs and of storms.
#pragma once

#include "ui/desk_state.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Each draws the inside of a section. What its buttons ask of the world goes to `state.commands`.
void draw_source_section(Canvas const& canvas, DeskState& state, ValueEditor& editor);
void draw_storm_section(Canvas const& canvas, DeskState& state, ValueEditor& editor);

}  // namespace barchan::ui
