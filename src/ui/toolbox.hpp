/// Toolbox: the tools of an editor, one of which is active.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "ui/tools/tool.hpp"

namespace barchan::ui {

/// What the mouse does in a frame.
struct PointerInput {
  PointerEvent now;
  bool pressed = false;  ///< the left button went down on the land in this frame
  bool held = false;
  float moved = 0.0f;  ///< pixels from the press to the farthest place since
};

class Toolbox {
 public:
  /// The first tool is the default one. Throws std::invalid_argument for an empty list, and for an id or a key that two
  /// tools have.
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
  /// The same; returns to the default tool if it is active already.
  void toggle(ToolContext& context, Tool& tool);
  /// Esc for the active tool, which is left unless it uses the key. True when one of both happened.
  bool escape_active(ToolContext& context);
  /// Esc for the windows of the others. True when one was closed.
  bool escape_others(ToolContext& context);

  /// Once per frame: down, drag and up for the active tool. A tool that is left in between hears no more of the drag.
  void point(ToolContext& context, PointerInput const& input);

  /// Buttons with the titles of the tools; the active one is marked.
  void draw_bar(ToolContext& context, Canvas const& canvas);
  /// The active tool's section has yet to be opened: true once after a tool was chosen.
  bool take_fresh() { return std::exchange(fresh_, false); }

 private:
  ToolList tools_;
  Tool* active_ = nullptr;
  Tool* pressed_ = nullptr;  ///< hears of the drag in progress
  bool fresh_ = false;
};

/// Rows for the page of keys: the tools that have a key.
std::vector<ToolKey> tool_keys(std::span<std::unique_ptr<Tool> const> tools);

}  // namespace barchan::ui
