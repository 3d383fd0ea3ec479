#include "ui/widget_book.hpp"

namespace barchan::ui {

void WidgetBook::record(std::string_view name) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  record(name, {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)});
}

void WidgetBook::record(std::string_view name, ImVec2 handle) {
  WidgetPlace place;
  place.minimum = ImGui::GetItemRectMin();
  place.maximum = ImGui::GetItemRectMax();
  place.handle = handle;
  place.clip_minimum = ImGui::GetWindowDrawList()->GetClipRectMin();
  place.clip_maximum = ImGui::GetWindowDrawList()->GetClipRectMax();
  places_[std::string(name)] = place;
}

void WidgetBook::record(std::string_view name, ImVec2 corner, ImVec2 size, ImDrawList const& window) {
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  places_[std::string(name)] = {corner,
                                end,
                                {0.5f * (corner.x + end.x), 0.5f * (corner.y + end.y)},
                                window.GetClipRectMin(),
                                window.GetClipRectMax()};
}

WidgetPlace const* WidgetBook::find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &found->second;
}

}  // namespace barchan::ui
