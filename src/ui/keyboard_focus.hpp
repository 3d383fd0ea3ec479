/// KeyboardFocus: gives the keyboard to the windows of the editor, one after the other, so that every control can be
/// used without a mouse.
#pragma once

#include <string_view>

#include "ui/canvas.hpp"

namespace barchan::ui {

class KeyboardFocus {
 public:
  /// True while the keyboard belongs to a window: arrows move there, Space and Enter press, and Esc leaves.
  bool on() const { return on_; }
  /// Gives the keyboard to the next (+1) or the previous (-1) window. While a menu or a dialog is open, it gets the
  /// keyboard instead.
  void next(int direction) { wanted_ = direction; }
  /// Gives the keyboard back to the land.
  void leave();
  /// Presses the control that has the focus, for the Enter key.
  void press() const;
  /// Call it once per frame, after the windows are drawn. Marks the window that has the keyboard. `asking`: a dialog is
  /// open, in which the keys move too.
  void follow(Canvas const& canvas, bool asking);
  /// Widget of the window that has the keyboard ("panel", "menus", …); empty: none.
  std::string_view window() const { return on_ ? window_ : std::string_view(); }

 private:
  bool on_ = false;
  int wanted_ = 0;           ///< direction to the window that gets the keyboard in this frame
  std::string_view window_;  ///< its widget
};

/// How often the right arrow key (positive) or the left one (negative) was pressed in this frame. If the last item uses
/// them, they do not move to another one. 0 unless the item has the keyboard.
int turned_by_keys(Canvas const& canvas);

}  // namespace barchan::ui
