#include "ui/inspector.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include <fmt/core.h>

#include "ui/section_water.hpp"
#include "ui/soil_color.hpp"

namespace barchan::ui {

namespace {

constexpr float kWidth = 244.0f;         // 96-dpi pixels
constexpr double kAtTheSurface = 0.005;  // m; smaller depths count as the surface
constexpr int kMostLines = 8, kMostFaceLines = 5, kLeastLines = 2;

void draw_pair(std::string const& left, std::string const& right) {
  ImGui::TextUnformatted(left.c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(right.c_str()).x);
  ImGui::TextUnformatted(right.c_str());
}

void draw_quiet_pair(std::string const& left, std::string const& right) {
  ImGui::PushStyleColor(ImGuiCol_Text, colors::kQuietText);
  draw_pair(left, right);
  ImGui::PopStyleColor();
}

void draw_water(std::vector<WaterLine> const& lines) {
  ImGui::PushStyleColor(ImGuiCol_Text, colors::kWater);
  for (WaterLine const& line : lines) draw_pair(line.what, line.figure);
  ImGui::PopStyleColor();
}

/// Draws at most `most` lines. If there are more layers, the last line says how many are left out.
void draw_layers(Canvas const& canvas, TerrainView const& view, std::vector<LayerLine> const& lines, int most) {
  const int count = static_cast<int>(lines.size()), shown = count > most ? most - 1 : count;
  for (LayerLine const& line : std::span(lines).first(static_cast<std::size_t>(shown))) {
    draw_swatch(canvas, view.soils[line.soil]);
    draw_pair(line.name, line.thickness);
  }
  if (shown < count) ImGui::TextColored(colors::kQuietText, "%s", fmt::format("… {} more", count - shown).c_str());
}

/// Lines of small print that a window of this height has room for, below its first line.
int lines_within(Canvas const& canvas, float height) {
  ImGuiStyle const& style = ImGui::GetStyle();
  const float first = 2.0f * style.WindowPadding.y + canvas.fonts.body->FontSize;
  return static_cast<int>((height - first) / (canvas.fonts.small_print->FontSize + style.ItemSpacing.y));
}

}  // namespace

std::vector<LayerLine> layer_lines(TerrainView const& view) {
  std::vector<LayerLine> lines;
  if (!view.column) return lines;
  for (Layer const& layer : view.column->layers) {
    lines.push_back({view.soils[layer.soil].name, thickness_text(to_metres(layer.thickness)), layer.soil});
  }
  // The bedrock has no lower end, so its line gives the elevation of its top.
  const double bedrock = view.datum + to_metres(view.column->layers.back().thickness);
  lines.back().thickness = fmt::format("from {:.2f} m down", bedrock);
  return lines;
}

std::pair<std::string, std::string> coordinate_texts(TerrainView const& view) {
  if (!view.column || !view.place.known()) return {};
  const auto width = static_cast<std::size_t>(view.grid.width);
  const glm::dvec2 cell(view.column->cell % width, view.column->cell / width);
  const glm::dvec2 at = coordinates_of(view.place, view.grid, (cell + 0.5) * static_cast<double>(view.grid.cell_size));
  return {fmt::format("x {:.1f}", at.x), fmt::format("y {:.1f}", at.y)};
}

double north_of(Place const& place) {
  // One row to the north is the vector (-t[2], -t[5]) of the coordinate reference system.
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  return place.known() ? 90.0 + std::atan2(-place.transform[2], -place.transform[5]) * kDegrees : 90.0;
}

std::string volume_text(double cubic_metres) {
  constexpr double kMillion = 1e6;
  if (cubic_metres >= kMillion) return fmt::format("{:.2f} million m³", cubic_metres / kMillion);
  const auto whole = static_cast<long long>(std::llround(cubic_metres));
  if (whole >= 10000) return fmt::format("{} {:03} m³", whole / 1000, whole % 1000);
  return cubic_metres < 10.0 ? fmt::format("{:.2f} m³", cubic_metres) : fmt::format("{} m³", whole);
}

std::string discharge_text(double discharge) {
  return discharge < 1000.0 ? short_number(discharge) + " m³/s" : fmt::format("{:.0f} m³/s", discharge);
}

std::vector<WaterLine> water_lines(TerrainView const& view) {
  std::vector<WaterLine> lines;
  if (!view.column) return lines;
  CellWater const& water = view.column->water;
  if (water.lake) {
    lines.push_back({fmt::format("Lake {}", water.lake->id), thickness_text(water.lake_depth) + " deep"});
    lines.push_back({fmt::format("level {:.2f} m", water.lake->level), volume_text(water.lake->volume)});
  }
  if (water.sea) {
    const double level = view.datum + to_metres(view.column->surface) + water.lake_depth;
    lines.push_back({"Sea", thickness_text(water.lake_depth) + " deep"});
    lines.push_back({fmt::format("level {:.2f} m", level), ""});
  }
  if (water.stream) {
    lines.push_back({"Stream", thickness_text(water.stream->depth) + " deep"});
    lines.push_back({short_number(water.stream->speed) + " m/s", discharge_text(water.stream->discharge)});
    const double cell = static_cast<double>(view.grid.cell_size);
    if (water.whole->width > cell) {
      lines.push_back(
          {fmt::format("full width {} m", short_number(water.whole->width)), discharge_text(water.whole->discharge)});
    }
  }
  return lines;
}

std::vector<WaterLine> ground_lines(TerrainView const& view) {
  if (!view.column || !view.column->ground) return {};
  GroundWater const& ground = *view.column->ground;
  const QuantaSum surface = view.column->surface;
  const double deep = to_metres(surface - ground.table), dry = to_metres(surface - ground.damp);
  if (deep < kAtTheSurface && ground.saturated > 0) return {{"Ground saturated", "to its surface"}};
  std::vector<WaterLine> lines;
  if (ground.saturated > 0) {
    lines.push_back({"Water table", thickness_text(deep) + " down"});
  } else {
    lines.push_back({"No groundwater", ""});
  }
  lines.push_back({ground.saturated > 0 ? "Pores above it" : "Pores",
                   ground.moist > 0.0 ? share_text(ground.moist) + " full" : "dry"});
  if (dry < kAtTheSurface) {
    lines.push_back({"Damp", "to the surface"});
  } else if (ground.saturated > 0) {
    lines.push_back({"Damp", "from " + thickness_text(dry) + " down"});
  } else {
    lines.push_back({"Damp", "nowhere"});
  }
  return lines;
}

std::vector<LayerLine> face_lines(TerrainView const& view) {
  std::vector<LayerLine> lines;
  if (!view.column) return lines;
  for (Band const& band : view.column->faces.bands) {
    lines.push_back({view.soils[band.soil].name, thickness_text(to_metres(band.top - band.bottom)), band.soil});
  }
  return lines;
}

std::string faces_text(Faces const& faces) {
  if (faces.count == 0) return "No side is exposed";
  return fmt::format("Open to {} lower neighbour{}", faces.count, faces.count > 1 ? "s" : "");
}

double slope_degrees(CellColumn const& column) {
  return std::atan(static_cast<double>(column.slope)) * 180.0 / std::numbers::pi;
}

void draw_inspector(Canvas const& canvas, TerrainView const& view, float left, float top) {
  if (!view.column) return;
  CellColumn const& column = *view.column;
  const float edge = canvas.px(kLandMargin), whole = canvas.px(kWidth);
  const float height = std::min(greatest_height(canvas, left, whole), foot_of_room(canvas) - edge - top);
  ImGui::SetNextWindowPos({canvas.size.x - edge, top}, ImGuiCond_Always, {1.0f, 0.0f});
  ImGui::SetNextWindowSize({whole, 0.0f});
  ImGui::Begin("inspector", nullptr, kLayerFlags | ImGuiWindowFlags_NoInputs);
  const auto width = static_cast<std::size_t>(view.grid.width);
  draw_pair(fmt::format("{:.2f} m high", view.datum + to_metres(column.surface)),
            fmt::format("slope {:.1f}°", slope_degrees(column)));
  canvas.widgets.record("inspector");
  canvas.widgets.record("inspector.box", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  ImGui::PushFont(canvas.fonts.small_print);
  draw_quiet_pair(fmt::format("cell {}, {}", column.cell % width, column.cell / width),
                  fmt::format("tangent {:.3f}", column.slope));
  const auto [x, y] = coordinate_texts(view);
  if (!x.empty()) draw_quiet_pair(x, y);
  Faces const& faces = column.faces;
  const auto water = water_lines(view), ground = ground_lines(view);
  // In a low window, fewer layers are listed.
  const auto others = static_cast<int>(water.size() + ground.size()) + (faces.count > 0 ? 3 : 2) + (x.empty() ? 0 : 1);
  const int free = lines_within(canvas, height) - others, on_faces = static_cast<int>(faces.bands.size());
  const int most = std::clamp(free - std::min(on_faces, kLeastLines), kLeastLines, kMostLines);
  draw_water(water);
  draw_layers(canvas, view, layer_lines(view), most);
  draw_water(ground);
  draw_quiet_pair(faces_text(faces), faces.count > 0 ? thickness_text(to_metres(faces.height)) : "");
  if (faces.count > 0) {
    const Quanta highest = faces.bands.front().top - faces.bands.back().bottom;
    draw_quiet_pair(fmt::format("highest face, {}", Faces::kSides[faces.highest]), thickness_text(to_metres(highest)));
    const int layers = std::min(most, static_cast<int>(column.layers.size()));
    draw_layers(canvas, view, face_lines(view), std::clamp(free - layers, kLeastLines, kMostFaceLines));
  }
  ImGui::PopFont();
  ImGui::End();
}

}  // namespace barchan::ui
