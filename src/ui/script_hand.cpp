#include "ui/script_hand.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

constexpr int kDragFrames = 8;     // frames that a drag takes
constexpr int kScrollTries = 200;  // frames after which a widget counts as out of reach
constexpr int kClickPause = 30;    // frames that part two clicks, so that they are no double-click
constexpr int kMenuLag = 2;        // frames until a menu stands where it stays

ImVec2 between(ImVec2 from, ImVec2 to, float share) {
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
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
                            {ImGuiKey_A, Key::a}}) {
    io.KeyMap[imgui] = static_cast<int>(key);
  }
  for (int key = 0; key < kKeyCount; ++key) {
    io.KeysDown[key] = std::find(input.held.begin(), input.held.end(), static_cast<Key>(key)) != input.held.end();
  }
#endif
  io.AddInputCharactersUTF8(input.text.c_str());
}

void ScriptHand::frames(int count, bool hold) {
  for (int i = 0; i < count; ++i) {
    host_.frame(input_, hold);
    input_.text.clear();
    input_.wheel = 0.0f;
  }
}

void ScriptHand::hold_key(Chord chord, bool down) {
  input_.modifiers = down ? chord.modifiers : Modifiers{};
  std::erase(input_.held, chord.key);
  if (down) input_.held.push_back(chord.key);
  host_.desk().key(chord, down);
  frames(1);
}

void ScriptHand::press(Chord chord) {
  hold_key(chord, true);
  hold_key(chord, false);
}

void ScriptHand::type(std::string_view text) {
  input_.text = text;
  frames(2);
}

void ScriptHand::move(ImVec2 to) {
  input_.mouse = to;
  frames(1);
}

void ScriptHand::wheel(float notches) {
  input_.wheel = notches;
  frames(2);
}

void ScriptHand::push(int button, bool down) {
  input_.buttons[button] = down;
  frames(1);
}

void ScriptHand::mouse_drag(ImVec2 from, ImVec2 to, int button) {
  move(from);
  push(button, true);
  for (int i = 1; i <= kDragFrames; ++i) move(between(from, to, static_cast<float>(i) / kDragFrames));
  push(button, false);
  frames(1);
}

WidgetPlace ScriptHand::reach(std::string_view name) {
  if (find(name) == nullptr) frames(1);
  if (find(name) == nullptr) {
    // It may stand in a section that is closed: "wind_particles.gravity" in "section/wind_particles".
    const std::string section = fmt::format("section/{}", name.substr(0, name.find('.')));
    if (name.find('.') != std::string_view::npos && section != name && find(section) != nullptr) click(section);
    frames(kMenuLag);
  }
  for (int tries = 0; tries < kScrollTries; ++tries) {
    WidgetPlace const* place = find(name);
    if (place == nullptr) {
      throw std::invalid_argument(fmt::format("no widget '{}' in the window (is the panel hidden?)", name));
    }
    if (place->visible()) return *place;
    const bool below = place->handle.y > 0.5f * (place->clip_minimum.y + place->clip_maximum.y);
    input_.mouse = between(place->clip_minimum, place->clip_maximum, 0.5f);
    input_.wheel = below ? -0.5f : 0.5f;
    frames(2);
  }
  throw std::invalid_argument(fmt::format("widget '{}' cannot be scrolled into view", name));
}

void ScriptHand::hover(std::string_view name) { move(reach(name).handle); }

void ScriptHand::click(std::string_view name, int button) {
  const WidgetPlace place = reach(name);
  const ImVec2 middle = between(place.minimum, place.maximum, 0.5f);
  // A right click resets wherever it falls; a left one on a bar would also move the value: take hold of the mark.
  move(button == 0 ? place.handle : middle);
  push(button, true);
  push(button, false);
  frames(kClickPause);
}

void ScriptHand::double_click(std::string_view name) {
  move(reach(name).handle);
  for (int i = 0; i < 2; ++i) {
    push(0, true);
    push(0, false);
  }
  frames(2);
}

void ScriptHand::drag(std::string_view name, ImVec2 by) {
  const ImVec2 from = reach(name).handle;
  mouse_drag(from, {from.x + by.x, from.y + by.y}, 0);
}

void ScriptHand::set(std::string_view name, std::string_view value) {
  Desk& desk = host_.desk();
  reach(name);
  ParameterRow const* row = desk.row(name);
  const auto before = desk.ask(name);
  auto const* text = before ? std::get_if<std::string>(&*before) : nullptr;
  const bool menu = name == "overlay" || name == "scenario" || (row != nullptr && row->kind == ParameterKind::choice);
  if (menu) {
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
      throw std::invalid_argument(fmt::format("{} must be true or false; found '{}'", name, value));
    }
    if (on != (*text == "true")) click(name);
    return;
  }
  // Ctrl + click types into a bar without moving it first.
  move(reach(name).handle);
  input_.modifiers.control = true;
  push(0, true);
  push(0, false);
  input_.modifiers.control = false;
  frames(kMenuLag);
  if (!desk.typing()) throw std::invalid_argument(fmt::format("'{}' takes no value", name));
  press({Key::a, {.control = true}});
  type(value);
  press({Key::enter, {}});
  frames(2);
}

}  // namespace barchan::ui
