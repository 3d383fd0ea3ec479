/// Canvas: what every part of the editor needs to draw itself, the places of its widgets, and the widgets that several
/// parts share.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/theme.hpp"

namespace barchan::ui {

/// A widget's place in pixels, origin top left.
struct WidgetPlace {
  ImVec2 minimum;
  ImVec2 maximum;
  ImVec2 handle;        ///< where a drag takes hold: a slider's value, otherwise the middle
  ImVec2 clip_minimum;  ///< part of the window in which it can be seen
  ImVec2 clip_maximum;

  /// The handle can be reached by the mouse: it is inside, not on the very edge of what is shown.
  bool visible() const {
    constexpr float kEdge = 2.0f;  // pixels
    return handle.x >= clip_minimum.x && handle.x <= clip_maximum.x && handle.y >= clip_minimum.y + kEdge &&
           handle.y <= clip_maximum.y - kEdge;
  }
};

class WidgetRegistry {
 public:
  void begin_frame() { places_.clear(); }

  /// Notes the last ImGui item under `name`; its handle is the middle when none is given.
  void record(std::string_view name, std::optional<ImVec2> handle = {});
  /// Notes a box of a window whose draw list this is (an open menu is not the window that it hangs from).
  void record(std::string_view name, ImVec2 corner, ImVec2 size, ImDrawList const& window);

  /// Place of `name` in the last frame, or nullptr when it was not drawn.
  WidgetPlace const* find(std::string_view name) const;

 private:
  std::map<std::string, WidgetPlace, std::less<>> places_;
};

struct Canvas {
  Fonts const& fonts;
  WidgetRegistry& widgets;
  float scale = 1.0f;                  ///< pixels to a 96-dpi pixel
  ImVec2 size;                         ///< of the picture, pixels
  bool escape = false, enter = false;  ///< went down since the last frame, however short

  float px(float value) const { return value * scale; }
};

/// Flags of windows that lie on the picture and cannot be moved.
inline constexpr ImGuiWindowFlags kLayerFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                                ImGuiWindowFlags_NoNav;

/// Flags of dialogs, which take all input while they are open.
inline constexpr ImGuiWindowFlags kDialogFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

/// Shows `text` while the pointer is on the last item, greyed or not.
void tooltip(std::string const& text);

/// A button; `name` is its name in scripts.
struct Button {
  std::string label, name;
  std::string help{};  ///< tooltip, empty: none
  float width = 0.0f;  ///< pixels, 0: as wide as the label
  bool lit = false;    ///< drawn as active
};
bool draw_button(Canvas const& canvas, Button const& button);

/// Buttons with these labels side by side over the width that is left, each as wide as its label needs, or in several
/// rows of equal ones where they do not fit into one.
class ButtonRow {
 public:
  ButtonRow(Canvas const& canvas, std::span<std::string const> labels);
  /// Call before button `i` is drawn, with this width.
  void place(std::size_t i) const;
  float width(std::size_t i) const { return widths_[i]; }

 private:
  float gap_;
  std::size_t in_a_row_ = 1;
  std::vector<float> widths_;
};

/// The right end of a row of a list: a text, then a cross that takes the row's thing away. Is it pressed?
bool draw_end_of_row(Canvas const& canvas, std::string const& text, std::string const& name, std::string const& help);

/// A switch that is `on` or not. Returns its state after this frame.
bool draw_switch(Canvas const& canvas, char const* label, char const* name, bool on, std::string const& help = {});

/// Room for a text: its width in pixels, and lines.
struct TextRoom {
  float width = 0.0f;
  int lines = 1;
};
/// The text, or as many of its words (of its letters, where there is one word alone) as have room, with an ellipsis.
std::string shortened(std::string const& text, TextRoom room, ImFont const& font);

/// Text in a font and colour of its own.
void draw_text(ImFont* font, Color color, std::string_view text);
/// Text that goes on in a new line where its window ends.
void draw_wrapped(Color color, std::string_view text);

/// A menu over the width that is left, closed by Esc, with `shown` as its text. When true, draw its entries and call
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

/// Largest of 1, 2, 5 times a power of ten that is not above `size`: the step of an axis.
double round_below(double size);

/// A number of three digits for people: "0.123", "1.2e-05".
std::string short_number(double value);

}  // namespace barchan::ui
