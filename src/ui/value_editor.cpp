#include "ui/value_editor.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numbers>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include "ui/keyboard_focus.hpp"

namespace barchan::ui {

namespace {

constexpr float kDragThreshold = 2.0f;          // pixels before a press becomes a drag
constexpr double kFineFactor = 0.1;             // fraction of a drag that counts with Shift
constexpr int kKeySteps = 1000, kKeyStep = 20;  // parts of a slider; those that an arrow key moves the value
constexpr double kTurnByKey = 5.0;              // degrees by which an arrow key turns the dial
constexpr int kMinutes = 60;                    // in an hour
constexpr double kRadians = std::numbers::pi / 180.0;
constexpr float kDialCore = 2.0f;  // pixels around the dial's middle that give no direction

/// A slider of about this many steps can still be set with the mouse.
constexpr double kSliderSteps = 400.0;
/// If a logarithmic row begins at zero, its slider is nearly linear below this fraction of the maximum.
constexpr double kLinearShare = 1e-3;

/// Largest number of the form 1, 2 or 5 times a power of ten that is not above `size`.
double round_step(double size) {
  const double power = std::pow(10.0, std::floor(std::log10(size)));
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= size * 1.000001) return factor * power;
  }
  return power;
}

/// The row of a tangent in degrees, so that its slider is linear in degrees.
ParameterRow in_degrees(ParameterRow row) {
  row.minimum = std::atan(row.minimum) / kRadians;
  row.maximum = std::atan(row.maximum) / kRadians;
  row.logarithmic = false;
  return row;
}

/// Short form that keeps four significant digits.
std::string number(double value) {
  if (value == 0.0) return "0";
  if (value < 0.0) return "−" + number(-value);
  if (value >= 1e7 || value < 1e-4) return fmt::format("{:.3g}", value);
  if (value >= 1000.0) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

/// The value one step of the arrow keys to the right (+1) or to the left (-1); with Shift, the next value that differs.
double turned(EditedRow const& edited, int turn) {
  const double from = slider_fraction(edited.row, edited.value, edited.style);
  const int first = ImGui::GetIO().KeyShift ? 1 : kKeyStep;
  for (int i = first; i <= kKeySteps; ++i) {
    const double value = slider_value(edited.row, from + turn * static_cast<double>(i) / kKeySteps, edited.style);
    if (value != edited.value) return value;
  }
  return edited.value;
}

/// Draws a dot that marks a value that is not the scenario's. Returns the width it takes.
float draw_changed_dot(ImVec2 at) {
  const float dot = ImGui::GetFontSize() * 0.17f;
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + dot, at.y}, dot, packed(colors::kAccent));
  return 3.6f * dot;
}

/// Draws the label of a bar, in smaller letters and with an ellipsis if there is too little room.
void draw_label(Canvas const& canvas, EditedRow const& edited, ImVec2 at, float room) {
  const float whole = ImGui::GetFontSize();
  const std::pair<ImFont const*, float> looks[] = {
      {edited.changed() ? canvas.fonts.bold : canvas.fonts.body, whole},
      {canvas.fonts.body, whole},
      {canvas.fonts.small_print, std::min(whole, canvas.fonts.small_print->FontSize)}};
  const auto fits = [&](std::pair<ImFont const*, float> const& look) {
    return look.first->CalcTextSizeA(look.second, FLT_MAX, 0.0f, edited.label.c_str()).x <= room;
  };
  const auto* const found = std::ranges::find_if(looks, fits);
  const auto [font, size] = found != std::end(looks) ? *found : *std::prev(std::end(looks));
  if (room <= 0.0f) return;
  const std::string text = shortened(edited.label, {room * font->FontSize / size, 1}, *font);
  ImGui::GetWindowDrawList()->AddText(font, size, {at.x, at.y + std::round(0.5f * (whole - size))},
                                      packed(colors::kText, edited.live ? 1.0f : 0.4f), text.c_str());
}

/// The help of a row, in which choices have the names that people read.
std::string help_of(ParameterRow const& row) {
  std::string help = help_with_convention(row);
  for (std::string_view const choice : row.choices) {
    const std::string quoted = fmt::format("`{}`", choice);
    const std::size_t at = help.find(quoted);
    if (at != std::string::npos) help.replace(at, quoted.size(), choice_text(choice));
  }
  return help;
}

/// Hours and minutes: "14:39". Nothing if the text has another form.
std::optional<double> read_clock(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  int hours = 0, minutes = 0;
  char const* const middle = text.data() + colon;
  char const* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), middle, hours), second = std::from_chars(middle + 1, end, minutes);
  const bool whole = first.ec == std::errc() && first.ptr == middle && second.ec == std::errc() && second.ptr == end;
  if (!whole || minutes < 0 || minutes >= kMinutes) return std::nullopt;
  return hours + static_cast<double>(minutes) / kMinutes;
}

/// Draws the bar of the last item with its label and the value `shown`, filled up to `mark` (pixels).
void draw_bar(Canvas const& canvas, EditedRow const& edited, double shown, float mark) {
  const ImVec2 corner = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  const float height = end.y - corner.y, rounding = ImGui::GetStyle().FrameRounding;
  const bool active = ImGui::IsItemActive(), lively = active || ImGui::IsItemHovered();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(corner, end, packed(lively ? colors::kBarHovered : colors::kBar), rounding);
  if (edited.live) {
    draw.PushClipRect(corner, {mark, end.y}, true);
    draw.AddRectFilled(corner, end, packed(active ? colors::kBarFillActive : colors::kBarFill), rounding);
    // A line at the lower edge shows the value without crossing the text.
    draw.PushClipRect({corner.x, end.y - std::max(2.0f, std::round(height / 9.0f))}, end, true);
    draw.AddRectFilled(corner, end, packed(colors::kAccent, lively ? 1.0f : 0.8f), rounding);
    draw.PopClipRect();
    draw.PopClipRect();
  }
  const float pad = ImGui::GetStyle().FramePadding.x, line = corner.y + 0.5f * (height - ImGui::GetFontSize());
  float left = corner.x + pad;
  if (edited.changed()) left += draw_changed_dot({left, corner.y + 0.5f * height});
  const std::string text = value_text(edited.row, shown, edited.style);
  const float right = end.x - pad - ImGui::CalcTextSize(text.c_str()).x, alpha = edited.live ? 1.0f : 0.4f;
  draw_label(canvas, edited, {left, line}, right - 0.5f * pad - left);
  draw.AddText({right, line}, packed(colors::kText, 0.92f * alpha), text.c_str());
}

/// A point of the last item's circle: in the direction `land` (degrees on the land), at the fraction `length` of the
/// radius from the middle. The y of the screen points down.
ImVec2 on_dial(DialLook const& look, double land, float length) {
  const ImVec2 corner = ImGui::GetItemRectMin();
  const float radius = 0.5f * look.diameter;
  const double screen = (land - static_cast<double>(look.up)) * kRadians + 0.5 * std::numbers::pi;
  return {corner.x + radius * (1.0f + length * static_cast<float>(std::cos(screen))),
          corner.y + radius * (1.0f - length * static_cast<float>(std::sin(screen)))};
}

/// Draws circle, letter and arrow. Returns the arrow's tip.
ImVec2 draw_dial(DialLook const& look, double degrees) {
  const float radius = 0.5f * look.diameter, line = std::max(1.0f, look.diameter / 50.0f);
  const ImVec2 corner = ImGui::GetItemRectMin(), middle{corner.x + radius, corner.y + radius};
  const bool lively = ImGui::IsItemHovered() || ImGui::IsItemActive();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddCircleFilled(middle, radius, packed(lively ? colors::kBarHovered : colors::kBar), 48);
  draw.AddCircle(middle, radius - 0.5f * line, packed(colors::kText, 0.25f), 48, line);
  const auto to_north = static_cast<double>(look.north);
  for (int quarter = 0; quarter < 4; ++quarter) {
    const double at = to_north + 90.0 * quarter;
    draw.AddLine(on_dial(look, at, 0.84f), on_dial(look, at, 0.96f), packed(colors::kText, 0.5f), line);
  }
  const ImVec2 north = on_dial(look, to_north, 0.66f);
  const float letter = ImGui::GetFontSize() * 0.78f;
  draw.AddText(ImGui::GetFont(), letter, {north.x - 0.36f * letter, north.y - 0.5f * letter},
               packed(colors::kText, 0.55f), "N");
  // The tip of the arrow points where the wind blows to; its length shows the speed.
  const float reach = 0.30f + 0.60f * std::clamp(look.strength, 0.0f, 1.0f);
  const ImVec2 tip = on_dial(look, degrees, reach), tail = on_dial(look, degrees + 180.0, 0.62f * reach);
  const ImU32 color = packed(colors::kAccent, look.live ? 1.0f : 0.4f);
  const float head = 0.26f * radius;
  const float length = std::max(1.0f, std::hypot(tip.x - tail.x, tip.y - tail.y));
  const ImVec2 along{(tip.x - tail.x) / length, (tip.y - tail.y) / length};
  const ImVec2 neck{tip.x - head * along.x, tip.y - head * along.y};
  draw.AddLine(tail, neck, color, 2.0f * line);
  draw.AddTriangleFilled(tip, {neck.x - 0.55f * head * along.y, neck.y + 0.55f * head * along.x},
                         {neck.x + 0.55f * head * along.y, neck.y - 0.55f * head * along.x}, color);
  return tip;
}

}  // namespace

std::optional<double> ValueEditor::edit(Canvas const& canvas, EditedRow const& edited) {
  if (edited.row.bearing == Bearing::none || edited.row.directions == canvas.directions)
    return edit_in_convention(canvas, edited);
  const ParameterRow row = in_directions(edited.row, canvas.directions);
  return edit_in_convention(
      canvas, {edited.name, row, edited.value, edited.start, edited.style, edited.label, edited.note, edited.live});
}

std::optional<double> ValueEditor::edit_in_convention(Canvas const& canvas, EditedRow const& edited) {
  ImGui::PushID(edited.name.c_str());
  ImGui::BeginDisabled(!edited.live);
  std::optional<double> result;
  if (typing_ == edited.name) {
    result = edit_text(edited);
    canvas.widgets.record(edited.name);
  } else if (edited.row.kind == ParameterKind::boolean) {
    result = edit_switch(edited);
    canvas.widgets.record(edited.name);
  } else if (edited.row.kind == ParameterKind::choice) {
    result = edit_choice(canvas, edited);
  } else {
    result = edit_number(canvas, edited);
  }
  ImGui::EndDisabled();
  if (typing_ != edited.name && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    const bool right_click = edited.live && ImGui::IsMouseReleased(ImGuiMouseButton_Right);
    if (right_click && edited.changed()) result = edited.start;
    explain(canvas, edited);
  }
  ImGui::PopID();
  return result;
}

void ValueEditor::edit(Canvas const& canvas, ParameterGroup const& group, ParameterRow const& row, ValueStyle style) {
  const auto wanted =
      edit(canvas, {fmt::format("{}.{}", group.id, row.key), row, group.get(row), row.default_value, style});
  if (wanted) group.set(row, *wanted);
}

std::optional<double> ValueEditor::edit_number(Canvas const& canvas, EditedRow const& edited) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::InvisibleButton("bar", size);
  const double now = edited.value;
  if (ImGui::IsItemActivated() && press(edited)) {
    canvas.widgets.record(edited.name);
    // The first click of a double-click has moved the value. Undo that.
    return before_press_ != now ? std::optional(before_press_) : std::nullopt;
  }
  const bool held = (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) && typing_.empty();
  double shown = held ? dragged(edited, corner, size) : now;
  if (const int turn = turned_by_keys(canvas)) shown = turned(edited, turn);
  const float mark = corner.x + static_cast<float>(slider_fraction(edited.row, shown, edited.style)) * size.x;
  draw_bar(canvas, edited, shown, mark);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  canvas.widgets.record(edited.name,
                        ImVec2{std::clamp(mark, corner.x + 1.0f, corner.x + size.x - 1.0f), corner.y + 0.5f * size.y});
  return shown != now ? std::optional(shown) : std::nullopt;
}

/// Handles a press on a bar. True if the user wants to type a value: after a double-click, Ctrl + click or a key.
bool ValueEditor::press(EditedRow const& edited) {
  ImGuiIO const& io = ImGui::GetIO();
  const bool by_key = !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool second = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && pressed_ == edited.name;
  if (!second) before_press_ = edited.value;
  if (second || by_key || io.KeyCtrl) {
    const bool clock = edited.style == ValueStyle::clock;
    typed_from_ =
        clock ? value_text(edited.row, before_press_, edited.style) : format_parameter_value(edited.row, before_press_);
    std::strncpy(buffer_, typed_from_.c_str(), sizeof buffer_ - 1);
    typing_ = edited.name;
    pressed_.clear();
    focus_ = true;
    return true;
  }
  pressed_ = edited.name;
  drag_start_ = slider_fraction(edited.row, edited.value, edited.style);
  dragging_ = false;
  fine_ = io.KeyShift;
  return false;
}

/// The value that the pressed bar has now.
double ValueEditor::dragged(EditedRow const& edited, ImVec2 corner, ImVec2 size) {
  ImGuiIO const& io = ImGui::GetIO();
  const ImVec2 pressed = io.MouseClickedPos[ImGuiMouseButton_Left];
  dragging_ = dragging_ || std::fabs(io.MousePos.x - pressed.x) > kDragThreshold;
  // A drag that begins at the mark moves the value from there. Any other drag moves the mark to the pointer.
  const bool from_mark = std::fabs(pressed.x - (corner.x + static_cast<float>(drag_start_) * size.x)) <= size.y;
  if (!dragging_ && (from_mark || !ImGui::IsItemDeactivated())) return edited.value;
  const double moved = static_cast<double>((io.MousePos.x - pressed.x) / size.x);
  double fraction = static_cast<double>((io.MousePos.x - corner.x) / size.x);
  if (from_mark) fraction = drag_start_ + moved;
  if (fine_) fraction = drag_start_ + kFineFactor * moved;
  return slider_value(edited.row, fraction, edited.style);
}

std::optional<double> ValueEditor::edit_text(EditedRow const& edited) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (focus_) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputText("##typed", buffer_, sizeof buffer_,
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool left = !focus_ && ImGui::IsItemDeactivated();
  // The field gets the keyboard focus one frame after the request.
  if (ImGui::IsItemActive()) focus_ = false;
  if (!entered && !left) return std::nullopt;
  typing_.clear();
  focus_ = false;
  if (typed_from_ == buffer_) return std::nullopt;
  try {
    return read_value_text(edited.row, buffer_, edited.style);
  } catch (std::invalid_argument const& error) {
    // The message begins with the key, for which people read the label.
    std::string_view rest = error.what();
    if (rest.starts_with(edited.row.key)) rest.remove_prefix(edited.row.key.size());
    error_ = edited.label + std::string(rest);
    return std::nullopt;
  }
}

std::optional<double> ValueEditor::edit_switch(EditedRow const& edited) {
  bool on = edited.value != 0.0;
  const bool clicked = draw_box(edited.label.c_str(), on) != on;
  if (edited.changed()) {
    const ImVec2 begin = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
    draw_changed_dot({end.x + 0.34f * ImGui::GetFontSize(), 0.5f * (begin.y + end.y)});
  }
  if (!clicked) return std::nullopt;
  return on ? 0.0 : 1.0;
}

std::optional<double> ValueEditor::edit_choice(Canvas const& canvas, EditedRow const& edited) {
  std::optional<double> result;
  const auto choices = edited.row.choices;
  const auto current = static_cast<std::size_t>(std::max(0.0, edited.value));
  const std::string shown = fmt::format("{}{}: {}", edited.changed() ? "• " : "", edited.label,
                                        current < choices.size() ? choice_text(choices[current]) : "?");
  if (!begin_menu(canvas, edited.name, shown)) return result;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string choice(choices[i]);
    if (ImGui::Selectable(choice_text(choice).c_str(), i == current)) result = static_cast<double>(i);
    canvas.widgets.record(fmt::format("{}/{}", edited.name, choice));
  }
  ImGui::EndCombo();
  return result;
}

void ValueEditor::explain(Canvas const& canvas, EditedRow const& edited) {
  if (!pointer_rests()) return;
  ParameterRow const& row = edited.row;
  begin_tooltip();
  draw_text(canvas.fonts.bold, colors::kText, edited.label);
  if (!edited.note.empty()) draw_text(canvas.fonts.body, colors::kAccent, edited.note);
  draw_text(canvas.fonts.body, colors::kText, help_of(row));
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::PushStyleColor(ImGuiCol_Text, colors::kQuietText);
  const ValueStyle style = edited.style == ValueStyle::slope ? ValueStyle::plain : edited.style;
  const auto shown = [&](double number) { return value_text(row, number, style); };
  if (row.kind == ParameterKind::real || row.kind == ParameterKind::integer) {
    ParameterRow limits = row;
    limits.bearing = Bearing::none;
    const auto limit = [&](double value) { return value_text(limits, value, style); };
    ImGui::TextUnformatted(fmt::format("From {} to {}.", limit(row.minimum), limit(row.maximum)).c_str());
  }
  const bool own = static_cast<float>(edited.start) != static_cast<float>(row.default_value);
  std::string defaults = fmt::format("Default {}", shown(row.default_value));
  if (own) defaults += fmt::format(", this scenario {}", shown(edited.start));
  ImGui::TextUnformatted((defaults + ".").c_str());
  if (row.masked) {
    ImGui::TextUnformatted(row.kind == ParameterKind::boolean ? "A mask can multiply the effect of this process."
                                                              : "A mask can multiply this parameter.");
  }
  if (edited.live) {
    ImGui::TextUnformatted(row.kind == ParameterKind::boolean
                               ? "Right-click: reset."
                               : "Double-click: type a value. Shift + drag: fine steps. Right-click: reset.");
  }
  ImGui::TextUnformatted(edited.name.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  end_tooltip();
}

std::optional<double> ValueEditor::dial(Canvas const& canvas, std::string_view name, double degrees,
                                        DialLook const& look) {
  ImGui::PushID(name.data(), name.data() + name.size());
  ImGui::BeginDisabled(!look.live);
  ImGui::InvisibleButton("dial", {look.diameter, look.diameter});
  ImGui::EndDisabled();
  double shown = degrees;
  const ImVec2 mouse = ImGui::GetIO().MousePos, middle = on_dial(look, 0.0, 0.0f);
  const float dx = mouse.x - middle.x, dy = middle.y - mouse.y;
  if (const int turn = look.live ? turned_by_keys(canvas) : 0)
    shown = std::fmod(shown - turn * kTurnByKey + 360.0, 360.0);
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (held && dx * dx + dy * dy > kDialCore * kDialCore) {
    const double screen = std::atan2(static_cast<double>(dy), static_cast<double>(dx));
    shown = std::round((screen - 0.5 * std::numbers::pi) / kRadians + static_cast<double>(look.up));
    shown = std::fmod(std::fmod(shown, 360.0) + 360.0, 360.0);
  }
  canvas.widgets.record(name, draw_dial(look, shown));
  tooltip(fmt::format(
      "The wind blows {}. Degrees are counted {}. The arrow points to where the wind blows. The dial turns with the "
      "view; {}",
      direction_text(shown, Bearing::wind, canvas.directions), convention_of(Bearing::heading, canvas.directions),
      look.north == 90.0f ? "N is north." : "the map is rotated: N is the north of its coordinate reference system."));
  ImGui::PopID();
  return shown != degrees ? std::optional(shown) : std::nullopt;
}

std::string unit_text(std::string_view unit) {
  std::string text(unit);
  for (auto [plain, nice] :
       {std::pair{"(m3/s)^0.5", "√(m3/s)"}, {"^2", "²"}, {"^3", "³"}, {"m2", "m²"}, {"m3", "m³"}, {"s2", "s²"}}) {
    if (const auto at = text.find(plain); at != std::string::npos) text.replace(at, std::string(plain).size(), nice);
  }
  return text;
}

double slider_fraction(ParameterRow const& row, double value, ValueStyle style) {
  if (row.bearing != Bearing::none) {
    const double shown = converted(value, row.bearing, row.directions);
    return std::clamp((shown - row.minimum) / (row.maximum - row.minimum), 0.0, 1.0);
  }
  if (style == ValueStyle::slope) return slider_fraction(in_degrees(row), std::atan(value) / kRadians);
  const double low = row.minimum, high = row.maximum;
  if (!(high > low)) return 0.0;
  double fraction = 0.0;
  if (row.logarithmic && low > 0.0) {
    fraction = std::log(std::max(value, low) / low) / std::log(high / low);
  } else if (row.logarithmic) {
    const double unit = kLinearShare * (high - low);
    fraction = std::log1p((value - low) / unit) / std::log1p(1.0 / kLinearShare);
  } else {
    fraction = (value - low) / (high - low);
  }
  return std::clamp(fraction, 0.0, 1.0);
}

double slider_value(ParameterRow const& row, double fraction, ValueStyle style) {
  if (row.bearing != Bearing::none) {
    ParameterRow plain = row;
    plain.bearing = Bearing::none;
    return converted(slider_value(plain, fraction, style), row.bearing, row.directions);
  }
  const double low = row.minimum, high = row.maximum;
  if (fraction <= 0.0) return low;
  if (fraction >= 1.0) return high;
  if (style == ValueStyle::slope) {
    const double tangent = std::tan(slider_value(in_degrees(row), fraction) * kRadians);
    return std::clamp(std::round(tangent * 1000.0) / 1000.0, low, high);
  }
  double value = 0.0, step = 0.0;
  if (row.logarithmic) {
    if (low > 0.0) {
      value = low * std::pow(high / low, fraction);
    } else {
      const double unit = kLinearShare * (high - low);
      value = low + unit * std::expm1(fraction * std::log1p(1.0 / kLinearShare));
    }
    step = round_step(std::max(std::fabs(value), 1e-300) * 0.01);
  } else {
    value = low + fraction * (high - low);
    step = round_step((high - low) / kSliderSteps);
  }
  if (row.kind != ParameterKind::real) step = std::max(1.0, std::round(step));
  // Division by a whole number makes multiples of 0.1 exactly the decimals that are shown.
  const double inverse = std::round(1.0 / step);
  value = step < 1.0 && inverse > 0.0 ? std::round(value * inverse) / inverse : std::round(value / step) * step;
  return std::clamp(value, low, high);
}

std::string choice_text(std::string_view choice) {
  constexpr std::pair<std::string_view, char const*> kWords[] = {{"x", "South to north"}, {"y", "West to east"}};
  for (auto const& [id, words] : kWords) {
    if (choice == id) return words;
  }
  std::string text(choice);
  std::ranges::replace(text, '_', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string direction_text(double degrees, Bearing bearing, Directions directions) {
  const std::string text =
      fmt::format("{}° ({})", number(converted(degrees, bearing, directions)), compass_point(degrees, bearing));
  if (bearing != Bearing::wind) return text;
  // A mathematical direction names the place to which the wind blows, and so does its point of the compass.
  if (directions == Directions::meteorological) return "from " + text;
  return fmt::format("towards {}° ({})", number(degrees), compass_point(degrees, Bearing::heading));
}

std::string value_text(ParameterRow const& row, double value, ValueStyle style) {
  if (row.bearing != Bearing::none) return direction_text(value, row.bearing, row.directions);
  if (row.kind == ParameterKind::boolean) return value != 0.0 ? "on" : "off";
  if (row.kind == ParameterKind::choice) return choice_text(format_parameter_value(row, value));
  if (style == ValueStyle::automatic && value == 0.0) return "auto";
  if (style == ValueStyle::clock) {
    const long minutes = std::lround(kMinutes * value);
    return fmt::format("{}:{:02}", minutes / kMinutes, minutes % kMinutes);
  }
  std::string text = number(value);
  if (style == ValueStyle::slope) return fmt::format("{:.2f}  ·  {:.0f}°", value, std::atan(value) / kRadians);
  if (row.unit == "degrees" || row.unit == "deg" || row.unit == "°") return text + "°";
  if (!row.unit.empty()) text += " " + unit_text(row.unit);
  return text;
}

double read_value_text(ParameterRow const& row, std::string_view text, ValueStyle style) {
  const auto trim = [](std::string_view s) {
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    return s;
  };
  text = trim(text);
  constexpr std::string_view kDegreeSign = "°";
  bool angle = false;
  if (text.ends_with(kDegreeSign)) {
    angle = true;
    text = trim(text.substr(0, text.size() - kDegreeSign.size()));
  } else if (!row.unit.empty() && text.size() > row.unit.size() && text.ends_with(row.unit)) {
    text = trim(text.substr(0, text.size() - row.unit.size()));
  }
  if (style == ValueStyle::automatic && text == "auto") return 0.0;
  if (const auto hours = style == ValueStyle::clock ? read_clock(text) : std::nullopt) {
    const std::string error = parameter_error(row, *hours);
    if (!error.empty()) throw std::invalid_argument(error);
    return *hours;
  }
  if (angle && style == ValueStyle::slope) {
    return std::clamp(std::tan(parse_parameter_value(in_degrees(row), text) * kRadians), row.minimum, row.maximum);
  }
  return parse_parameter_value(row, text);
}

}  // namespace barchan::ui
