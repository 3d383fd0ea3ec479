/// The upper part of the settings: the scenario, and the buttons for the simulation, files, acts and presets.
#pragma once

#include "ui/canvas.hpp"
#include "ui/editor_state.hpp"
#include "ui/parameter_store.hpp"

namespace barchan::ui {

/// Draws the button that folds the settings to a strip, or unfolds them.
void draw_fold(Canvas const& canvas, EditorState& state);

/// Draws the menu of scenarios and, if `described`, two lines about the open one.
void draw_scenario(Canvas const& canvas, EditorState& state, SimulationRunner const& runner, bool described);

/// Draws the buttons that pause, do a step and make a new land.
void draw_run_buttons(Canvas const& canvas, EditorState& state);

/// Draws the buttons that make, open and save lands.
void draw_file_buttons(Canvas const& canvas, EditorState& state);

/// Draws the buttons for undo, redo, reset and the history. They are always drawn, so that no widget moves with the
/// first change.
void draw_undo_buttons(Canvas const& canvas, EditorState& state, SimulationRunner const& runner, ParameterStore& store);

/// Draws a button for each kind of dune, in several rows if they do not fit into one. A press applies every parameter
/// of the preset to the present land.
void draw_presets(Canvas const& canvas, ParameterStore& store);

}  // namespace barchan::ui
