/// Canvas: what every part of the desk needs to draw itself, and the widgets that several parts share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/theme.hpp"
#include "ui/widget_book.hpp"

namespace barchan::ui {

struct Canvas {
  Fonts const& fonts;
  WidgetBook& book;
  float scale = 1.0f;                  ///< pixels to a 96-dpi pixel
  ImVec2 size;                         ///< of the picture, pixels
  bool escape = false, enter = false;  ///< went down since the last frame, however short

  float px(float value) const { return value * scale; }
};

/// Of windows that lie on the picture and cannot be moved.
inline constexpr ImGuiWindowFlags kLayerFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                                ImGuiWindowFlags_NoNav;

/// Of dialogs, which take all input while they are open.
inline constexpr ImGuiWindowFlags kDialogFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

/// Shows `text` while the pointer is on the last item, greyed or not.
void tooltip(std::string const& text);

/// A button; `name` is its name in scripts.
struct Button {
  std::string label, name;
  std::string help{};  ///< tooltip, empty: none
  float width = 0.0f;  ///< pixels, 0: as wide as the label
  bool lit = false;    ///< what it stands for is in force
};
bool draw_button(Canvas const& canvas, Button const& button);

/// A menu over the width that is left, closed by Esc; `shown` stands on it. When true, draw its entries and call
/// ImGui::EndCombo.
bool begin_menu(Canvas const& canvas, std::string_view name, std::string const& shown, ImGuiComboFlags flags = 0);

/// A field for a number, which is returned once Enter is pressed, or at each key with `at_once`.
struct NumberField {
  std::string name;
  double value = 0.0;
  float width = 0.0f;  ///< pixels
  bool at_once = false;
};
std::optional<double> draw_number_field(Canvas const& canvas, NumberField const& field);

/// Is any menu or dialog open?
bool any_popup_open();

/// A number of three digits for people: "0.123", "1.2e-05".
std::string short_number(double value);

}  // namespace barchan::ui
