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

// Latin-1 with the degree sign and the middle dot; dashes and quotes; arrows; the minus sign and the root. ImGui keeps
// the pointer.
constexpr ImWchar kGlyphs[] = {0x0020, 0x00ff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0x221a, 0x221a, 0};

constexpr Palette kDark{.panel = {0.098f, 0.094f, 0.090f, 0.92f},
                        .popup = {0.125f, 0.120f, 0.115f, 0.98f},
                        .text = {0.93f, 0.91f, 0.87f, 1.0f},
                        .quiet = {0.93f, 0.91f, 0.87f, 0.68f},
                        .accent = {0.93f, 0.71f, 0.40f, 1.0f},
                        .water = {0.53f, 0.76f, 0.93f, 1.0f},
                        .well = {0.98f, 0.56f, 0.46f, 1.0f},
                        .bar = {1.0f, 0.97f, 0.92f, 0.075f},
                        .bar_hovered = {1.0f, 0.97f, 0.92f, 0.13f},
                        .fill = {0.93f, 0.71f, 0.40f, 0.20f},
                        .fill_active = {0.93f, 0.71f, 0.40f, 0.33f},
                        .error = {0.62f, 0.16f, 0.12f, 0.95f},
                        .header = {1.0f, 0.97f, 0.92f, 0.05f},
                        .hover = {1.0f, 0.97f, 0.92f, 0.16f},
                        .press = {0.93f, 0.71f, 0.40f, 0.40f},
                        .line = {1.0f, 0.97f, 0.92f, 0.10f},
                        .grab = {1.0f, 0.97f, 0.92f, 0.18f},
                        .dim = {0.05f, 0.04f, 0.03f, 0.40f},
                        .selected = {0.93f, 0.71f, 0.40f, 0.45f}};

constexpr Palette kLight{.panel = {0.955f, 0.945f, 0.925f, 0.94f},
                         .popup = {0.975f, 0.970f, 0.955f, 0.98f},
                         .text = {0.10f, 0.09f, 0.08f, 1.0f},
                         .quiet = {0.10f, 0.09f, 0.08f, 0.76f},
                         .accent = {0.50f, 0.27f, 0.00f, 1.0f},
                         .water = {0.03f, 0.30f, 0.52f, 1.0f},
                         .well = {0.60f, 0.14f, 0.06f, 1.0f},
                         .bar = {0.20f, 0.14f, 0.06f, 0.075f},
                         .bar_hovered = {0.20f, 0.14f, 0.06f, 0.13f},
                         .fill = {0.93f, 0.62f, 0.20f, 0.30f},
                         .fill_active = {0.93f, 0.62f, 0.20f, 0.50f},
                         .error = {0.99f, 0.83f, 0.79f, 0.97f},
                         .header = {0.20f, 0.14f, 0.06f, 0.05f},
                         .hover = {0.20f, 0.14f, 0.06f, 0.13f},
                         .press = {0.93f, 0.62f, 0.20f, 0.45f},
                         .line = {0.20f, 0.14f, 0.06f, 0.18f},
                         .grab = {0.20f, 0.14f, 0.06f, 0.30f},
                         .dim = {0.05f, 0.04f, 0.03f, 0.25f},
                         .selected = {0.93f, 0.62f, 0.20f, 0.45f}};

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

Palette const& palette(Theme theme) { return theme == Theme::light ? kLight : kDark; }

Theme present_theme() {
  constexpr float kMiddle = 0.5f;
  return ImGui::GetStyle().Colors[ImGuiCol_WindowBg].x > kMiddle ? Theme::light : Theme::dark;
}

Color on_panel(Color bright) {
  constexpr float kDarker = 0.62f;
  if (present_theme() == Theme::dark) return bright;
  return {kDarker * bright.red, kDarker * bright.green, kDarker * bright.blue, bright.alpha};
}

void apply_theme(float scale, Theme theme) {
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

  Palette const& from = palette(theme);
  auto* colors = style.Colors;
  colors[ImGuiCol_Text] = from.text;
  colors[ImGuiCol_TextDisabled] = from.quiet;
  colors[ImGuiCol_WindowBg] = from.panel;
  colors[ImGuiCol_PopupBg] = from.popup;
  colors[ImGuiCol_FrameBg] = from.bar;
  colors[ImGuiCol_FrameBgHovered] = from.bar_hovered;
  colors[ImGuiCol_FrameBgActive] = from.press;
  colors[ImGuiCol_Button] = from.bar;
  colors[ImGuiCol_ButtonHovered] = from.hover;
  colors[ImGuiCol_ButtonActive] = from.press;
  colors[ImGuiCol_Header] = from.header;
  colors[ImGuiCol_HeaderHovered] = from.hover;
  colors[ImGuiCol_HeaderActive] = from.press;
  colors[ImGuiCol_ModalWindowDimBg] = from.dim;
  colors[ImGuiCol_CheckMark] = from.accent;
  colors[ImGuiCol_NavHighlight] = from.accent;
  colors[ImGuiCol_Separator] = from.line;
  colors[ImGuiCol_ScrollbarBg] = {0.0f, 0.0f, 0.0f, 0.0f};
  colors[ImGuiCol_ScrollbarGrab] = from.grab;
  colors[ImGuiCol_ScrollbarGrabHovered] = from.hover;
  colors[ImGuiCol_ScrollbarGrabActive] = from.press;
  colors[ImGuiCol_TextSelectedBg] = from.selected;
  ImGui::GetStyle() = style;
}

ImU32 packed(Color color, float alpha) {
  color.alpha *= alpha;
  return ImGui::ColorConvertFloat4ToU32(color);
}

}  // namespace barchan::ui
