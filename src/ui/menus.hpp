/// MenuBar: the menus of the window, from one table. Every action and every tool is in exactly one menu, with its key.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/editor_state.hpp"
#include "ui/keys.hpp"
#include "ui/toolbox.hpp"

namespace barchan::ui {

enum class MenuId : std::uint8_t { file, edit, view, simulate, help };

/// What an entry of a menu stands for.
enum class MenuKind : std::uint8_t {
  action,  ///< one action
  recent,  ///< a menu of the recent files
  tools,   ///< one entry for each tool
  sizes,   ///< a menu of sizes of a picture
};

/// One row of the table of menus.
struct MenuRow {
  MenuId menu;
  MenuKind kind;
  Action action;           ///< of an entry of the kind `action`
  std::string_view id;     ///< in scripts: the widget is `menu/MENU/ID`
  std::string_view title;  ///< ends in "…" if a dialog follows
  bool parted = false;     ///< a line is drawn above the entry
};

/// Sizes of a picture that the menu offers, pixels.
std::span<StillRequest const> picture_sizes();
/// All entries of all menus in their order.
std::span<MenuRow const> menu_table();
/// "file", "edit", "view", "simulate" or "help".
std::string_view menu_name(MenuId menu);

/// State of an entry now.
struct EntryState {
  bool enabled = true;   ///< otherwise the entry would have no effect
  bool checked = false;  ///< what the entry switches is on
  std::string title{};   ///< instead of that of the table; empty: that of the table
};

/// What the menus show.
struct MenuFacts {
  Toolbox const& toolbox;
  std::function<EntryState(Action)> state_of;
  std::function<std::vector<std::filesystem::path>()> recent;
};

class MenuBar {
 public:
  /// Draws the bar in the upper left corner and the open menu. What the user chooses goes to the requests of `state`.
  void draw(Canvas const& canvas, EditorState& state, MenuFacts const& facts);

 private:
  void draw_title(Canvas const& canvas, MenuId menu);
  void draw_menu(Canvas const& canvas, EditorState& state, MenuFacts const& facts, MenuId menu);
  void draw_recent(Canvas const& canvas, EditorState& state, MenuFacts const& facts, std::string const& name);

  std::optional<MenuId> open_;                 ///< the menu that is open
  std::vector<std::filesystem::path> recent_;  ///< as they were when the menu File was opened
};

}  // namespace barchan::ui
