#include "ui/tool_icons.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace barchan::ui {

namespace {

/// A pen that draws in a square from -1 to 1, with y downwards.
class Pen {
 public:
  Pen(ImDrawList& draw, IconPlace const& place, Color color) : draw_(draw), place_(place), color_(packed(color)) {}

  ImVec2 at(ImVec2 point) const {
    const float half = 0.5f * place_.size;
    return {place_.middle.x + half * point.x, place_.middle.y + half * point.y};
  }
  void line(ImVec2 from, ImVec2 to) const { draw_.AddLine(at(from), at(to), color_, width()); }
  void path(std::span<ImVec2 const> points, bool closed) const {
    for (ImVec2 const& point : points) draw_.PathLineTo(at(point));
    draw_.PathStroke(color_, closed ? ImDrawFlags_Closed : 0, width());
  }
  void circle(ImVec2 middle, float radius) const {
    draw_.AddCircle(at(middle), 0.5f * place_.size * radius, color_, 0, width());
  }
  void disc(ImVec2 middle, float radius) const {
    draw_.AddCircleFilled(at(middle), 0.5f * place_.size * radius, color_);
  }
  void fill(ImVec2 low, ImVec2 high) const { draw_.AddRectFilled(at(low), at(high), color_); }
  void area(std::span<ImVec2 const> points) const {
    for (ImVec2 const& point : points) draw_.PathLineTo(at(point));
    draw_.PathFillConvex(color_);
  }

 private:
  float width() const { return std::max(1.0f, place_.size / 12.0f); }

  ImDrawList& draw_;
  IconPlace place_;
  ImU32 color_;
};

/// An eye.
void draw_look(Pen const& pen) {
  const ImVec2 kLids[] = {{-1.0f, 0.0f}, {-0.5f, -0.48f}, {0.0f, -0.62f}, {0.5f, -0.48f},
                          {1.0f, 0.0f},  {0.5f, 0.48f},   {0.0f, 0.62f},  {-0.5f, 0.48f}};
  pen.path(kLids, true);
  pen.disc({0.0f, 0.0f}, 0.3f);
}

void draw_brush(Pen const& pen) {
  const ImVec2 kHair[] = {{-0.95f, 0.95f}, {-0.75f, 0.2f}, {-0.25f, 0.25f}, {-0.2f, 0.75f}};
  pen.area(kHair);
  pen.line({-0.4f, 0.4f}, {0.9f, -0.9f});
}

/// A magnifying glass.
void draw_inspect(Pen const& pen) {
  pen.circle({-0.2f, -0.2f}, 0.65f);
  pen.line({0.28f, 0.28f}, {0.95f, 0.95f});
}

/// Layers of the ground below a cut.
void draw_section(Pen const& pen) {
  const ImVec2 kTop[] = {{-1.0f, -0.2f}, {-0.3f, -0.75f}, {0.25f, -0.35f}, {1.0f, -0.5f}};
  const ImVec2 kMiddle[] = {{-1.0f, 0.35f}, {-0.3f, 0.0f}, {0.25f, 0.25f}, {1.0f, 0.1f}};
  pen.path(kTop, false);
  pen.path(kMiddle, false);
  pen.line({-1.0f, 0.85f}, {1.0f, 0.85f});
}

/// A house.
void draw_place(Pen const& pen) {
  const ImVec2 kHouse[] = {{-0.8f, 0.85f}, {-0.8f, -0.1f}, {0.0f, -0.85f}, {0.8f, -0.1f}, {0.8f, 0.85f}};
  pen.path(kHouse, true);
  pen.fill({-0.2f, 0.25f}, {0.2f, 0.85f});
}

/// A crossed-out square.
void draw_remove(Pen const& pen) {
  const ImVec2 kSquare[] = {{-0.85f, -0.85f}, {0.85f, -0.85f}, {0.85f, 0.85f}, {-0.85f, 0.85f}};
  pen.path(kSquare, true);
  pen.line({-0.45f, -0.45f}, {0.45f, 0.45f});
  pen.line({-0.45f, 0.45f}, {0.45f, -0.45f});
}

/// A drop.
void draw_source(Pen const& pen) {
  const ImVec2 kDrop[] = {{0.0f, -0.95f}, {0.42f, -0.25f}, {0.6f, 0.25f},  {0.42f, 0.72f},
                          {0.0f, 0.9f},   {-0.42f, 0.72f}, {-0.6f, 0.25f}, {-0.42f, -0.25f}};
  pen.path(kDrop, true);
  pen.line({-0.25f, 0.3f}, {-0.1f, 0.55f});
}

/// A staff with marks.
void draw_gauge(Pen const& pen) {
  pen.line({-0.5f, -0.95f}, {-0.5f, 0.95f});
  for (const float y : {-0.7f, -0.35f, 0.0f, 0.35f}) pen.line({-0.5f, y}, {y == 0.0f ? 0.1f : -0.1f, y});
  const ImVec2 kWave[] = {{-0.95f, 0.65f}, {-0.2f, 0.5f}, {0.3f, 0.7f}, {0.95f, 0.55f}};
  pen.path(kWave, false);
}

/// An arrow, as of the pointer.
void draw_select(Pen const& pen) {
  const ImVec2 kArrow[] = {{-0.6f, -0.95f}, {-0.6f, 0.65f}, {-0.2f, 0.3f}, {0.15f, 0.95f},
                           {0.42f, 0.8f},   {0.1f, 0.2f},   {0.65f, 0.2f}};
  pen.path(kArrow, true);
}

struct Icon {
  std::string_view tool;
  void (*draw)(Pen const&);
};
constexpr Icon kIcons[] = {{"look", draw_look},       {"brush", draw_brush}, {"inspect", draw_inspect},
                           {"section", draw_section}, {"place", draw_place}, {"remove", draw_remove},
                           {"source", draw_source},   {"gauge", draw_gauge}, {"select", draw_select}};

}  // namespace

void draw_tool_icon(ImDrawList& draw, ToolInfo const& tool, IconPlace const& place, Color color) {
  const auto* const icon = std::ranges::find(kIcons, tool.id, &Icon::tool);
  if (icon != std::end(kIcons)) return icon->draw(Pen(draw, place, color));
  const std::string letter(tool.title.substr(0, 1));
  const ImVec2 size = ImGui::CalcTextSize(letter.c_str());
  draw.AddText({place.middle.x - 0.5f * size.x, place.middle.y - 0.5f * size.y}, packed(color), letter.c_str());
}

}  // namespace barchan::ui
