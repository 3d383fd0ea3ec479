#include "ui/gauge_window.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "ui/hud.hpp"
#include "ui/inspector.hpp"
#include "ui/soil_color.hpp"

namespace barchan::ui {

namespace {

constexpr std::string_view kToolId = "gauge";
// 96-dpi pixels.
constexpr float kList = 236.0f, kName = 108.0f, kBesideName = 96.0f, kLeftAxis = 52.0f, kFootAxis = 18.0f;
constexpr float kListShare = 0.48f;  // of the width of a narrow window
constexpr float kTitle = 70.0f, kWideButton = 78.0f, kNarrowButton = 54.0f;
constexpr double kTicks = 5.0;       // of an axis, about
constexpr double kLeastSpan = 0.01;  // of an axis
constexpr std::size_t kLongestName = 40;
constexpr std::size_t kMostPlotted = 2048;  // points of a line

/// Colours that people with colour blindness can distinguish (Okabe & Ito 2008).
constexpr Color kColors[] = {{0.34f, 0.71f, 0.91f, 1.0f}, {0.90f, 0.62f, 0.00f, 1.0f}, {0.16f, 0.75f, 0.56f, 1.0f},
                             {0.94f, 0.89f, 0.26f, 1.0f}, {0.87f, 0.53f, 0.74f, 1.0f}, {0.84f, 0.37f, 0.10f, 1.0f}};
Color color_of(GaugeSeries const& series) {
  return on_panel(kColors[static_cast<std::size_t>(series.placed.id - 1) % std::size(kColors)]);
}

/// A quantity that can be plotted.
struct Quantity {
  char const *label, *name, *unit;
  double GaugeReading::*of;
  bool from_zero;
};
constexpr Quantity kQuantities[] = {{"Discharge", "gauges.discharge", "m³/s", &GaugeReading::discharge, true},
                                    {"Depth", "gauges.depth", "m", &GaugeReading::depth, true},
                                    {"Level", "gauges.level", "m", &GaugeReading::level, false}};

std::string value_text(Quantity const& quantity, GaugeReading const& reading) {
  const double value = reading.*quantity.of;
  if (quantity.of == &GaugeReading::discharge) return discharge_text(value);
  return quantity.from_zero ? thickness_text(value) : fmt::format("{:.2f} m", value);
}

/// Both axes and their places in pixels.
struct Axes {
  ImVec2 low, high;  ///< corners: top left, bottom right
  double first = std::numeric_limits<double>::max(), last = std::numeric_limits<double>::lowest();  ///< s
  double least = first, most = last;

  Axes(std::span<GaugeSeries const> all, Quantity const& quantity) {
    for (GaugeSeries const& series : all) {
      for (GaugePoint const& point : series.points) {
        first = std::min(first, point.time);
        last = std::max(last, point.time);
        least = std::min(least, point.reading.*quantity.of);
        most = std::max(most, point.reading.*quantity.of);
      }
    }
    if (empty()) return;
    if (quantity.from_zero) least = 0.0;
    const double span = std::max(most - least, kLeastSpan);
    most = least + 1.08 * span;
    if (!quantity.from_zero) least -= 0.08 * span;
    last = std::max(last, first + 1.0);
  }
  bool empty() const { return first > last; }
  float x(double time) const { return low.x + static_cast<float>((time - first) / (last - first)) * (high.x - low.x); }
  float y(double value) const {
    return high.y - static_cast<float>((value - least) / (most - least)) * (high.y - low.y);
  }
  double time(float x) const { return first + static_cast<double>((x - low.x) / (high.x - low.x)) * (last - first); }
};

void draw_axes(Canvas const& canvas, ImDrawList& draw, Axes const& axes, Quantity const& quantity) {
  ImFont& font = *canvas.fonts.small_print;
  const ImU32 text = packed(colors::kQuietText), line = packed(colors::kText, 0.16f);
  const auto size_of = [&](std::string const& words) {
    return font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, words.c_str());
  };
  const double up = round_below(1.5 * (axes.most - axes.least) / kTicks);
  for (double at = std::ceil(axes.least / up) * up; at <= axes.most; at += up) {
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(up))));
    const std::string words = fmt::format("{:.{}f}", at + 0.0, digits);
    const ImVec2 size = size_of(words);
    draw.AddLine({axes.low.x, axes.y(at)}, {axes.high.x, axes.y(at)}, line);
    draw.AddText(&font, font.FontSize, {axes.low.x - size.x - canvas.px(5.0f), axes.y(at) - 0.5f * size.y}, text,
                 words.c_str());
  }
  const double along = round_below(1.5 * (axes.last - axes.first) / kTicks);
  float free = -std::numeric_limits<float>::max();  // pixels: left end of the room for the next label
  for (double at = std::ceil(axes.first / along) * along; at <= axes.last; at += along) {
    const std::string words = axis_time(at, axes.last);
    const ImVec2 size = size_of(words);
    draw.AddLine({axes.x(at), axes.high.y}, {axes.x(at), axes.high.y + canvas.px(4.0f)}, text);
    const float left = std::min(axes.x(at) - 0.5f * size.x, axes.high.x - size.x);
    if (left < free) continue;
    draw.AddText(&font, font.FontSize, {left, axes.high.y + canvas.px(4.0f)}, text, words.c_str());
    free = left + size.x + canvas.px(6.0f);
  }
  draw.AddText(&font, font.FontSize, {axes.low.x + canvas.px(4.0f), axes.low.y}, text, quantity.unit);
}

void draw_line(Canvas const& canvas, ImDrawList& draw, Axes const& axes, Quantity const& quantity,
               GaugeSeries const& series) {
  std::vector<ImVec2> points;
  const std::size_t step = std::max<std::size_t>(1, series.points.size() / kMostPlotted);
  for (std::size_t i = 0; i < series.points.size(); i += step) {
    GaugePoint const& point = series.points[i];
    points.push_back({axes.x(point.time), axes.y(point.reading.*quantity.of)});
  }
  if (points.size() == 1) draw.AddCircleFilled(points[0], canvas.px(2.5f), packed(color_of(series)));
  draw.AddPolyline(points.data(), static_cast<int>(points.size()), packed(color_of(series)), 0, canvas.px(1.6f));
}

/// Shows the readings at the pointer's time.
void draw_pointer(ImDrawList& draw, Axes const& axes, Quantity const& quantity, std::span<GaugeSeries const> all) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(axes.low, axes.high)) return;
  draw.AddLine({pointer.x, axes.low.y}, {pointer.x, axes.high.y}, packed(colors::kText, 0.5f));
  const double time = axes.time(pointer.x);
  std::string words = axis_time(time, axes.last);
  bool dated = false;
  for (GaugeSeries const& series : all) {
    const auto after = std::partition_point(series.points.begin(), series.points.end(),
                                            [&](GaugePoint const& point) { return point.time < time; });
    if (after == series.points.end()) continue;
    if (!dated && after->years > 0.0) words += ", " + years_text(after->years) + " at the site";
    dated = true;
    words += fmt::format("\n{}: {}", series.placed.gauge.name, value_text(quantity, after->reading));
  }
  ImGui::SetTooltip("%s", words.c_str());
}

void draw_plot(Canvas const& canvas, GaugeBoard const& board) {
  Quantity const& quantity = kQuantities[board.quantity];
  Axes axes(board.log.series(), quantity);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  axes.low = {at.x + canvas.px(kLeftAxis), at.y};
  axes.high = {at.x + room.x, at.y + room.y - canvas.px(kFootAxis)};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(axes.low, axes.high, packed(colors::kText, 0.06f));
  canvas.widgets.record("gauges.plot", axes.low, {axes.high.x - axes.low.x, axes.high.y - axes.low.y}, draw);
  if (axes.empty()) return;
  draw_axes(canvas, draw, axes, quantity);
  for (GaugeSeries const& series : board.log.series()) draw_line(canvas, draw, axes, quantity, series);
  draw_pointer(draw, axes, quantity, board.log.series());
}

/// Draws name, last reading and a cross. Enter accepts a new name.
void draw_row(Canvas const& canvas, GaugeBoard& board, GaugeSeries const& series) {
  const int id = series.placed.id;
  std::string const& name = series.placed.gauge.name;
  ImGui::PushID(id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetFrameHeight(), side = canvas.px(9.0f);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.5f * (line - side)},
                                            {at.x + side, at.y + 0.5f * (line + side)}, packed(color_of(series)));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + canvas.px(5.0f));
  std::array<char, kLongestName + 1> text{};
  std::copy_n(name.begin(), std::min(name.size(), kLongestName), text.begin());
  ImGui::SetNextItemWidth(std::min(canvas.px(kName), ImGui::GetContentRegionAvail().x - canvas.px(kBesideName)));
  if (ImGui::InputText("##name", text.data(), text.size(),
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll)) {
    board.renamed = {id, text.data()};
  }
  canvas.widgets.record(fmt::format("gauges.{}.name", id));
  ImGui::SameLine();
  const std::string value =
      series.points.empty() ? "–" : value_text(kQuantities[board.quantity], series.points.back().reading);
  if (draw_end_of_row(canvas, value, fmt::format("gauges.{}.remove", id), "Removes this gauge.")) board.removed = id;
  ImGui::PopID();
}

void draw_list(Canvas const& canvas, GaugeBoard& board) {
  const float width = std::min(canvas.px(kList), kListShare * ImGui::GetContentRegionAvail().x);
  ImGui::BeginChild("list", {width, 0.0f}, false);
  ImGui::PushFont(canvas.fonts.small_print);
  for (GaugeSeries const& series : board.log.series()) draw_row(canvas, board, series);
  ImGui::PopFont();
  ImGui::EndChild();
}

/// Draws the title and the buttons. In a narrow window, the buttons share the whole width.
void draw_head(Canvas const& canvas, EditorState& state, GaugeBoard& board) {
  constexpr std::size_t kCount = std::size(kQuantities);
  const std::string labels[] = {
      kQuantities[0].label, kQuantities[1].label, kQuantities[2].label, "Place", "CSV", "Close"};
  const float wide = canvas.px(kWideButton), narrow = canvas.px(kNarrowButton), gap = ImGui::GetStyle().ItemSpacing.x;
  const float all = 3.0f * wide + 3.0f * narrow + 5.0f * gap;
  const bool roomy = ImGui::GetContentRegionAvail().x >= all + canvas.px(kTitle);
  const ButtonRow row(canvas, labels);
  const auto button = [&](std::size_t i, Button shown) {
    shown.label = labels[i];
    shown.width = i < kCount ? wide : narrow;
    if (!roomy) shown.width = row.width(i);
    if (!roomy) row.place(i);
    if (roomy && i > 0) ImGui::SameLine();
    return draw_button(canvas, shown);
  };
  if (roomy) {
    ImGui::AlignTextToFramePadding();
    draw_text(canvas.fonts.bold, colors::kText, "Gauges");
    ImGui::SameLine(ImGui::GetContentRegionMax().x - all);
  }
  const float pad = roomy ? ImGui::GetStyle().FramePadding.x : 0.0f;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {pad, ImGui::GetStyle().FramePadding.y});
  for (std::size_t i = 0; i < kCount; ++i) {
    if (button(i, {{}, kQuantities[i].name, {}, 0.0f, board.quantity == i})) board.quantity = i;
  }
  if (button(kCount, {{}, "gauges.add", "Places a gauge where you click. (L)", 0.0f, state.tool == kToolId})) {
    state.toggled_tool = kToolId;
  }
  board.save_table |= button(kCount + 1, {{}, "gauges.csv", "Saves all readings as a table (.csv)."});
  if (button(kCount + 2, {{}, "gauges.close", "Hides the plot. The gauges continue to record. (Esc)"}))
    board.shown = false;
  ImGui::PopStyleVar();
}

}  // namespace

std::string axis_time(double seconds, double longest) {
  constexpr double kMinute = 60.0, kHour = 3600.0;
  if (longest >= 10.0 * kHour) return fmt::format("{:.1f} h", seconds / kHour);
  if (longest >= 10.0 * kMinute) return fmt::format("{:.1f} min", seconds / kMinute);
  return longest >= 20.0 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.1f} s", seconds);
}

std::string no_more_gauges() { return fmt::format("A land has at most {} gauges. Remove one first.", kMostGauges); }

void draw_gauge_section(Canvas const& canvas, EditorState& state, GaugeBoard& board) {
  const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
  const float width = std::floor((room - 2.0f * gap) / 3.0f);
  if (draw_button(canvas, {"Place", "gauges.place",
                           "Places a gauge where you click. The gauge records discharge, depth and level of the water "
                           "after every step. Press again or Esc to stop. (L)",
                           width, state.tool == kToolId})) {
    state.toggled_tool = kToolId;
  }
  ImGui::SameLine();
  ImGui::BeginDisabled(board.log.series().empty());
  const bool plotted = board.shown && !board.log.series().empty();
  if (draw_button(canvas, {"Plot", "gauges.show", "Shows or hides the plot of the readings.", width, plotted}))
    board.shown = !board.shown;
  ImGui::SameLine();
  if (draw_button(canvas, {"Clear", "gauges.clear", "Removes all gauges.", width})) board.removed = GaugeBoard::kAll;
  ImGui::EndDisabled();
  board.save_lines |= draw_button(canvas, {"Rivers and lakes as GeoJSON", "gauges.geojson",
                                           "Saves rivers as lines and lakes as polygons, for use in a GIS. Coordinates "
                                           "are in metres from the south-west corner of the land.",
                                           room});
}

void draw_gauge_marks(GaugeBoard const& board, ScreenMap const& screen, glm::vec2 land_size) {
  for (GaugeSeries const& series : board.log.series()) {
    Gauge const& gauge = series.placed.gauge;
    screen.mark(glm::vec2(gauge.x, gauge.y) * land_size,
                {fmt::format("gauges.{}.mark", series.placed.id), gauge.name, color_of(series)});
  }
}

void draw_gauge_window(Canvas const& canvas, EditorState& state, GaugeBoard& board, float left) {
  const FootPlace place{left, state.render.inset_map};
  const bool open = board.shown && !board.log.series().empty();
  if (!state.feet.draws("gauges", open, both_fit_at_foot(canvas, place))) return;
  const float margin = canvas.px(kLandMargin);
  WidgetPlace const* const section = canvas.widgets.find("section");
  const float foot = section != nullptr ? section->minimum.y : foot_of_room(canvas);
  ImGui::SetNextWindowPos({left + margin, foot - margin}, ImGuiCond_Always, {0.0f, 1.0f});
  ImGui::SetNextWindowSize(foot_size(canvas, place, kGaugesFoot));
  ImGui::Begin("gauges", nullptr, kLayerFlags);
  canvas.widgets.record("gauges", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetForegroundDrawList());
  draw_head(canvas, state, board);
  draw_list(canvas, board);
  ImGui::SameLine();
  draw_plot(canvas, board);
  ImGui::End();
}

}  // namespace barchan::ui
