/// Keys and what they do: the one table that the window, the help page and the docs use.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace barchan::ui {

/// Keys that the program knows, whatever the window system calls them.
enum class Key : std::uint8_t {
  // clang-format off
  none, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
  digit_0, digit_1, digit_2, digit_3, digit_4, digit_5, digit_6, digit_7, digit_8, digit_9,
  space, comma, period, minus, slash, equals, left_bracket, right_bracket, tab, escape, enter, backspace, erase,
  home, end, left, right, up, down, page_up, page_down,
  f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
  count,
  // clang-format on
};
inline constexpr int kKeyCount = static_cast<int>(Key::count);

struct Modifiers {
  bool shift = false;
  bool control = false;
  bool alt = false;

  bool operator==(Modifiers const&) const = default;
};

/// A key together with the modifiers that are held.
struct Chord {
  Key key = Key::none;
  Modifiers modifiers;

  bool operator==(Chord const&) const = default;
};

enum class Action : std::uint8_t {
  // clang-format off
  pause, single_step, make_land, new_land, same_land, slower, faster,
  frame_land, home_view, first_view, second_view, third_view, fourth_view, top_view, tour,
  brush_smaller, brush_larger, next_overlay, inset_map, wind_field, repeat_world, rain,
  undo, redo, present, time_bar, history, open, save, save_as, export_files,
  find, larger_text, smaller_text, usual_text, light_theme, directions,
  panels, settings, keyboard, help, hints, fullscreen,
  screenshot, window_picture, quit, cancel,
  // clang-format on
};

/// One row: an action, the chords that call it, and what it does.
struct KeyRow {
  Action action;
  Chord chord;
  Chord alternative;  ///< Key::none when there is none
  std::string_view help;
};

/// All keys in the order of the help page.
std::span<KeyRow const> key_table();

/// One row of the help page about the mouse: a gesture and its effect.
struct MouseRow {
  std::string_view gesture;
  std::string_view help;
};
std::span<MouseRow const> mouse_table();

/// The action of a chord, if it has one.
std::optional<Action> find_action(Chord chord);

/// Text of the first key of an action ("Ctrl+O"), for menus.
std::string action_key(Action action);

/// Name in scripts ("space", "r", "f12"); "" for Key::none.
std::string_view key_name(Key key);
/// Reads "r", "shift+r", "ctrl+a"; nothing when there is no such key.
std::optional<Chord> parse_chord(std::string_view text);
/// Text for people: "Shift+R", "Space".
std::string chord_label(Chord chord);

/// The key of a tool and what the tool does.
struct ToolKey {
  Chord chord;
  std::string_view help;
};

/// docs/keys.md, from the tables and the tools.
std::string keys_markdown(std::span<ToolKey const> tools);

}  // namespace barchan::ui
