#include "ui/keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace barchan::ui {

namespace {

constexpr std::array<std::string_view, kKeyCount> kKeyNames = {
    "",          "a",      "b",    "c",   "d",     "e",     "f",      "g",     "h",       "i",         "j",
    "k",         "l",      "m",    "n",   "o",     "p",     "q",      "r",     "s",       "t",         "u",
    "v",         "w",      "x",    "y",   "z",     "0",     "1",      "2",     "3",       "4",         "5",
    "6",         "7",      "8",    "9",   "space", "comma", "period", "minus", "tab",     "escape",    "enter",
    "backspace", "delete", "home", "end", "left",  "right", "up",     "down",  "page_up", "page_down", "f1",
    "f2",        "f3",     "f4",   "f5",  "f6",    "f7",    "f8",     "f9",    "f10",     "f11",       "f12"};

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
    {Action::pause, plain(Key::space), plain(Key::p), "Pause or go on"},
    {Action::single_step, plain(Key::n), plain(Key::s), "Pause and do a single step"},
    {Action::new_land, plain(Key::r), kNone,
     "New land: the next seed, with your settings and view; asks before obstacles set by hand go"},
    {Action::same_land, shifted(Key::r), kNone, "The same land again from its beginning"},
    {Action::slower, plain(Key::comma), kNone, "Half as many steps a second"},
    {Action::faster, plain(Key::period), kNone, "Twice as many steps a second"},
    {Action::frame_land, plain(Key::f), kNone, "Show the whole land"},
    {Action::home_view, plain(Key::home), kNone, "Back to the scenario's own view"},
    {Action::top_view, plain(Key::t), kNone, "Look straight down"},
    {Action::tour, plain(Key::k), kNone, "Fly slowly around the land by itself, until a hand takes over"},
    {Action::next_overlay, plain(Key::o), shifted(Key::o), "Next overlay (Shift: previous)"},
    {Action::inset_map, plain(Key::m), kNone, "Map of sand and wind path"},
    {Action::wind_field, plain(Key::v), kNone, "Arrows of the wind all over the land"},
    {Action::repeat_world, plain(Key::g), kNone, "Let the land go on to the horizon, or cut it out like a block"},
    {Action::rain, plain(Key::w), kNone, "Rain on or off"},
    {Action::place_obstacles, plain(Key::b), kNone, "Place an obstacle with each click on the land, or no longer"},
    {Action::remove_obstacles, plain(Key::x), kNone, "Take obstacles away with each click on the land, or no longer"},
    {Action::inspect, plain(Key::i), kNone, "What lies under the pointer, layer by layer, or no longer"},
    {Action::section, plain(Key::c), kNone, "Cut through the land: drag a line over it; again, or Esc: close the cut"},
    {Action::place_gauges, plain(Key::l), kNone,
     "Place a gauge with each click on the land, or no longer; it plots discharge, depth and level"},
    {Action::open, with_control(Key::o), kNone, "Open a scenario, a height map or a saved world"},
    {Action::save, with_control(Key::s), with_control(Key::s, true), "Save the world (Shift: under another name)"},
    {Action::panels, plain(Key::tab), kNone, "Hide or show all panels"},
    {Action::help, plain(Key::f1), plain(Key::h), "This page"},
    {Action::fullscreen, plain(Key::f11), kNone, "Full screen or window"},
    {Action::screenshot, plain(Key::f12), kNone, "Save a picture"},
    {Action::cancel, plain(Key::escape), kNone,
     "Close what is open, innermost first; ends a text entry, clicks that place or take away, the cut of C and the "
     "plot of L"},
};

constexpr MouseRow kMouse[] = {
    {"Left or right drag", "Look around"},
    {"Shift + drag, or middle drag", "Move along the ground"},
    {"Wheel", "Go closer to what the pointer shows"},
    {"Right held + W A S D, Q E", "Fly; Q down, E up, Shift faster"},
    {"Double-click a value", "Type it"},
    {"Right-click a value", "Back to the scenario's value"},
    {"Drop a file", "Open a scenario, a height map or a saved world"},
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
  return label + name;
}

std::string keys_markdown() {
  std::string text =
      "# Keys and mouse\n\nWritten by `barchan --keys` from the table in `src/ui/keys.cpp`; F1 shows the same.\n\n"
      "| key | what it does |\n|---|---|\n";
  for (KeyRow const& row : key_table()) {
    text += "| `" + chord_label(row.chord) + "`";
    if (row.alternative.key != Key::none) text += ", `" + chord_label(row.alternative) + "`";
    text += " | " + std::string(row.help) + " |\n";
  }
  text += "\n| mouse | what it does |\n|---|---|\n";
  for (MouseRow const& row : mouse_table()) {
    text += "| " + std::string(row.gesture) + " | " + std::string(row.help) + " |\n";
  }
  text +=
      "\n## Unsaved work\n\n"
      "What a hand has set since the world was opened or saved is unsaved work: parameters that are not what they "
      "were,\n"
      "obstacles placed or taken away, soils added or changed. Time that passes is none. The title of the window and "
      "the\n"
      "panel mark it with `*`, and one question (save, discard or cancel) comes before opening another land or "
      "closing\n"
      "the window would lose it. `R` and `Shift+R` take parameters and soils over to the new land, so they ask only "
      "for\n"
      "the sake of obstacles.\n";
  return text;
}

}  // namespace barchan::ui
