/// Toolbox: the tools of an editor, one of which is active.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "ui/tools/tool.hpp"

namespace barchan::ui {

/// State of the mouse in a frame.
struct PointerInput {
  PointerEvent now;
  PointerEvent press{};  ///< where the button went down, if it did in this frame
  bool pressed = false;  ///< the left button went down on the land in this frame
  bool held = false;
  float moved = 0.0f;  ///< pixels from the press to the farthest place since
};

class Toolbox {
 public:
  /// The first tool is the default one. Throws std::invalid_argument for an empty list, and if two tools have the same
  /// id or key.
  explicit Toolbox(ToolList tools);

  std::span<std::unique_ptr<Tool> const> tools() const { return tools_; }
  Tool& active() const { return *active_; }
  Tool& standard() const { return *tools_.front(); }
  /// Tool by its id, or nullptr.
  Tool* find(std::string_view id) const;
  /// Tool by its key, or nullptr.
  Tool* find(Chord key) const;

  /// Makes `tool` the active one.
  void choose(ToolContext& context, Tool& tool);
  /// Makes `tool` the active one, or the default tool if `tool` is active already.
  void toggle(ToolContext& context, Tool& tool);
  /// Passes Esc to the active tool, and leaves the tool if it does not use the key. False for the default tool.
  bool escape_active(ToolContext& context);
  /// Passes Esc to the other tools until one of them closes its window. True if one has.
  bool escape_others(ToolContext& context);

  /// True while the button is held after a press on the land.
  bool dragging() const { return pressed_ != nullptr; }
  /// Call it once per frame. Passes down, drag and up to the active tool. A tool that is left gets no more of the drag.
  void point(ToolContext& context, PointerInput const& input);

  /// Draws a column of buttons with the icons of the tools into the present window. The active one is marked.
  void draw_bar(ToolContext& context, Canvas const& canvas);
  /// Says how to use the active tool; empty: nothing is said.
  std::string_view how_to() const { return how_to_; }

  /// True once after a tool was chosen: its section must be opened.
  bool take_fresh() { return std::exchange(fresh_, false); }

 private:
  ToolList tools_;
  Tool* active_ = nullptr;
  Tool* pressed_ = nullptr;    ///< gets the drag in progress
  std::string_view how_to_{};  ///< that was said when the active tool was chosen
  bool fresh_ = false;
};

/// Rows for the help page: the tools that have a key.
std::vector<ToolKey> tool_keys(std::span<std::unique_ptr<Tool> const> tools);

}  // namespace barchan::ui
