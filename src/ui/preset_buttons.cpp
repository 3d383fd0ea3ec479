#include "ui/preset_buttons.hpp"

#include <algorithm>
#include <cmath>

#include "barchan/io/preset.hpp"

namespace barchan::ui {

namespace {

/// Do the parameters stand as the preset sets them?
bool in_force(Preset const& preset, ParameterStore const& store) {
  return std::all_of(preset.settings.begin(), preset.settings.end(), [&](SetParameter const& setting) {
    return store.find(setting.group, setting.key) == nullptr ||
           static_cast<float>(store.value(setting.group, setting.key)) == static_cast<float>(setting.value);
  });
}

void apply(Preset const& preset, ParameterStore& store) {
  for (SetParameter const& setting : preset.settings) {
    if (store.find(setting.group, setting.key) != nullptr) store.set(setting.group, setting.key, setting.value);
  }
}

}  // namespace

void draw_preset_buttons(Canvas const& canvas, ParameterStore& store) {
  ImGui::PushFont(canvas.fonts.small_print);
  const float gap = canvas.px(3.0f), available = ImGui::GetContentRegionAvail().x;
  float widest = 0.0f;
  for (Preset const& preset : presets()) widest = std::max(widest, ImGui::CalcTextSize(preset.title.c_str()).x);
  const int count = static_cast<int>(presets().size());
  const bool one_row = static_cast<float>(count) * (widest + gap) <= available;
  const int in_a_row = one_row ? count : (count + 1) / 2;
  const float width = std::floor((available - gap * static_cast<float>(in_a_row - 1)) / static_cast<float>(in_a_row));
  int column = 0;
  for (Preset const& preset : presets()) {
    if (column > 0) ImGui::SameLine(0.0f, gap);
    column = (column + 1) % in_a_row;
    const bool lit = in_force(preset, store);
    if (lit) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const std::string name = "preset/" + preset.id;
    // Names wider than their button would be cut at both ends.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
    const bool pressed = ImGui::Button((preset.title + "###" + name).c_str(), {width, 0.0f});
    ImGui::PopStyleVar();
    if (lit) ImGui::PopStyleColor();
    canvas.book.record(name);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s\nOn this land, at once; nothing else is changed.", preset.help.c_str());
    if (pressed) apply(preset, store);
  }
  ImGui::PopFont();
}

}  // namespace barchan::ui
