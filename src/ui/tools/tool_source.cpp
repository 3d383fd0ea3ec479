// Source: a click adds a spring or a well, and a click on the mark of one removes it.
#include "ui/rain_panel.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

constexpr char const* kHowToFlow = "Click on the land to add a source of water there. Press Esc to stop.";
constexpr char const* kHowToDrill = "Click on the land to drill a well there. Press Esc to stop.";

class SourceTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{
        "source",
        "Source",
        {Key::j, {}},
        "Add a spring or a well where you click, or remove the source whose mark you click. Press again to stop",
        "source",
        "Springs and rivers",
        true};
    return kInfo;
  }

  std::string_view how_to() const override { return is_well() ? kHowToDrill : kHowToFlow; }
  void activate(ToolContext& context) override {
    ParameterStore const& parameters = context.parameters();
    if (is_well() && !parameters.is_on("groundwater")) {
      context.say("Wells do not take water while groundwater is off.");
    }
    if (!is_well() && !parameters.is_on("water_particles")) {
      context.say("No water flows while rain is off. Press W to switch it on.");
    }
  }
  void deactivate(ToolContext& /*context*/) override { form_.ending.reset(); }

  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    if (!event.is_click) return;
    auto const& sources = context.view().rain.sources;
    if (form_.ending && *form_.ending < sources.size()) {
      context.give(RemoveSource{sources[*form_.ending]});
      return;
    }
    if (!event.share) {
      return context.say(is_well() ? "There is no land here in which to drill."
                                   : "There is no land here over which water could flow.");
    }
    context.forget_how_to();
    WaterSource source = form_.source;
    source.x = event.share->x;
    source.y = event.share->y;
    context.give(PlaceSource{source});
  }

  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) override {
    auto const& sources = context.view().rain.sources;
    const bool active = context.is_active(*this);
    const glm::vec2 size = context.land().size();
    form_.ending.reset();
    if (active && pointer.ground) {
      form_.ending = source_under(sources, screen, size, pointer.pixel);
      if (!form_.ending) draw_next_source(form_, screen, *pointer.ground);
    }
    draw_source_marks(form_, active, sources, screen, size);
    form_.listed = false;  // until the panel lists them again
  }
  void draw_options(ToolContext& context, Canvas const& canvas, ValueEditor& editor) override {
    draw_source_section(canvas, context.state(), form_, editor, context.view().rain.sources);
  }
  /// Says how to place wells, because users may look for them among the parameters of groundwater.
  void draw_in_group(ToolContext& context, Canvas const& canvas, std::string_view group) override {
    if (group != "groundwater") return;
    ImGui::PushFont(canvas.fonts.small_print);
    draw_wrapped(colors::kQuietText, "Place wells with the Source tool:");
    const bool placing = context.is_active(*this) && is_well();
    if (draw_button(canvas, {"Place wells", "groundwater.wells", "Drills a well where you click. Press again to stop.",
                             ImGui::GetContentRegionAvail().x, placing})) {
      const bool was_well = is_well();
      if (!was_well) form_.source = usual_well(form_.source);
      if (was_well || !context.is_active(*this)) context.state().toggled_tool = info().id;
    }
    ImGui::PopFont();
  }

  std::optional<ParameterGroup> settings(EditorState& /*state*/) override { return source_group(form_.source); }

 private:
  bool is_well() const { return form_.source.pumps != 0; }

  SourceForm form_;
};

}  // namespace

std::unique_ptr<Tool> make_source_tool() { return std::make_unique<SourceTool>(); }

}  // namespace barchan::ui
