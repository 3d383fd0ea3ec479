#include "ui/value_editor.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

constexpr double kTooltipDelay = 0.45;  // seconds
constexpr float kTooltipWidth = 24.0f;  // in font heights
constexpr float kDragThreshold = 2.0f;  // pixels before a press becomes a drag
constexpr double kFineFactor = 0.1;     // Shift slows a drag down by this
constexpr double kRadians = std::numbers::pi / 180.0;
constexpr float kDialCore = 2.0f;  // pixels about the dial's middle without a direction

}  // namespace

std::optional<double> ValueEditor::edit(std::string_view name, ParameterRow const& row, EditedValue value,
                                        Fonts const& fonts, WidgetBook& book, ValueStyle style) {
  ImGui::PushID(name.data(), name.data() + name.size());
  std::optional<double> result;
  if (typing_ == name) {
    result = edit_text(name, row, style);
    book.record(name);
  } else if (row.kind == ParameterKind::boolean) {
    result = edit_switch(row, value);
    book.record(name);
  } else if (row.kind == ParameterKind::choice) {
    result = edit_choice(name, row, value, book);
  } else {
    result = edit_number(name, row, value, fonts, book, style);
  }
  if (typing_ != name && ImGui::IsItemHovered()) {
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && value.changed()) result = value.start;
    tooltip(name, row, value, fonts);
  }
  ImGui::PopID();
  return result;
}

std::optional<double> ValueEditor::edit_number(std::string_view name, ParameterRow const& row, EditedValue value,
                                               Fonts const& fonts, WidgetBook& book, ValueStyle style) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::InvisibleButton("bar", size);
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  ImGuiIO const& io = ImGui::GetIO();

  double shown = value.value;
  std::optional<double> result;
  if (ImGui::IsItemActivated()) {
    const bool second = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && pressed_ == name;
    if (second || io.KeyCtrl) {
      // The first click of a double-click has moved the value: take that back.
      if (second && before_press_ != value.value) result = before_press_;
      const std::string text = format_parameter_value(row, second ? before_press_ : value.value);
      std::strncpy(buffer_, text.c_str(), sizeof buffer_ - 1);
      typed_from_ = text;
      typing_ = name;
      pressed_.clear();
      focus_ = true;
      book.record(name);
      return result;
    }
    pressed_ = name;
    before_press_ = value.value;
    drag_start_ = slider_fraction(row, value.value);
    dragging_ = false;
    fine_ = io.KeyShift;
  }
  const bool released = ImGui::IsItemDeactivated();
  if ((active || released) && typing_.empty()) {
    const ImVec2 pressed = io.MouseClickedPos[ImGuiMouseButton_Left];
    dragging_ = dragging_ || std::fabs(io.MousePos.x - pressed.x) > kDragThreshold;
    if (dragging_ || released) {
      const double moved = static_cast<double>((io.MousePos.x - pressed.x) / size.x);
      const double at = static_cast<double>((io.MousePos.x - corner.x) / size.x);
      // A drag that begins at the value's own mark moves it from there; one that begins elsewhere brings it along.
      const bool from_mark = std::fabs(pressed.x - (corner.x + static_cast<float>(drag_start_) * size.x)) <= size.y;
      double fraction = at;
      if (fine_) {
        fraction = drag_start_ + kFineFactor * moved;
      } else if (from_mark) {
        fraction = drag_start_ + moved;
      }
      const double wanted = from_mark && !dragging_ ? value.value : slider_value(row, fraction);
      if (wanted != value.value) result = wanted;
      shown = wanted;
    }
  }

  const float fraction = static_cast<float>(slider_fraction(row, shown));
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  const float mark = corner.x + fraction * size.x;
  const float rounding = ImGui::GetStyle().FrameRounding;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(corner, end, packed(hovered || active ? colors::kBarHovered : colors::kBar), rounding);
  draw.PushClipRect(corner, {mark, end.y}, true);
  draw.AddRectFilled(corner, end, packed(active ? colors::kBarFillActive : colors::kBarFill), rounding);
  // A line at the foot shows the value without running through the text.
  const float line_height = std::max(2.0f, std::round(size.y / 9.0f));
  draw.PushClipRect({corner.x, end.y - line_height}, end, true);
  draw.AddRectFilled(corner, end, packed(colors::kAccent, hovered || active ? 1.0f : 0.8f), rounding);
  draw.PopClipRect();
  draw.PopClipRect();
  const float pad = ImGui::GetStyle().FramePadding.x;
  const float line = corner.y + 0.5f * (size.y - ImGui::GetFontSize());
  float left = corner.x + pad;
  if (value.changed()) {
    const float dot = ImGui::GetFontSize() * 0.17f;
    draw.AddCircleFilled({left + dot, corner.y + 0.5f * size.y}, dot, packed(colors::kAccent));
    left += 3.6f * dot;
  }
  const std::string text = value_text(row, shown, style);
  const ImVec2 text_size = ImGui::CalcTextSize(text.c_str());
  const float right = end.x - pad - text_size.x;
  draw.PushClipRect(corner, {right - pad * 0.5f, end.y}, true);
  draw.AddText(value.changed() ? fonts.bold : fonts.body, ImGui::GetFontSize(), {left, line}, packed(colors::kText),
               row.label.data(), row.label.data() + row.label.size());
  draw.PopClipRect();
  draw.AddText({right, line}, packed(colors::kText, 0.92f), text.c_str());
  if (hovered || active) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  book.record(name, {std::clamp(mark, corner.x + 1.0f, end.x - 1.0f), 0.5f * (corner.y + end.y)});
  return result;
}

std::optional<double> ValueEditor::edit_text(std::string_view name, ParameterRow const& row, ValueStyle style) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (focus_) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputText("##typed", buffer_, sizeof buffer_,
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool left = !focus_ && ImGui::IsItemDeactivated();
  // The keyboard arrives one frame after it was asked for.
  if (ImGui::IsItemActive()) focus_ = false;
  if (!entered && !left) return std::nullopt;
  typing_.clear();
  focus_ = false;
  if (typed_from_ == buffer_) return std::nullopt;
  try {
    return read_value_text(row, buffer_, style);
  } catch (std::invalid_argument const& error) {
    error_ = fmt::format("{}: {}", name, error.what());
    return std::nullopt;
  }
}

std::optional<double> ValueEditor::edit_switch(ParameterRow const& row, EditedValue value) {
  bool on = value.value != 0.0;
  const std::string label(row.label);
  const bool clicked = ImGui::Checkbox(label.c_str(), &on);
  if (value.changed()) {
    const ImVec2 end = ImGui::GetItemRectMax(), begin = ImGui::GetItemRectMin();
    const float dot = ImGui::GetFontSize() * 0.17f;
    ImGui::GetWindowDrawList()->AddCircleFilled({end.x + 3.0f * dot, 0.5f * (begin.y + end.y)}, dot,
                                                packed(colors::kAccent));
  }
  if (clicked) return on ? 1.0 : 0.0;
  return std::nullopt;
}

std::optional<double> ValueEditor::edit_choice(std::string_view name, ParameterRow const& row, EditedValue value,
                                               WidgetBook& book) {
  std::optional<double> result;
  const auto current = static_cast<std::size_t>(std::max(0.0, value.value));
  const std::string shown = fmt::format("{}{}: {}", value.changed() ? "• " : "", row.label,
                                        current < row.choices.size() ? row.choices[current] : "?");
  ImDrawList const& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::SetNextItemWidth(size.x);
  const bool open = ImGui::BeginCombo("##choice", shown.c_str());
  book.record(name, at, size, draw);
  if (open) {
    for (std::size_t i = 0; i < row.choices.size(); ++i) {
      const std::string choice(row.choices[i]);
      if (ImGui::Selectable(choice.c_str(), i == current)) result = static_cast<double>(i);
      book.record(fmt::format("{}/{}", name, choice));
    }
    ImGui::EndCombo();
  }
  return result;
}

void ValueEditor::tooltip(std::string_view name, ParameterRow const& row, EditedValue value, Fonts const& fonts) {
  if (!pointer_rests(name)) return;
  // Beside the panel, where it hides no value.
  const float gap = ImGui::GetStyle().WindowPadding.x;
  ImGui::SetNextWindowPos({ImGui::GetWindowPos().x + ImGui::GetWindowSize().x + gap, ImGui::GetItemRectMin().y});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kTooltipWidth * ImGui::GetFontSize());
  ImGui::PushFont(fonts.bold);
  ImGui::TextUnformatted(row.label.data(), row.label.data() + row.label.size());
  ImGui::PopFont();
  ImGui::TextUnformatted(row.help.data(), row.help.data() + row.help.size());
  ImGui::PushFont(fonts.small_print);
  ImGui::PushStyleColor(ImGuiCol_Text, colors::kQuietText);
  const auto shown = [&](double number) { return value_text(row, number); };
  if (row.kind == ParameterKind::real || row.kind == ParameterKind::integer) {
    ImGui::TextUnformatted(fmt::format("From {} to {}.", shown(row.minimum), shown(row.maximum)).c_str());
  }
  const bool own = static_cast<float>(value.start) != static_cast<float>(row.default_value);
  std::string defaults = fmt::format("Default {}", shown(row.default_value));
  if (own) defaults += fmt::format(", this scenario {}", shown(value.start));
  ImGui::TextUnformatted((defaults + ".").c_str());
  ImGui::TextUnformatted(row.kind == ParameterKind::boolean
                             ? "Right-click: back."
                             : "Double-click: type it. Shift-drag: fine. Right-click: back.");
  ImGui::TextUnformatted(name.data(), name.data() + name.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

std::optional<double> ValueEditor::dial(std::string_view name, double degrees, float up, float strength, float diameter,
                                        WidgetBook& book) {
  ImGui::PushID(name.data(), name.data() + name.size());
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("dial", {diameter, diameter});
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const float radius = 0.5f * diameter;
  const ImVec2 middle{corner.x + radius, corner.y + radius};
  // Screen direction of an angle on the land; the screen's y runs down.
  const auto toward = [&](double land, float length) {
    const double screen = (land - static_cast<double>(up)) * kRadians + 0.5 * std::numbers::pi;
    return ImVec2{middle.x + length * static_cast<float>(std::cos(screen)),
                  middle.y - length * static_cast<float>(std::sin(screen))};
  };

  std::optional<double> result;
  double shown = degrees;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float dx = mouse.x - middle.x, dy = middle.y - mouse.y;
  if (active && dx * dx + dy * dy > kDialCore * kDialCore) {
    const double screen = std::atan2(static_cast<double>(dy), static_cast<double>(dx));
    shown = std::round((screen - 0.5 * std::numbers::pi) / kRadians + static_cast<double>(up));
    shown = std::fmod(std::fmod(shown, 360.0) + 360.0, 360.0);
    if (shown != degrees) result = shown;
  }

  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = std::max(1.0f, diameter / 50.0f);
  draw.AddCircleFilled(middle, radius, packed(hovered || active ? colors::kBarHovered : colors::kBar), 48);
  draw.AddCircle(middle, radius - 0.5f * line, packed(colors::kText, 0.25f), 48, line);
  for (int quarter = 0; quarter < 4; ++quarter) {
    draw.AddLine(toward(90.0 * quarter, 0.84f * radius), toward(90.0 * quarter, 0.96f * radius),
                 packed(colors::kText, 0.5f), line);
  }
  const ImVec2 north = toward(90.0, 0.66f * radius);
  const float letter = ImGui::GetFontSize() * 0.78f;
  draw.AddText(ImGui::GetFont(), letter, {north.x - 0.36f * letter, north.y - 0.5f * letter},
               packed(colors::kText, 0.55f), "N");
  // The arrow: its tip stands where the wind goes, its length says how strong it is.
  const float reach = radius * (0.30f + 0.60f * std::clamp(strength, 0.0f, 1.0f));
  const ImVec2 tip = toward(shown, reach), tail = toward(shown + 180.0, 0.62f * reach);
  const ImU32 color = packed(colors::kAccent);
  const float head = 0.26f * radius;
  const float length = std::max(1.0f, std::hypot(tip.x - tail.x, tip.y - tail.y));
  const ImVec2 along{(tip.x - tail.x) / length, (tip.y - tail.y) / length};
  const ImVec2 neck{tip.x - head * along.x, tip.y - head * along.y};
  draw.AddLine(tail, neck, color, 2.0f * line);
  draw.AddTriangleFilled(tip, {neck.x - 0.55f * head * along.y, neck.y + 0.55f * head * along.x},
                         {neck.x + 0.55f * head * along.y, neck.y - 0.55f * head * along.x}, color);
  book.record(name, tip);
  if (hovered && pointer_rests(name)) {
    ImGui::SetTooltip("Where the wind blows to. The dial turns with the view; N is north.");
  }
  ImGui::PopID();
  return result;
}

bool ValueEditor::pointer_rests(std::string_view name) {
  if (hovered_ != name || ImGui::IsAnyMouseDown()) {
    hovered_ = name;
    hovered_since_ = ImGui::GetTime();
  }
  return ImGui::GetTime() - hovered_since_ > kTooltipDelay;
}

std::optional<std::string> ValueEditor::take_error() { return std::exchange(error_, std::nullopt); }

}  // namespace barchan::ui
