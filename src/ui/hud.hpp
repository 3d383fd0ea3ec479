/// Hud: what lies on the picture besides the panel: status bar, legend, map, marks, messages, help.
#pragma once

#include <optional>
#include <string>

#include "ui/canvas.hpp"
#include "ui/editor_state.hpp"
#include "ui/toolbox.hpp"

namespace barchan::ui {

/// What the edges of a land are, for people.
std::string_view boundary_word(Boundary boundary);

/// One line at the foot: frames/s, steps/s, seed, step, time, the land, particles, mass error.
void draw_status_bar(Canvas const& canvas, EditorState const& state, SimulationRunner const& runner,
                     Measured const& measured);

/// The map of sand and wind path in the lower right corner; `texture` is the renderer's.
void draw_inset_map(Canvas const& canvas, TerrainView const& view, unsigned texture);

/// A large mark that the simulation is paused.
void draw_paused_mark(Canvas const& canvas);

/// A line in the middle of the picture, for as long as it is drawn.
void draw_notice(Canvas const& canvas, std::string const& text);

/// What is wrong with the simulation, if anything is.
void draw_health_banner(Canvas const& canvas, TerrainView const& view);

/// What a newcomer can do, while it is young enough. Ages by `seconds`.
void draw_hint(Canvas const& canvas, EditorState& state, double seconds);

/// Messages at the foot; ages them by `seconds` and drops the old ones.
void draw_toasts(Canvas const& canvas, EditorState& state, double seconds);

/// Keys and mouse, from the one table.
void draw_help(Canvas const& canvas, EditorState& state, Toolbox const& toolbox);

/// What a legend says beside the scale.
struct LegendFacts {
  std::optional<float> under_cursor;  ///< the overlay's value there
  float left = 0.0f;                  ///< right edge of the panel, pixels
  std::string why_empty;              ///< said when it is empty, "" when it is not
};

/// Legend of the overlay: its colours, what they span, and fields in which the user sets that; changes go
/// to `state.overlay_choices`. Returns where there is room below it, pixels.
float draw_legend(Canvas const& canvas, EditorState& state, SimulationRunner const& runner, LegendFacts const& facts);

/// What a height map says nothing of was guessed: a notice with fields to mend it, while `state.guesses` holds any.
/// Taking over other figures goes to `state.wanted`.
void draw_guess_notice(Canvas const& canvas, EditorState& state, WorldFacts const& facts);

}  // namespace barchan::ui
