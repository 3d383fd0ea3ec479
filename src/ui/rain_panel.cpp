#include "ui/rain_panel.hpp"

#include <cmath>

#include <fmt/core.h>

#include "ui/inspector.hpp"

namespace barchan::ui {

namespace {

constexpr float kWellDischarge = 0.01f;  // m3/s, of a strong well of a village
constexpr float kMarkReach = 9.0f;       // 96-dpi pixels about a mark in which a click is meant for it
constexpr std::size_t kMostRows = 12;    // of the list, before it scrolls

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

/// What does not count for a well is greyed.
void edit_source(Canvas const& canvas, ValueEditor& editor, ParameterGroup const& group, bool well) {
  for (ParameterRow const& row : group.rows) {
    EditedRow edited{fmt::format("{}.{}", group.id, row.key), row, group.get(row), row.default_value};
    if (well && row.key == "load") edited.live = false;
    if (well && row.key == "discharge") edited.note = "Taken out of the ground, as long as it has any.";
    if (const auto wanted = editor.edit(canvas, edited)) group.set(row, *wanted);
  }
}

Color color_of(WaterSource const& source) { return source.pumps != 0 ? colors::kWell : colors::kWater; }

/// A row for each source, with a cross that ends it; many scroll within their own window.
void draw_sources(Canvas const& canvas, EditorState& state, std::span<WaterSource const> sources) {
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

WaterSource usual_spring(WaterSource source) { return {.x = source.x, .y = source.y}; }

WaterSource usual_well(WaterSource source) {
  return {.x = source.x, .y = source.y, .discharge = kWellDischarge, .pumps = 1};
}

std::string source_text(WaterSource const& source) {
  const std::string discharge = discharge_text(static_cast<double>(source.discharge));
  if (source.pumps != 0) return "well −" + discharge;
  const std::string sand =
      source.load > 0.0f ? fmt::format(", {} % sand", short_number(100.0 * static_cast<double>(source.load))) : "";
  return discharge + sand;
}

std::optional<std::size_t> source_under(std::span<WaterSource const> sources, ScreenMap const& screen,
                                        glm::vec2 land_size, ImVec2 pointer) {
  std::optional<std::size_t> found;
  float nearest = screen.px(kMarkReach) * screen.px(kMarkReach);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto mark = screen.at(glm::vec2(sources[i].x, sources[i].y) * land_size);
    if (!mark) continue;
    const float x = mark->x - pointer.x, y = mark->y - pointer.y;
    if (x * x + y * y > nearest) continue;
    nearest = x * x + y * y;
    found = i;
  }
  return found;
}

void draw_source_section(Canvas const& canvas, EditorState& state, ValueEditor& editor,
                         std::span<WaterSource const> sources) {
  RainTool& tool = state.rain;
  tool.listed = true;
  tool.pointed.reset();
  const bool well = tool.source.pumps != 0;
  const auto [to_spring, to_well] =
      draw_pair(canvas,
                {"Spring", "source.spring",
                 "Water that comes to the surface: a spring, or a river that flows in; sets 1 m³/s", 0.0f, !well},
                {"Well", "source.well",
                 fmt::format("Takes water out of the ground, so that its table sinks to a funnel; sets {}",
                             discharge_text(static_cast<double>(kWellDischarge))),
                 0.0f, well});
  if (to_spring) tool.source = usual_spring(tool.source);
  if (to_well) tool.source = usual_well(tool.source);
  edit_source(canvas, editor, source_group(tool.source), well);
  if (draw_button(canvas, {"Place by click", "source.click",
                           well ? "Each click on the land drills a well of this discharge there, one on a mark ends "
                                  "what it stands for: click here again, or Esc, to end"
                                : "Each click on the land lets a source of this discharge and load flow there, one on "
                                  "a mark ends what it stands for: click here again, or Esc, to end",
                           ImGui::GetContentRegionAvail().x, tool.placing})) {
    tool.toggled = true;
  }
  const auto [flow, dry] =
      draw_pair(canvas,
                {well ? "Let it pump" : "Let it flow", "source.place",
                 well ? "A well at the place above, from now on"
                      : "A spring, or a river that flows in, at the place above from now on"},
                {"End all", "source.remove_all", "Ends all springs, rivers that flow in and wells"});
  if (flow) state.commands.emplace_back(PlaceSource{tool.source});
  if (dry) state.commands.emplace_back(RemoveSources{});
  draw_sources(canvas, state, sources);
}

void draw_source_marks(RainTool const& tool, std::span<WaterSource const> sources, ScreenMap const& screen,
                       glm::vec2 land_size) {
  if (!tool.placing && !tool.listed) return;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    WaterSource const& source = sources[i];
    const bool ends = tool.placing && tool.ending == i;
    screen.mark(glm::vec2(source.x, source.y) * land_size,
                {fmt::format("source.{}.mark", i + 1),
                 fmt::format("{}: {}{}", i + 1, source_text(source), ends ? "  ·  a click ends it" : ""),
                 color_of(source), ends || (tool.listed && tool.pointed == i), source.pumps != 0});
  }
}

void draw_next_source(RainTool const& tool, ScreenMap const& screen, glm::vec2 place) {
  screen.mark(place, {"source.mark", source_text(tool.source), colors::kAccent, false, tool.source.pumps != 0});
}

void draw_storm_section(Canvas const& canvas, EditorState& state, ValueEditor& editor) {
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
