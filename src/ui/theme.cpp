#include "ui/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace barchan::ui {

namespace {

constexpr float kBodySize = 14.0f;
constexpr float kSmallSize = 12.0f;
constexpr float kLargeSize = 26.0f;

struct Face {
  char const* regular;
  char const* bold;
};

constexpr std::array kFaces = {
    Face{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"},
    Face{"/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"},
    Face{"/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"},
    Face{"/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"},
    Face{"/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
         "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf"},
};

// Latin-1 with the degree sign and the middle dot; dashes and quotes; arrows; the minus sign. ImGui keeps the pointer.
constexpr ImWchar kGlyphs[] = {0x0020, 0x00ff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0};

ImFont* add(char const* file, float size) {
  ImFontConfig config;
  config.OversampleH = 2;
  config.PixelSnapH = true;
  return ImGui::GetIO().Fonts->AddFontFromFileTTF(file, size, &config, kGlyphs);
}

}  // namespace

Fonts load_fonts(float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  Fonts fonts;
  for (Face const& face : kFaces) {
    std::error_code ignored;
    if (!std::filesystem::exists(face.regular, ignored) || !std::filesystem::exists(face.bold, ignored)) continue;
    fonts.body = add(face.regular, kBodySize * scale);
    fonts.bold = add(face.bold, kBodySize * scale);
    fonts.small_print = add(face.regular, kSmallSize * scale);
    fonts.large = add(face.bold, kLargeSize * scale);
    break;
  }
  if (fonts.body == nullptr) {
    ImFontConfig config;
    config.SizePixels = kBodySize * scale;
    fonts.body = fonts.bold = fonts.small_print = atlas.AddFontDefault(&config);
    config.SizePixels = kLargeSize * scale;
    fonts.large = atlas.AddFontDefault(&config);
  }
  ImGui::GetIO().FontDefault = fonts.body;
  return fonts;
}

float scale_for(float monitor, int height) {
  constexpr float kUsualHeight = 1080.0f, kSteps = 4.0f, kMost = 4.0f;
  const float grown = std::floor(kSteps * static_cast<float>(height) / kUsualHeight) / kSteps;
  return std::clamp(std::max(monitor, grown), 0.5f, kMost);
}

void apply_theme(float scale) {
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  style.WindowPadding = {12.0f, 11.0f};
  style.WindowRounding = 7.0f;
  style.WindowBorderSize = 0.0f;
  style.PopupRounding = 6.0f;
  style.PopupBorderSize = 0.0f;
  style.FramePadding = {8.0f, 4.0f};
  style.FrameRounding = 4.0f;
  style.ItemSpacing = {6.0f, 5.0f};
  style.ItemInnerSpacing = {6.0f, 4.0f};
  style.ScrollbarSize = 9.0f;
  style.ScrollbarRounding = 5.0f;
  style.IndentSpacing = 12.0f;
  style.ScaleAllSizes(scale);

  auto* colors = style.Colors;
  const ImVec4 hover{1.0f, 0.97f, 0.92f, 0.16f};
  const ImVec4 press{0.93f, 0.71f, 0.40f, 0.40f};
  colors[ImGuiCol_Text] = colors::kText;
  colors[ImGuiCol_TextDisabled] = colors::kQuietText;
  colors[ImGuiCol_WindowBg] = colors::kPanel;
  colors[ImGuiCol_PopupBg] = {0.125f, 0.12f, 0.115f, 0.98f};
  colors[ImGuiCol_FrameBg] = colors::kBar;
  colors[ImGuiCol_FrameBgHovered] = colors::kBarHovered;
  colors[ImGuiCol_FrameBgActive] = press;
  colors[ImGuiCol_Button] = colors::kBar;
  colors[ImGuiCol_ButtonHovered] = hover;
  colors[ImGuiCol_ButtonActive] = press;
  colors[ImGuiCol_Header] = {1.0f, 0.97f, 0.92f, 0.05f};
  colors[ImGuiCol_HeaderHovered] = hover;
  colors[ImGuiCol_HeaderActive] = press;
  colors[ImGuiCol_ModalWindowDimBg] = {0.05f, 0.04f, 0.03f, 0.40f};
  colors[ImGuiCol_CheckMark] = colors::kAccent;
  colors[ImGuiCol_Separator] = {1.0f, 0.97f, 0.92f, 0.10f};
  colors[ImGuiCol_ScrollbarBg] = {0.0f, 0.0f, 0.0f, 0.0f};
  colors[ImGuiCol_ScrollbarGrab] = {1.0f, 0.97f, 0.92f, 0.18f};
  colors[ImGuiCol_ScrollbarGrabHovered] = {1.0f, 0.97f, 0.92f, 0.28f};
  colors[ImGuiCol_ScrollbarGrabActive] = press;
  colors[ImGuiCol_TextSelectedBg] = {0.93f, 0.71f, 0.40f, 0.45f};
  ImGui::GetStyle() = style;
}

ImU32 packed(Color color, float alpha) {
  color.alpha *= alpha;
  return ImGui::ColorConvertFloat4ToU32(color);
}

}  // namespace barchan::ui
