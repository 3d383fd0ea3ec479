#include "ui/objects_panel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

constexpr std::size_t kMostRows = 8;  // of the list, before it scrolls

std::string place_text(Object const& object, Grid const& grid) {
  const double x = static_cast<double>(object.share.x) * grid.width * static_cast<double>(grid.cell_size);
  const double y = static_cast<double>(object.share.y) * grid.height * static_cast<double>(grid.cell_size);
  return fmt::format("{:.0f}, {:.0f} m", x, y);
}

void draw_row(Canvas const& canvas, ObjectsPanel& panel, Object const& object) {
  const std::string name = "select." + widget_name(object.id);
  ImGui::PushID(name.c_str());
  if (ImGui::Selectable("##row", panel.selected == object.id, ImGuiSelectableFlags_AllowDoubleClick)) {
    panel.selected = object.id;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) panel.looked_at = object.share;
  }
  canvas.widgets.record(name);
  tooltip("Selects the object. A double click also moves the view to the object.");
  const float right = ImGui::GetContentRegionMax().x;
  ImGui::SameLine();
  ImGui::TextUnformatted(object.name.c_str());
  const std::string place = place_text(object, panel.grid);
  ImGui::SameLine(right - ImGui::CalcTextSize(place.c_str()).x);
  ImGui::PushStyleColor(ImGuiCol_Text, colors::kQuietText);
  ImGui::TextUnformatted(place.c_str());
  ImGui::PopStyleColor();
  ImGui::PopID();
}

}  // namespace

void draw_object_buttons(Canvas const& canvas, ObjectsPanel& panel) {
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * ImGui::GetStyle().ItemSpacing.x) / 3.0f);
  Object const* const object = panel.selected ? find_object(panel.objects, *panel.selected) : nullptr;
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::BeginDisabled(object == nullptr);
  if (draw_button(canvas, {"Look at it", "select.look", "Moves the view to the selected object.", width}) &&
      object != nullptr) {
    panel.looked_at = object->share;
  }
  ImGui::SameLine();
  panel.duplicate = draw_button(
      canvas, {"Duplicate", "select.duplicate", "Places a copy of the selected object beside it. (Ctrl+D)", width});
  ImGui::SameLine();
  panel.remove = draw_button(canvas, {"Remove", "select.remove", "Removes the selected object. (Delete)", width});
  ImGui::EndDisabled();
  ImGui::PopFont();
}

void draw_object_list(Canvas const& canvas, ObjectsPanel& panel) {
  ImGui::PushFont(canvas.fonts.small_print);
  if (panel.objects.empty()) {
    draw_wrapped(colors::kQuietText,
                 "There are no objects on this land. Place an obstacle (B), a source (J) or a gauge (L).");
  }
  const bool many = panel.objects.size() > kMostRows;
  const float row = ImGui::GetTextLineHeightWithSpacing();
  if (many) ImGui::BeginChild("objects", {0.0f, static_cast<float>(kMostRows) * row}, false);
  for (Object const& object : panel.objects) draw_row(canvas, panel, object);
  if (many) ImGui::EndChild();
  ImGui::PopFont();
}

Obstacle edit_obstacle(Canvas const& canvas, ValueEditor& editor, EditedObstacle edited) {
  const auto keys = obstacle_keys(edited.now.shape);
  for (ParameterRow const& row : obstacle_rows()) {
    if (std::ranges::find(keys, row.key) == keys.end()) continue;
    EditedRow bar{fmt::format("{}.{}", kSelectedGroup, row.key), row, row.get(&edited.now), row.get(&edited.start)};
    bar.live = edited.live;
    if (const auto wanted = editor.edit(canvas, bar)) row.set(&edited.now, *wanted);
  }
  return edited.now;
}

}  // namespace barchan::ui
