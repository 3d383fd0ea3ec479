// Place: a click places an obstacle.
#include <algorithm>
#include <cmath>

#include "ui/obstacle_outline.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

/// All shapes except the stamp, which needs a file. Scripts, scenarios and the command line can place stamps.
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

class PlaceTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{
        "place",    "Place",     {Key::b, {}}, "Place an obstacle where you click. Press again to stop",
        "obstacle", "Obstacles", true};
    return kInfo;
  }

  std::string_view how_to() const override { return "Click on the land to place an obstacle. Press Esc to stop."; }

  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    if (!event.is_click || !event.ground) return;
    if (!event.share) return context.say("There is no land here for an obstacle.");
    Obstacle placed = context.state().obstacle;
    placed.x = event.share->x;
    placed.y = event.share->y;
    context.forget_how_to();
    context.give(PlaceObstacle{placed, {}});
  }

  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) override {
    if (!context.is_active(*this) || !pointer.ground) return;
    draw_obstacle_outline(screen, context.state().obstacle, glm::vec2(*pointer.ground), colors::kAccent);
  }

  void draw_options(ToolContext& context, Canvas const& canvas, ValueEditor& editor) override {
    EditorState& state = context.state();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
    const bool removing = state.tool == "remove";
    if (draw_button(canvas, {"Place", "obstacle.place", "Places an obstacle where you click. Press again to stop. (B)",
                             width, context.is_active(*this)})) {
      state.toggled_tool = "place";
    }
    ImGui::SameLine();
    if (draw_button(canvas, {"Remove", "obstacle.remove",
                             "Removes the obstacles around your click, up to the distance that the slider Radius "
                             "sets. Press again to stop. (X)",
                             width, removing})) {
      state.toggled_tool = "remove";
    }
    ImGui::SameLine();
    if (draw_button(canvas, {"Clear", "obstacle.remove_all", "Removes all obstacles, including those of the scenario.",
                             width})) {
      state.commands.emplace_back(RemoveObstacles{});
    }
    if (removing) return;  // the remove tool shows its radius
    const ParameterGroup group = obstacle_group(state.obstacle);
    editor.edit(canvas, group, shape_row());
    for (std::string_view key : obstacle_keys(state.obstacle.shape)) {
      if (key != "x" && key != "y") editor.edit(canvas, group, *group.find(key));  // the click sets the place
    }
  }

  std::optional<ParameterGroup> settings(EditorState& state) override { return obstacle_group(state.obstacle); }
};

}  // namespace

std::unique_ptr<Tool> make_place_tool() { return std::make_unique<PlaceTool>(); }

}  // namespace barchan::ui
