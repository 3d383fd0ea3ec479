/// PresetButtons: a button for each kind of dune, which sets winds and sand supply on the land as it is.
#pragma once

#include "ui/canvas.hpp"
#include "ui/parameter_store.hpp"

namespace barchan::ui {

/// Draws the buttons in a row, in two rows where their names do not fit into one. A press sets every parameter of its
/// preset that the world has. Widgets `preset/ID`.
void draw_preset_buttons(Canvas const& canvas, ParameterStore& store);

}  // namespace barchan::ui
