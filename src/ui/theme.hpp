/// Theme: colours, sizes and fonts of the panel.
#pragma once

#include <imgui.h>

namespace barchan::ui {

/// Fonts of the atlas, all non-null after `load_fonts`.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* bold = nullptr;
  ImFont* small_print = nullptr;
  ImFont* large = nullptr;
};

/// Fills ImGui's atlas for a display scale (1 = 96 dots per inch) with the first installed font of a list, or with the
/// built-in font. The back end must then create its font texture again.
Fonts load_fonts(float scale);

/// Sets ImGui's style for a display scale.
void apply_theme(float scale);

/// Scale of text and panels for a window `height` pixels high on a monitor of the given display scale. It grows with
/// the window, in quarters, so that a panel takes about the same part of a large window as of one of 1080 rows.
float scale_for(float monitor, int height);

/// sRGB and opacity, 0 .. 1. Unlike ImVec4 it can be a constant.
struct Color {
  float red, green, blue, alpha;

  operator ImVec4() const { return {red, green, blue, alpha}; }
};

/// Colours beyond ImGui's own table.
namespace colors {
inline constexpr Color kPanel{0.098f, 0.094f, 0.090f, 0.90f};
inline constexpr Color kText{0.93f, 0.91f, 0.87f, 1.0f};
inline constexpr Color kQuietText{0.93f, 0.91f, 0.87f, 0.60f};
inline constexpr Color kAccent{0.93f, 0.71f, 0.40f, 1.0f};
inline constexpr Color kWater{0.53f, 0.76f, 0.93f, 1.0f};
inline constexpr Color kWell{0.98f, 0.56f, 0.46f, 1.0f};
inline constexpr Color kBar{1.0f, 0.97f, 0.92f, 0.075f};
inline constexpr Color kBarHovered{1.0f, 0.97f, 0.92f, 0.13f};
inline constexpr Color kBarFill{0.93f, 0.71f, 0.40f, 0.20f};
inline constexpr Color kBarFillActive{0.93f, 0.71f, 0.40f, 0.38f};
inline constexpr Color kError{0.62f, 0.16f, 0.12f, 0.95f};
}  // namespace colors

/// `color` with its opacity multiplied by `alpha`, packed for draw lists.
ImU32 packed(Color color, float alpha = 1.0f);

}  // namespace barchan::ui
