/// Theme: colours, sizes and fonts of the panel.
#pragma once

#include <cstdint>

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

enum class Theme : std::uint8_t { dark, light };

/// Sets ImGui's style for a display scale and a theme.
void apply_theme(float scale, Theme theme);

/// Scale of text and panels for a window `height` pixels high on a monitor of the given display scale. It grows with
/// the window, in quarters, so that a panel takes about the same part of a large window as of one of 1080 rows.
float scale_for(float monitor, int height);

/// sRGB and opacity, 0 .. 1. Unlike ImVec4 it can be a constant.
struct Color {
  float red, green, blue, alpha;

  operator ImVec4() const { return {red, green, blue, alpha}; }
};

/// The colours of a theme.
struct Palette {
  Color panel, popup;       ///< grounds of windows, and of menus and tooltips
  Color text, quiet;        ///< on both grounds, with at least 4.5:1
  Color accent;             ///< of values and marks, also as text
  Color water, well;        ///< of lines about water, and of wells
  Color bar, bar_hovered;   ///< grounds of sliders, fields and buttons
  Color fill, fill_active;  ///< of a slider up to its value
  Color error;              ///< ground of messages about errors
  Color header, hover, press, line, grab, dim, selected;
};
Palette const& palette(Theme theme);

/// The theme of ImGui's present style.
Theme present_theme();

/// A colour of the present theme. It converts to its value when it is used.
struct ThemeColor {
  Color Palette::*entry;

  operator Color() const { return palette(present_theme()).*entry; }
  operator ImVec4() const { return Color(*this); }
};

/// Colours beyond ImGui's own table.
namespace colors {
inline constexpr ThemeColor kPanel{&Palette::panel};
inline constexpr ThemeColor kText{&Palette::text};
inline constexpr ThemeColor kQuietText{&Palette::quiet};
inline constexpr ThemeColor kAccent{&Palette::accent};
inline constexpr ThemeColor kWater{&Palette::water};
inline constexpr ThemeColor kWell{&Palette::well};
inline constexpr ThemeColor kBar{&Palette::bar};
inline constexpr ThemeColor kBarHovered{&Palette::bar_hovered};
inline constexpr ThemeColor kBarFill{&Palette::fill};
inline constexpr ThemeColor kBarFillActive{&Palette::fill_active};
inline constexpr ThemeColor kError{&Palette::error};
}  // namespace colors

/// A bright colour of a line or mark on a panel, darker on a light one so that it stands out.
Color on_panel(Color bright);

/// `color` with its opacity multiplied by `alpha`, packed for draw lists.
ImU32 packed(Color color, float alpha = 1.0f);

}  // namespace barchan::ui
