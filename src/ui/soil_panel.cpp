#include "ui/soil_panel.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "ui/soil_color.hpp"

namespace barchan::ui {

namespace {

constexpr float kLabelShare = 0.42f;  // of a row's width, before its menu

char const* kind_of(Soil const& soil) { return soil.loose ? "loose" : "solid"; }

void draw_conversion(Canvas const& canvas, DeskState& state, SoilConversion const& way, EditedSoils const& edited) {
  Soil const& soil = edited.soils[edited_soil(state, edited.soils)];
  const std::string name = fmt::format("soil.{}", way.key);
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
  std::string label(way.key);
  label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  ImGui::TextUnformatted((label + " to").c_str());
  tooltip(std::string(way.help));
  ImGui::SameLine(left + kLabelShare * width);
  Soil const& target = edited.soils[soil.*way.target];
  if (!begin_menu(canvas, name, target.name)) return;
  for (Soil const& other : edited.soils) {
    if (!may_become(soil, way, other)) continue;
    draw_swatch(canvas, other);
    if (ImGui::Selectable(fmt::format("{}##{}", other.name, other.id).c_str(), &other == &target)) {
      state.soil_changes.push_back({soil.id, std::string(way.key), other.id});
    }
    canvas.book.record(fmt::format("{}/{}", name, other.id));
  }
  ImGui::EndCombo();
}

void draw_color(Canvas const& canvas, DeskState& state, Soil const& soil) {
  std::array<float, 3> color = encoded(soil.color);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::ColorEdit3("##color", color.data(), ImGuiColorEditFlags_DisplayHex)) {
    state.soil_changes.push_back({soil.id, "color", linear(color)});
  }
  canvas.book.record("soil.color");
  tooltip("Colour: click the square, or type it as #rrggbb");
}

void draw_choice_of_soil(Canvas const& canvas, DeskState& state, Soils const& soils, Soil const& shown) {
  if (!begin_menu(canvas, "soil", fmt::format("{}, {}", shown.name, kind_of(shown)))) return;
  for (Soil const& soil : soils) {
    draw_swatch(canvas, soil);
    if (ImGui::Selectable(fmt::format("{}##{}", soil.name, soil.id).c_str(), &soil == &shown)) state.soil = soil.id;
    canvas.book.record("soil/" + soil.id);
  }
  ImGui::EndCombo();
}

bool is_slope(ParameterRow const& row) { return row.key == "repose_slope" || row.key == "static_slope"; }

EditedRow edited_row(SoilProperty const& property, Soil const& soil, Soil const& start) {
  ParameterRow const& row = property.row;
  EditedRow line{fmt::format("soil.{}", row.key), row, row.get(&soil), row.get(&start)};
  if (is_slope(row)) line.style = ValueStyle::slope;
  line.note = property.readers.empty() ? "Kept, saved and shown; nothing reads it yet."
                                       : fmt::format("Read by {}.", property.readers);
  // Those of sand are parameters of the world.
  line.live = !follows_cascade(soil, row.key);
  if (!line.live) line.note = "Follows from Roughness and Static excess in the section Sand.";
  return line;
}

}  // namespace

std::string depth_text(TerrainView const& view, SoilId soil) {
  if (soil == kRock) return "below all";
  const double depth = view.soil_figures[soil].depth;
  return depth > 0.0 ? thickness_text(depth) : "none";
}

void draw_soil_legend(Canvas const& canvas, DeskState& state, TerrainView const& view) {
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
    canvas.book.record("soils/" + soil.id, at, size, *ImGui::GetWindowDrawList());
    if (!ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y}) || !ImGui::IsWindowHovered()) continue;
    ImGui::SetTooltip("%s", fmt::format("{}, {}: {} spread over the land; on top on {:.1f} % of it.\n"
                                        "A click shows its properties in Materials.",
                                        soil.name, kind_of(soil), depth, 100.0 * figures.surface)
                                .c_str());
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.soil = soil.id;
  }
  ImGui::PopFont();
}

std::string most_seen_soil(TerrainView const& view) {
  const auto most = std::max_element(view.soil_figures.begin(), view.soil_figures.end(),
                                     [](auto const& a, auto const& b) { return a.surface < b.surface; });
  return view.soils[static_cast<std::size_t>(most - view.soil_figures.begin())].id;
}

SoilId edited_soil(DeskState const& state, Soils const& soils) {
  const auto found = std::find_if(soils.begin(), soils.end(), [&](Soil const& soil) { return soil.id == state.soil; });
  return found == soils.end() ? kSand : static_cast<SoilId>(found - soils.begin());
}

void draw_soil_editor(Canvas const& canvas, DeskState& state, EditedSoils const& edited, ValueEditor& editor) {
  const SoilId which = edited_soil(state, edited.soils);
  Soil const& soil = edited.soils[which];
  Soil const& start = edited.start[which];
  draw_choice_of_soil(canvas, state, edited.soils, soil);
  ImGui::PushID(soil.id.c_str());
  draw_color(canvas, state, soil);
  for (SoilConversion const& way : soil_conversions()) draw_conversion(canvas, state, way, edited);
  const auto draw_rows = [&](bool used) {
    for (SoilProperty const& property : soil_properties()) {
      if (property.readers.empty() == used) continue;
      const EditedRow line = edited_row(property, soil, start);
      const auto wanted = editor.edit(canvas, line);
      if (wanted) state.soil_changes.push_back({soil.id, std::string(property.row.key), *wanted});
    }
  };
  draw_rows(true);
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.small_print, colors::kQuietText, "Not used yet");
  canvas.book.record("soil.unused");
  draw_rows(false);
  ImGui::PopID();
}

}  // namespace barchan::ui
