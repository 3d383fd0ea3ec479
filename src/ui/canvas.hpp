/// Canvas: what every part of the editor needs to draw itself, the places of its widgets, and the widgets that several
/// parts share.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bearing.hpp"
#include "picture/picture.hpp"
#include "render/thumbnails.hpp"
#include "ui/theme.hpp"

namespace barchan::ui {

/// A widget's place in pixels, origin top left.
struct WidgetPlace {
  ImVec2 minimum;
  ImVec2 maximum;
  ImVec2 handle;        ///< where a drag starts: a slider's value, otherwise the middle
  ImVec2 clip_minimum;  ///< corners of the visible part of its window
  ImVec2 clip_maximum;
  bool menu = false;  ///< a click opens a menu, whose entries are called NAME/ID

  /// True if the mouse can reach the handle: it is in the visible part and not at its upper or lower edge.
  bool visible() const {
    constexpr float kEdge = 2.0f;  // pixels
    return handle.x >= clip_minimum.x && handle.x <= clip_maximum.x && handle.y >= clip_minimum.y + kEdge &&
           handle.y <= clip_maximum.y - kEdge;
  }
};

/// Rows of a long list, of which only the visible ones are drawn. Their names end in a number: "history/act 12".
struct WidgetRows {
  std::string_view prefix;  ///< of their names; it must live as long as the program
  std::size_t first = 1;    ///< number of the first row
  std::size_t count = 0;
  ImVec2 corner;  ///< of the first row
  ImVec2 size;    ///< of each row, with the gap to the next
};

class WidgetRegistry {
 public:
  void begin_frame() {
    places_.clear();
    rows_.clear();
    focused_.clear();
  }

  /// Name of the recorded item that ImGui's keyboard navigation stands at; empty: none.
  std::string const& focused() const { return focused_; }

  /// Records the last ImGui item under `name`. If no handle is given, it is the middle of the item.
  void record(std::string_view name, std::optional<ImVec2> handle = {});
  /// Records a box under `name`. `window`: draw list of the box's window. An open menu is a window of its own.
  void record(std::string_view name, ImVec2 corner, ImVec2 size, ImDrawList const& window);
  /// Sets where a drag of a recorded widget starts.
  void set_handle(std::string_view name, ImVec2 handle) { places_.find(name)->second.handle = handle; }

  /// Says that the last ImGui item belongs to `name`, in case the keyboard stands at it.
  void note_focus(std::string_view name);

  /// Says that a recorded widget opens a menu.
  void mark_menu(std::string_view name) { places_.find(name)->second.menu = true; }

  /// Records where the rows of a list are, so that those out of sight can be found too.
  void record(WidgetRows const& rows, ImDrawList const& window);

  /// Place of `name` in the last frame, or nullptr when it was not drawn.
  WidgetPlace const* find(std::string_view name) const;
  /// Place of the row out of sight to which `name` belongs ("history/act 12/change"), if there is one.
  std::optional<WidgetPlace> find_row(std::string_view name) const;

 private:
  struct Rows {
    WidgetRows rows;
    ImVec2 clip_minimum, clip_maximum;
  };
  std::map<std::string, WidgetPlace, std::less<>> places_;
  std::vector<Rows> rows_;
  std::string focused_;
};

struct Canvas {
  Fonts const& fonts;
  WidgetRegistry& widgets;
  float scale = 1.0f;                                ///< pixels per 96-dpi pixel
  ImVec2 size;                                       ///< of the picture, pixels
  bool escape = false, enter = false;                ///< pressed since the last frame, however briefly
  bool keyboard = false;                             ///< the keyboard belongs to the windows (KeyboardFocus)
  Directions directions = Directions::mathematical;  ///< convention of directions, as the user has chosen it

  float px(float value) const { return value * scale; }
};

/// Height of the status bar at the foot, 96-dpi pixels.
inline constexpr float kStatusBar = 26.0f;

/// The y above which windows have room: the upper edge of the time bar or, without one, of the status bar. Pixels.
float foot_of_room(Canvas const& canvas);

/// The y below which windows have room: the lower edge of the menus. Pixels.
float top_of_room(Canvas const& canvas);

/// The room beside the column of settings, from left to right, pixels.
struct SideRoom {
  float left = 0.0f, right = 0.0f;

  float middle() const { return 0.5f * (left + right); }
  float width() const { return right - left; }
};
SideRoom side_room(Canvas const& canvas);

/// Margin around windows that lie on the land, 96-dpi pixels.
inline constexpr float kLandMargin = 10.0f;

/// Greatest height of a window of this width (pixels) that covers at most half of the land right of `left`, the right
/// edge of the panel.
float greatest_height(Canvas const& canvas, float left, float width);

/// Size of a window along the foot of the land, right of `left`. If there is room, the window stays beside the map in
/// the corner. `height`: in a large window, 96-dpi pixels.
struct FootPlace {
  float left = 0.0f;  ///< right edge of the panel, pixels
  bool map = false;   ///< the map in the corner is shown
};
ImVec2 foot_size(Canvas const& canvas, FootPlace const& place, float height);

/// The open windows along the foot of the land. A small window has room for only one of them: the one that was opened
/// last. When it is closed, the one before is shown again.
class FootWindows {
 public:
  /// Notes in each frame whether the window `name` is open, and returns whether it is to be drawn. `all_fit`: there is
  /// room for all.
  bool draws(std::string_view name, bool open, bool all_fit);
  /// Returns whether the window was open but not drawn in the last frame.
  bool hides(std::string_view name) const { return !all_fit_ && !open_.empty() && open_.back() != name; }

 private:
  std::vector<std::string_view> open_;  ///< in the order in which they were opened
  bool all_fit_ = true;
};
/// Heights of the windows of the gauges and of the section along the foot of a large window, 96-dpi pixels.
inline constexpr float kGaugesFoot = 220.0f, kSectionFoot = 250.0f;
/// Returns whether both leave some of the land free.
bool both_fit_at_foot(Canvas const& canvas, FootPlace const& place);

/// Flags of windows that lie on the picture and cannot be moved.
inline constexpr ImGuiWindowFlags kLayerFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;

/// Flags of dialogs, which take all input while they are open.
inline constexpr ImGuiWindowFlags kDialogFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

/// True once the pointer, which is on the last item, has rested there for a while.
bool pointer_rests();
/// Begins a tooltip about the last item: beside the item's window, where it hides no control, or above or below the
/// item if the window is wide or has no room beside it. End it with end_tooltip.
void begin_tooltip();
void end_tooltip();
/// Shows `text` in such a tooltip while the pointer rests on the last item, greyed or not.
void tooltip(std::string const& text);
/// Shows a tooltip beside the pointer at once.
void show_tooltip(std::string_view text);

/// A button; `name` is its name in scripts.
struct Button {
  std::string label, name;
  std::string help{};  ///< tooltip, empty: none
  float width = 0.0f;  ///< pixels, 0: as wide as the label
  bool lit = false;    ///< drawn as active
};
bool draw_button(Canvas const& canvas, Button const& button);

/// Draws a frame around the last item, which marks it as active without a colour.
void draw_lit_frame(Canvas const& canvas);

/// Places buttons with these labels side by side over the available width. In one row, each is at least as wide as its
/// label needs. If they do not fit, they form several rows of equally wide buttons.
class ButtonRow {
 public:
  ButtonRow(Canvas const& canvas, std::span<std::string const> labels);
  /// Call it before drawing button `i`, and draw the button with `width(i)`.
  void place(std::size_t i) const;
  float width(std::size_t i) const { return widths_[i]; }

 private:
  float gap_;
  std::size_t in_a_row_ = 1;
  std::vector<float> widths_;
};

/// Draws the end of a row of a list: a text and a cross that removes the entry. True if the cross was pressed.
bool draw_end_of_row(Canvas const& canvas, std::string const& text, std::string const& name, std::string const& help);

/// Draws a box that can be ticked. Returns its state after this frame.
bool draw_box(char const* label, bool on);
/// Draws a switch. Returns its state after this frame.
bool draw_switch(Canvas const& canvas, char const* label, char const* name, bool on, std::string const& help = {});

/// Room for a text: its width in pixels and its number of lines.
struct TextRoom {
  float width = 0.0f;
  int lines = 1;
};
/// Returns the text if it fits, otherwise as many words (or letters of a single word) as fit, and an ellipsis.
std::string shortened(std::string const& text, TextRoom room, ImFont const& font);

/// Texture of a picture, or an empty one if there is none.
ImTextureID texture_of(render::Thumbnails* thumbnails, std::shared_ptr<Picture const> const& picture);

/// Draws a text in this font and colour.
void draw_text(ImFont* font, Color color, std::string_view text);
/// Draws a text that continues on a new line at the edge of its window.
void draw_wrapped(Color color, std::string_view text);

/// Begins a menu over the available width. `shown` is its text, and Esc closes it. If true, draw its entries and call
/// ImGui::EndCombo.
bool begin_menu(Canvas const& canvas, std::string_view name, std::string const& shown, ImGuiComboFlags flags = 0,
                float width = 0.0f);

/// A field for a number. `draw_number_field` returns the number after Enter, or after each key with `at_once`.
struct NumberField {
  std::string name;
  double value = 0.0;
  float width = 0.0f;  ///< pixels
  bool at_once = false;
};
std::optional<double> draw_number_field(Canvas const& canvas, NumberField const& field);

/// Returns whether any menu or dialog is open.
bool any_popup_open();

/// Largest number of the form 1, 2 or 5 times a power of ten that is not above `size`. It is the step of an axis.
double round_below(double size);

/// A number with up to three significant digits: "0.123", "1.2e-05", "−3".
std::string short_number(double value);

}  // namespace barchan::ui
