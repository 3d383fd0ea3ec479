#include "ui/rain_panel.hpp"

#include <cmath>

namespace barchan::ui {

namespace {

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

}  // namespace

void draw_source_section(Canvas const& canvas, DeskState& state, ValueEditor& editor) {
  edit_rows(canvas, editor, source_group(state.rain.source));
  const auto [flow, dry] =
      draw_pair(canvas, {"Let it flow", "source.place", "A spring, or a river that flows in, from now on"},
                {"End all", "source.remove_all", "Ends all springs and rivers that flow in"});
  if (flow) state.commands.emplace_back(PlaceSource{state.rain.source});
  if (dry) state.commands.emplace_back(RemoveSources{});
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
