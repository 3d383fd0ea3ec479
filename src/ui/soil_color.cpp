#include "ui/soil_color.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "base/srgb.hpp"

namespace barchan::ui {

namespace {

std::array<float, 3> by(double (*curve)(double), std::array<float, 3> color) {
  for (float& part : color) part = std::clamp(static_cast<float>(curve(static_cast<double>(part))), 0.0f, 1.0f);
  return color;
}

}  // namespace

std::array<float, 3> encoded(std::array<float, 3> const& linear) { return by(srgb::encoded, linear); }
std::array<float, 3> linear(std::array<float, 3> const& encoded) { return by(srgb::decoded, encoded); }

Color color_of(Soil const& soil) {
  const std::array<float, 3> color = encoded(soil.color);
  return {color[0], color[1], color[2], 1.0f};
}

void draw_swatch(Canvas const& canvas, Soil const& soil) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = ImGui::GetFontSize() - canvas.px(2.0f), top = at.y + canvas.px(1.0f);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({at.x, top}, {at.x + side, top + side}, packed(color_of(soil)), canvas.px(2.0f));
  draw.AddRect({at.x, top}, {at.x + side, top + side}, packed(colors::kText, 0.35f), canvas.px(2.0f));
  ImGui::Dummy({side, ImGui::GetFontSize()});
  ImGui::SameLine(0.0f, canvas.px(6.0f));
}

std::string thickness_text(double metres) {
  const double size = std::fabs(metres);
  if (size >= 100.0) return fmt::format("{:.1f} m", metres);
  if (size >= 1.0) return fmt::format("{:.2f} m", metres);
  if (size >= 0.01) return fmt::format("{:.1f} cm", 100.0 * metres);
  return fmt::format("{:.2f} mm", 1000.0 * metres);
}

}  // namespace barchan::ui
