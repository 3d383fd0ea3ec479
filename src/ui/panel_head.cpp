#include "ui/panel_head.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "io/preset.hpp"
#include "ui/preset_panel.hpp"

namespace barchan::ui {

namespace {

constexpr float kFold = 22.0f, kGap = 4.0f;  // width of the button that folds the settings, 96-dpi pixels

bool draw_entry(Canvas const& canvas, ScenarioInfo const& entry, bool selected, float width) {
  ImGui::PushID(entry.id.c_str());
  const ImVec2 corner = ImGui::GetCursorPos();
  ImFont& small = *canvas.fonts.small_print;
  const float wrap = std::max(width, canvas.px(300.0f));
  const float text = small.CalcTextSizeA(small.FontSize, FLT_MAX, wrap - canvas.px(3.0f), entry.description.c_str()).y;
  const float height = ImGui::GetTextLineHeight() + text + canvas.px(6.0f);
  const bool chosen = ImGui::Selectable("##entry", selected, 0, {wrap, height});
  canvas.widgets.record("scenario/" + entry.id);
  const ImVec2 after = ImGui::GetCursorPos();
  ImGui::SetCursorPos({corner.x + canvas.px(3.0f), corner.y + canvas.px(2.0f)});
  ImGui::TextUnformatted(entry.title.c_str());
  ImGui::SetCursorPosX(corner.x + canvas.px(3.0f));
  ImGui::SetCursorPosY(corner.y + canvas.px(3.0f) + ImGui::GetTextLineHeight());
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::PushTextWrapPos(corner.x + wrap);
  ImGui::TextColored(colors::kQuietText, "%s", entry.description.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::SetCursorPos(after);
  ImGui::PopID();
  return chosen;
}

}  // namespace

void draw_presets(Canvas const& canvas, ParameterStore& store) {
  ImGui::PushFont(canvas.fonts.small_print);
  // Without padding, long names fit into their buttons.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
  std::vector<std::string> titles;
  for (Preset const& preset : presets()) titles.push_back(preset.title);
  const ButtonRow row(canvas, titles);
  for (std::size_t i = 0; i < presets().size(); ++i) {
    Preset const& preset = presets()[i];
    row.place(i);
    const std::vector<PresetChange> changes = changes_by(preset, store);
    const bool pressed = draw_button(canvas, {preset.title, "preset/" + preset.id, {}, row.width(i), changes.empty()});
    if (ImGui::IsItemHovered()) explain_preset(canvas, preset, changes);
    if (pressed) apply_preset(preset, store);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void draw_fold(Canvas const& canvas, EditorState& state) {
  const bool shown = state.settings && !state.crowded;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
  const bool pressed = draw_button(
      canvas, {shown ? "«" : "»", "settings/fold",
               shown ? "Folds the settings to a strip. (F9)" : "Unfolds the settings. (F9)", canvas.px(kFold)});
  ImGui::PopStyleVar();
  if (pressed) toggle_settings(state);
}

void draw_scenario(Canvas const& canvas, EditorState& state, SimulationRunner const& runner, bool described) {
  ScenarioInfo const& info = runner.facts().info.scenario;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(), pad = ImGui::GetStyle().FramePadding;
  const float width = ImGui::GetContentRegionAvail().x - canvas.px(kFold + kGap);
  const bool open = begin_menu(canvas, "scenario", "", ImGuiComboFlags_HeightLargest, width);
  // PushFont does not work here: an open menu is another window, and the font would be popped from its list.
  const float room = width - ImGui::GetFrameHeight() - 2.0f * pad.x;
  const std::string title = shortened((state.unsaved ? "* " : "") + info.title, {room, 1}, *canvas.fonts.bold);
  draw.AddText(canvas.fonts.bold, canvas.fonts.bold->FontSize, {at.x + pad.x, at.y + pad.y}, packed(colors::kText),
               title.c_str());
  if (open) {
    for (ScenarioInfo const& entry : shipped_scenarios()) {
      const bool selected = entry.id == runner.facts().order.source;
      if (draw_entry(canvas, entry, selected, width)) state.wanted = WorldOrder{entry.id, {}, {}, {}};
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine(0.0f, canvas.px(kGap));
  draw_fold(canvas, state);
  if (!described) return;
  ImGui::PushFont(canvas.fonts.small_print);
  const std::string text =
      shortened(info.description, {ImGui::GetContentRegionAvail().x, 2}, *canvas.fonts.small_print);
  draw_wrapped(colors::kQuietText, text);
  tooltip(info.description);
  ImGui::PopFont();
}

void draw_run_buttons(Canvas const& canvas, EditorState& state) {
  const std::string labels[] = {"Continue", "Step", "Next land"};  // the widest ones, so that no button moves
  const ButtonRow row(canvas, labels);
  const auto button = [&](std::size_t i, Button shown, Action action) {
    row.place(i);
    shown.width = row.width(i);
    if (draw_button(canvas, shown)) state.actions.push_back(action);
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
  button(0, {state.paused ? "Continue" : "Pause", "pause", "Space"}, Action::pause);
  button(1, {"Step", "step", "Pauses and runs one step. (N)"}, Action::single_step);
  button(2,
         {"Next land", "new_land",
          "Makes another land of this scenario, from the next seed of the random numbers, with your settings. (R)"},
         Action::new_land);
  ImGui::PopStyleVar();
}

void draw_file_buttons(Canvas const& canvas, EditorState& state) {
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
  const std::string labels[] = {"New land …", "Open", "Save *", "Save as"};
  const ButtonRow row(canvas, labels);
  const auto button = [&](std::size_t i, Button shown, Action action) {
    row.place(i);
    shown.width = row.width(i);
    if (draw_button(canvas, shown)) state.actions.push_back(action);
  };
  button(0, {"New land …", "make_land", "Makes a land from a scenario, from noise or from a height map. (Ctrl+N)"},
         Action::make_land);
  button(1, {"Open", "open", "Opens a scenario, a soil file, a height map, a saved world or a preset. (Ctrl+O)"},
         Action::open);
  button(2, {state.unsaved ? "Save *" : "Save", "save", "Saves the world. (Ctrl+S)"}, Action::save);
  button(3, {"Save as", "save_as", "Saves the world under another name. (Ctrl+Shift+S)"}, Action::save_as);
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void draw_undo_buttons(Canvas const& canvas, EditorState& state, SimulationRunner const& runner,
                       ParameterStore& store) {
  const auto button = [&](char const* label, char const* name, std::string const& help, float width) {
    ImGui::BeginDisabled(help.empty());
    const bool pressed = draw_button(canvas, {label, name, help, width});
    ImGui::EndDisabled();
    return pressed;
  };
  const auto help_on = [](char const* what, std::string const& act, char const* key) {
    return act.empty() ? std::string() : fmt::format("{}: {}. ({})", what, act, key);
  };
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
  const std::string labels[] = {"Undo", "Redo", "Reset 00", "History"};
  const ButtonRow row(canvas, labels);
  const std::string undo = help_on("Undo", runner.next_undo(), "Ctrl+Z");
  if (button("Undo", "undo", undo, row.width(0))) state.actions.push_back(Action::undo);
  row.place(1);
  const std::string redo = help_on("Redo", runner.next_redo(), "Ctrl+Y");
  if (button("Redo", "redo", redo, row.width(1))) state.actions.push_back(Action::redo);
  row.place(2);
  const int changes = store.changed_count();
  const std::string reset = changes == 0 ? "Reset" : fmt::format("Reset {}", changes);
  char const* const help = changes == 0 ? "" : "Resets every parameter to the scenario's value.";
  if (button(reset.c_str(), "reset_all", help, row.width(2))) store.reset_all();
  row.place(3);
  if (draw_button(canvas, {"History", "history/show", "Shows or hides all acts and branches. (Y)", row.width(3),
                           state.history})) {
    state.actions.push_back(Action::history);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace barchan::ui
