// Brush: a drag shapes and paints the land.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "base/direction.hpp"
#include "land/brush.hpp"
#include "ui/soil_color.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

constexpr float kLeastSpacing = 0.25f;  // between dabs, cells
constexpr int kRingPoints = 72;

struct ActionText {
  BrushAction action;
  char const *label, *help;
};
constexpr std::array<ActionText, kBrushActionCount> kActions{{
    {BrushAction::raise, "Raise", "Adds material under the brush. Hold Ctrl to take it away."},
    {BrushAction::lower, "Lower", "Takes material away under the brush. Hold Ctrl to add it."},
    {BrushAction::smooth, "Smooth",
     "Brings the height of each cell closer to the mean height around the cell. Hold Shift to smooth with every other "
     "action except Ramp."},
    {BrushAction::flatten, "Flatten",
     "Brings the land to the level at which the drag begins, or to a level that you set."},
    {BrushAction::roughen, "Roughen", "Adds bumps to the land. Hold Ctrl to smooth."},
    {BrushAction::ramp, "Ramp", "Builds an even slope from where the drag begins to where it ends."},
}};

/// What the brush does while these keys are held.
BrushAction held_action(BrushAction chosen, Modifiers modifiers) {
  if (chosen == BrushAction::ramp) return chosen;
  if (modifiers.shift) return BrushAction::smooth;
  if (!modifiers.control) return chosen;
  if (chosen == BrushAction::raise) return BrushAction::lower;
  if (chosen == BrushAction::lower) return BrushAction::raise;
  return chosen == BrushAction::roughen ? BrushAction::smooth : chosen;
}

/// A stroke while the button is held.
struct Drawing {
  render::LandShape land;  ///< as it was when the stroke began, so that the path does not depend on the stroke's effect
  BrushStroke stroke;      ///< without its points
  BrushPath path;
  BrushPoint first, last;
};

class BrushTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{"brush",      "Brush",
                                    {Key::d, {}}, "Shape and paint the land where you drag. Press again to stop",
                                    "brush",      "Brush"};
    return kInfo;
  }
  bool takes_drags() const override { return true; }

  std::string_view how_to() const override {
    return "Drag over the land to shape it. Hold Ctrl for the opposite effect or Shift to smooth. Press Esc to stop.";
  }
  void deactivate(ToolContext& /*context*/) override { drawing_.reset(); }

  void pointer_down(ToolContext& context, PointerEvent const& event) override {
    drawing_.reset();
    if (!event.share) return;
    EditorState const& state = context.state();
    Grid const& grid = context.view().grid;
    BrushStroke stroke{.brush = state.brush, .material = state.brush_material, .stencil = state.stencil};
    stroke.brush.action = held_action(state.brush.action, event.modifiers);
    if (!painted_mask(stroke.material).empty()) {
      if (!only_adds_or_takes(stroke.brush.action)) stroke.brush.action = BrushAction::raise;
    } else if (!only_adds_or_takes(stroke.brush.action) && !names_soil(stroke.material)) {
      stroke.material = kGroundMaterial;
    }
    if (has_mask(context.view(), state.brush_within)) stroke.within = state.brush_within;
    const double most = BrushStroke::kMostCells * static_cast<double>(grid.cell_size);
    stroke.brush.radius = std::min(stroke.brush.radius, static_cast<float>(most));
    if (stroke.brush.action == BrushAction::flatten && state.brush_picks_level && event.cell) {
      const double level = static_cast<double>(context.view().elevation[*event.cell]) + context.view().datum;
      stroke.brush.level = static_cast<float>(level);
    }
    worlds_ = context.runner().worlds();
    BrushPath path = path_of(context, stroke.brush);
    drawing_.emplace(Drawing{context.land(), std::move(stroke), path, {}, {}});
    const BrushPoint first{event.share->x, event.share->y, event.pressure};
    drawing_->first = drawing_->last = first;
    go_to(context, {&first, 1});
  }

  void pointer_drag(ToolContext& context, PointerEvent const& event) override {
    if (!drawing_) return;
    std::vector<BrushPoint> points;
    for (const ImVec2 pixel : event.trail) {
      if (const auto point = point_at(context, pixel)) {
        points.push_back({point->x, point->y, event.pressure});
        drawing_->last = points.back();
        continue;
      }
      go_to(context, std::exchange(points, {}));
      drawing_->path = path_of(context, drawing_->stroke.brush);  // off the land: the path begins anew
    }
    go_to(context, points);
  }

  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    pointer_drag(context, event);
    if (!drawing_) return;
    const Drawing drawn = *std::exchange(drawing_, std::nullopt);
    if (drawn.stroke.brush.action != BrushAction::ramp) return;
    if (event.is_click) return context.say("Drag from one end of the ramp to the other.");
    BrushStroke ramp = drawn.stroke;
    ramp.picks_levels = true;
    ramp.points = {drawn.first, drawn.last};
    give(context, std::move(ramp));
  }

  /// Esc ends the stroke. What has been drawn stays.
  bool escape(ToolContext& /*context*/) override {
    const bool ends = drawing_.has_value();
    drawing_.reset();
    return ends;
  }

  /// A drag ends when another world, or another moment of it, takes the place of the land.
  void view_changed(ToolContext& context) override {
    if (drawing_ && context.runner().worlds() != worlds_) drawing_.reset();
    // The mask that is painted may have been removed. One that has just been added is not yet part of the view.
    std::string& material = context.state().brush_material;
    const std::string painted(painted_mask(material));
    const bool shown = has_mask(context.view(), painted);
    if (!shown && !painted.empty() && painted == mask_seen_) material = "rock";
    mask_seen_ = shown ? painted : std::string();
  }
  void world_opened(ToolContext& /*context*/, bool /*kept*/) override { drawing_.reset(); }

  bool has_size() const override { return true; }
  void resize(ToolContext& context, int direction, bool strength) override {
    Brush& brush = context.state().brush;
    const ParameterGroup group = brush_group(brush);
    const auto keys = brush_keys(brush.action, context.state().brush_material);
    const char* const effect = std::ranges::find(keys, "strength") != keys.end() ? "strength" : "amount";
    ParameterRow const& row = *group.find(strength ? effect : "radius");
    scale_by_key(group, row, direction);
  }

  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) override {
    if (!context.is_active(*this) || !pointer.ground) return;
    EditorState const& state = context.state();
    const BrushAction action =
        drawing_ ? drawing_->stroke.brush.action : held_action(state.brush.action, pointer.modifiers);
    const glm::vec2 middle(*pointer.ground);
    const Color color = action == BrushAction::lower ? colors::kWell : colors::kAccent;
    Brush const& brush = drawing_ ? drawing_->stroke.brush : state.brush;
    draw_ring(screen, middle, brush.radius, {color, 2.0f});
    draw_ring(screen, middle, brush.radius * (1.0f - brush.falloff), {color, 1.0f});
    if (drawing_ && action == BrushAction::ramp) draw_ramp(screen, context.land().size(), middle);
    if (!drawing_) label(screen, middle, state, action);
  }

  void draw_options(ToolContext& context, Canvas const& canvas, ValueEditor& editor) override {
    EditorState& state = context.state();
    draw_actions(canvas, state);
    draw_materials(canvas, state, context.view());
    draw_limit(canvas, state, context.view());
    draw_stencil(canvas, state);
    const ParameterGroup group = brush_group(state.brush);
    for (std::string_view key : brush_keys(state.brush.action, state.brush_material)) {
      const bool level = key == "level" || key == "end_level", turn = key == "turn";
      if (turn && state.stencil.width == 0) continue;
      if (level && state.brush.action == BrushAction::ramp) continue;  // its ends set the levels
      if (key == "level") {
        state.brush_picks_level =
            draw_switch(canvas, "Level under the pointer", "brush.picks_level", state.brush_picks_level,
                        "On: the brush brings the land to the level at which the drag begins. Off: the brush brings "
                        "it to the level that you set below.");
        if (state.brush_picks_level) continue;
      }
      editor.edit(canvas, group, *group.find(key));
    }
  }

  std::optional<ParameterGroup> settings(EditorState& state) override { return brush_group(state.brush); }

 private:
  struct RingLook {
    Color color;
    float width;  ///< 96-dpi pixels
  };

  /// The point of the path at a pixel, as fractions of the land's sides. Beyond the edge of a periodic land, the path
  /// continues in the copy of the land that is nearest to the last point.
  std::optional<glm::vec2> point_at(ToolContext const& context, ImVec2 pixel) const {
    const auto ground = context.pick(pixel, drawing_->land);
    if (!ground) return std::nullopt;
    glm::vec2 share = drawing_->land.place_at(glm::vec2(*ground)) / drawing_->land.size();
    if (context.view().grid.periodic()) {
      const glm::vec2 last(drawing_->last.x, drawing_->last.y);
      share -= glm::round(share - last);
    }
    return share;
  }

  /// Continues the path and passes the new dabs to the world.
  void go_to(ToolContext& context, std::span<BrushPoint const> points) {
    if (drawing_->stroke.brush.action == BrushAction::ramp) return;
    BrushStroke stroke = drawing_->stroke;
    stroke.points = drawing_->path.go_on(points);
    if (stroke.points.empty()) return;
    give(context, std::move(stroke));
  }

  /// Passes a stroke to the world. Points outside a land that is not periodic have no effect.
  static void give(ToolContext& context, BrushStroke stroke) {
    const bool periodic = context.view().grid.periodic();
    for (BrushPoint& point : stroke.points) {
      if (periodic && stroke.brush.action != BrushAction::ramp) {
        point.x -= std::floor(point.x);
        point.y -= std::floor(point.y);
      }
      point.x = std::clamp(point.x, -1.0f, 2.0f);
      point.y = std::clamp(point.y, -1.0f, 2.0f);
    }
    context.give(stroke);
  }

  static void draw_ring(ScreenMap const& screen, glm::vec2 middle, float radius, RingLook const& look) {
    std::vector<ImVec2> points;
    for (int i = 0; i < kRingPoints; ++i) {
      const auto point = screen.at(middle + radius * unit_vector(360.0 * i / kRingPoints));
      if (!point) return;  // part of the ring is behind the camera
      points.push_back(*point);
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const auto count = static_cast<int>(points.size());
    draw.AddPolyline(points.data(), count, packed(colors::kPanel, 0.6f), ImDrawFlags_Closed,
                     screen.px(look.width + 2.0f));
    draw.AddPolyline(points.data(), count, packed(look.color), ImDrawFlags_Closed, screen.px(look.width));
  }

  void draw_ramp(ScreenMap const& screen, glm::vec2 size, glm::vec2 to) const {
    const glm::vec2 from = glm::vec2(drawing_->first.x, drawing_->first.y) * size;
    draw_ring(screen, from, drawing_->stroke.brush.radius, {colors::kAccent, 1.0f});
    const auto begin = screen.at(from), end = screen.at(to);
    if (begin && end) ImGui::GetBackgroundDrawList()->AddLine(*begin, *end, packed(colors::kAccent), screen.px(2.0f));
  }

  /// Says beside the ring what a drag would do.
  static void label(ScreenMap const& screen, glm::vec2 middle, EditorState const& state, BrushAction action) {
    const auto at = screen.at(middle + state.brush.radius * unit_vector(-90.0));
    if (!at) return;
    const std::string text = fmt::format("{} {}", brush_action_id(action), state.brush_material);
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 corner{at->x - 0.5f * size.x, at->y + screen.px(6.0f)};
    draw.AddText({corner.x + 1.0f, corner.y + 1.0f}, packed(colors::kPanel), text.c_str());
    draw.AddText(corner, packed(colors::kText), text.c_str());
  }

  static void draw_actions(Canvas const& canvas, EditorState& state) {
    std::vector<std::string> labels;
    for (ActionText const& one : kActions) labels.emplace_back(one.label);
    // Without padding, the labels fit into a narrow column.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
    const ButtonRow row(canvas, labels);
    for (std::size_t i = 0; i < kActions.size(); ++i) {
      row.place(i);
      const std::string name = fmt::format("brush.action/{}", brush_action_id(kActions[i].action));
      const bool lit = state.brush.action == kActions[i].action;
      if (draw_button(canvas, {labels[i], name, kActions[i].help, row.width(i), lit})) {
        state.brush.action = kActions[i].action;
      }
      if (lit) canvas.widgets.record("brush.action");
    }
    ImGui::PopStyleVar();
  }

  static bool has_mask(TerrainView const& view, std::string_view id) {
    return std::ranges::find(view.masks, id, &MaskRecipe::id) != view.masks.end();
  }

  static void draw_materials(Canvas const& canvas, EditorState& state, TerrainView const& view) {
    Soils const& soils = view.soils;
    const auto soil = std::ranges::find(soils, state.brush_material, &Soil::id);
    const bool other_land = soil == soils.end() && names_soil(state.brush_material);
    if (other_land) state.brush_material = "rock";
    const auto title = [&](std::string_view material) -> std::string {
      if (material == kGroundMaterial) return "Uppermost soil";
      if (material == kWaterMaterial) return "Water";
      if (material == kPlantsMaterial) return "Plants";
      if (!painted_mask(material).empty()) return fmt::format("Mask {}", painted_mask(material));
      return std::ranges::find(soils, material, &Soil::id)->name;
    };
    if (!begin_menu(canvas, "brush.material", title(state.brush_material))) return;
    std::vector<std::string> choices{std::string(kGroundMaterial)};
    for (std::size_t i = 0; i < soils.size(); ++i) {
      if (i != kObstacle) choices.push_back(soils[i].id);
    }
    choices.emplace_back(kWaterMaterial);
    choices.emplace_back(kPlantsMaterial);
    for (MaskRecipe const& mask : view.masks) choices.push_back(std::string(kMaskMaterial) + mask.id);
    for (std::string const& choice : choices) {
      if (ImGui::Selectable(title(choice).c_str(), choice == state.brush_material)) state.brush_material = choice;
      canvas.widgets.record("brush.material/" + choice);
    }
    ImGui::EndCombo();
  }

  /// Menu of the mask that limits the brush.
  static void draw_limit(Canvas const& canvas, EditorState& state, TerrainView const& view) {
    if (!has_mask(view, state.brush_within)) state.brush_within.clear();
    if (view.masks.empty()) return;
    const auto title = [](std::string const& id) { return id.empty() ? "Acts everywhere" : "Limited by mask " + id; };
    if (!begin_menu(canvas, "brush.within", title(state.brush_within))) return;
    std::vector<std::string> choices{""};
    for (MaskRecipe const& mask : view.masks) choices.push_back(mask.id);
    for (std::string const& choice : choices) {
      if (ImGui::Selectable(title(choice).c_str(), choice == state.brush_within)) state.brush_within = choice;
      canvas.widgets.record("brush.within/" + (choice.empty() ? "none" : choice));
    }
    ImGui::EndCombo();
  }

  static void draw_stencil(Canvas const& canvas, EditorState& state) {
    const bool has = state.stencil.width != 0;
    const std::string labels[] = {has ? "Stencil: " + state.stencil_name : "Stencil …", "No stencil"};
    const ButtonRow row(canvas, labels);
    row.place(0);
    if (draw_button(canvas, {labels[0], "brush.stencil",
                             "Loads a raster file that shapes the brush. The brush has no effect at the lowest value "
                             "and its full effect at the highest value.",
                             row.width(0), has})) {
      state.ask_for_raster = RasterUse::stencil;
    }
    row.place(1);
    ImGui::BeginDisabled(!has);
    if (draw_button(canvas, {labels[1], "brush.no_stencil", "Removes the stencil, so that the brush is round again.",
                             row.width(1)})) {
      state.stencil = {};
      state.stencil_name.clear();
    }
    ImGui::EndDisabled();
  }

  static BrushPath path_of(ToolContext& context, Brush const& brush) {
    const float spacing =
        std::max(BrushStroke::kUsualSpacing * brush.radius, kLeastSpacing * context.view().grid.cell_size);
    const glm::dvec2 size(context.land().size());
    return {static_cast<double>(spacing), size.x, size.y};
  }

  std::optional<Drawing> drawing_;
  std::uint64_t worlds_ = 0;  ///< as the runner counted them when the drag began
  std::string mask_seen_;     ///< the mask that is painted, if the last view had it
};

}  // namespace

std::unique_ptr<Tool> make_brush_tool() { return std::make_unique<BrushTool>(); }

}  // namespace barchan::ui
