// Remove: a click removes the obstacles around it.
#include "ui/obstacle_outline.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

class RemoveTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{
        "remove",   "Remove",    {Key::x, {}}, "Remove the obstacles around your click. Press again to stop",
        "obstacle", "Obstacles", true};
    return kInfo;
  }

  std::string_view how_to() const override { return "Click on the land to remove obstacles. Press Esc to stop."; }

  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    if (!event.is_click || !event.ground) return;
    if (!event.share) return context.say("There is no land here from which to remove obstacles.");
    Obstacle removed = disc_of(context.state());
    removed.x = event.share->x;
    removed.y = event.share->y;
    context.forget_how_to();
    context.give(RemoveObstacles{removed});
  }

  bool has_size() const override { return true; }
  void resize(ToolContext& context, int direction, bool strength) override {
    const ParameterGroup group = obstacle_group(context.state().obstacle);
    if (!strength) scale_by_key(group, *group.find("radius"), direction);
  }

  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) override {
    if (!context.is_active(*this) || !pointer.ground) return;
    draw_obstacle_outline(screen, disc_of(context.state()), glm::vec2(*pointer.ground), colors::kError);
  }

  void draw_options(ToolContext& context, Canvas const& canvas, ValueEditor& editor) override {
    if (!context.is_active(*this)) return;
    const ParameterGroup group = obstacle_group(context.state().obstacle);
    editor.edit(canvas, group, *group.find("radius"));
  }

 private:
  /// The disc in which a click removes obstacles. Its radius is that of the obstacle that the place tool would place.
  static Obstacle disc_of(EditorState const& state) {
    Obstacle disc = state.obstacle;
    disc.shape = ObstacleShape::cylinder;
    return disc;
  }
};

}  // namespace

std::unique_ptr<Tool> make_remove_tool() { return std::make_unique<RemoveTool>(); }

}  // namespace barchan::ui
