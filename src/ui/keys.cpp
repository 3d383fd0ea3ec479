#include "ui/keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace barchan::ui {

namespace {

// clang-format off
constexpr std::array<std::string_view, kKeyCount> kKeyNames = {
    "", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v",
    "w", "x", "y", "z", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "space", "comma", "period", "minus",
    "slash", "equals", "left_bracket", "right_bracket", "tab", "escape", "enter", "backspace", "delete", "home",
    "end", "left", "right", "up", "down", "page_up", "page_down", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8",
    "f9", "f10", "f11", "f12"};
// clang-format on

struct ModifierName {
  std::string_view word, label;
  bool Modifiers::*of;
};
constexpr ModifierName kModifiers[] = {
    {"ctrl", "Ctrl+", &Modifiers::control}, {"alt", "Alt+", &Modifiers::alt}, {"shift", "Shift+", &Modifiers::shift}};

constexpr Chord plain(Key key) { return {key, {}}; }
constexpr Chord shifted(Key key) { return {key, {.shift = true}}; }
constexpr Chord with_control(Key key, bool shift = false) { return {key, {.shift = shift, .control = true}}; }
constexpr Chord kNone{};

constexpr KeyRow kKeys[] = {
    {Action::pause, plain(Key::space), plain(Key::p), "Pause or continue"},
    {Action::single_step, plain(Key::n), plain(Key::s), "Pause and run one step"},
    {Action::make_land, with_control(Key::n), kNone, "Make a land from a scenario, from noise or from a height map"},
    {Action::new_land, plain(Key::r), kNone,
     "Make the next land: a land of the same kind, from the next seed, with your settings and view. Barchan asks "
     "before it discards unsaved work"},
    {Action::same_land, shifted(Key::r), kNone, "Make the same land again, from its beginning"},
    {Action::slower, plain(Key::comma), kNone, "Halve the number of steps per second"},
    {Action::faster, plain(Key::period), kNone, "Double the number of steps per second"},
    {Action::frame_land, plain(Key::f), kNone, "Show the whole land"},
    {Action::home_view, plain(Key::home), kNone, "Return to the view with which the land was opened"},
    {Action::first_view, plain(Key::digit_1), kNone,
     "Go to the first view of the scenario; the menu of views shows the names of all views"},
    {Action::second_view, plain(Key::digit_2), kNone, "Go to the second view of the scenario"},
    {Action::third_view, plain(Key::digit_3), kNone, "Go to the third view of the scenario"},
    {Action::fourth_view, plain(Key::digit_4), kNone, "Go to the fourth view of the scenario"},
    {Action::top_view, plain(Key::t), kNone, "Look straight down"},
    {Action::tour, plain(Key::k), kNone, "Fly slowly around the land until you move the camera"},
    {Action::brush_smaller, plain(Key::left_bracket), shifted(Key::left_bracket),
     "Make the brush or the disc for removing obstacles smaller (Shift: make the brush weaker)"},
    {Action::brush_larger, plain(Key::right_bracket), shifted(Key::right_bracket),
     "Make the brush or the disc for removing obstacles larger (Shift: make the brush stronger)"},
    {Action::next_overlay, plain(Key::o), shifted(Key::o), "Show the next overlay (Shift: the previous one)"},
    {Action::inset_map, plain(Key::m), kNone, "Show or hide a map of the sand and of the paths of wind particles"},
    {Action::wind_field, plain(Key::v), kNone, "Show or hide the wind as arrows over the whole land"},
    {Action::repeat_world, plain(Key::g), kNone, "Repeat the land up to the horizon, or show it as a single block"},
    {Action::rain, plain(Key::w), kNone, "Switch rain on or off"},
    {Action::undo, with_control(Key::z), kNone,
     "Undo the last act: restore the old value, or return to the moment before the land was changed"},
    {Action::redo, with_control(Key::z, true), with_control(Key::y), "Redo the act that was undone last"},
    {Action::present, plain(Key::end), kNone, "Return from the past to the present"},
    {Action::time_bar, plain(Key::u), kNone, "Show or hide the time bar, on which a drag takes the land back in time"},
    {Action::history, plain(Key::y), kNone,
     "Show or hide the history: all acts, all branches and the memory that the checkpoints use"},
    {Action::open, with_control(Key::o), kNone,
     "Open a scenario, a soil file, a height map, a saved world or a picture that carries its world"},
    {Action::save, with_control(Key::s), kNone, "Save the world"},
    {Action::save_as, with_control(Key::s, true), kNone, "Save the world under another name"},
    {Action::export_files, with_control(Key::e), kNone,
     "Export heights, maps and meshes of the land for another program"},
    {Action::find, with_control(Key::p), plain(Key::slash),
     "Search for a parameter, a tool, a command, an overlay, a preset or a scenario, and go to it"},
    {Action::larger_text, with_control(Key::equals), with_control(Key::equals, true), "Make text and panels larger"},
    {Action::smaller_text, with_control(Key::minus), kNone, "Make text and panels smaller"},
    {Action::usual_text, with_control(Key::digit_0), kNone, "Return text and panels to their default size"},
    {Action::light_theme, plain(Key::f8), kNone, "Switch between light and dark panels"},
    {Action::directions, plain(Key::f7), kNone,
     "Switch directions between the meteorological convention (clockwise from north, where a wind comes from) and "
     "the mathematical convention (anticlockwise from east, where a wind blows to)"},
    {Action::panels, plain(Key::tab), kNone, "Hide or show all panels"},
    {Action::settings, plain(Key::f9), kNone, "Fold the settings to a strip, or unfold them"},
    {Action::keyboard, plain(Key::f6), shifted(Key::f6),
     "Move the keyboard focus to the settings, the menus, the tools and the open windows in turn (Shift: backwards)"},
    {Action::help, plain(Key::f1), plain(Key::h), "Show this page"},
    {Action::hints, shifted(Key::f1), kNone, "Show the hints of the first start again"},
    {Action::fullscreen, plain(Key::f11), kNone, "Switch between full screen and window"},
    {Action::screenshot, plain(Key::f12), kNone,
     "Save a picture of the land without the panels. The picture carries its world: drop it on the window to open the "
     "world"},
    {Action::window_picture, shifted(Key::f12), kNone, "Save a picture of the land with the panels"},
    {Action::quit, with_control(Key::q), kNone, "Close the window. Barchan asks before it discards unsaved work"},
    {Action::cancel, plain(Key::escape), kNone,
     "Close the innermost open item: a text entry, a tool, the section (C), the plot of the gauges (L) or the history "
     "(Y)"},
};

constexpr MouseRow kMouse[] = {
    {"Left or right drag", "Look around; some tools give the left button another function"},
    {"Shift + drag, or middle drag", "Move along the ground"},
    {"Wheel", "Zoom towards the point under the pointer"},
    {"Hold right + W A S D, Q E", "Fly: Q moves down, E moves up, and Shift speeds up"},
    {"Double-click a value", "Type a new value"},
    {"Right-click a value", "Reset the value to that of the scenario"},
    {"Drop a file", "Open a scenario, a soil file, a height map, a saved world or a picture that carries its world"},
};

}  // namespace

std::span<KeyRow const> key_table() { return kKeys; }
std::span<MouseRow const> mouse_table() { return kMouse; }

std::optional<Action> find_action(Chord chord) {
  if (chord.key == Key::none) return std::nullopt;
  for (KeyRow const& row : kKeys) {
    if (row.chord == chord || row.alternative == chord) return row.action;
  }
  return std::nullopt;
}

std::string action_key(Action action) {
  const auto row = std::ranges::find(kKeys, action, &KeyRow::action);
  return row == std::end(kKeys) ? std::string() : chord_label(row->chord);
}

std::string_view key_name(Key key) { return kKeyNames[static_cast<std::size_t>(key)]; }

std::optional<Chord> parse_chord(std::string_view text) {
  Chord chord;
  for (auto plus = text.find('+'); plus != std::string_view::npos && plus + 1 < text.size(); plus = text.find('+')) {
    const auto modifier = std::find_if(std::begin(kModifiers), std::end(kModifiers),
                                       [&](ModifierName const& one) { return one.word == text.substr(0, plus); });
    if (modifier == std::end(kModifiers)) return std::nullopt;
    chord.modifiers.*modifier->of = true;
    text.remove_prefix(plus + 1);
  }
  const auto key = std::find(kKeyNames.begin() + 1, kKeyNames.end(), text);
  if (key == kKeyNames.end()) return std::nullopt;
  chord.key = static_cast<Key>(key - kKeyNames.begin());
  return chord;
}

std::string chord_label(Chord chord) {
  if (chord.key == Key::comma) return ",";
  if (chord.key == Key::period) return ".";
  std::string label;
  for (ModifierName const& one : kModifiers) {
    if (chord.modifiers.*one.of) label += one.label;
  }
  std::string name(key_name(chord.key));
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  if (chord.key == Key::escape) name = "Esc";
  if (chord.key == Key::slash) name = "/";
  if (chord.key == Key::minus) name = "-";
  if (chord.key == Key::equals) name = chord.modifiers.shift ? "=" : "+";
  if (chord.key == Key::left_bracket) name = "[";
  if (chord.key == Key::right_bracket) name = "]";
  return label + name;
}

std::string keys_markdown(std::span<ToolKey const> tools) {
  std::string text =
      "# Keys and mouse\n\n`barchan --keys` writes this page from the table in `src/ui/keys.cpp`. F1 shows the same "
      "tables in the window.\n\n"
      "| key | what it does |\n|---|---|\n";
  for (KeyRow const& row : key_table()) {
    text += "| `" + chord_label(row.chord) + "`";
    if (row.alternative.key != Key::none) text += ", `" + chord_label(row.alternative) + "`";
    text += " | " + std::string(row.help) + " |\n";
  }
  text += "\n| tool | what it does |\n|---|---|\n";
  for (ToolKey const& row : tools) text += "| `" + chord_label(row.chord) + "` | " + std::string(row.help) + " |\n";
  text += "\n| mouse | what it does |\n|---|---|\n";
  for (MouseRow const& row : mouse_table()) {
    text += "| " + std::string(row.gesture) + " | " + std::string(row.help) + " |\n";
  }
  text += R"(
## Unsaved work

Unsaved work consists of your changes since the world was opened or saved:

- parameters that you changed;
- soils that you added or changed;
- brush strokes and changed masks;
- obstacles, water sources, storms and rain maps that you added, changed or removed;
- gauges, palms and people that you added, changed or removed.

A land that Undo or Redo has restored is unsaved work too. So is the run time of the simulation, without pauses, if it
is longer than a minute. A `*` in the title of the window and in the panel marks unsaved work.

Before the window closes, Barchan asks whether to save your unsaved work, discard it or cancel. Barchan asks the same
before it opens another land, unless only run time is unsaved. `R` and `Shift+R` apply your parameters and soils to the
new land. They therefore ask only about strokes, masks, obstacles, sources, storms and rain maps.

About once a minute, and before another land replaces the present one, Barchan saves the world with its history
automatically. If Barchan ends because of a crash or a power cut, it offers this work at its next start.
)";
  return text;
}

}  // namespace barchan::ui
