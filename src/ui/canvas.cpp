#include "ui/canvas.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/core.h>
#include <imgui_internal.h>

namespace barchan::ui {

namespace {

constexpr float kMapRoom = 176.0f;                              // of the map in the corner, 96-dpi pixels
constexpr float kLeastFootWidth = 300.0f, kLeastFoot = 150.0f;  // of a window along the foot of the land
constexpr float kFootShare = 1.0f / 690.0f;  // of the window's height, for each pixel of the usual height

constexpr double kTooltipDelay = 0.45;  // seconds
constexpr float kTooltipWidth = 24.0f;  // at most, of its lines; font heights
constexpr float kLeastTooltip = 12.0f;  // of its lines beside a window
constexpr float kNarrowWindow = 30.0f;  // tooltips are beside windows up to this width

// In the memory of each window: the item on which the pointer rests, and since when.
constexpr ImGuiID kRestX = 0x72657374, kRestY = kRestX + 1, kRestFrame = kRestX + 2, kRestSince = kRestX + 3;

}  // namespace

void WidgetRegistry::record(std::string_view name, std::optional<ImVec2> handle) {
  record(name, ImGui::GetItemRectMin(), ImGui::GetItemRectSize(), *ImGui::GetWindowDrawList());
  if (handle) places_.find(name)->second.handle = *handle;
  note_focus(name);
}

void WidgetRegistry::note_focus(std::string_view name) {
  if (ImGui::IsItemFocused()) focused_ = name;
}

void WidgetRegistry::record(std::string_view name, ImVec2 corner, ImVec2 size, ImDrawList const& window) {
  places_[std::string(name)] = {corner,
                                {corner.x + size.x, corner.y + size.y},
                                {corner.x + 0.5f * size.x, corner.y + 0.5f * size.y},
                                window.GetClipRectMin(),
                                window.GetClipRectMax()};
}

WidgetPlace const* WidgetRegistry::find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &found->second;
}

void WidgetRegistry::record(WidgetRows const& rows, ImDrawList const& window) {
  rows_.push_back({rows, window.GetClipRectMin(), window.GetClipRectMax()});
}

std::optional<WidgetPlace> WidgetRegistry::find_row(std::string_view name) const {
  for (auto const& [rows, clip_minimum, clip_maximum] : rows_) {
    if (name.substr(0, rows.prefix.size()) != rows.prefix) continue;
    std::string_view const rest = name.substr(rows.prefix.size());
    std::size_t number = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const bool whole = end.ec == std::errc() && (end.ptr == rest.data() + rest.size() || *end.ptr == '/');
    if (!whole || number < rows.first || number - rows.first >= rows.count) continue;
    const float top = rows.corner.y + static_cast<float>(number - rows.first) * rows.size.y;
    const ImVec2 low{rows.corner.x, top}, high{low.x + rows.size.x, low.y + rows.size.y};
    // What belongs to a visible row has a place of its own.
    if (high.y > clip_minimum.y && low.y < clip_maximum.y) continue;
    return WidgetPlace{low, high, {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)}, clip_minimum, clip_maximum};
  }
  return std::nullopt;
}

float foot_of_room(Canvas const& canvas) {
  WidgetPlace const* const bar = canvas.widgets.find("timebar.strip");
  return bar != nullptr ? bar->minimum.y : canvas.size.y - canvas.px(kStatusBar);
}

float top_of_room(Canvas const& canvas) {
  WidgetPlace const* const menus = canvas.widgets.find("menus");
  return menus != nullptr ? menus->maximum.y : 0.0f;
}

SideRoom side_room(Canvas const& canvas) {
  SideRoom room{0.0f, canvas.size.x};
  for (char const* const name : {"toolbar", "tool", "panel"}) {
    if (WidgetPlace const* const place = canvas.widgets.find(name)) room.left = std::max(room.left, place->maximum.x);
  }
  return room;
}

float greatest_height(Canvas const& canvas, float left, float width) {
  const float land = (canvas.size.x - left) * (foot_of_room(canvas) - top_of_room(canvas));
  return std::max(1.0f, 0.5f * land / std::max(width, 1.0f));
}

ImVec2 foot_size(Canvas const& canvas, FootPlace const& place, float height) {
  float width = std::max(1.0f, canvas.size.x - place.left - 2.0f * canvas.px(kLandMargin));
  const float beside = width - canvas.px(kMapRoom);
  if (place.map && beside >= canvas.px(kLeastFootWidth)) width = beside;
  const float share = std::max(canvas.px(kLeastFoot), kFootShare * height * canvas.size.y);
  return {width, std::min({canvas.px(height), share, greatest_height(canvas, place.left, width)})};
}

bool FootWindows::draws(std::string_view name, bool open, bool all_fit) {
  all_fit_ = all_fit;
  const auto known = std::find(open_.begin(), open_.end(), name);
  if (open && known == open_.end()) open_.push_back(name);
  if (!open && known != open_.end()) open_.erase(known);
  return open && !hides(name);
}

bool both_fit_at_foot(Canvas const& canvas, FootPlace const& place) {
  constexpr float kLeastFree = 110.0f;  // 96-dpi pixels
  const float both = foot_size(canvas, place, kGaugesFoot).y + foot_size(canvas, place, kSectionFoot).y;
  return both + canvas.px(2.0f * kLandMargin + kLeastFree) <= foot_of_room(canvas) - top_of_room(canvas);
}

bool pointer_rests() {
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const ImVec2 corner = ImGui::GetItemRectMin();
  const int frame = ImGui::GetFrameCount();
  const bool same = memory.GetFloat(kRestX) == corner.x && memory.GetFloat(kRestY) == corner.y &&
                    memory.GetInt(kRestFrame) >= frame - 1;
  const double now = ImGui::GetTime();
  if (!same || ImGui::IsAnyMouseDown()) memory.SetFloat(kRestSince, static_cast<float>(now));
  memory.SetFloat(kRestX, corner.x);
  memory.SetFloat(kRestY, corner.y);
  memory.SetInt(kRestFrame, frame);
  return now - static_cast<double>(memory.GetFloat(kRestSince)) > kTooltipDelay;
}

void begin_tooltip() {
  const ImVec2 screen = ImGui::GetIO().DisplaySize, low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGuiWindow const& window = *ImGui::GetCurrentWindow()->RootWindow;
  const float gap = ImGui::GetStyle().WindowPadding.x, size = ImGui::GetFontSize();
  const float beside = window.Pos.x + window.Size.x + gap, room = screen.x - beside - 2.0f * gap;
  const bool has_room = window.Size.x <= kNarrowWindow * size && room >= kLeastTooltip * size;
  const float wrap = std::min(kTooltipWidth * size, has_room ? room : screen.x - 4.0f * gap);
  // It extends downwards, or upwards if there is more room.
  const bool down = low.y + high.y < screen.y;
  ImVec2 at{beside, down ? low.y : high.y};
  if (!has_room) {
    at.x = std::max(gap, std::min(low.x, screen.x - wrap - 3.0f * gap));
    at.y = down ? high.y + 0.5f * gap : low.y - 0.5f * gap;
  }
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, {0.0f, down ? 0.0f : 1.0f});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(wrap);
}

void end_tooltip() {
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void tooltip(std::string const& text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || !pointer_rests()) return;
  begin_tooltip();
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  end_tooltip();
}

void show_tooltip(std::string_view text) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kTooltipWidth * ImGui::GetFontSize());
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void draw_lit_frame(Canvas const& canvas) {
  ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), packed(colors::kAccent),
                                      ImGui::GetStyle().FrameRounding, 0, canvas.px(1.5f));
}

bool draw_button(Canvas const& canvas, Button const& button) {
  if (button.lit) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  const bool pressed = ImGui::Button(fmt::format("{}###{}", button.label, button.name).c_str(), {button.width, 0.0f});
  if (button.lit) {
    ImGui::PopStyleColor();
    draw_lit_frame(canvas);
  }
  canvas.widgets.record(button.name);
  tooltip(button.help);
  return pressed;
}

ButtonRow::ButtonRow(Canvas const& canvas, std::span<std::string const> labels) : gap_(canvas.px(3.0f)) {
  const float room = ImGui::GetContentRegionAvail().x;
  float left = room + gap_;
  for (std::string const& label : labels) {
    widths_.push_back(ImGui::CalcTextSize(label.c_str()).x + 2.0f * gap_);
    left -= widths_.back() + gap_;
  }
  if (left >= 0.0f) {
    in_a_row_ = labels.size();
    for (float& width : widths_) width += left / static_cast<float>(labels.size());
    return;
  }
  const float widest = *std::ranges::max_element(widths_);
  for (std::size_t rows = 2; rows <= labels.size(); ++rows) {
    in_a_row_ = (labels.size() + rows - 1) / rows;
    const auto count = static_cast<float>(in_a_row_);
    std::ranges::fill(widths_, std::floor((room - gap_ * (count - 1.0f)) / count));
    if (widths_.front() + gap_ >= widest) return;
  }
}

void ButtonRow::place(std::size_t i) const {
  if (i % in_a_row_ > 0) ImGui::SameLine(0.0f, gap_);
}

bool draw_end_of_row(Canvas const& canvas, std::string const& text, std::string const& name, std::string const& help) {
  const float right = ImGui::GetContentRegionMax().x, cross = ImGui::GetFrameHeight();
  ImGui::SameLine(right - cross - ImGui::CalcTextSize(text.c_str()).x - canvas.px(4.0f));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text.c_str());
  ImGui::SameLine(right - cross);
  return draw_button(canvas, {"×", name, help, cross});
}

bool draw_box(char const* label, bool on) {
  // On light panels, the ground of the box is too pale to be seen alone.
  const float border = present_theme() == Theme::light ? 1.0f : 0.0f;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, border);
  ImGui::PushStyleColor(ImGuiCol_Border, colors::kQuietText);
  ImGui::Checkbox(label, &on);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  return on;
}

bool draw_switch(Canvas const& canvas, char const* label, char const* name, bool on, std::string const& help) {
  on = draw_box(label, on);
  canvas.widgets.record(name);
  tooltip(help);
  return on;
}

std::string shortened(std::string const& text, TextRoom room, ImFont const& font) {
  const float limit = static_cast<float>(room.lines) * font.FontSize + 0.5f;
  const auto fits = [&](std::string const& shown) {
    return font.CalcTextSizeA(font.FontSize, FLT_MAX, room.width, shown.c_str()).y <= limit;
  };
  std::string cut = text;
  while (!cut.empty() && !fits(cut == text ? text : cut + "…")) {
    const auto space = cut.find_last_of(' ');
    std::size_t end = space == std::string::npos ? cut.size() - 1 : space;
    while (end > 0 && (static_cast<unsigned char>(cut[end]) & 0xc0u) == 0x80u) --end;
    cut.resize(end);
  }
  return cut == text ? text : cut + "…";
}

ImTextureID texture_of(render::Thumbnails* thumbnails, std::shared_ptr<Picture const> const& picture) {
  if (thumbnails == nullptr || picture == nullptr || picture->rgb.empty()) return {};
  const unsigned id = thumbnails->texture({picture, &picture->rgb}, {picture->width, picture->height});
  return (ImTextureID)(std::intptr_t)id;  // a pointer or a number, depending on the version of ImGui
}

void draw_text(ImFont* font, Color color, std::string_view text) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void draw_wrapped(Color color, std::string_view text) {
  ImGui::PushTextWrapPos(0.0f);
  draw_text(ImGui::GetFont(), color, text);
  ImGui::PopTextWrapPos();
}

bool begin_menu(Canvas const& canvas, std::string_view name, std::string const& shown, ImGuiComboFlags flags,
                float width) {
  ImDrawList const& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(),
               size{width > 0.0f ? width : ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::SetNextItemWidth(size.x);
  const float room = size.x - size.y - ImGui::GetStyle().FramePadding.x;  // left of the arrow
  const std::string text = room > 0.0f ? shortened(shown, {room, 1}, *ImGui::GetFont()) : std::string();
  const bool open = ImGui::BeginCombo(fmt::format("##{}", name).c_str(), text.c_str(), flags);
  canvas.widgets.record(name, at, size, draw);
  canvas.widgets.mark_menu(name);
  if (!open) canvas.widgets.note_focus(name);
  if (open && canvas.escape) ImGui::CloseCurrentPopup();
  return open;
}

std::optional<double> draw_number_field(Canvas const& canvas, NumberField const& field) {
  double value = field.value;
  ImGui::SetNextItemWidth(field.width);
  const int flags = ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CharsScientific |
                    (field.at_once ? 0 : ImGuiInputTextFlags_EnterReturnsTrue);
  const bool entered = ImGui::InputDouble(fmt::format("##{}", field.name).c_str(), &value, 0.0, 0.0, "%.6g", flags);
  canvas.widgets.record(field.name);
  return entered && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool any_popup_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

double round_below(double size) {
  const double power = std::pow(10.0, std::floor(std::log10(size)));
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= size) return factor * power;
  }
  return power;
}

std::string short_number(double value) {
  if (value < 0.0) return "−" + short_number(-value);
  if (value != 0.0 && (value < 1e-3 || value >= 1e5)) return fmt::format("{:.1e}", value);
  return fmt::format("{:.3g}", value);
}

}  // namespace barchan::ui
