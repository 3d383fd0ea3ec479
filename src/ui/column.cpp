#include "ui/column.hpp"

#include <algorithm>

namespace barchan::ui {

namespace {

constexpr float kStripPad = 3.0f;  // around the buttons of a strip, 96-dpi pixels

constexpr ImGuiWindowFlags kColumnFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                          ImGuiWindowFlags_NoFocusOnAppearing;

}  // namespace

void begin_part(char const* name, ColumnPart const& part) {
  ImGuiStyle const& style = ImGui::GetStyle();
  ImGui::SetNextWindowPos(part.corner);
  ImGui::SetNextWindowSizeConstraints({part.width, 0.0f}, {part.width, std::max(part.most, 1.0f)});
  ImGui::SetNextWindowContentSize({part.width - 2.0f * style.WindowPadding.x - style.ScrollbarSize, 0.0f});
  ImGui::Begin(name, nullptr, kColumnFlags);
}

ImVec2 end_part(Canvas const& canvas, char const* name) {
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  canvas.widgets.record(name, corner, size, *ImGui::GetWindowDrawList());
  ImGui::End();
  return {corner.x + size.x, corner.y + size.y};
}

void begin_strip(Canvas const& canvas, char const* name, ImVec2 corner) {
  const float pad = canvas.px(kStripPad);
  ImGui::SetNextWindowPos(corner);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{pad, pad});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1.0f, 1.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{canvas.px(1.0f), canvas.px(1.0f)});
  ImGui::Begin(name, nullptr, kColumnFlags);
}

ImVec2 end_strip(Canvas const& canvas, char const* name) {
  const ImVec2 end = end_part(canvas, name);
  ImGui::PopStyleVar(3);
  return end;
}

}  // namespace barchan::ui
