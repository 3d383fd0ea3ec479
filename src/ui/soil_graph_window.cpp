// The window that draws the graph of conversions.
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/core.h>
#include <glm/geometric.hpp>

#include "ui/soil_color.hpp"
#include "ui/soil_graph.hpp"

namespace barchan::ui {

namespace {

constexpr float kWidth = 500.0f, kGraphHeight = 420.0f;  // 96-dpi pixels
constexpr float kClose = 54.0f, kNode = 13.0f, kGap = 5.0f, kReach = 5.0f;
constexpr float kLongestName = 118.0f, kBesideNode = 6.0f;
constexpr float kHeadLength = 8.0f, kHeadWidth = 2.8f;
constexpr float kFaded = 0.13f;
constexpr int kCurveSegments = 20;

/// Colours of the conversions in the order of their table. People with colour blindness can distinguish them (Okabe &
/// Ito 2008).
constexpr Color kWayColors[] = {{0.90f, 0.62f, 0.00f, 1.0f},
                                {0.34f, 0.71f, 0.91f, 1.0f},
                                {0.16f, 0.75f, 0.56f, 1.0f},
                                {0.94f, 0.89f, 0.26f, 1.0f},
                                {0.87f, 0.53f, 0.74f, 1.0f}};

Color color_of_way(std::size_t way) { return on_panel(kWayColors[way % std::size(kWayColors)]); }

/// Soil, arrow or legend entry under the pointer.
struct Pointed {
  std::optional<SoilId> soil;
  GraphArrow const* arrow = nullptr;
  std::optional<std::size_t> way;  ///< in the legend

  bool anything() const { return soil || arrow != nullptr || way; }
  bool concerns(GraphArrow const& one) const {
    if (soil) return one.from == *soil || one.to == *soil;
    if (way) return one.way == *way;
    return arrow == &one;
  }
};

class GraphPainter {
 public:
  GraphPainter(Canvas const& canvas, Soils const& soils, glm::vec2 corner, GraphRoom const& room)
      : canvas_(canvas), soils_(soils), corner_(corner), room_(room), graph_(soils, room) {}

  SoilGraph const& graph() const { return graph_; }

  Pointed under(glm::vec2 pointer) const {
    Pointed pointed;
    for (std::size_t i = 0; i < soils_.size(); ++i) {
      if (glm::distance(pointer - corner_, graph_.nodes[i]) <= graph_.radius) pointed.soil = static_cast<SoilId>(i);
    }
    if (!pointed.soil) pointed.arrow = graph_.arrow_at(pointer - corner_, canvas_.px(kReach));
    return pointed;
  }

  void paint(Pointed const& pointed, SoilId chosen) const {
    for (GraphArrow const& arrow : graph_.arrows) {
      if (!pointed.concerns(arrow)) paint(arrow, pointed.anything() ? kFaded : 1.0f, 1.5f);
    }
    for (GraphArrow const& arrow : graph_.arrows) {
      if (pointed.concerns(arrow)) paint(arrow, 1.0f, 2.5f);
    }
    for (std::size_t i = 0; i < soils_.size(); ++i) paint(static_cast<SoilId>(i), chosen);
  }

 private:
  ImVec2 pixel(glm::vec2 at) const { return {corner_.x + at.x, corner_.y + at.y}; }

  void paint(GraphArrow const& arrow, float alpha, float width) const {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 color = packed(color_of_way(arrow.way), alpha);
    const glm::vec2 tip = arrow.curve[2], back = glm::normalize(arrow.curve[1] - tip);
    const glm::vec2 foot = tip + back * canvas_.px(kHeadLength), side{-back.y, back.x};
    // The line ends within the head.
    const glm::vec2 end = tip + back * canvas_.px(0.6f * kHeadLength);
    draw.AddBezierQuadratic(pixel(arrow.curve[0]), pixel(arrow.curve[1]), pixel(end), color, canvas_.px(width),
                            kCurveSegments);
    draw.AddTriangleFilled(pixel(tip), pixel(foot + side * canvas_.px(kHeadWidth)),
                           pixel(foot - side * canvas_.px(kHeadWidth)), color);
    const std::string name = fmt::format("graph/{}/{}", soils_[arrow.from].id, soil_conversions()[arrow.way].key);
    canvas_.widgets.record(name, pixel(arrow.at(0.5f)), {}, draw);
  }

  void paint(SoilId which, SoilId chosen) const {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    Soil const& soil = soils_[which];
    const glm::vec2 at = graph_.nodes[which];
    const float radius = graph_.radius, half = 0.86f * radius;
    const ImVec2 low = pixel(at - glm::vec2(half)), high = pixel(at + glm::vec2(half));
    const ImU32 fill = packed(color_of(soil)), line = packed(which == chosen ? colors::kAccent : colors::kText);
    const float width = canvas_.px(which == chosen ? 3.0f : 1.2f);
    if (soil.loose) {
      draw.AddCircleFilled(pixel(at), radius, fill);
      draw.AddCircle(pixel(at), radius, line, 0, width);
    } else {
      draw.AddRectFilled(low, high, fill, canvas_.px(2.0f));
      draw.AddRect(low, high, line, canvas_.px(2.0f), 0, width);
    }
    canvas_.widgets.record("graph/" + soil.id, low, {high.x - low.x, high.y - low.y}, draw);
    write_name(soil.name, at, which == chosen);
  }

  /// Writes the name outside the ring, beside its node, or above or below a node at the very top or bottom.
  void write_name(std::string const& name, glm::vec2 at, bool chosen) const {
    ImFont& font = *(chosen ? canvas_.fonts.bold : canvas_.fonts.small_print);
    const float size = canvas_.fonts.small_print->FontSize, most = canvas_.px(kLongestName);
    const ImVec2 wanted = font.CalcTextSizeA(size, FLT_MAX, 0.0f, name.c_str());
    const float width = std::min(wanted.x, most), away = graph_.radius + canvas_.px(kBesideNode);
    const glm::vec2 out = at - 0.5f * room_.size;
    glm::vec2 corner = at + glm::vec2(out.x > 0.0f ? away : -away - width, -0.5f * size);
    if (std::abs(out.x) < canvas_.px(4.0f)) {
      corner = at + glm::vec2(-0.5f * width, out.y > 0.0f ? away - canvas_.px(2.0f) : -away - size);
    }
    const ImVec2 place = pixel(corner);
    const ImVec4 clip{place.x, place.y, place.x + most, place.y + 2.0f * size};
    ImGui::GetWindowDrawList()->AddText(&font, size, place, packed(chosen ? colors::kAccent : colors::kText),
                                        name.c_str(), nullptr, 0.0f, &clip);
  }

  Canvas const& canvas_;
  Soils const& soils_;
  glm::vec2 corner_;
  GraphRoom room_;
  SoilGraph graph_;
};

/// Draws a line in its colour and the name of each conversion. Returns the one under the pointer.
std::optional<std::size_t> draw_legend(Canvas const& canvas) {
  std::optional<std::size_t> pointed;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto ways = soil_conversions();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushFont(canvas.fonts.small_print);
  const auto count = static_cast<float>(ways.size());
  const float all = ImGui::GetContentRegionAvail().x, gap = canvas.px(5.0f);
  float names = 0.0f, longest = 0.0f;
  for (SoilConversion const& way : ways) {
    const float name = ImGui::CalcTextSize(way.key.data(), way.key.data() + way.key.size()).x;
    names += name;
    longest = std::max(longest, name);
  }
  // In a narrow window, the strokes are shorter, and the gaps between the entries are equal instead of their widths.
  const float line = std::clamp((all - names) / count - 3.0f * gap, canvas.px(4.0f), canvas.px(16.0f));
  const bool narrow = count * (line + longest + 2.0f * gap) > all;
  const float spare = std::max(0.0f, all - names - count * (line + gap)) / count;
  float left = at.x;
  for (std::size_t way = 0; way < ways.size(); ++way) {
    const ImVec2 corner{left, at.y};
    const float middle = corner.y + 0.5f * ImGui::GetFontSize();
    draw.AddLine({corner.x, middle}, {corner.x + line, middle}, packed(color_of_way(way)), canvas.px(3.0f));
    ImGui::SetCursorScreenPos({corner.x + line + gap, corner.y});
    ImGui::TextUnformatted(ways[way].key.data(), ways[way].key.data() + ways[way].key.size());
    const ImVec2 high = ImGui::GetItemRectMax();
    left = narrow ? high.x + spare : left + all / count;
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(corner, high)) continue;
    pointed = way;
    show_tooltip(ways[way].help);
  }
  ImGui::PopFont();
  return pointed;
}

bool draw_head(Canvas const& canvas) {
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.bold, colors::kText, "Soil conversions");
  canvas.widgets.record("graph");
  ImGui::SameLine();
  draw_text(canvas.fonts.small_print, colors::kQuietText, "square: solid · round: loose");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - canvas.px(kClose));
  return draw_button(canvas, {"Close", "graph.close", "Esc", canvas.px(kClose)});
}

/// Leaves a margin for the names beside the ring.
GraphRoom room_for(Canvas const& canvas, Soils const& soils, glm::vec2 size) {
  ImFont& font = *canvas.fonts.bold;
  const float height = canvas.fonts.small_print->FontSize;
  float width = 0.0f;
  for (Soil const& soil : soils) {
    width = std::max(width, font.CalcTextSizeA(height, FLT_MAX, 0.0f, soil.name.c_str()).x);
  }
  const float beside = canvas.px(kBesideNode);
  return {.size = size,
          .margin = {std::min(width, canvas.px(kLongestName)) + beside, height + beside},
          .radius = canvas.px(kNode),
          .gap = canvas.px(kGap)};
}

}  // namespace

void draw_soil_graph(Canvas const& canvas, EditorState& state, Soils const& soils, float left) {
  SoilGraphState& tool = state.graph;
  tool.says.clear();
  if (!tool.shown) return;
  const float margin = canvas.px(kLandMargin);
  const float top = top_of_room(canvas) + margin;
  ImGui::SetNextWindowPos({left + margin, top});
  // In a small window, it is smaller but keeps its shape.
  const ImVec2 whole{canvas.px(kWidth), canvas.px(kGraphHeight)};
  const float part = std::sqrt(std::min(1.0f, greatest_height(canvas, left, whole.x) / whole.y));
  ImGui::SetNextWindowSize({std::min(part * whole.x, canvas.size.x - left - 2.0f * margin),
                            std::min(part * whole.y, foot_of_room(canvas) - top - margin)});
  ImGui::Begin("graph", nullptr, kLayerFlags);
  canvas.widgets.record("graph.box", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  if (draw_head(canvas)) tool.shown = false;
  const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float foot = canvas.fonts.small_print->FontSize + canvas.px(4.0f);
  const glm::vec2 size{std::max(room.x, 1.0f), std::max(room.y - foot, 1.0f)};
  const GraphPainter painter(canvas, soils, {corner.x, corner.y}, room_for(canvas, soils, size));
  ImGui::SetCursorScreenPos({corner.x, corner.y + size.y + canvas.px(4.0f)});
  Pointed pointed;
  pointed.way = draw_legend(canvas);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!pointed.way && ImGui::IsWindowHovered()) pointed = painter.under({mouse.x, mouse.y});
  const auto chosen = std::find_if(soils.begin(), soils.end(), [&](Soil const& soil) { return soil.id == state.soil; });
  painter.paint(pointed, static_cast<SoilId>(chosen == soils.end() ? kSand : chosen - soils.begin()));
  if (pointed.arrow != nullptr) {
    tool.says = sentence_of(soils, *pointed.arrow);
    show_tooltip(fmt::format("{}\n{}", tool.says, soil_conversions()[pointed.arrow->way].help));
  }
  if (pointed.soil && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.soil = soils[*pointed.soil].id;
  ImGui::End();
}

}  // namespace barchan::ui
