#include "ui/screen_map.hpp"

#include <algorithm>

#include <glm/matrix.hpp>
#include <glm/vec3.hpp>

namespace barchan::ui {

ScreenMap::ScreenMap(Canvas const& canvas, render::Camera const& camera, render::LandShape const& land)
    : canvas_(canvas),
      land_(land),
      to_clip_(camera.projection_matrix(canvas.size.x / std::max(canvas.size.y, 1.0f), land.extent()) *
               camera.view_matrix()) {}

std::optional<ImVec2> ScreenMap::at(glm::vec2 place, float above) const {
  const glm::vec4 clip = to_clip_ * glm::vec4(place, land_.height_at(place) + above, 1.0f);
  if (clip.w <= 0.0f) return std::nullopt;
  return ImVec2{(0.5f + 0.5f * clip.x / clip.w) * canvas_.size.x, (0.5f - 0.5f * clip.y / clip.w) * canvas_.size.y};
}

std::optional<glm::vec2> ScreenMap::on_level(ImVec2 pixel, float elevation) const {
  const glm::mat4 from_clip = glm::inverse(to_clip_);
  const glm::vec2 point(2.0f * pixel.x / canvas_.size.x - 1.0f, 1.0f - 2.0f * pixel.y / canvas_.size.y);
  const glm::vec4 close = from_clip * glm::vec4(point, -1.0f, 1.0f), far = from_clip * glm::vec4(point, 1.0f, 1.0f);
  const glm::vec3 eye = glm::vec3(close) / close.w, end = glm::vec3(far) / far.w;
  const float share = (elevation - eye.z) / (end.z - eye.z);
  if (!(share > 0.0f && share < 1.0f)) return std::nullopt;
  return glm::vec2(eye + share * (end - eye));
}

namespace {

/// A dark disc in a ring, with an arrow that points down through it.
void draw_well(ImDrawList& draw, ImVec2 middle, float radius, Color color) {
  const ImU32 paint = packed(color), dark = packed({0.0f, 0.0f, 0.0f, 0.6f});
  const float line = 0.28f * radius, head = 0.5f * radius, tip = middle.y + 0.72f * radius;
  const auto arrow = [&](float rim, ImU32 ink) {
    draw.AddLine({middle.x, middle.y - 1.7f * radius - rim}, {middle.x, tip - head}, ink, 1.2f * line + 2.0f * rim);
    draw.AddTriangleFilled({middle.x - head - 1.5f * rim, tip - 1.5f * head - rim},
                           {middle.x + head + 1.5f * rim, tip - 1.5f * head - rim}, {middle.x, tip + 2.0f * rim}, ink);
  };
  draw.AddCircleFilled(middle, radius, packed(colors::kPanel, 0.75f));
  draw.AddCircle(middle, radius, dark, 0, 2.2f * line);
  draw.AddCircle(middle, radius, paint, 0, line);
  arrow(0.16f * radius, dark);
  arrow(0.0f, paint);
}

}  // namespace

void ScreenMap::mark(glm::vec2 place, PlaceMark const& mark) const {
  const auto middle = at(place);
  if (!middle) return;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float radius = canvas_.px(mark.strong ? 8.0f : 5.0f) * (mark.down ? 1.3f : 1.0f);
  if (mark.down) {
    draw_well(draw, *middle, radius, mark.color);
  } else {
    draw.AddCircleFilled(*middle, radius, packed(mark.color));
    draw.AddCircle(*middle, radius, packed({0.0f, 0.0f, 0.0f, 0.6f}), 0, canvas_.px(1.5f));
  }
  record(mark.name, *middle, radius);
  label({middle->x + radius, middle->y}, mark.label);
}

void ScreenMap::record(std::string_view name, ImVec2 middle, float radius) const {
  canvas_.widgets.record(name, {middle.x - radius, middle.y - radius}, {2.0f * radius, 2.0f * radius},
                         *ImGui::GetBackgroundDrawList());
}

void ScreenMap::label(ImVec2 pixel, std::string const& text) const {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  ImFont& font = *canvas_.fonts.small_print;
  const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, text.c_str());
  const ImVec2 corner{pixel.x + canvas_.px(4.0f), pixel.y - 0.5f * size.y};
  draw.AddRectFilled({corner.x - canvas_.px(3.0f), corner.y - 1.0f},
                     {corner.x + size.x + canvas_.px(3.0f), corner.y + size.y + 1.0f}, packed(colors::kPanel, 0.8f),
                     canvas_.px(3.0f));
  draw.AddText(&font, font.FontSize, corner, packed(colors::kText), text.c_str());
}

}  // namespace barchan::ui
