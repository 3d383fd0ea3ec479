// Section: a drag draws a line across the land, and a window shows the cut along it.
#include <fmt/core.h>

#include "ui/section_water.hpp"
#include "ui/section_window.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

constexpr double kBedrockDepth = 10.0;  // m of bedrock below its lowest top that the CSV file lists

class SectionTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{
        "section",
        "Section",
        {Key::c, {}},
        "Show a section along a line that you drag. Press again for another line, or Esc to close the section"};
    return kInfo;
  }
  bool takes_drags() const override { return true; }

  std::string_view how_to() const override { return "Drag a line over the land to cut through it. Press Esc to stop."; }
  /// Closes an open section, because only one can be open.
  void activate(ToolContext& /*context*/) override { section_ = {}; }
  /// Drops a line that is still being drawn.
  void deactivate(ToolContext& /*context*/) override {
    if (!std::exchange(finished_, false)) section_ = {};
    start_.reset();
  }

  void pointer_down(ToolContext& /*context*/, PointerEvent const& event) override {
    if (event.place) start_ = glm::dvec2(*event.place);
  }
  void pointer_drag(ToolContext& context, PointerEvent const& event) override {
    if (start_ && event.place) section_.line = line_on(context.view().grid, *start_, glm::dvec2(*event.place));
  }
  /// Completes the line and opens the window. Drags then turn the view again.
  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    pointer_drag(context, event);
    start_.reset();
    finished_ = section_.line.has_value();
    if (finished_) context.leave();
  }
  bool escape(ToolContext& context) override {
    if (context.is_active(*this) || !section_.line || context.state().feet.hides("section")) return false;
    section_ = {};
    return true;
  }

  void draw_on_land(ToolContext& /*context*/, ScreenMap const& screen, PointerEvent const& /*pointer*/) override {
    draw_section_line(section_, screen);
  }
  void draw_window(ToolContext& context, Canvas const& canvas, ValueEditor& editor, WindowSpace const& space) override {
    TerrainView const& view = context.view();
    EditorState& state = context.state();
    const bool open = section_.line && !view.section.columns.empty();
    const bool fits = both_fit_at_foot(canvas, {space.left, state.render.inset_map});
    const SectionSpace beside{space.left, state.render.inset_map, state.posing.has_value(),
                              state.feet.draws("section", open, fits)};
    draw_section_window(canvas, section_, view, editor, beside);
    if (std::exchange(section_.save_table, false)) {
      context.requests().files.push_back(
          {"-section.csv", section_csv(view.section, view.soils, kBedrockDepth), "Section"});
    }
    if (std::exchange(section_.save_picture, false)) {
      context.state().window_picture = WidgetPicture{"section", "-section.png", "Section"};
    }
  }
  void add_request(ToolContext const& /*context*/, PointerEvent const& /*pointer*/,
                   ViewRequest& request) const override {
    request.section = section_.line;
  }
  void world_opened(ToolContext& context, bool kept) override {
    if (kept) return;
    section_ = {};
    if (context.is_active(*this)) context.leave();
  }

  Answers answers(ToolContext const& context) const override {
    const Answer none = std::string("none");
    Section const& cut = context.view().section;
    auto const& spot = section_.spot;
    char const* const shown = section_.line ? "open" : "off";
    return {
        {"section", text_answer(context.is_active(*this) ? "armed" : shown)},
        {"section.exaggeration", number_answer(section_.exaggeration)},
        {"section.length", cut.columns.empty() ? none : number_answer(cut.length)},
        {"section.distance", spot ? number_answer(spot->distance) : none},
        {"section.elevation", spot ? number_answer(spot->elevation) : none},
        {"section.water", spot ? text_answer(spot->water) : none},
        {"section.moist", spot ? number_answer(spot->moist) : none},
        {"section.sand_flux", cut.columns.empty() ? none : number_answer(context.view().section_flux.sand)},
        {"section.water_flux", cut.columns.empty() ? none : number_answer(context.view().section_flux.water)},
        {"section.flow", number_answer(kSecondsADay * section_.flow)},
        {"section.soil", spot ? text_answer(spot->soil) : none},
    };
  }

 private:
  SectionView section_;
  std::optional<glm::dvec2> start_;  // m, where the drag in progress began
  bool finished_ = false;            // the drag has ended with a line
};

}  // namespace

std::unique_ptr<Tool> make_section_tool() { return std::make_unique<SectionTool>(); }

}  // namespace barchan::ui
