// The page *Scenario* of the dialog for a new land.
#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "io/text.hpp"
#include "ui/new_land_dialog.hpp"

namespace barchan::ui {

namespace {

constexpr float kListShare = 0.6f;  // of the width of the dialog
constexpr float kPicture = 52.0f, kScenariosGap = 8.0f, kPad = 3.0f, kScenariosLeastPicture = 100.0f;  // 96-dpi pixels
constexpr int kLines = 2;                   // of a description
constexpr std::size_t kLongestSearch = 80;  // bytes

/// True if the scenario contains every word of the search. Upper and lower case do not matter.
bool matches(ScenarioInfo const& info, std::string_view search) {
  const std::string text = lower_case(fmt::format("{} {} {} {}", info.id, info.title, info.description, info.subject));
  return std::ranges::all_of(split(lower_case(search), ' '),
                             [&](std::string const& word) { return text.find(word) != std::string::npos; });
}

/// Chooses the first scenario that matches the search, if the chosen one does not.
void choose_first(NewLandState& chosen) {
  const auto& shipped = shipped_scenarios();
  const auto kept = std::ranges::find(shipped, chosen.scenario, &ScenarioInfo::id);
  if (kept != shipped.end() && matches(*kept, chosen.search)) return;
  for (const std::string_view subject : scenario_subjects()) {
    for (ScenarioInfo const& info : shipped) {
      if (info.subject != subject || !matches(info, chosen.search)) continue;
      chosen.scenario = info.id;
      return;
    }
  }
  chosen.scenario.clear();
}

}  // namespace

void NewLandDialog::draw_scenario(Frame const& frame, ScenarioInfo const& info) {
  Canvas const& canvas = frame.canvas;
  NewLandState& chosen = frame.chosen();
  const float side = canvas.px(kPicture), pad = canvas.px(kPad);
  const ImVec2 corner = ImGui::GetCursorPos(), screen = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = side + 2.0f * pad;
  ImGui::PushID(info.id.c_str());
  if (ImGui::Selectable("##scenario", chosen.scenario == info.id,
                        ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_DontClosePopups,
                        {width, height})) {
    chosen.scenario = info.id;
    accepted_ = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  const bool visible = ImGui::IsItemVisible();
  canvas.widgets.record("new_land/scenario/" + info.id);
  ImGui::PopID();
  if (visible) {
    const ImVec2 after = ImGui::GetCursorPos();
    ImGui::SetCursorPos({corner.x + pad, corner.y + pad});
    draw_picture(frame, previews_.scenario(info.id), {side, side});
    const float left = screen.x + side + canvas.px(kScenariosGap), room = screen.x + width - left - pad;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImFont& bold = *canvas.fonts.bold;
    ImFont& small = *canvas.fonts.small_print;
    const std::string title = shortened(info.title, {room, 1}, bold);
    const std::string text = shortened(info.description, {room, kLines}, small);
    draw.AddText(&bold, bold.FontSize, {left, screen.y + pad}, packed(colors::kText), title.c_str());
    draw.AddText(&small, small.FontSize, {left, screen.y + pad + bold.FontSize}, packed(colors::kQuietText),
                 text.c_str(), nullptr, room);
    ImGui::SetCursorPos(after);
  }
}

void NewLandDialog::draw_group(Frame const& frame, std::string_view subject) {
  bool first = true;
  for (ScenarioInfo const& info : shipped_scenarios()) {
    if (info.subject != subject || !matches(info, frame.chosen().search)) continue;
    if (std::exchange(first, false)) {
      draw_text(frame.canvas.fonts.small_print, colors::kAccent, subject);
      frame.canvas.widgets.record(fmt::format("new_land/group/{}", subject));
    }
    draw_scenario(frame, info);
  }
}

/// Draws the map, title, description and source of the chosen scenario.
void NewLandDialog::draw_chosen(Frame const& frame) {
  auto const& shipped = shipped_scenarios();
  const auto found = std::ranges::find(shipped, frame.chosen().scenario, &ScenarioInfo::id);
  if (found == shipped.end()) return draw_wrapped(colors::kQuietText, "Choose a scenario.");
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::max(frame.canvas.px(kScenariosLeastPicture), 0.55f * ImGui::GetContentRegionAvail().y);
  draw_picture(frame, previews_.scenario(found->id), {width, std::min(height, width)});
  ImGui::PushFont(frame.canvas.fonts.bold);
  draw_wrapped(colors::kText, found->title);
  ImGui::PopFont();
  ImGui::PushFont(frame.canvas.fonts.small_print);
  draw_wrapped(colors::kText, found->description);
  draw_wrapped(colors::kQuietText, found->source);
  ImGui::PopFont();
}

void NewLandDialog::draw_scenarios(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  NewLandState& chosen = frame.chosen();
  const float width = kListShare * ImGui::GetContentRegionAvail().x;
  ImGui::BeginGroup();
  std::array<char, kLongestSearch + 1> words{};
  std::copy_n(chosen.search.begin(), std::min(chosen.search.size(), kLongestSearch), words.begin());
  ImGui::SetNextItemWidth(width);
  if (ImGui::InputTextWithHint("##search", "Search by words", words.data(), words.size(),
                               ImGuiInputTextFlags_AutoSelectAll)) {
    chosen.search = words.data();
    choose_first(chosen);
  }
  canvas.widgets.record("new_land/search");
  previews_.drop_scenarios();  // those that are visible ask again
  ImGui::BeginChild("scenarios", {width, 0.0f});
  for (const std::string_view subject : scenario_subjects()) draw_group(frame, subject);
  if (std::ranges::none_of(shipped_scenarios(),
                           [&](ScenarioInfo const& info) { return matches(info, chosen.search); })) {
    draw_wrapped(colors::kQuietText, "No scenario contains all these words. Try fewer or shorter words.");
    canvas.widgets.record("new_land/nothing");
  }
  ImGui::EndChild();
  ImGui::EndGroup();
  ImGui::SameLine(0.0f, canvas.px(kScenariosGap));
  ImGui::BeginChild("chosen");
  draw_chosen(frame);
  ImGui::EndChild();
}

}  // namespace barchan::ui
