/// WidgetBook: where each widget of the last frame stands, by name; what scripts and tests point at.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <imgui.h>

namespace barchan::ui {

/// A widget's place in pixels, origin top left.
struct WidgetPlace {
  ImVec2 minimum;
  ImVec2 maximum;
  ImVec2 handle;        ///< where a drag takes hold: a slider's value, otherwise the middle
  ImVec2 clip_minimum;  ///< part of the window in which it can be seen
  ImVec2 clip_maximum;

  /// The handle can be reached by the mouse: it stands inside, not on the very edge of what is shown.
  bool visible() const {
    constexpr float kEdge = 2.0f;  // pixels
    return handle.x >= clip_minimum.x && handle.x <= clip_maximum.x && handle.y >= clip_minimum.y + kEdge &&
           handle.y <= clip_maximum.y - kEdge;
  }
};

class WidgetBook {
 public:
  void begin_frame() { places_.clear(); }

  /// Notes the last ImGui item under `name`.
  void record(std::string_view name);
  /// Notes the last ImGui item, with a handle of its own.
  void record(std::string_view name, ImVec2 handle);
  /// Notes a box of a window whose draw list this is (an open menu is not the window that it hangs from).
  void record(std::string_view name, ImVec2 corner, ImVec2 size, ImDrawList const& window);

  /// Place of `name` in the last frame, or nullptr when it was not drawn.
  WidgetPlace const* find(std::string_view name) const;
  std::map<std::string, WidgetPlace, std::less<>> const& places() const { return places_; }

 private:
  std::map<std::string, WidgetPlace, std::less<>> places_;
};

}  // namespace barchan::ui
