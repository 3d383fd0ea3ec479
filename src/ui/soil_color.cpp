#include "ui/soil_color.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

// The transfer curve of sRGB (IEC 61966-2-1).
constexpr float kToe = 0.0031308f, kToeSlope = 12.92f, kGain = 1.055f, kOffset = 0.055f, kGamma = 2.4f;

}  // namespace

std::array<float, 3> encoded(std::array<float, 3> const& linear) {
  std::array<float, 3> color{};
  std::transform(linear.begin(), linear.end(), color.begin(), [](float part) {
    return part <= kToe ? kToeSlope * part : kGain * std::pow(part, 1.0f / kGamma) - kOffset;
  });
  return color;
}

std::array<float, 3> linear(std::array<float, 3> const& encoded) {
  std::array<float, 3> color{};
  std::transform(encoded.begin(), encoded.end(), color.begin(), [](float part) {
    const float value = part <= kToeSlope * kToe ? part / kToeSlope : std::pow((part + kOffset) / kGain, kGamma);
    return std::clamp(value, 0.0f, 1.0f);
  });
  return color;
}

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
