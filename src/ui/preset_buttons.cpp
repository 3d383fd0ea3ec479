#include "ui/preset_buttons.hpp"

#include <cmath>
#include <vector>

#include <fmt/core.h>

#include "barchan/io/preset.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

namespace {

/// A parameter of the world that a preset would change.
struct Change {
  std::string_view group;  ///< its title
  SetParameter setting;
  ParameterRow const& row;
  double now = 0.0;
};

std::vector<Change> changes_by(Preset const& preset, ParameterStore const& store) {
  std::vector<Change> changes;
  for (SetParameter const& setting : preset.settings) {
    ParameterRow const* const row = store.find(setting.group, setting.key);
    if (row == nullptr) continue;
    const double now = store.value(setting.group, setting.key);
    if (static_cast<float>(now) != static_cast<float>(setting.value)) {
      changes.push_back({store.facts().group(setting.group)->title, setting, *row, now});
    }
  }
  return changes;
}

/// What the preset is for, and all that a press would change.
void explain(Canvas const& canvas, Preset const& preset, std::vector<Change> const& changes) {
  ImGui::SetNextWindowPos(
      {ImGui::GetWindowPos().x + ImGui::GetWindowSize().x + canvas.px(12.0f), ImGui::GetItemRectMin().y});
  ImGui::BeginTooltip();
  ImGui::PushFont(canvas.fonts.body);
  ImGui::TextUnformatted(preset.help.c_str());
  ImGui::PopFont();
  ImGui::TextColored(colors::kQuietText, "%s",
                     changes.empty() ? "In force." : "On this land, at once. Wind towards and speed stay; it changes:");
  for (Change const& change : changes) {
    ImGui::TextUnformatted(fmt::format("{}: {} {} → {}", change.group, change.row.label,
                                       value_text(change.row, change.now), value_text(change.row, change.setting.value))
                               .c_str());
  }
  ImGui::EndTooltip();
}

/// Widths of buttons with these names in a row of `room` pixels, each as its name needs; none when they do not fit.
std::vector<float> widths_in_a_row(float room, float gap) {
  std::vector<float> widths;
  float left = room + gap;
  for (Preset const& preset : presets()) {
    widths.push_back(ImGui::CalcTextSize(preset.title.c_str()).x + 2.0f * gap);
    left -= widths.back() + gap;
  }
  if (left < 0.0f) return {};
  for (float& width : widths) width += left / static_cast<float>(widths.size());
  return widths;
}

}  // namespace

void draw_preset_buttons(Canvas const& canvas, ParameterStore& store) {
  ImGui::PushFont(canvas.fonts.small_print);
  // Names wider than their button would be cut at both ends.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
  const float gap = canvas.px(3.0f), room = ImGui::GetContentRegionAvail().x;
  const std::vector<float> widths = widths_in_a_row(room, gap);
  const std::size_t in_a_row = widths.empty() ? (presets().size() + 1) / 2 : presets().size();
  const float half = std::floor((room - gap * static_cast<float>(in_a_row - 1)) / static_cast<float>(in_a_row));
  for (std::size_t i = 0; i < presets().size(); ++i) {
    Preset const& preset = presets()[i];
    if (i % in_a_row > 0) ImGui::SameLine(0.0f, gap);
    const std::vector<Change> changes = changes_by(preset, store);
    const bool pressed = draw_button(
        canvas, {preset.title, "preset/" + preset.id, {}, widths.empty() ? half : widths[i], changes.empty()});
    if (ImGui::IsItemHovered()) explain(canvas, preset, changes);
    if (!pressed) continue;
    for (Change const& change : changes) store.set(change.setting.group, change.setting.key, change.setting.value);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace barchan::ui
