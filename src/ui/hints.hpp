/// Hints: callouts for the first run that point at the wind dial, the tools and the time bar, one after the other.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>

#include "ui/canvas.hpp"

namespace barchan::ui {

class Hints {
 public:
  static constexpr std::size_t kCount = 3;

  /// Keeps in this text file which hints the user has dismissed, one id per line, and shows the others. Without a file,
  /// no hint is shown unless the user asks for them.
  void keep_in(std::filesystem::path file);
  /// Shows all hints again.
  void show_again();
  /// True while a hint waits to be dismissed.
  bool shown() const;
  /// Id of the hint that was drawn in the last frame; empty: none.
  std::string_view present() const { return present_; }

  /// Draws the first hint whose subject is in sight, unless a menu or a dialog is open. `left`: right edge of the
  /// column of settings, pixels.
  void draw(Canvas const& canvas, float left);
  /// Draws no hint in this frame.
  void hide() { present_ = {}; }

 private:
  void dismiss(std::size_t hint);
  void draw_callout(Canvas const& canvas, std::size_t hint, WidgetPlace const& subject, float left);

  std::array<bool, kCount> waits_{};  ///< in the order of the table
  std::filesystem::path file_;        ///< empty: nothing is kept
  std::string_view present_;
  std::jthread writer_;
};

}  // namespace barchan::ui
