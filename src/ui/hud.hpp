/// Hud: what is drawn over the picture besides the panel: status bar, legend, map, marks, messages, help.
#pragma once

#include <optional>
#include <string>

#include "ui/canvas.hpp"
#include "ui/editor_state.hpp"
#include "ui/toolbox.hpp"

namespace barchan::ui {

/// Distance of the map, the legend and messages from the edges of the window, 96-dpi pixels.
inline constexpr float kHudMargin = 10.0f;

/// The boundary condition of a land in words for the user.
std::string_view boundary_word(Boundary boundary);

/// "3.2 years at 30 m²/a": the time that has passed at the site; empty if there is no calendar.
std::string calendar_text(Calendar const& calendar);
/// What a second stands for, in the calendar and for each process, one line each.
std::string calendar_help(Calendar const& calendar);
/// A time of the land as it is shown: "24 s", "3.5 d".
std::string duration_text(double seconds);
/// A time in the calendar of the site: "12.5 d", "3.2 years".
std::string years_text(double years);
/// 1234567 -> "1 234 567".
std::string grouped(std::uint64_t number);
/// Signed, "+22 105 m³"; "0 m³" if it rounds to 0.
std::string gained_volume_text(double cubic_metres);
/// Signed, "−22 105 t"; "0 t" if it rounds to 0.
std::string gained_mass_text(double kilograms);

/// One line at the foot: frames/s, steps/s, seed, step, time, the land, particles, error of the balance.
void draw_status_bar(Canvas const& canvas, EditorState const& state, SimulationRunner const& runner,
                     Measured const& measured);

/// The map of sand and wind path in the lower right corner; `texture` is the renderer's.
void draw_inset_map(Canvas const& canvas, TerrainView const& view, unsigned texture);

/// A large mark that the simulation is paused.
void draw_paused_mark(Canvas const& canvas);

/// Draws a line of text in the middle of the picture, in this frame only.
void draw_notice(Canvas const& canvas, std::string const& text);

/// Draws a banner that says what is wrong with the simulation, if anything is.
void draw_health_banner(Canvas const& canvas, TerrainView const& view);

/// Draws a hint for new users while `state.hint_age` is small enough, and adds `seconds` to that age.
void draw_hint(Canvas const& canvas, EditorState& state, double seconds);

/// Draws messages at the foot, adds `seconds` to their ages, and removes the old ones.
void draw_toasts(Canvas const& canvas, EditorState& state, double seconds);

/// Draws the help page: keys and mouse, from their tables.
void draw_help(Canvas const& canvas, EditorState& state, Toolbox const& toolbox);

/// Data that the legend shows besides the scale.
struct LegendFacts {
  std::optional<float> under_cursor;  ///< the overlay's value there
  float left = 0.0f;                  ///< right edge of the panel, pixels
  std::string why_empty;              ///< why the overlay is empty, "" if it is not
};

/// Draws the legend of the overlay: its colours, their range, and fields in which the user can set the range. Changes
/// go to `state.overlay_choices`. Returns the y below which there is room, pixels.
float draw_legend(Canvas const& canvas, EditorState& state, SimulationRunner const& runner, LegendFacts const& facts);

/// While `state.guesses` holds any, shows what was guessed about a height map, with fields to correct it. If the user
/// applies other values, they go to `state.wanted`.
void draw_guess_notice(Canvas const& canvas, EditorState& state, WorldFacts const& facts);

}  // namespace barchan::ui
