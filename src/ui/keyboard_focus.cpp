#include "ui/keyboard_focus.hpp"

#include <vector>

#include <imgui_internal.h>

namespace barchan::ui {

namespace {

/// Windows that can have the keyboard, in the order in which they get it: the widget that is drawn while the window is
/// open, and ImGui's name of the window.
struct Area {
  std::string_view widget;
  char const* window;
};
constexpr Area kAreas[] = {{"panel", "panel"},       {"menus", "menus"},     {"toolbar", "toolbar"},
                           {"tool", "tool"},         {"hints", "hints"},     {"timebar.strip", "timebar"},
                           {"legend", "legend"},     {"section", "section"}, {"gauges", "gauges"},
                           {"graph.close", "graph"}, {"history", "history"}, {"guess", "guesses"},
                           {"help", "help"}};

bool pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

}  // namespace

void KeyboardFocus::leave() {
  on_ = false;
  ImGui::SetWindowFocus(nullptr);
}

void KeyboardFocus::press() const {
#if IMGUI_VERSION_NUM < 18700
  // Later versions of ImGui do this by themselves. Here, Enter would only begin to type into a field.
  if (!ImGui::GetIO().WantTextInput) ImGui::ActivateItem(ImGui::GetFocusID());
#endif
}

void KeyboardFocus::follow(Canvas const& canvas, bool asking) {
  std::vector<Area> open;
  std::size_t at = 0;
  for (Area const& area : kAreas) {
    if (canvas.widgets.find(area.widget) == nullptr) continue;
    if (on_ && area.widget == window_) at = open.size();
    open.push_back(area);
  }
  if (open.empty() && on_) leave();
  if (wanted_ != 0 && !open.empty() && !any_popup_open()) {
    const std::size_t by = wanted_ > 0 ? 1 : open.size() - 1;
    at = on_ ? (at + by) % open.size() : 0;
    window_ = open[at].widget;
    ImGui::SetWindowFocus(open[at].window);
  }
  on_ = on_ || wanted_ != 0;
  wanted_ = 0;
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags = on_ || asking ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
  WidgetPlace const* const place = on_ && !any_popup_open() ? canvas.widgets.find(window_) : nullptr;
  if (place == nullptr) return;
  ImGui::GetForegroundDrawList()->AddRect(place->minimum, place->maximum, packed(colors::kAccent), canvas.px(7.0f), 0,
                                          canvas.px(2.0f));
}

int turned_by_keys(Canvas const& canvas) {
  if (!canvas.keyboard || !ImGui::IsItemFocused()) return 0;
  const int turn = static_cast<int>(pressed(ImGuiKey_RightArrow)) - static_cast<int>(pressed(ImGuiKey_LeftArrow));
  if (turn != 0) ImGui::NavMoveRequestCancel();
  return turn;
}

}  // namespace barchan::ui
