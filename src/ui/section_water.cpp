#include "ui/section_water.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

constexpr Color kFull{0.07f, 0.30f, 0.62f, 0.44f};
constexpr Color kMoist{0.14f, 0.42f, 0.74f, 0.42f};  // where all pores are full
constexpr Color kArrow{0.90f, 0.96f, 1.0f, 0.95f}, kArrowRim{0.03f, 0.10f, 0.22f, 0.55f};
constexpr float kSpacing = 46.0f, kLongest = 36.0f, kShortest = 5.0f;  // of arrows, 96-dpi pixels
constexpr float kRowHeight = 22.0f, kLeastRoom = 7.0f;
constexpr int kMostWaterRows = 3;
constexpr double kWeakest = 1.0 / 12.0;  // fraction of the largest flow
constexpr double kStill = 1e-12;         // m2/s
constexpr float kSwatch = 11.0f;

/// An arrow, given by its middle.
struct Shaft {
  ImVec2 middle{}, way{};  ///< `way`: unit vector on the screen
  float length = 0.0f;     ///< pixels
};

void draw_shaft(Canvas const& canvas, ImDrawList& draw, Shaft const& shaft) {
  const auto at = [&](float along, float aside) {
    return ImVec2{shaft.middle.x + along * shaft.way.x - aside * shaft.way.y,
                  shaft.middle.y + along * shaft.way.y + aside * shaft.way.x};
  };
  const float half = 0.5f * shaft.length, head = std::min(canvas.px(6.0f), shaft.length);
  for (const bool rim : {true, false}) {
    const float wider = rim ? canvas.px(1.2f) : 0.0f;
    const ImU32 color = packed(rim ? kArrowRim : kArrow);
    if (shaft.length > head)
      draw.AddLine(at(-half - wider, 0.0f), at(half - head, 0.0f), color, canvas.px(1.5f) + 2.0f * wider);
    draw.AddTriangleFilled(at(half + 1.6f * wider, 0.0f), at(half - head - wider, 0.5f * head + wider),
                           at(half - head - wider, -0.5f * head - wider), color);
  }
}

}  // namespace

std::vector<FlowArrow> flow_arrows(Section const& section, double spacing) {
  std::vector<FlowArrow> arrows;
  const int count = std::max(1, static_cast<int>(section.length / spacing));
  const double each = section.length / count;
  auto column = section.columns.begin();
  for (int i = 0; i < count; ++i) {
    const double middle = (i + 0.5) * each, end = (i + 1) * each;
    FlowArrow arrow{.distance = middle};
    SectionColumn const *first = nullptr, *last = nullptr;
    double wet = 0.0;
    bool there = false;
    for (; column != section.columns.end() && 0.5 * (column->begin + column->end) <= end; ++column) {
      if (!column->ground || column->ground->saturated <= 0) continue;
      const double length = column->end - column->begin;
      wet += length;
      arrow.flow += length * column->ground_flow;
      if (first == nullptr) first = &*column;
      last = &*column;
      if (column->end < middle || there) continue;
      there = column->begin <= middle;
      arrow.table = to_metres(column->ground->table);
      arrow.saturated = to_metres(column->ground->saturated);
    }
    if (!there) continue;
    arrow.flow /= wet;
    const double apart = 0.5 * (last->begin + last->end - first->begin - first->end);
    if (apart > 0.0) arrow.slope = to_metres(QuantaSum{last->ground->table} - first->ground->table) / apart;
    arrows.push_back(arrow);
  }
  double most = kStill;
  for (FlowArrow const& arrow : arrows) most = std::max(most, std::abs(arrow.flow));
  std::erase_if(arrows,
                [&](FlowArrow const& arrow) { return std::abs(arrow.flow) < std::max(kWeakest * most, kStill); });
  return arrows;
}

std::string share_text(double share) { return share < 0.01 ? "under 1 %" : fmt::format("{:.0f} %", 100.0 * share); }

void tint_ground(ImDrawList& draw, Plot const& plot, SectionColumn const& column, ImVec2 sides) {
  const auto [left, right] = sides;
  const double table = plot.datum + to_metres(column.ground->table);
  const float level = plot.y(table), surface = plot.y(plot.datum + to_metres(column.surface));
  // The square root makes a little moisture visible.
  if (const auto share = static_cast<float>(std::sqrt(column.ground->moist)); share > 0.0f) {
    draw.AddRectFilled({left, surface}, {right, level}, packed(kMoist, share));
  }
  if (column.ground->saturated <= 0) return;
  draw.AddRectFilled({left, level}, {right, plot.y(table - to_metres(column.ground->saturated))}, packed(kFull));
  draw.AddRectFilled({left, level}, {right, level + kLevelLine}, packed(colors::kWater));
}

double draw_ground_flow(Canvas const& canvas, ImDrawList& draw, Plot const& plot, Section const& section) {
  const std::vector<FlowArrow> arrows = flow_arrows(section, static_cast<double>(canvas.px(kSpacing)) / plot.across);
  double most = 0.0;
  for (FlowArrow const& arrow : arrows) most = std::max(most, std::abs(arrow.flow));
  draw.PushClipRect(plot.low, plot.high, true);
  for (FlowArrow const& arrow : arrows) {
    const float length = canvas.px(kLongest) * static_cast<float>(std::abs(arrow.flow) / most);
    const float room = static_cast<float>(arrow.saturated * plot.up);
    if (length < canvas.px(kShortest) || room < canvas.px(kLeastRoom)) continue;
    const auto rise = static_cast<float>(-arrow.slope * plot.up / plot.across);
    const float side = arrow.flow < 0.0 ? -1.0f : 1.0f, norm = side / std::sqrt(1.0f + rise * rise);
    const int rows = std::clamp(static_cast<int>(room / canvas.px(kRowHeight)), 1, kMostWaterRows);
    for (int row = 0; row < rows; ++row) {
      const float y =
          plot.y(plot.datum + arrow.table) + room * (static_cast<float>(row) + 0.5f) / static_cast<float>(rows);
      draw_shaft(canvas, draw, {{plot.x(arrow.distance), y}, {norm, norm * rise}, length});
    }
  }
  draw.PopClipRect();
  return most;
}

void draw_ground_legend(Canvas const& canvas, ImDrawList& draw, Section const& section, Gap gap, double flow) {
  const bool any =
      std::ranges::any_of(section.columns, [](SectionColumn const& one) { return one.ground.has_value(); });
  if (!any) return;
  ImFont& font = *canvas.fonts.small_print;
  const float swatch = canvas.px(kSwatch), space = canvas.px(5.0f);
  float x = gap.begin + canvas.px(14.0f);
  const auto entry = [&](float width, std::string const& words, char const* name, auto const& paint) {
    const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, words.c_str());
    if (x + width + space + size.x > gap.end - space) return;
    paint(ImVec2{x, gap.middle - 0.5f * swatch});
    draw.AddText(&font, font.FontSize, {x + width + space, gap.middle - 0.5f * size.y}, packed(colors::kQuietText),
                 words.c_str());
    canvas.widgets.record(name, {x, gap.middle - 0.5f * size.y}, {width + space + size.x, size.y}, draw);
    x += width + space + size.x + canvas.px(14.0f);
  };
  constexpr Color kGround{0.80f, 0.70f, 0.52f, 1.0f};  // of sand, under the tints
  entry(swatch, "full of water", "section.legend/full", [&](ImVec2 at) {
    const ImVec2 end{at.x + swatch, at.y + swatch};
    draw.AddRectFilled(at, end, packed(kGround));
    draw.AddRectFilled(at, end, packed(kFull));
    draw.AddRectFilled(at, {end.x, at.y + kLevelLine}, packed(colors::kWater));
  });
  const float shaft = canvas.px(kLongest);
  if (flow > 0.0) {
    entry(shaft, "flow of " + short_number(kSecondsADay * flow) + " m²/d", "section.legend/flow", [&](ImVec2 at) {
      draw_shaft(canvas, draw, {{at.x + 0.5f * shaft, gap.middle}, {1.0f, 0.0f}, shaft});
    });
  }
  entry(2.0f * swatch, "moist; the bluer, the more water", "section.legend/moist", [&](ImVec2 at) {
    const ImVec2 end{at.x + 2.0f * swatch, at.y + swatch};
    draw.AddRectFilled(at, end, packed(kGround));
    const ImU32 none = packed(kMoist, 0.0f), full = packed(kMoist);
    draw.AddRectFilledMultiColor(at, end, none, full, full, none);
  });
}

}  // namespace barchan::ui
