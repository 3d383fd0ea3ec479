#include "ui/rain_panel.hpp"

#include <cmath>

#include <fmt/core.h>

#include "ui/inspector.hpp"

namespace barchan::ui {

namespace {

constexpr float kWellDischarge = 0.01f;  // m3/s, of a strong village well
constexpr float kMarkReach = 9.0f;       // 96-dpi pixels around a mark within which a click selects it
constexpr std::size_t kMostRows = 12;    // of the list, before it scrolls

/// Draws two buttons side by side. Returns which of them was pressed.
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

/// Draws the rows of a source. Rows that have no effect on a well are greyed. The buttons choose between spring and
/// well.
void edit_source(Canvas const& canvas, ValueEditor& editor, ParameterGroup const& group, bool well) {
  for (ParameterRow const& row : group.rows) {
    if (row.key == "pumps") continue;
    EditedRow edited{fmt::format("{}.{}", group.id, row.key), row, group.get(row), row.default_value};
    if (well && row.key == "load") edited.live = false;
    if (well && row.key == "discharge")
      edited.note =
          "The well takes this amount of water out of the ground, as long as the ground there contains enough.";
    if (const auto wanted = editor.edit(canvas, edited)) group.set(row, *wanted);
  }
}

Color color_of(WaterSource const& source) { return source.pumps != 0 ? colors::kWell : colors::kWater; }

/// Draws a row for each source, with a cross that removes it. A long list scrolls in a window of its own.
void draw_sources(Canvas const& canvas, EditorState& state, SourceForm& form, std::span<WaterSource const> sources) {
  ImGui::PushFont(canvas.fonts.small_print);
  const float row = ImGui::GetFrameHeightWithSpacing();
  const bool many = sources.size() > kMostRows;
  if (many) ImGui::BeginChild("sources", {0.0f, static_cast<float>(kMostRows) * row}, false);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%zu", i + 1);
    if (draw_end_of_row(canvas, source_text(sources[i]), fmt::format("source.{}.remove", i + 1),
                        "Removes this source.")) {
      state.commands.emplace_back(RemoveSource{sources[i]});
    }
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, {low.x + ImGui::GetWindowWidth(), low.y + row})) {
      form.pointed = i;
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

void draw_source_section(Canvas const& canvas, EditorState& state, SourceForm& form, ValueEditor& editor,
                         std::span<WaterSource const> sources) {
  form.listed = true;
  form.pointed.reset();
  const bool well = form.source.pumps != 0;
  const auto [to_spring, to_well] =
      draw_pair(canvas,
                {"Spring", "source.spring",
                 "Makes the next source a spring or an inflowing river, with a discharge of 1 m³/s.", 0.0f, !well},
                {"Well", "source.well",
                 fmt::format("Makes the next source a well, which takes {} of water out of the ground and lowers the "
                             "water table around it.",
                             discharge_text(static_cast<double>(kWellDischarge))),
                 0.0f, well});
  if (to_spring) form.source = usual_spring(form.source);
  if (to_well) form.source = usual_well(form.source);
  edit_source(canvas, editor, source_group(form.source), well);
  if (draw_button(
          canvas,
          {"Place with a click", "source.click",
           well ? "Drills a well where you click, with the discharge that the slider above sets. A click on the mark "
                  "of a source removes the source. Press again or Esc to stop."
                : "Adds a spring or an inflowing river where you click, with the discharge and load that the sliders "
                  "above set. A click on the mark of a source removes the source. Press again or Esc to stop.",
           ImGui::GetContentRegionAvail().x, state.tool == "source"})) {
    state.toggled_tool = "source";
  }
  const auto [flow, dry] =
      draw_pair(canvas,
                {"Add it", "source.place",
                 well ? "Adds a well at the position that the sliders above give."
                      : "Adds a spring or an inflowing river at the position that the sliders above give."},
                {"Remove all", "source.remove_all", "Removes all springs, inflowing rivers and wells."});
  if (flow) state.commands.emplace_back(PlaceSource{form.source});
  if (dry) state.commands.emplace_back(RemoveSources{});
  draw_sources(canvas, state, form, sources);
}

void draw_source_marks(SourceForm const& form, bool active, std::span<WaterSource const> sources,
                       ScreenMap const& screen, glm::vec2 land_size) {
  if (!active && !form.listed) return;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    WaterSource const& source = sources[i];
    const bool ends = active && form.ending == i;
    screen.mark(glm::vec2(source.x, source.y) * land_size,
                {fmt::format("source.{}.mark", i + 1),
                 fmt::format("{}: {}{}", i + 1, source_text(source), ends ? "  ·  click to remove it" : ""),
                 color_of(source), ends || (form.listed && form.pointed == i), source.pumps != 0});
  }
}

void draw_next_source(SourceForm const& form, ScreenMap const& screen, glm::vec2 place) {
  screen.mark(place, {"source.mark", source_text(form.source), colors::kAccent, false, form.source.pumps != 0});
}

void draw_storm_section(Canvas const& canvas, EditorState& state, ValueEditor& editor) {
  edit_rows(canvas, editor, storm_group(state.storm));
  const auto [storm, calm] = draw_pair(
      canvas,
      {"Start", "storm.place",
       "Adds a storm with the values that the sliders above set. The time until the storm begins counts from now."},
      {"Remove all", "storm.remove_all", "Ends all storms."});
  if (storm) state.commands.emplace_back(PlaceStorm{state.storm});
  if (calm) state.commands.emplace_back(RemoveStorms{});
  const auto [map, even] = draw_pair(
      canvas,
      {"Rain map …", "storm.map",
       "Loads a raster file with one value for each cell of the land. Rain then falls in proportion to these values."},
      {"Rain evenly", "storm.even",
       "Removes the rain map. Rain is then the same everywhere, unless Rain by height in the section Rain is above "
       "0."});
  if (map) state.ask_for_raster = RasterUse::rain;
  if (even) state.commands.emplace_back(SetRainMap{});
}

}  // namespace barchan::ui
