/// ScriptHand: moves a scripted mouse and presses scripted keys, frame by frame, as a person would.
#pragma once

#include <string>
#include <string_view>

#include "ui/script.hpp"

namespace barchan::ui {

class ScriptHand {
 public:
  explicit ScriptHand(ScriptHost& host) : host_(host) {}
  ScriptHost& host() { return host_; }

  /// `count` frames with the input as it is.
  void frames(int count, bool hold = false);
  void press(Chord chord);
  void hold_key(Chord chord, bool down);
  void type(std::string_view text);

  void move(ImVec2 to);
  /// Presses or releases a mouse button: 0 left, 1 right, 2 middle.
  void push(int button, bool down);
  void wheel(float notches);
  void mouse_drag(ImVec2 from, ImVec2 to, int button);

  // By name; a closed section is opened and the panel scrolled until the widget can be reached. They throw
  // std::invalid_argument when there is no such widget.
  void hover(std::string_view name);
  void click(std::string_view name, int button = 0);
  void double_click(std::string_view name);
  void drag(std::string_view name, ImVec2 by);
  /// Gives a widget a value by hand: types into a bar, clicks a switch or chooses from a menu.
  void set(std::string_view name, std::string_view value);

 private:
  WidgetPlace reach(std::string_view name);
  WidgetPlace const* find(std::string_view name) const { return host_.desk().widgets().find(name); }

  ScriptHost& host_;
  ScriptedInput input_;
};

}  // namespace barchan::ui
