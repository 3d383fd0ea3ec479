#include "ui/rain_panel.hpp"

#include <cmath>

#include <fmt/core.h>

#include "ui/inspector.hpp"

namespace barchan::ui {

namespace {

constexpr std::size_t kMostRows = 12;  // of the list, before it scrolls

/// Two buttons side by side; tells which is pressed.
std::pair<bool, bool> draw_pair(Canvas const& canvas, Button first, Button second) {
  const float width = std::floor((ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2.0f);
  first.width = second.width = width;
  const bool one = draw_button(canvas, first);
  ImGui::SameLine();
  return {one, draw_button(canvas, second)};
}

void edit_rows(Canvas const& canvas, ValueEditor& editor, ParameterGroup const& group) {
  for (ParameterRow const& row : group.rows) editor.edit(canvas, group, row);
}

/// "2.5 m³/s, 6 % sand".
std::string source_text(WaterSource const& source) {
  const std::string sand =
      source.load > 0.0f ? fmt::format(", {} % sand", short_number(100.0 * static_cast<double>(source.load))) : "";
  return discharge_text(static_cast<double>(source.discharge)) + sand;
}

/// A row for each source, with a cross that ends it; many scroll within their own window.
void draw_sources(Canvas const& canvas, DeskState& state, std::span<WaterSource const> sources) {
  ImGui::PushFont(canvas.fonts.small_print);
  const float row = ImGui::GetFrameHeightWithSpacing();
  const bool many = sources.size() > kMostRows;
  if (many) ImGui::BeginChild("sources", {0.0f, static_cast<float>(kMostRows) * row}, false);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%zu", i + 1);
    if (draw_end_of_row(canvas, source_text(sources[i]), fmt::format("source.{}.remove", i + 1), "End this one")) {
      state.commands.emplace_back(RemoveSource{sources[i]});
    }
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, {low.x + ImGui::GetWindowWidth(), low.y + row})) {
      state.rain.pointed = i;
    }
    ImGui::PopID();
  }
  if (many) ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace

void draw_source_section(Canvas const& canvas, DeskState& state, ValueEditor& editor,
                         std::span<WaterSource const> sources) {
  RainTool& tool = state.rain;
  tool.listed = true;
  tool.pointed.reset();
  edit_rows(canvas, editor, source_group(tool.source));
  if (draw_button(canvas, {"Place by click", "source.click",
                           "Each click on the land lets a source of this discharge and load flow there: click here "
                           "again, or Esc, to end",
                           ImGui::GetContentRegionAvail().x, tool.placing})) {
    tool.toggled = true;
  }
  const auto [flow, dry] =
      draw_pair(canvas, {"Let it flow", "source.place", "A spring, or a river that flows in, from now on"},
                {"End all", "source.remove_all", "Ends all springs and rivers that flow in"});
  if (flow) state.commands.emplace_back(PlaceSource{tool.source});
  if (dry) state.commands.emplace_back(RemoveSources{});
  draw_sources(canvas, state, sources);
}

void draw_source_marks(RainTool const& tool, std::span<WaterSource const> sources, ScreenMap const& screen,
                       glm::vec2 land_size) {
  if (!tool.placing && !tool.listed) return;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    WaterSource const& source = sources[i];
    screen.mark(glm::vec2(source.x, source.y) * land_size,
                {fmt::format("source.{}.mark", i + 1), fmt::format("{}: {}", i + 1, source_text(source)),
                 colors::kWater, tool.listed && tool.pointed == i});
  }
}

void draw_next_source(RainTool const& tool, ScreenMap const& screen, glm::vec2 place) {
  screen.mark(place, {"source.mark", source_text(tool.source), colors::kAccent});
}

void draw_storm_section(Canvas const& canvas, DeskState& state, ValueEditor& editor) {
  edit_rows(canvas, editor, storm_group(state.rain.storm));
  const auto [storm, calm] = draw_pair(canvas, {"Let it come", "storm.place", "Such a storm, counted from now"},
                                       {"End all", "storm.remove_all", "Ends all storms"});
  if (storm) state.commands.emplace_back(PlaceStorm{state.rain.storm});
  if (calm) state.commands.emplace_back(RemoveStorms{});
  const auto [map, even] =
      draw_pair(canvas, {"Rain map …", "storm.map", "It rains in proportion to a raster of the land's size"},
                {"Rain evenly", "storm.even", "No map: it rains alike everywhere"});
  state.rain.ask_for_map |= map;
  if (even) state.commands.emplace_back(SetRainMap{});
}

}  // namespace barchan::ui
