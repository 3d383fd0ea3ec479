#include "ui/inspector.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/core.h>

#include "ui/soil_color.hpp"

namespace barchan::ui {

namespace {

constexpr float kMargin = 10.0f, kWidth = 220.0f;  // 96-dpi pixels
constexpr std::size_t kMostLines = 8;

void draw_pair(char const* name, std::string const& left, std::string const& right, Canvas const& canvas) {
  ImGui::TextUnformatted(left.c_str());
  canvas.book.record(name);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(right.c_str()).x);
  ImGui::TextUnformatted(right.c_str());
}

}  // namespace

std::vector<LayerLine> layer_lines(TerrainView const& view) {
  std::vector<LayerLine> lines;
  if (!view.column) return lines;
  for (Layer const& layer : view.column->layers) {
    lines.push_back({view.soils[layer.soil].name, thickness_text(to_metres(layer.thickness)), layer.soil});
  }
  // The bedrock has no end.
  const double bedrock = view.datum + to_metres(view.column->layers.back().thickness);
  lines.back().thickness = fmt::format("from {:.2f} m down", bedrock);
  return lines;
}

double slope_degrees(CellColumn const& column) {
  return std::atan(static_cast<double>(column.slope)) * 180.0 / std::numbers::pi;
}

void draw_inspector(Canvas const& canvas, TerrainView const& view, float top) {
  if (!view.column) return;
  CellColumn const& column = *view.column;
  ImGui::SetNextWindowPos({canvas.size.x - canvas.px(kMargin), top}, ImGuiCond_Always, {1.0f, 0.0f});
  ImGui::SetNextWindowSize({canvas.px(kWidth + 24.0f), 0.0f});
  ImGui::Begin("inspector", nullptr, kLayerFlags | ImGuiWindowFlags_NoInputs);
  const auto width = static_cast<std::size_t>(view.grid.width);
  draw_pair("inspector", fmt::format("{:.2f} m high", view.datum + to_metres(column.surface)),
            fmt::format("slope {:.1f}°", slope_degrees(column)), canvas);
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::TextColored(colors::kQuietText, "%s",
                     fmt::format("cell {}, {}", column.cell % width, column.cell / width).c_str());
  const std::vector<LayerLine> lines = layer_lines(view);
  // The last line stands for what has no room, the bedrock with it.
  const bool cut = lines.size() > kMostLines;
  for (std::size_t i = 0; i < (cut ? kMostLines - 1 : lines.size()); ++i) {
    draw_swatch(canvas, view.soils[lines[i].soil]);
    draw_pair(fmt::format("inspector/{}", i).c_str(), lines[i].name, lines[i].thickness, canvas);
  }
  if (cut) {
    ImGui::TextColored(colors::kQuietText, "%s", fmt::format("… {} more", lines.size() - kMostLines + 1).c_str());
  }
  ImGui::PopFont();
  ImGui::End();
}

}  // namespace barchan::ui
