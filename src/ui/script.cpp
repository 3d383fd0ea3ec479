#include "ui/script.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "io/file.hpp"
#include "io/read_masks.hpp"
#include "io/read_obstacles.hpp"
#include "io/read_strokes.hpp"
#include "io/read_views.hpp"
#include "io/scenario.hpp"

namespace barchan::ui {

namespace {

constexpr int kDragFrames = 8;     // frames that a drag takes
constexpr int kScrollTries = 200;  // attempts to scroll to a widget before it counts as out of reach
constexpr int kClickPause = 30;    // frames between two clicks, so that they are not a double-click
constexpr int kMenuLag = 2;        // frames until a menu is at its final place
constexpr std::string_view kTimeBar = "timebar";

using Words = std::span<std::string const>;

ImVec2 point(Words words) {
  return {static_cast<float>(script_number(words[0])), static_cast<float>(script_number(words[1]))};
}

int button(Words words, std::size_t index) {
  if (words.size() <= index) return 0;
  if (words[index] == "left") return 0;
  if (words[index] == "right") return 1;
  if (words[index] == "middle") return 2;
  throw std::invalid_argument(fmt::format("expected left, right or middle, found '{}'", words[index]));
}

Chord chord(std::string const& word) {
  if (const auto found = parse_chord(word)) return *found;
  throw std::invalid_argument(
      fmt::format("expected the name of a key, such as 'a', 'space', 'comma', 'f1' or 'shift+r', found '{}'", word));
}

std::string sentence(Words words) { return fmt::format("{}", fmt::join(words, " ")); }

/// The same for words that are parsed again. Values that contain spaces are quoted: file="my hill.png".
std::string description(Words words) {
  std::string text;
  for (std::string const& word : words) {
    if (!text.empty()) text += ' ';
    const std::size_t spaces = word.find(' '), value = spaces == std::string::npos ? word.size() : word.find('=') + 1;
    text += word.substr(0, value);
    if (value < word.size()) text += '"' + word.substr(value) + '"';
  }
  return text;
}

std::string answer_text(Answer const& answer) {
  if (auto const* text = std::get_if<std::string>(&answer)) return *text;
  return fmt::format("{:.10g}", std::get<double>(answer));
}

/// Returns whether the relation holds between `found` and `wanted`.
bool compare(double found, std::string_view relation, double wanted, double tolerance) {
  const bool equal = std::fabs(found - wanted) <= tolerance;
  const std::pair<std::string_view, bool> relations[] = {{"==", equal},         {"!=", !equal},
                                                         {"<", found < wanted}, {"<=", found <= wanted},
                                                         {">", found > wanted}, {">=", found >= wanted}};
  for (auto const& [name, holds] : relations) {
    if (name == relation) return holds;
  }
  throw std::invalid_argument(
      fmt::format("expected a comparison (==, !=, <, <=, >, >=, contains), found '{}'", relation));
}

/// What a value is a direction of, by its name.
Bearing bearing_of(Editor const& editor, std::string_view name) {
  if (name == "camera.azimuth") return Bearing::heading;
  if (name == "measure.crest") return Bearing::line;
  ParameterRow const* const row = editor.row(name);
  return row != nullptr ? row->bearing : Bearing::none;
}

/// expect NAME == VALUE [+- TOLERANCE]; also != < <= > >=, and "contains" for texts.
void expect(Editor const& editor, Words words, Directions directions) {
  auto answer = editor.ask(words[0]);
  if (!answer)
    throw std::invalid_argument(
        fmt::format("expected the name of a value, found '{}'; see the values in docs/scripting.md", words[0]));
  if (auto* const number = std::get_if<double>(&*answer)) {
    *number = converted(*number, bearing_of(editor, words[0]), directions);
  }
  const std::string text = answer_text(*answer);
  std::string const& relation = words[1];
  std::string const& wanted = words[2];
  auto const* found = std::get_if<double>(&*answer);
  bool holds = false;
  if (relation == "contains") {
    const std::string part = sentence(words.subspan(2));
    if (text.find(part) != std::string::npos) return;
    throw ExpectationFailed(fmt::format("expected {} to contain '{}', found '{}'", words[0], part, text));
  }
  if (found == nullptr || wanted == "none") {
    if (relation != "==" && relation != "!=") {
      const std::string reason = found == nullptr ? fmt::format("'{}' is text", words[0]) : "'none' is not a number";
      throw std::invalid_argument(
          fmt::format("expected ==, != or contains, because {}, found '{}'; use one of them", reason, relation));
    }
    holds = (text == wanted) == (relation == "==");
  } else {
    ParameterRow const* row = editor.row(words[0]);
    const bool named = row != nullptr && (row->kind == ParameterKind::boolean || row->kind == ParameterKind::choice);
    const double value = named ? parse_parameter_value(*row, wanted) : script_number(wanted);
    double tolerance = 1e-6 * std::max(1.0, std::fabs(value));  // parameters are stored as floats
    if (words.size() == 5 && words[3] == "+-") {
      tolerance = script_number(words[4]);
    } else if (words.size() != 3) {
      throw std::invalid_argument(
          "expected 'expect NAME == VALUE' or 'expect NAME == VALUE +- TOLERANCE', found other words after the value");
    }
    holds = compare(*found, relation, value, tolerance);
  }
  if (!holds) throw ExpectationFailed(fmt::format("expected {}, found {}", sentence(words), text));
}

ImVec2 between(ImVec2 from, ImVec2 to, float share) {
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

/// Moves a scripted mouse and presses scripted keys, frame by frame, as a person would.
class ScriptedUser {
 public:
  explicit ScriptedUser(ScriptHost& script_host) : host(script_host) {}
  ScriptHost& host;
  Directions directions = Directions::mathematical;  ///< convention of the directions in the script

  void count_directions(std::string const& name) {
    const auto named = directions_named(name);
    if (!named) throw std::invalid_argument(fmt::format("expected meteorological or mathematical, found '{}'", name));
    directions = *named;
  }

  /// Runs `count` frames with the present input.
  void frames(int count, bool hold = false) {
    for (int i = 0; i < count; ++i) {
      host.frame(input_, hold);
      input_.text.clear();
      input_.wheel = 0.0f;
    }
  }

  void open(std::string const& scenario_or_file) {
    host.editor().open({scenario_or_file, {}, {}, {}});
    frames(2, true);
  }

  void give(Command const& command) {
    host.editor().begin_act();
    host.editor().give(command);
    frames(1, true);
  }

  void mask(std::string const& words) { give(parse_mask(words, "mask", host.editor().cells(), directions)); }
  void place(std::string const& words) { give(parse_place(words, "place", host.editor().cells(), directions)); }
  void change_obstacle(std::string const& words) { give(parse_obstacle_change(words, "change_obstacle", directions)); }

  void choose_tool(std::string_view id) {
    host.editor().choose_tool(id);
    frames(1, true);
  }

  void rewind(std::uint64_t step) {
    host.editor().rewind(step);
    frames(2, true);
  }

  void go_to_end() {
    host.editor().go_to_end();
    frames(2, true);
  }

  void go_to_branch(std::string_view name) {
    host.editor().go_to_branch(name);
    frames(2, true);
  }

  void press(Chord chord) {
    hold_key(chord, true);
    hold_key(chord, false);
  }

  void hold_key(Chord chord, bool down) {
    input_.modifiers = down ? chord.modifiers : Modifiers{};
    std::erase(input_.held, chord.key);
    if (down) input_.held.push_back(chord.key);
    host.editor().key(chord, down);
    frames(1);
  }

  void type(std::string_view text) {
    input_.text = text;
    frames(2);
  }

  void move(ImVec2 to) {
    input_.mouse = to;
    frames(1);
  }

  /// Presses or releases a mouse button: 0 left, 1 right, 2 middle.
  void push(int button, bool down) {
    input_.buttons[button] = down;
    frames(1);
  }

  /// Moves the camera at once. The numbers are those of a view in a scenario file.
  void look_from(Words numbers) {
    const CameraHint camera{converted(script_number(numbers[0]), Bearing::heading, directions),
                            script_number(numbers[1]), script_number(numbers[2]), script_number(numbers[3]),
                            script_number(numbers[4])};
    if (!is_valid(camera)) {
      throw std::invalid_argument(fmt::format(
          "expected the azimuth (-360 to 360) and the elevation (0 to 90) in degrees, then the distance (0.01 to 100) "
          "and x and y of the target (-1 to 2) as fractions of the land, found '{}'",
          sentence(numbers)));
    }
    host.editor().look_from(camera);
    frames(1, true);
  }

  void wheel(float notches) {
    input_.wheel = notches;
    frames(2);
  }

  void mouse_drag(ImVec2 from, ImVec2 to, int button) {
    move(from);
    push(button, true);
    for (int i = 1; i <= kDragFrames; ++i) move(between(from, to, static_cast<float>(i) / kDragFrames));
    push(button, false);
    frames(1);
  }

  void hover(std::string_view name) { move(reach(name).handle); }

  void click(std::string_view name, int button = 0) {
    const WidgetPlace place = reach(name);
    const ImVec2 middle = between(place.minimum, place.maximum, 0.5f);
    // A left click on a bar moves its value, so it must be on the mark. A right click anywhere on the bar resets the
    // value.
    move(button == 0 ? place.handle : middle);
    push(button, true);
    push(button, false);
    frames(kClickPause);
  }

  void double_click(std::string_view name) {
    move(reach(name).handle);
    for (int i = 0; i < 2; ++i) {
      push(0, true);
      push(0, false);
    }
    frames(2);
  }

  void drag(std::string_view name, ImVec2 by) {
    const ImVec2 from = reach(name).handle;
    mouse_drag(from, {from.x + by.x, from.y + by.y}, 0);
  }

  /// Gives a widget a value as a user would: types into a bar, clicks a switch or chooses from a menu.
  void set(std::string_view name, std::string_view value) {
    Editor& editor = host.editor();
    const WidgetPlace place = reach(name);
    if (name == kTimeBar)
      return mouse_drag(place.handle,
                        {editor.time_bar().x_of(static_cast<std::uint64_t>(script_count(value))), place.handle.y}, 0);
    ParameterRow const* row = editor.row(name);
    const auto before = editor.ask(name);
    auto const* text = before ? std::get_if<std::string>(&*before) : nullptr;
    if (place.menu || (row != nullptr && row->kind == ParameterKind::choice)) {
      click(name);
      frames(kMenuLag);
      click(fmt::format("{}/{}", name, value));
      return;
    }
    if (row != nullptr && row->kind == ParameterKind::boolean) {
      if (std::get<double>(*before) != parse_parameter_value(*row, value)) click(name);
      return;
    }
    if (text != nullptr && (*text == "true" || *text == "false")) {
      const bool on = value == "true" || value == "on" || value == "1";
      if (!on && value != "false" && value != "off" && value != "0") {
        throw std::invalid_argument(fmt::format("expected true or false for {}, found '{}'", name, value));
      }
      if (on != (*text == "true")) click(name);
      return;
    }
    const std::string typed = in_window_convention(row, value);
    // Ctrl + click starts typing into a bar and does not move its value.
    move(reach(name).handle);
    input_.modifiers.control = true;
    push(0, true);
    push(0, false);
    input_.modifiers.control = false;
    frames(kMenuLag);
    if (!editor.typing())
      throw std::invalid_argument(
          fmt::format("expected a widget that takes a value, found '{}'; click it instead", name));
    press({Key::a, {.control = true}});
    type(typed);
    press({Key::enter, {}});
    frames(2);
  }

 private:
  /// The text that a user would type for a value of the script. A text that is no direction stays as it is.
  std::string in_window_convention(ParameterRow const* row, std::string_view value) const {
    const Directions shown = host.editor().state().directions();
    if (row == nullptr || row->bearing == Bearing::none || shown == directions) return std::string(value);
    try {
      return format_parameter_value(in_directions(*row, shown),
                                    parse_parameter_value(in_directions(*row, directions), value));
    } catch (std::invalid_argument const&) {
      return std::string(value);  // the window says what is wrong
    }
  }

  /// Opens a closed section and scrolls the panel until the mouse can reach the widget. Throws std::invalid_argument if
  /// there is no such widget, as do all functions that take a name.
  WidgetPlace reach(std::string_view name) {
    if (!place_of(name)) frames(1);
    if (!place_of(name)) {
      // It may be in a section that is closed: "wind_particles.gravity" in "section/wind_particles".
      const std::string section = fmt::format("section/{}", name.substr(0, name.find('.')));
      if (section != name && find(section) != nullptr) click(section);
      frames(kMenuLag);
    }
    for (int tries = 0; tries < kScrollTries; ++tries) {
      const std::optional<WidgetPlace> place = place_of(name);
      if (!place) {
        throw std::invalid_argument(
            fmt::format("expected a widget of the window, found '{}'; correct the name, or show the panel", name));
      }
      if (place->visible()) return *place;
      const float room = place->clip_maximum.y - place->clip_minimum.y;
      const float distance = place->handle.y - 0.5f * (place->clip_minimum.y + place->clip_maximum.y);
      input_.mouse = between(place->clip_minimum, place->clip_maximum, 0.5f);
      // What is far away is approached in larger steps.
      const float notches = std::max(0.5f, 0.5f * std::floor(std::abs(distance) / std::max(room, 1.0f)));
      input_.wheel = distance > 0.0f ? -notches : notches;
      frames(2);
    }
    throw std::invalid_argument(
        fmt::format("expected a widget that can be scrolled into view, found '{}'; make the window larger", name));
  }

  WidgetPlace const* find(std::string_view name) const { return host.editor().widgets().find(name); }
  /// Also finds what is in a row of a list that is out of sight.
  std::optional<WidgetPlace> place_of(std::string_view name) const {
    WidgetPlace const* const place = find(name);
    return place != nullptr ? std::optional(*place) : host.editor().widgets().find_row(name);
  }

  ScriptedInput input_;
};

struct Verb {
  ScriptForm form;
  void (*run)(ScriptedUser&, Words);
};

void copy_over(std::string const& from, std::string const& to) {
  std::error_code failed;
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing, failed);
  if (failed) throw InputError("{} cannot be copied to {}: {}", from, to, system_reason(failed.value()));
}

constexpr std::size_t kAny = 64;

constexpr Verb kVerbs[] = {
    {{"frames N", 1, 1}, [](ScriptedUser& user, Words w) { user.frames(script_count(w[0])); }},
    {{"hold N", 1, 1}, [](ScriptedUser& user, Words w) { user.frames(script_count(w[0]), true); }},
    {{"steps N", 1, 1},
     [](ScriptedUser& user, Words w) { user.host.steps(static_cast<std::uint64_t>(script_count(w[0]))); }},
    {{"key NAME", 1, 1}, [](ScriptedUser& user, Words w) { user.press(chord(w[0])); }},
    {{"key_down NAME", 1, 1}, [](ScriptedUser& user, Words w) { user.hold_key(chord(w[0]), true); }},
    {{"key_up NAME", 1, 1}, [](ScriptedUser& user, Words w) { user.hold_key(chord(w[0]), false); }},
    {{"type TEXT", 1, 1}, [](ScriptedUser& user, Words w) { user.type(w[0]); }},
    {{"set GROUP.KEY VALUE", 2, 2}, [](ScriptedUser& user, Words w) { user.set(w[0], w[1]); }},
    {{"reset NAME", 1, 1}, [](ScriptedUser& user, Words w) { user.click(w[0], 1); }},
    {{"click NAME [left|right|middle]", 1, 2}, [](ScriptedUser& user, Words w) { user.click(w[0], button(w, 1)); }},
    {{"double_click NAME", 1, 1}, [](ScriptedUser& user, Words w) { user.double_click(w[0]); }},
    {{"hover NAME", 1, 1}, [](ScriptedUser& user, Words w) { user.hover(w[0]); }},
    {{"drag NAME DX DY", 3, 3}, [](ScriptedUser& user, Words w) { user.drag(w[0], point(w.subspan(1))); }},
    {{"mouse_move X Y", 2, 2}, [](ScriptedUser& user, Words w) { user.move(point(w)); }},
    {{"mouse_drag X0 Y0 X1 Y1 [left|right|middle]", 4, 5},
     [](ScriptedUser& user, Words w) { user.mouse_drag(point(w), point(w.subspan(2)), button(w, 4)); }},
    {{"mouse_down [left|right|middle]", 0, 1}, [](ScriptedUser& user, Words w) { user.push(button(w, 0), true); }},
    {{"mouse_up [left|right|middle]", 0, 1}, [](ScriptedUser& user, Words w) { user.push(button(w, 0), false); }},
    {{"wheel NOTCHES", 1, 1}, [](ScriptedUser& user, Words w) { user.wheel(static_cast<float>(script_number(w[0]))); }},
    {{"camera AZIMUTH ELEVATION DISTANCE X Y", 5, 5}, [](ScriptedUser& user, Words w) { user.look_from(w); }},
    {{"directions meteorological|mathematical", 1, 1},
     [](ScriptedUser& user, Words w) { user.count_directions(w[0]); }},
    {{"tool NAME", 1, 1}, [](ScriptedUser& user, Words w) { user.choose_tool(w[0]); }},
    {{"copy FILE FILE", 2, 2}, [](ScriptedUser&, Words w) { copy_over(w[0], w[1]); }},
    {{"open SCENARIO_OR_FILE", 1, 1}, [](ScriptedUser& user, Words w) { user.open(w[0]); }},
    {{"rewind STEP", 1, 1},
     [](ScriptedUser& user, Words w) { user.rewind(static_cast<std::uint64_t>(script_count(w[0]))); }},
    {{"end", 0, 0}, [](ScriptedUser& user, Words) { user.go_to_end(); }},
    {{"branch NAME", 1, kAny}, [](ScriptedUser& user, Words w) { user.go_to_branch(sentence(w)); }},
    {{"mask ID WORDS ...", 1, kAny}, [](ScriptedUser& user, Words w) { user.mask(description(w)); }},
    {{"remove_mask ID", 1, 1}, [](ScriptedUser& user, Words w) { user.give(RemoveMask{w[0]}); }},
    {{"stroke ACTION KEY=VALUE ...", 1, kAny},
     [](ScriptedUser& user, Words w) { user.give(parse_stroke(description(w), "stroke")); }},
    {{"place SHAPE KEY=VALUE ...", 1, kAny}, [](ScriptedUser& user, Words w) { user.place(description(w)); }},
    {{"remove all, or remove SHAPE KEY=VALUE ...", 1, kAny},
     [](ScriptedUser& user, Words w) { user.give(parse_remove(description(w), "remove", user.directions)); }},
    {{"change_obstacle NUMBER KEY=VALUE ...", 1, kAny},
     [](ScriptedUser& user, Words w) { user.change_obstacle(description(w)); }},
    {{"remove_obstacle NUMBER", 1, 1},
     [](ScriptedUser& user, Words w) { user.give(parse_remove_obstacle(w[0], "remove_obstacle")); }},
    {{"expect NAME == VALUE", 3, kAny},
     [](ScriptedUser& user, Words w) { expect(user.host.editor(), w, user.directions); }},
    {{"picture FILE.png", 1, 1}, [](ScriptedUser& user, Words w) { user.host.picture(w[0]); }},
};

std::span<ScriptForm const> forms() {
  static const std::vector<ScriptForm> kForms = [] {
    std::vector<ScriptForm> list;
    for (Verb const& verb : kVerbs) list.push_back(verb.form);
    return list;
  }();
  return kForms;
}

}  // namespace

void inject(ScriptedInput const& input) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(input.mouse.x < 0.0f ? -FLT_MAX : input.mouse.x, input.mouse.x < 0.0f ? -FLT_MAX : input.mouse.y);
  for (int i = 0; i < 3; ++i) io.AddMouseButtonEvent(i, input.buttons[i]);
  if (input.wheel != 0.0f) io.AddMouseWheelEvent(0.0f, input.wheel);
  io.AddKeyEvent(ImGuiMod_Shift, input.modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Ctrl, input.modifiers.control);
  const auto down = [&](Key key) { return std::find(input.held.begin(), input.held.end(), key) != input.held.end(); };
  io.AddKeyEvent(ImGuiKey_Enter, down(Key::enter));
  io.AddKeyEvent(ImGuiKey_Escape, down(Key::escape));
  io.AddKeyEvent(ImGuiKey_Backspace, down(Key::backspace));
  io.AddKeyEvent(ImGuiKey_Tab, down(Key::tab));
  io.AddKeyEvent(ImGuiKey_Space, down(Key::space));
  io.AddKeyEvent(ImGuiKey_LeftArrow, down(Key::left));
  io.AddKeyEvent(ImGuiKey_RightArrow, down(Key::right));
  io.AddKeyEvent(ImGuiKey_UpArrow, down(Key::up));
  io.AddKeyEvent(ImGuiKey_DownArrow, down(Key::down));
#else
  io.MousePos = input.mouse.x < 0.0f ? ImVec2(-FLT_MAX, -FLT_MAX) : input.mouse;
  for (int i = 0; i < 3; ++i) io.MouseDown[i] = input.buttons[i];
  io.MouseWheel = input.wheel;
  io.KeyShift = input.modifiers.shift;
  io.KeyCtrl = input.modifiers.control;
  io.KeyAlt = input.modifiers.alt;
  // Our own key numbers serve as the "native" ones of this input.
  for (auto [imgui, key] : {std::pair{ImGuiKey_Enter, Key::enter},
                            {ImGuiKey_Escape, Key::escape},
                            {ImGuiKey_Backspace, Key::backspace},
                            {ImGuiKey_Tab, Key::tab},
                            {ImGuiKey_Delete, Key::erase},
                            {ImGuiKey_Space, Key::space},
                            {ImGuiKey_LeftArrow, Key::left},
                            {ImGuiKey_RightArrow, Key::right},
                            {ImGuiKey_UpArrow, Key::up},
                            {ImGuiKey_DownArrow, Key::down},
                            {ImGuiKey_A, Key::a}}) {
    io.KeyMap[imgui] = static_cast<int>(key);
  }
  for (int key = 0; key < kKeyCount; ++key) {
    io.KeysDown[key] = std::find(input.held.begin(), input.held.end(), static_cast<Key>(key)) != input.held.end();
  }
#endif
  io.AddInputCharactersUTF8(input.text.c_str());
}

Script Script::parse(std::string_view text, std::string name) {
  Script script;
  script.name_ = std::move(name);
  script.lines_ = parse_script(text, script.name_, forms());
  return script;
}

Script Script::read(std::filesystem::path const& file) { return parse(read_script(file), file.string()); }

void Script::run(ScriptHost& host) const {
  ScriptedUser user(host);
  for (ScriptLine const& line : lines_) {
    const auto where = [&](std::string_view what) { return fmt::format("{}:{}: {}", name_, line.number, what); };
    try {
      kVerbs[line.form].run(user, line.words);
    } catch (ExpectationFailed const& failure) {
      throw ExpectationFailed(where(failure.what()));
    } catch (std::exception const& error) {
      throw ScriptError(where(told_whole(error)));
    }
  }
}

}  // namespace barchan::ui
