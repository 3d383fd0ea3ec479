#include "ui/soil_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "ui/hud.hpp"
#include "ui/soil_color.hpp"

namespace barchan::ui {

namespace {

/// sRGB colours of soils that the user adds. They are easy to distinguish.
constexpr std::array<float, 3> kNewColors[] = {{0.62f, 0.31f, 0.22f}, {0.36f, 0.48f, 0.31f}, {0.80f, 0.76f, 0.66f},
                                               {0.35f, 0.43f, 0.55f}, {0.72f, 0.55f, 0.20f}, {0.47f, 0.33f, 0.48f}};
constexpr float kLabelShare = 0.42f;  // of a row's width, before its menu

char const* kind_of(Soil const& soil) { return soil.loose ? "loose" : "solid"; }

/// "Weathers to"
std::string label_of(SoilConversion const& way) {
  std::string label = fmt::format("{} to", way.key);
  label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  return label;
}

void draw_conversion(Canvas const& canvas, EditorState& state, SoilConversion const& way, EditedSoils const& edited) {
  Soil const& soil = edited.soils[edited_soil(state, edited.soils)];
  const std::string name = fmt::format("soil.{}", way.key);
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
  ImGui::TextUnformatted(label_of(way).c_str());
  tooltip(std::string(way.help));
  // The menus of all conversions are in line, beside the longest label.
  float longest = 0.0f;
  for (SoilConversion const& one : soil_conversions()) {
    longest = std::max(longest, ImGui::CalcTextSize(label_of(one).c_str()).x);
  }
  ImGui::SameLine(left + std::max(kLabelShare * width, longest + ImGui::GetStyle().ItemSpacing.x));
  Soil const& target = edited.soils[soil.*way.target];
  if (!begin_menu(canvas, name, target.name)) return;
  for (Soil const& other : edited.soils) {
    if (!may_become(soil, way, other)) continue;
    draw_swatch(canvas, other);
    if (ImGui::Selectable(fmt::format("{}##{}", other.name, other.id).c_str(), &other == &target)) {
      state.soil_changes.emplace_back(SetSoil{soil.id, std::string(way.key), other.id});
    }
    canvas.widgets.record(fmt::format("{}/{}", name, other.id));
  }
  ImGui::EndCombo();
}

void draw_color(Canvas const& canvas, EditorState& state, Soil const& soil) {
  std::array<float, 3> color = encoded(soil.color);
  const float side = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
  constexpr auto kField = ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_NoSmallPreview;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - side - gap);
  bool changed = ImGui::ColorEdit3("##color", color.data(), kField);
  tooltip("Colour of the soil, as #rrggbb. Click to type another colour.");
  ImGui::SameLine();
  if (ImGui::ColorButton("##square", color_of(soil), ImGuiColorEditFlags_NoTooltip, {side, side})) {
    ImGui::OpenPopup("picker");
  }
  canvas.widgets.record("soil.color");
  tooltip("Colour of the soil. Click to open a colour picker.");
  if (ImGui::BeginPopup("picker")) {
    changed |= ImGui::ColorPicker3("##picker", color.data(), ImGuiColorEditFlags_DisplayHex);
    if (canvas.escape) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  if (changed) state.soil_changes.emplace_back(SetSoil{soil.id, "color", linear(color)});
}

void draw_choice_of_soil(Canvas const& canvas, EditorState& state, Soils const& soils, Soil const& shown) {
  if (!begin_menu(canvas, "soil", fmt::format("{}, {}", shown.name, kind_of(shown)))) return;
  for (Soil const& soil : soils) {
    draw_swatch(canvas, soil);
    if (ImGui::Selectable(fmt::format("{}##{}", soil.name, soil.id).c_str(), &soil == &shown)) state.soil = soil.id;
    canvas.widgets.record("soil/" + soil.id);
  }
  ImGui::EndCombo();
}

/// Enter accepts the name.
void draw_name(Canvas const& canvas, EditorState& state, Soil const& soil) {
  std::array<char, kLongestSoilName + 1> text{};
  std::copy_n(soil.name.begin(), std::min(soil.name.size(), kLongestSoilName), text.begin());
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const bool entered = ImGui::InputText("##name", text.data(), text.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  canvas.widgets.record("soil.name");
  tooltip(fmt::format("Name of the soil. Type another name and press Enter. In scenario files, the soil is [soils.{}].",
                      soil.id));
  if (entered && soil.name != text.data()) state.soil_changes.emplace_back(RenameSoil{soil.id, text.data()});
}

/// Adds a soil and selects it. `like`: the soil to copy; nullptr: none.
void add_soil(EditorState& state, Soils const& soils, Soil const* like, bool loose) {
  const std::string fresh = loose ? "New soil" : "New rock";
  const std::string name = free_soil_name(like != nullptr ? like->name : fresh, soils);
  const std::string id = free_soil_id(name, soils);
  state.soil_changes.emplace_back(AddSoil{id, name, loose, like != nullptr ? like->id : ""});
  if (like == nullptr) {
    state.soil_changes.emplace_back(SetSoil{id, "color", linear(kNewColors[soils.size() % std::size(kNewColors)])});
  }
  state.soil = id;
}

void draw_table_buttons(Canvas const& canvas, EditorState& state, Soils const& soils, Soil const& soil) {
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  const auto button = [&](char const* label, char const* name, char const* help) {
    return draw_button(canvas, {label, name, help, width});
  };
  ImGui::BeginDisabled(soils.size() == kMostSoils);
  if (button("Copy", "soil.copy", "Adds a soil with the same properties as the selected soil."))
    add_soil(state, soils, &soil, soil.loose);
  ImGui::SameLine();
  if (button("New loose", "soil.new_loose", "Adds a loose soil that begins with the properties of sand."))
    add_soil(state, soils, nullptr, true);
  ImGui::SameLine();
  if (button("New solid", "soil.new_solid", "Adds a solid soil that begins with the properties of rock."))
    add_soil(state, soils, nullptr, false);
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

/// What all conversions together have changed, if anything.
void draw_conversion_balance(Canvas const& canvas, TerrainView const& view) {
  auto const& [volume, mass] = view.conversions;
  if (volume == 0.0 && mass == 0.0) return;
  draw_wrapped(colors::kQuietText,
               fmt::format("Conversions: volume {}, mass {}", gained_volume_text(volume), gained_mass_text(mass)));
  canvas.widgets.record("conversions");
  tooltip(
      "Change of the total volume and mass of all soils since the start, caused by conversions of one soil into "
      "another. Sand is less dense than rock because of its pores. \"Conversions keep\" in the section World "
      "chooses which of the two stays the same.");
}

/// Reason why the land has none of a soil; "" if it has some.
char const* why_absent(EditedSoils const& edited, SoilId which) {
  if (which <= kObstacle || (which < edited.figures.size() && edited.figures[which].depth > 0.0)) return "";
  const bool target = std::any_of(edited.soils.begin(), edited.soils.end(), [&](Soil const& soil) {
    return soil.id != edited.soils[which].id && std::ranges::any_of(soil_conversions(), [&](SoilConversion const& way) {
             return soil.*way.target == which;
           });
  });
  return target ? "This land does not contain this soil yet, but other soils turn into it."
                : "This land does not contain this soil. To produce it, let another soil turn into it.";
}

bool is_slope(ParameterRow const& row) { return row.key == "repose_slope" || row.key == "static_slope"; }

EditedRow edited_row(SoilProperty const& property, Soil const& soil, Soil const& start) {
  ParameterRow const& row = property.row;
  EditedRow line{fmt::format("soil.{}", row.key), row, row.get(&soil), row.get(&start)};
  if (is_slope(row)) line.style = ValueStyle::slope;
  line.note = property.readers.empty() ? "No process uses this value yet. It is saved with the soil."
                                       : fmt::format("Used by {}.", property.readers);
  // The slopes of sand are parameters of the world.
  line.live = !follows_gravity(soil, row.key);
  if (!line.live) line.note = "Set by the slider Roughness and by Static excess in the section Gravity.";
  return line;
}

}  // namespace

std::string depth_text(TerrainView const& view, SoilId soil) {
  if (soil == kRock) return "lowest layer";
  const double depth = view.soil_figures[soil].depth;
  return depth > 0.0 ? thickness_text(depth) : "none";
}

void draw_soil_legend(Canvas const& canvas, EditorState& state, TerrainView const& view) {
  ImGui::PushFont(canvas.fonts.small_print);
  for (std::size_t i = 0; i < view.soils.size(); ++i) {
    Soil const& soil = view.soils[i];
    SoilFigures const& figures = view.soil_figures[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()};
    const bool none = i != kRock && figures.depth <= 0.0;
    draw_swatch(canvas, soil);
    ImGui::TextColored(none ? colors::kQuietText : colors::kText, "%s", soil.name.c_str());
    ImGui::SameLine();
    ImGui::TextColored(colors::kQuietText, "%s", kind_of(soil));
    const std::string depth = depth_text(view, static_cast<SoilId>(i));
    ImGui::SameLine(std::max(0.0f, size.x - ImGui::CalcTextSize(depth.c_str()).x + ImGui::GetStyle().WindowPadding.x));
    ImGui::TextColored(none ? colors::kQuietText : colors::kText, "%s", depth.c_str());
    canvas.widgets.record("soils/" + soil.id, at, size, *ImGui::GetWindowDrawList());
    if (!ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y}) || !ImGui::IsWindowHovered()) continue;
    const std::string mean = i == kRock ? std::string() : fmt::format("mean thickness {}, ", depth);
    ImGui::SetTooltip("%s", fmt::format("{}, {}: {}uppermost on {:.1f} % of the land.\nClick to show the properties of "
                                        "this soil in the section Materials.",
                                        soil.name, kind_of(soil), mean, 100.0 * figures.surface)
                                .c_str());
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.soil = soil.id;
  }
  draw_conversion_balance(canvas, view);
  ImGui::PopFont();
}

std::string most_seen_soil(TerrainView const& view) {
  const auto most = std::max_element(view.soil_figures.begin(), view.soil_figures.end(),
                                     [](auto const& a, auto const& b) { return a.surface < b.surface; });
  return view.soils[static_cast<std::size_t>(most - view.soil_figures.begin())].id;
}

SoilId edited_soil(EditorState const& state, Soils const& soils) {
  const auto found = std::find_if(soils.begin(), soils.end(), [&](Soil const& soil) { return soil.id == state.soil; });
  return found == soils.end() ? kSand : static_cast<SoilId>(found - soils.begin());
}

void draw_soil_editor(Canvas const& canvas, EditorState& state, EditedSoils const& edited, ValueEditor& editor) {
  const SoilId which = edited_soil(state, edited.soils);
  Soil const& soil = edited.soils[which];
  Soil const& start = which < edited.start.size() ? edited.start[which] : soil;
  draw_choice_of_soil(canvas, state, edited.soils, soil);
  ImGui::PushID(soil.id.c_str());
  draw_name(canvas, state, soil);
  draw_table_buttons(canvas, state, edited.soils, soil);
  if (char const* const why = why_absent(edited, which); *why != '\0') {
    ImGui::PushFont(canvas.fonts.small_print);
    draw_wrapped(colors::kAccent, why);
    canvas.widgets.record("soil.absent");
    ImGui::PopFont();
  }
  draw_color(canvas, state, soil);
  if (draw_button(canvas, {"Soil conversions", "soil.graph", "Shows the conversions between all soils as a diagram.",
                           ImGui::GetContentRegionAvail().x, state.graph.shown})) {
    state.graph.shown = !state.graph.shown;
  }
  for (SoilConversion const& way : soil_conversions()) draw_conversion(canvas, state, way, edited);
  const auto draw_rows = [&](bool used) {
    for (SoilProperty const& property : soil_properties()) {
      if (property.readers.empty() == used) continue;
      const EditedRow line = edited_row(property, soil, start);
      const auto wanted = editor.edit(canvas, line);
      if (wanted) state.soil_changes.emplace_back(SetSoil{soil.id, std::string(property.row.key), *wanted});
    }
  };
  draw_rows(true);
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.small_print, colors::kQuietText, "Not used yet");
  canvas.widgets.record("soil.unused");
  draw_rows(false);
  ImGui::PopID();
}

}  // namespace barchan::ui
