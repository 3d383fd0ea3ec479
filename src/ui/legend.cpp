#include "ui/legend.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "render/color_ramp.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

namespace {

constexpr float kMargin = 10.0f;  // 96-dpi pixels, as all below
constexpr float kWidth = 220.0f, kLeastWidth = 120.0f;
constexpr float kBar = 10.0f;
constexpr float kField = 62.0f;

void draw_title(Canvas const& canvas, FieldRow const& row, OverlayScale const& scale, std::optional<float> value) {
  ImGui::TextUnformatted(row.title.data(), row.title.data() + row.title.size());
  canvas.book.record("legend");
  tooltip(std::string(row.help));
  if (!value) return;
  // Below a logarithmic scale the value itself is not known any more.
  const bool below = scale.logarithmic && *value <= scale.low;
  const std::string text = fmt::format("{}{} {}", below ? "at most " : "", short_number(*value), unit_text(row.unit));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextColored(colors::kAccent, "%s", text.c_str());
}

void draw_ramp(Canvas const& canvas, FieldRamp kind, std::optional<float> mark) {
  const ColorRamp& ramp = color_ramp(kind);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float bar = canvas.px(kBar), length = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({length, bar});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto color = [&](int i) {
    const auto& c = ramp[static_cast<std::size_t>(i)];
    return IM_COL32(c[0], c[1], c[2], 255);
  };
  constexpr int kPieces = 32;
  for (int i = 0; i < kPieces; ++i) {
    const ImU32 from = color(i * (kRampSize - 1) / kPieces), to = color((i + 1) * (kRampSize - 1) / kPieces);
    const float x0 = corner.x + length * static_cast<float>(i) / kPieces;
    const float x1 = corner.x + length * static_cast<float>(i + 1) / kPieces;
    draw.AddRectFilledMultiColor({x0, corner.y}, {x1, corner.y + bar}, from, to, to, from);
  }
  if (!mark) return;
  const float x = corner.x + *mark * length, edge = canvas.px(2.0f), half = canvas.px(1.5f);
  draw.AddRectFilled({x - half, corner.y - edge}, {x + half, corner.y + bar + edge}, packed(colors::kText));
}

/// Both ends, the unit between them.
void draw_ends(Canvas const& canvas, DeskState& state, FieldRow const& row, OverlayScale const& scale) {
  OverlayChoice& choice = state.overlay_choices[std::string(row.id)];
  const float width = canvas.px(kField);
  const auto field = [&](char const* name, float value) {
    const auto typed = draw_number_field(canvas, {name, static_cast<double>(value), width});
    tooltip("An end of the colours: type another and press Enter");
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
    state.toasts.push_back({"The colours need a lower end on the left than on the right.", true, 0.0});
  } else if (symmetric) {
    choice.high = high ? *high : -*low;
  } else {
    choice.low = low ? low : choice.low;
    choice.high = high ? high : choice.high;
  }
}

/// How the scale is made, and the way back to what the values ask for.
void draw_choices(Canvas const& canvas, DeskState& state, FieldRow const& row, OverlayScale const& scale) {
  OverlayChoice& choice = state.overlay_choices[std::string(row.id)];
  if (row.ramp == FieldRamp::sequential && scale.lowest >= 0.0f) {
    bool logarithmic = scale.logarithmic;
    if (ImGui::Checkbox("log", &logarithmic)) choice = {{}, {}, logarithmic};
    canvas.book.record("legend.logarithmic");
    tooltip("Colours by ratio, for values that span decades");
    ImGui::SameLine();
  }
  if (choice == OverlayChoice{}) {
    const std::string extent = fmt::format("of {} to {}", short_number(scale.lowest), short_number(scale.highest));
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(extent.c_str()).x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colors::kQuietText, "%s", extent.c_str());
    tooltip("All there is: a few extreme cells take the colours of the ends");
    return;
  }
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - canvas.px(kField));
  if (draw_button(canvas, {"Auto", "legend.auto", "Chosen from the values again", canvas.px(kField)})) choice = {};
}

}  // namespace

void draw_legend(Canvas const& canvas, DeskState& state, SimulationRunner const& runner, LegendFacts const& facts) {
  TerrainView const& view = runner.view();
  if (view.overlay_id.empty() || view.overlay.empty()) return;
  const float width = std::min(canvas.px(kWidth), canvas.size.x - facts.left - canvas.px(2.0f * kMargin));
  if (width < canvas.px(kLeastWidth)) return;
  ImGui::SetNextWindowPos({canvas.size.x - canvas.px(kMargin), canvas.px(kMargin)}, ImGuiCond_Always, {1.0f, 0.0f});
  ImGui::SetNextWindowSize({width + canvas.px(24.0f), 0.0f});
  ImGui::Begin("legend", nullptr, kLayerFlags);
  FieldRow const& row = view.overlay_row;
  OverlayScale const& scale = runner.overlay_scale();
  draw_title(canvas, row, scale, facts.under_cursor);
  draw_ramp(canvas, row.ramp, facts.under_cursor ? std::optional(scale.share(*facts.under_cursor)) : std::nullopt);
  ImGui::PushFont(canvas.fonts.small_print);
  draw_ends(canvas, state, row, scale);
  draw_choices(canvas, state, row, scale);
  if (!facts.why_empty.empty()) {
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextColored(colors::kAccent, "%s", facts.why_empty.c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::PopFont();
  ImGui::End();
}

}  // namespace barchan::ui
