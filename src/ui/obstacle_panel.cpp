#include "ui/obstacle_panel.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/direction.hpp"
#include "wind/wind_field.hpp"

namespace barchan::ui {

namespace {

constexpr int kRoundPoints = 48;  // of a round outline
constexpr int kSidePoints = 16;   // of a side

/// A stamp needs a file: scripts, scenarios and the command line place them.
ParameterRow const& shape_row() {
  static const ParameterRow kRow = [] {
    ParameterRow row = *std::find_if(obstacle_rows().begin(), obstacle_rows().end(),
                                     [](ParameterRow const& candidate) { return candidate.key == "shape"; });
    constexpr auto kBodies = static_cast<std::size_t>(ObstacleShape::stamp);
    row.choices = row.choices.first(kBodies);
    row.maximum = static_cast<double>(kBodies - 1);
    return row;
  }();
  return kRow;
}

/// Ways from the middle to the points of a closed outline, m: along and across the body.
std::vector<glm::vec2> outline_of(Obstacle const& body) {
  std::vector<glm::vec2> points;
  const auto keys = obstacle_keys(body.shape);
  if (std::find(keys.begin(), keys.end(), "radius") != keys.end()) {
    for (int i = 0; i < kRoundPoints; ++i) {
      points.push_back(body.radius * unit_vector(360.0 * i / kRoundPoints));
    }
    return points;
  }
  const bool oblong = std::find(keys.begin(), keys.end(), "length") != keys.end();
  const glm::vec2 half = 0.5f * glm::vec2(oblong ? body.length : body.width, body.width);
  const glm::vec2 corners[] = {-half, {half.x, -half.y}, half, {-half.x, half.y}};
  for (int side = 0; side < 4; ++side) {
    const glm::vec2 from = corners[side], to = corners[(side + 1) % 4];
    for (int i = 0; i < kSidePoints; ++i) {
      points.push_back(from + (to - from) * (static_cast<float>(i) / kSidePoints));
    }
  }
  return points;
}

}  // namespace

void draw_obstacle_section(Canvas const& canvas, EditorState& state, ValueEditor& editor) {
  ObstacleTool& tool = state.obstacle;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  if (draw_button(canvas,
                  {"Place", "obstacle.place", "Each click on the land places one: click here again, or Esc, to end (B)",
                   width, tool.mode == ObstacleMode::place})) {
    state.actions.push_back(Action::place_obstacles);
  }
  ImGui::SameLine();
  if (draw_button(canvas,
                  {"Remove", "obstacle.remove", "Each click on the land takes away what stands within the radius (X)",
                   width, tool.mode == ObstacleMode::remove})) {
    state.actions.push_back(Action::remove_obstacles);
  }
  ImGui::SameLine();
  if (draw_button(canvas, {"Clear", "obstacle.remove_all", "Take all obstacles away, those of the land too", width})) {
    state.commands.emplace_back(RemoveObstacles{});
  }

  const ParameterGroup group = obstacle_group(tool.body);
  if (tool.mode == ObstacleMode::remove) return editor.edit(canvas, group, *group.find("radius"));
  editor.edit(canvas, group, shape_row());
  for (std::string_view key : obstacle_keys(tool.body.shape)) {
    if (key != "x" && key != "y") editor.edit(canvas, group, *group.find(key));  // the click says where
  }
}

void draw_obstacle_outline(Canvas const& canvas, ObstacleTool const& tool, ScreenMap const& screen, glm::vec3 middle) {
  const Obstacle body = tool.at(0.0f, 0.0f);
  const glm::vec2 along = unit_vector(static_cast<double>(body.azimuth));
  const glm::vec2 across(-along.y, along.x);
  std::vector<ImVec2> points;
  for (const glm::vec2 way : outline_of(body)) {
    const auto point = screen.at(glm::vec2(middle) + along * way.x + across * way.y);
    if (!point) return;  // it reaches behind the eye
    points.push_back(*point);
  }
  const Color color = tool.mode == ObstacleMode::remove ? colors::kError : colors::kAccent;
  ImGui::GetBackgroundDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), packed(color),
                                              ImDrawFlags_Closed, canvas.px(2.0f));
}

}  // namespace barchan::ui
