// The legend of the overlay.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/core.h>

#include "picture/hatch.hpp"
#include "render/color_ramp.hpp"
#include "ui/hud.hpp"
#include "ui/value_editor.hpp"
#include "world/fields.hpp"

namespace barchan::ui {

namespace {

constexpr float kLegendWidth = 220.0f, kLeastLegend = 120.0f, kField = 62.0f;  // 96-dpi pixels
constexpr float kRampHeight = 10.0f, kHatchBar = 14.0f, kHatchPeriod = 12.0f;

void draw_title(Canvas const& canvas, FieldRow const& row, OverlayScale const& scale, std::optional<float> value) {
  ImGui::TextUnformatted(row.title.data(), row.title.data() + row.title.size());
  canvas.widgets.record("legend");
  tooltip(std::string(row.help));
  if (!value) return;
  // Values below a logarithmic scale have been set to its lower end, so the exact value is unknown.
  const bool below = scale.logarithmic && *value <= scale.low;
  const std::string text =
      row.bearing != Bearing::none
          ? direction_text(std::round(static_cast<double>(*value)), row.bearing, canvas.directions)
          : fmt::format("{}{} {}", below ? "at most " : "", short_number(*value), unit_text(row.unit));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextColored(colors::kAccent, "%s", text.c_str());
}

void draw_ramp(Canvas const& canvas, FieldRamp kind, std::optional<float> mark) {
  const render::ColorRamp& ramp = render::color_ramp(kind);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float bar = canvas.px(kRampHeight), length = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({length, bar});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto color = [&](int i) {
    const auto& c = ramp[static_cast<std::size_t>(i)];
    return IM_COL32(c[0], c[1], c[2], 255);
  };
  constexpr int kPieces = 32;
  for (int i = 0; i < kPieces; ++i) {
    const ImU32 from = color(i * (render::kRampSize - 1) / kPieces),
                to = color((i + 1) * (render::kRampSize - 1) / kPieces);
    const float x0 = corner.x + length * static_cast<float>(i) / kPieces;
    const float x1 = corner.x + length * static_cast<float>(i + 1) / kPieces;
    draw.AddRectFilledMultiColor({x0, corner.y}, {x1, corner.y + bar}, from, to, to, from);
  }
  if (!mark) return;
  const float x = corner.x + *mark * length, edge = canvas.px(2.0f), half = canvas.px(1.5f);
  draw.AddRectFilled({x - half, corner.y - edge}, {x + half, corner.y + bar + edge}, packed(colors::kText));
}

/// Draws what stands for a hatched cell, and how many of them there are.
void draw_hatch(Canvas const& canvas, TerrainView const& view) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float bar = canvas.px(kHatchBar), length = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({length, bar});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect(corner, {corner.x + length, corner.y + bar}, true);
  const float period = canvas.px(kHatchPeriod), stripe = 0.25f * period;
  for (float x = corner.x - bar - period; x < corner.x + length; x += period) {
    for (int i = 0; i < 2; ++i) {
      const auto& c = i == 0 ? kDarkStripe : kLightStripe;
      const float left = x + stripe * static_cast<float>(i);
      draw.AddQuadFilled({left, corner.y + bar}, {left + stripe, corner.y + bar}, {left + stripe + bar, corner.y},
                         {left + bar, corner.y}, IM_COL32(c[0], c[1], c[2], 255));
    }
  }
  draw.PopClipRect();
  canvas.widgets.record("legend.hatch", corner, {length, bar}, draw);
  draw_wrapped(colors::kQuietText,
               fmt::format("{} of {} cells have no data. They are drawn at their filled elevations.",
                           grouped(view.overlay_full), grouped(view.overlay.size())));
}

/// Draws fields for both ends of the scale, with the unit between them.
void draw_ends(Canvas const& canvas, EditorState& state, FieldRow const& row, OverlayScale const& scale) {
  OverlayChoice& choice = state.overlay_choices[std::string(row.id)];
  const float width = canvas.px(kField);
  const auto field = [&](char const* name, float value) {
    const auto typed = draw_number_field(canvas, {name, static_cast<double>(value), width});
    tooltip("One end of the colour range. Type another value and press Enter.");
    return typed ? std::optional(static_cast<float>(*typed)) : std::nullopt;
  };
  const auto low = field("legend.low", scale.low);
  const std::string unit = unit_text(row.unit);
  ImGui::SameLine(0.5f * (ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(unit.c_str()).x));
  ImGui::TextUnformatted(unit.c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  const auto high = field("legend.high", scale.high);
  if (!low && !high) return;
  const bool symmetric = row.ramp == FieldRamp::diverging;
  const bool wrong = symmetric ? (low && *low >= 0.0f) || (high && *high <= 0.0f)
                               : !(low.value_or(scale.low) < high.value_or(scale.high));
  if (wrong) {
    state.toasts.push_back({symmetric
                                ? "This colour range is symmetric about 0. Give a negative value for its lower end or "
                                  "a positive one for its upper end."
                                : "The lower end of the colour range must be less than the upper end. Give another "
                                  "value.",
                            true, 0.0});
  } else if (symmetric) {
    choice.high = high ? *high : -*low;
  } else {
    choice.low = low ? low : choice.low;
    choice.high = high ? high : choice.high;
  }
}

/// Draws the switch for logarithmic colours and the button that restores the automatic range.
void draw_choices(Canvas const& canvas, EditorState& state, FieldRow const& row, OverlayScale const& scale) {
  OverlayChoice& choice = state.overlay_choices[std::string(row.id)];
  if (row.ramp == FieldRamp::sequential && scale.lowest >= 0.0f) {
    const bool logarithmic = draw_switch(canvas, "log", "legend.logarithmic", scale.logarithmic,
                                         "Makes the colours logarithmic, for values that span several powers of ten.");
    if (logarithmic != scale.logarithmic) choice = {{}, {}, logarithmic};
    ImGui::SameLine();
  }
  if (choice == OverlayChoice{}) {
    const std::string extent = fmt::format("land: {} to {}", short_number(scale.lowest), short_number(scale.highest));
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(extent.c_str()).x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colors::kQuietText, "%s", extent.c_str());
    tooltip(
        "Smallest and largest value on the land. A cell whose value lies outside the colour range has the colour of "
        "the nearer end.");
    return;
  }
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - canvas.px(kField));
  if (draw_button(canvas, {"Auto", "legend.auto", "Chooses the colour range automatically from the values.",
                           canvas.px(kField)}))
    choice = {};
}

}  // namespace

float draw_legend(Canvas const& canvas, EditorState& state, SimulationRunner const& runner, LegendFacts const& facts) {
  TerrainView const& view = runner.view();
  if (view.overlay_id.empty() || view.overlay.empty()) return canvas.px(kHudMargin);
  const float width = std::min(canvas.px(kLegendWidth), canvas.size.x - facts.left - canvas.px(2.0f * kHudMargin));
  if (width < canvas.px(kLeastLegend)) return canvas.px(kHudMargin);
  ImGui::SetNextWindowPos({canvas.size.x - canvas.px(kHudMargin), canvas.px(kHudMargin)}, ImGuiCond_Always,
                          {1.0f, 0.0f});
  ImGui::SetNextWindowSize({width + canvas.px(24.0f), 0.0f});
  ImGui::Begin("legend", nullptr, kLayerFlags);
  FieldRow const& row = view.overlay_row;
  OverlayScale const& scale = runner.overlay_scale();
  const bool hatch = is_hatched(row.id);
  draw_title(canvas, row, scale, hatch ? std::nullopt : facts.under_cursor);
  if (!hatch) {
    draw_ramp(canvas, row.ramp, facts.under_cursor ? std::optional(scale.share(*facts.under_cursor)) : std::nullopt);
  }
  ImGui::PushFont(canvas.fonts.small_print);
  if (hatch) {
    draw_hatch(canvas, view);
  } else {
    draw_ends(canvas, state, row, scale);
    draw_choices(canvas, state, row, scale);
    if (row.bearing != Bearing::none) {
      draw_wrapped(colors::kQuietText, fmt::format("The colours show degrees, which are counted {}.",
                                                   convention_of(row.bearing, Directions::mathematical)));
    }
  }
  if (!facts.why_empty.empty()) draw_wrapped(colors::kAccent, facts.why_empty);
  ImGui::PopFont();
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  canvas.widgets.record("legend.box", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  ImGui::End();
  return bottom + canvas.px(kHudMargin);
}

}  // namespace barchan::ui
