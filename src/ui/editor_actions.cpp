// What the editor does when the user chooses an action by a key or in a menu, and the state of the menus.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "ui/editor.hpp"

namespace barchan::ui {

namespace {

/// What an action switches on and off, or nullptr. State: EditorState, or the same constant.
template <class State>
auto* switch_in(State& state, Action action) {
  using Switch = decltype(&state.tour);
  const std::pair<Action, Switch> switches[] = {{Action::tour, &state.tour},
                                                {Action::inset_map, &state.render.inset_map},
                                                {Action::wind_field, &state.render.wind_field},
                                                {Action::repeat_world, &state.render.repeat_world},
                                                {Action::time_bar, &state.time_bar},
                                                {Action::panels, &state.panels},
                                                {Action::settings, &state.settings},
                                                {Action::light_theme, &state.light_theme},
                                                {Action::directions, &state.meteorological},
                                                {Action::help, &state.help}};
  const auto found = std::ranges::find(switches, action, &std::pair<Action, Switch>::first);
  return found != std::end(switches) ? found->second : nullptr;
}

}  // namespace

void Editor::undo(Action action) {
  if (recovering_) return say("Wait until the recovered work is open.");
  toolbox_.point(*this, {.now = pointer(0.0), .moved = size_.x});  // ends a drag
  action == Action::undo ? runner_.undo() : runner_.redo();
}

// The function is not divided, because it has one case per action.
void Editor::perform(Action action, bool shift) {
  switch (action) {
    case Action::pause:
      return pause(!state_.paused);
    case Action::single_step:
      pause(true);
      ++state_.single_steps;
      return;
    case Action::make_land:
      return show_new_land();
    case Action::new_land:
    case Action::same_land:
      return action == Action::new_land ? new_land() : same_land();
    case Action::slower:
    case Action::faster:
      return change_speed(action == Action::faster ? 1 : -1);
    case Action::frame_land:
      return look_from(render::frame_all(land_, rig_.goal()));
    case Action::home_view:
      return look_from(home_);
    case Action::first_view:
    case Action::second_view:
    case Action::third_view:
    case Action::fourth_view:
      return show_view(static_cast<std::size_t>(action) - static_cast<std::size_t>(Action::first_view));
    case Action::top_view:
      return look_from(render::top_view(land_));
    case Action::brush_smaller:
    case Action::brush_larger:
      return toolbox_.active().resize(*this, action == Action::brush_larger ? 1 : -1, shift);
    case Action::next_overlay:
      return next_overlay(shift ? -1 : 1);
    case Action::rain:
      return toggle_rain();
    case Action::undo:
    case Action::redo:
      return undo(action);
    case Action::present:
      return runner_.go_to_end();
    case Action::history:
      return show_history(!state_.history);
    case Action::open:
      return document_.ask_what_to_open(recent_files());
    case Action::save:
    case Action::save_as:
      return action == Action::save_as ? document_.ask_where_to_save() : document_.save();
    case Action::export_files:
      return export_dialog_.show();
    case Action::find:
      return finder_.open(findable());
    case Action::larger_text:
    case Action::smaller_text:
    case Action::usual_text:
      return size_text(action);
    case Action::keyboard:
      return keyboard_.next(shift ? -1 : 1);
    case Action::hints:
      return hints_.show_again();
    case Action::screenshot:
    case Action::window_picture:
      requests_.stills.push_back({.panels = action == Action::window_picture});
      return;
    case Action::fullscreen:
      requests_.fullscreen = !requests_.fullscreen;
      return;
    case Action::quit:
      requests_.close = close() || requests_.close;
      return;
    case Action::cancel:
      return cancel();
    case Action::settings:
      return toggle_settings(state_);
    case Action::tour:
    case Action::inset_map:
    case Action::wind_field:
    case Action::repeat_world:
    case Action::time_bar:
    case Action::panels:
    case Action::help:
    case Action::directions:
    case Action::light_theme: {
      bool& on = *switch_in(state_, action);
      on = !on;
      if (action == Action::directions) say_directions();
      requests_.restyle |= action == Action::light_theme;
      return;
    }
  }
}

void Editor::say_directions() {
  say(state_.meteorological ? "Directions are now meteorological: clockwise from north, where winds come from."
                            : "Directions are now mathematical: anticlockwise from east, where winds blow to.");
}

/// The size of the text, in steps of an eighth of the usual one.
void Editor::size_text(Action action) {
  constexpr float kStep = 0.125f;
  const float by = action == Action::larger_text ? kStep : -kStep;
  state_.text_size =
      action == Action::usual_text ? 1.0f : std::clamp(state_.text_size + by, kSmallestText, kLargestText);
  requests_.restyle = true;
  say(fmt::format("Text and panels: {:.0f} %", 100.0f * state_.text_size));
}

void Editor::pause(bool paused) {
  if (paused && !state_.paused) runner_.interrupt();
  if (paused != state_.paused) state_.single_steps = 0;
  state_.paused = paused;
}

/// True if Esc would close or stop something.
bool Editor::can_cancel() const {
  const bool window = widgets_.find("section") != nullptr || widgets_.find("gauges") != nullptr;
  return window || state_.help || state_.graph.shown || state_.history || state_.guesses ||
         !is_active(toolbox_.standard());
}

/// Closes or stops one thing, for the Esc key. Menus and dialogs close themselves.
void Editor::cancel() {
  if (any_popup_open()) return;
  if (state_.help) {
    state_.help = false;
  } else if (toolbox_.active().takes_clicks() && toolbox_.escape_active(*this)) {
    return;
  } else if (toolbox_.escape_others(*this)) {
    return;
  } else if (state_.graph.shown) {
    state_.graph.shown = false;
  } else if (state_.history) {
    state_.history = false;
  } else if (state_.guesses) {
    state_.guesses.reset();
  } else {
    toolbox_.escape_active(*this);
  }
}

void Editor::change_speed(int step) {
  state_.tempo.speed = std::clamp(state_.tempo.speed + step, kSlowestSpeed, kFastestSpeed);
  if (state_.tempo.speed == 0) return say("Normal speed");
  say(state_.tempo.speed > 0 ? fmt::format("{} times as fast", 1 << state_.tempo.speed)
                             : fmt::format("1/{} of the normal speed", 1 << -state_.tempo.speed));
}

void Editor::toggle_rain() {
  const bool on = store_.is_on("water_particles");
  store_.set("water_particles", "enabled", on ? 0.0 : 1.0);
  say(on ? "Rain off" : "Rain on");
}

/// An entry of a menu for one of the views of the scenario, counted from 0.
EntryState Editor::view_entry(std::size_t number) const {
  Views const& views = runner_.facts().info.views;
  if (number >= views.size()) return {.enabled = false};
  return {true, state_.view == number, fmt::format("View: {}", views[number].name)};
}

bool Editor::in_the_past() const {
  HistoryOutline const& outline = runner_.outline();
  return runner_.view().step < outline.last || runner_.travelling() ||
         std::ranges::any_of(outline.acts, &OutlineAct::ahead);
}

EntryState Editor::entry_of(Action action) const {
  const auto act = [](char const* what, std::string const& title) {
    return title.empty() ? EntryState{.enabled = false} : EntryState{true, false, fmt::format("{}: {}", what, title)};
  };
  switch (action) {
    case Action::undo:
      return act("Undo", runner_.next_undo());
    case Action::redo:
      return act("Redo", runner_.next_redo());
    case Action::first_view:
    case Action::second_view:
    case Action::third_view:
    case Action::fourth_view:
      return view_entry(static_cast<std::size_t>(action) - static_cast<std::size_t>(Action::first_view));
    case Action::pause:
      return {true, false, state_.paused ? "Continue" : "Pause"};
    case Action::slower:
      return {.enabled = state_.tempo.speed > kSlowestSpeed};
    case Action::faster:
      return {.enabled = state_.tempo.speed < kFastestSpeed};
    case Action::present:
      return {.enabled = in_the_past()};
    case Action::brush_smaller:
    case Action::brush_larger:
      return {.enabled = toolbox_.active().has_size()};
    case Action::cancel:
      return {.enabled = can_cancel_};
    case Action::larger_text:
      return {.enabled = state_.text_size < kLargestText};
    case Action::smaller_text:
      return {.enabled = state_.text_size > kSmallestText};
    case Action::usual_text:
      return {.enabled = state_.text_size != 1.0f};
    case Action::hints:
      return {.enabled = !hints_.shown()};
    default:
      return {.checked = is_on(action)};
  }
}

/// True if the action is a switch and is on.
bool Editor::is_on(Action action) const {
  if (bool const* const on = switch_in(state_, action)) return *on;
  if (action == Action::rain) return store_.is_on("water_particles");
  if (action == Action::history) return state_.history;
  return action == Action::keyboard && keyboard_.on();
}

bool Editor::use_in_windows(Chord chord) {
  if (chord.modifiers.control || chord.modifiers.alt) return false;
  if (chord.key == Key::escape && !any_popup_open()) keyboard_.leave();
  if (chord.key == Key::enter) keyboard_.press();
  if (chord.key == Key::tab && !any_popup_open()) keyboard_.next(chord.modifiers.shift ? -1 : 1);
  return true;
}

}  // namespace barchan::ui
