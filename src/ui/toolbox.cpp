#include "ui/toolbox.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include "ui/tool_icons.hpp"

namespace barchan::ui {

namespace {

constexpr double kKeyStep = 1.2;                 // factor of one press of a key
constexpr double kLeastShare = 1e-3;             // from which a value that can be 0 grows again
constexpr float kClickReach = 4.0f;              // pixels that a click may move between press and release
constexpr float kButton = 28.0f, kIcon = 18.0f;  // of the tool bar, 96-dpi pixels

}  // namespace

Toolbox::Toolbox(ToolList tools) : tools_(std::move(tools)) {
  if (tools_.empty()) throw std::invalid_argument("expected at least one tool, found none");
  for (auto const& tool : tools_) {
    ToolInfo const& info = tool->info();
    const bool unbound = info.key.key == Key::none;
    if (find(info.id) != tool.get() || (!unbound && find(info.key) != tool.get())) {
      throw std::invalid_argument(fmt::format("tool '{}': expected an id and a key that no other tool has", info.id));
    }
  }
  active_ = tools_.front().get();
}

Tool* Toolbox::find(std::string_view id) const {
  const auto tool = std::ranges::find_if(tools_, [&](auto const& one) { return one->info().id == id; });
  return tool == tools_.end() ? nullptr : tool->get();
}

Tool* Toolbox::find(Chord key) const {
  if (key.key == Key::none) return nullptr;
  const auto tool = std::ranges::find_if(tools_, [&](auto const& one) { return one->info().key == key; });
  return tool == tools_.end() ? nullptr : tool->get();
}

void Toolbox::choose(ToolContext& context, Tool& tool) {
  if (active_ == &tool) return;
  active_->deactivate(context);
  context.forget_how_to();
  active_ = &tool;
  pressed_ = nullptr;
  fresh_ = true;
  context.state().tool = tool.info().id;
  how_to_ = tool.how_to();
  if (!how_to_.empty()) context.say(std::string(how_to_));
  tool.activate(context);
}

void Toolbox::toggle(ToolContext& context, Tool& tool) { choose(context, active_ == &tool ? standard() : tool); }

bool Toolbox::escape_active(ToolContext& context) {
  if (active_ == &standard()) return false;
  if (!active_->escape(context)) choose(context, standard());
  return true;
}

bool Toolbox::escape_others(ToolContext& context) {
  return std::ranges::any_of(tools_, [&](auto const& tool) { return tool.get() != active_ && tool->escape(context); });
}

void Toolbox::point(ToolContext& context, PointerInput const& input) {
  if (input.pressed) {
    pressed_ = active_;
    pressed_->pointer_down(context, input.press);
    if (input.now.trail.empty() || pressed_ == nullptr) return;  // a tool may leave itself
  }
  if (pressed_ == nullptr) return;
  if (input.held) return pressed_->pointer_drag(context, input.now);
  PointerEvent event = input.now;
  event.is_click = input.moved <= kClickReach;
  std::exchange(pressed_, nullptr)->pointer_up(context, event);
}

void Toolbox::draw_bar(ToolContext& context, Canvas const& canvas) {
  const float side = canvas.px(kButton);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  Tool* chosen = nullptr;
  for (auto const& tool : tools_) {
    ToolInfo const& info = tool->info();
    const bool active = tool.get() == active_;
    const std::string key = info.key.key == Key::none ? "" : fmt::format(" ({})", chord_label(info.key));
    const std::string name = fmt::format("tool/{}", info.id);
    const ImVec2 corner = ImGui::GetCursorScreenPos(), end{corner.x + side, corner.y + side};
    if (active) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button(fmt::format("###{}", name).c_str(), {side, side})) chosen = tool.get();
    if (active) ImGui::PopStyleColor();
    canvas.widgets.record(name);
    tooltip(fmt::format("{}{}\n{}.", info.title, key, info.help));
    const Color color = active ? colors::kAccent : colors::kText;
    draw_tool_icon(draw, info, {{0.5f * (corner.x + end.x), 0.5f * (corner.y + end.y)}, canvas.px(kIcon)}, color);
    // A frame and a bar mark the active tool without its colour.
    if (!active) continue;
    draw_lit_frame(canvas);
    draw.AddRectFilled({corner.x, corner.y}, {corner.x + canvas.px(3.0f), end.y}, packed(colors::kAccent));
  }
  if (chosen != nullptr) toggle(context, *chosen);
}

void scale_by_key(ParameterGroup const& group, ParameterRow const& row, int direction) {
  const double factor = direction > 0 ? kKeyStep : 1.0 / kKeyStep;
  group.set(row, std::clamp(group.get(row) * factor, std::max(row.minimum, kLeastShare), row.maximum));
}

std::vector<ToolKey> tool_keys(std::span<std::unique_ptr<Tool> const> tools) {
  std::vector<ToolKey> keys;
  for (auto const& tool : tools) {
    ToolInfo const& info = tool->info();
    if (info.key.key != Key::none) keys.push_back({info.key, info.help});
  }
  return keys;
}

}  // namespace barchan::ui
