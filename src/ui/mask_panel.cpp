#include "ui/mask_panel.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/core.h>

#include "io/scenario.hpp"
#include "world/fields.hpp"

namespace barchan::ui {

namespace {

constexpr char const* kBrushTool = "brush";

/// "Slope"
std::string title_of(std::string_view id) {
  std::string title(id);
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return title;
}

/// Sources that a menu offers. `first`: for the first layer of a mask, which has no layers before it to change.
/// `others`: there is a mask that the layer can read. Rasters come from files.
std::vector<MaskSource> offered_sources(bool first, bool others) {
  std::vector<MaskSource> sources;
  for (int i = 0; i < kMaskSourceCount; ++i) {
    const auto source = static_cast<MaskSource>(i);
    if (source == MaskSource::raster || (first && modifies(source)) || (!others && source == MaskSource::mask))
      continue;
    sources.push_back(source);
  }
  return sources;
}

/// Sets, adds or removes a mask.
class MaskChange {
 public:
  MaskChange(EditorState& state, TerrainView const& view) : state_(state), view_(view) {}

  void set(MaskRecipe recipe) { state_.commands.emplace_back(SetMask{std::move(recipe)}); }
  void remove(std::string const& id) {
    state_.commands.emplace_back(RemoveMask{id});
    if (state_.overlay == std::string(kMaskField) + id) state_.overlay.clear();
  }
  /// Adds a mask with one layer and shows its recipe.
  void add(std::string_view stem, MaskLayer const& layer, bool follows) {
    state_.mask = new_mask_id(view_.masks, stem);
    set({.id = state_.mask, .follows = follows, .multiplies = {}, .layers = {layer}});
    state_.overlay = std::string(kMaskField) + state_.mask;
  }

 private:
  EditorState& state_;
  TerrainView const& view_;
};

void draw_add_menu(Canvas const& canvas, EditorState& state, TerrainView const& view) {
  if (view.masks.size() >= kMostMasks) {
    return draw_wrapped(colors::kQuietText,
                        "This land has eight masks, which is the maximum. Remove one to add another.");
  }
  if (!begin_menu(canvas, "mask.add", "Add a mask")) return;
  MaskChange change(state, view);
  const auto entry = [&](char const* title, std::string const& name, std::string const& help) {
    const bool chosen = ImGui::Selectable(title);
    canvas.widgets.record("mask.add/" + name);
    tooltip(help);
    return chosen;
  };
  if (entry("Painted", "painted", "A mask that is 0 everywhere until you paint on it with the brush.")) {
    MaskLayer nothing = usual_mask_layer(MaskSource::fill);
    nothing.numbers.value = 0.0f;
    change.add("painted", nothing, false);
    state.brush_material = std::string(kMaskMaterial) + state.mask;
    state.brush.action = BrushAction::raise;
    if (state.tool != kBrushTool) state.toggled_tool = kBrushTool;
  }
  for (const MaskSource source : offered_sources(true, false)) {
    if (source == MaskSource::fill) continue;
    const std::string id(mask_source_id(source));
    if (entry(title_of(id).c_str(), id, std::string(mask_source_help(source)))) {
      change.add(id, usual_mask_layer(source), true);
    }
  }
  if (entry("Raster file …", "raster",
            "Values of a raster file of the land's size. In an image without a range, black counts as 0 and white "
            "as 1. In all other files, the values must be from 0 to 1.")) {
    state.ask_for_raster = RasterUse::mask;
  }
  ImGui::EndCombo();
}

/// Draws a row for each mask: its name, which selects it, a button that shows it on the land, and a cross.
void draw_list(Canvas const& canvas, EditorState& state, TerrainView const& view) {
  for (MaskRecipe const& mask : view.masks) {
    ImGui::PushID(mask.id.c_str());
    const std::string field = std::string(kMaskField) + mask.id;
    const bool shown = state.overlay == field;
    const float wide = std::floor(0.5f * ImGui::GetContentRegionAvail().x), narrow = canvas.px(46.0f);
    if (draw_button(canvas, {mask.id, "mask.list/" + mask.id,
                             "Shows the layers of this mask and what it multiplies. Press again to hide them.", wide,
                             state.mask == mask.id})) {
      state.mask = state.mask == mask.id ? std::string() : mask.id;
    }
    ImGui::SameLine();
    if (draw_button(canvas, {"Show", "mask.list/" + mask.id + "/show",
                             "Shows the values of this mask on the land. Press again to hide them.", narrow, shown})) {
      state.overlay = shown ? std::string() : field;
    }
    ImGui::SameLine();
    const std::string uses = mask.multiplies.empty() ? "" : fmt::format("× {}", mask.multiplies.size());
    if (draw_end_of_row(canvas, uses, "mask.list/" + mask.id + "/remove", "Removes this mask.")) {
      MaskChange(state, view).remove(mask.id);
    }
    ImGui::PopID();
  }
}

void draw_multiplies(Canvas const& canvas, MaskRecipe& recipe) {
  const std::size_t count = recipe.multiplies.size();
  std::string shown = "Multiplies nothing yet";
  if (count == 1) shown = "× " + recipe.multiplies.front();
  if (count > 1) shown = fmt::format("× {} parameters", count);
  if (!begin_menu(canvas, "mask.multiplies", shown, ImGuiComboFlags_HeightLarge)) return;
  for (ParameterGroup const& group : parameter_catalog()) {
    for (ParameterRow const& row : group.rows) {
      if (!row.masked) continue;
      const std::string name = fmt::format("{}.{}", group.id, row.key);
      const auto found = std::ranges::find(recipe.multiplies, name);
      const bool on = found != recipe.multiplies.end();
      const bool whole = row.kind == ParameterKind::boolean;
      const std::string label = whole ? std::string(group.title) : fmt::format("{}: {}", group.title, row.label);
      if (ImGui::Selectable(label.c_str(), on)) {
        on ? static_cast<void>(recipe.multiplies.erase(found)) : recipe.multiplies.push_back(name);
      }
      canvas.widgets.record("mask.multiplies/" + name);
      tooltip(whole ? "Multiplies the whole process. Where the mask is 0, the process changes nothing."
                    : std::string(row.help));
    }
  }
  ImGui::EndCombo();
}

/// Menu of the soil, the water or the mask that a layer names.
void draw_object(Canvas const& canvas, MaskLayer& layer, TerrainView const& view, std::string const& name) {
  std::vector<std::string> choices;
  const MaskSource source = layer.numbers.source;
  if (source == MaskSource::distance) choices.emplace_back(kWaterObject);
  for (Soil const& soil : view.soils) {
    if (source != MaskSource::mask) choices.push_back(soil.id);
  }
  for (MaskRecipe const& mask : view.masks) {
    if (source == MaskSource::mask) choices.push_back(mask.id);
  }
  if (!begin_menu(canvas, name, "of " + layer.of)) return;
  for (std::string const& choice : choices) {
    if (ImGui::Selectable(choice.c_str(), choice == layer.of)) layer.of = choice;
    canvas.widgets.record(fmt::format("{}/{}", name, choice));
  }
  ImGui::EndCombo();
}

/// Draws the numbers of layer `number`. Returns false if the user wants to remove it.
bool draw_layer(Canvas const& canvas, ValueEditor& editor, TerrainView const& view, MaskLayer& layer,
                std::size_t number) {
  ImGui::PushID(static_cast<int>(number));
  ImGui::AlignTextToFramePadding();
  const std::string_view id = mask_source_id(layer.numbers.source);
  draw_text(canvas.fonts.bold, colors::kText, fmt::format("{} {}", number, title_of(id)));
  tooltip(std::string(mask_source_help(layer.numbers.source)));
  const std::string name = fmt::format("mask.{}", number);
  const bool stays = !draw_end_of_row(canvas, "", name + ".remove", "Removes this layer.");
  const ParameterGroup group = mask_group(layer.numbers);
  for (const std::string_view key : mask_keys(layer.numbers.source)) {
    if (number == 1 && key == "combine") continue;  // it is combined with 1 everywhere
    ParameterRow const& row = *group.find(key);
    MaskLayer usual = usual_mask_layer(layer.numbers.source);
    const ParameterGroup start = mask_group(usual.numbers);
    EditedRow edited{fmt::format("{}.{}", name, key), row, group.get(row), start.get(row)};
    if (const auto wanted = editor.edit(canvas, edited)) group.set(row, *wanted);
  }
  if (!mask_object(layer.numbers.source).empty()) draw_object(canvas, layer, view, name + ".of");
  ImGui::PopID();
  return stays;
}

void draw_layer_menu(Canvas const& canvas, MaskRecipe& recipe, TerrainView const& view) {
  if (recipe.layers.size() >= kMostMaskLayers) {
    return draw_wrapped(colors::kQuietText,
                        "This mask has 16 layers, which is the maximum. Remove one to add another.");
  }
  if (!begin_menu(canvas, "mask.layer", "Add a layer")) return;
  // A mask can read only the masks before it.
  const bool others = !view.masks.empty() && view.masks.front().id != recipe.id;
  for (const MaskSource source : offered_sources(false, others)) {
    const std::string id(mask_source_id(source));
    if (ImGui::Selectable(title_of(id).c_str())) {
      recipe.layers.push_back(usual_mask_layer(source));
      if (source == MaskSource::mask) recipe.layers.back().of = view.masks.front().id;
    }
    canvas.widgets.record("mask.layer/" + id);
    tooltip(std::string(mask_source_help(source)));
  }
  ImGui::EndCombo();
}

void draw_use_buttons(Canvas const& canvas, EditorState& state, MaskRecipe const& recipe) {
  const std::string material = std::string(kMaskMaterial) + recipe.id;
  const bool brush = state.tool == kBrushTool, painting = brush && state.brush_material == material;
  const bool limiting = state.brush_within == recipe.id;
  const std::string labels[] = {"Paint", "Limit brush", "Export"};
  const ButtonRow row(canvas, labels);
  row.place(0);
  if (draw_button(canvas,
                  {labels[0], "mask.paint",
                   "Selects the brush, with this mask as its material. Once painted, the mask no longer follows the "
                   "land. Press again to stop painting.",
                   row.width(0), painting})) {
    state.brush_material = painting ? std::string("rock") : material;
    if (!painting && !only_adds_or_takes(state.brush.action)) state.brush.action = BrushAction::raise;
    if (!brush) state.toggled_tool = kBrushTool;
  }
  row.place(1);
  if (draw_button(canvas, {labels[1], "mask.limit",
                           "Makes the brush act in proportion to this mask. Press again to remove the limit.",
                           row.width(1), limiting})) {
    state.brush_within = limiting ? std::string() : recipe.id;
  }
  row.place(2);
  if (draw_button(canvas,
                  {labels[2], "mask.export", "Saves the values of this mask as a raster file.", row.width(2)})) {
    state.ask_for_raster = RasterUse::save_mask;
  }
}

void draw_recipe(Canvas const& canvas, EditorState& state, ValueEditor& editor, TerrainView const& view) {
  const auto selected = std::ranges::find(view.masks, state.mask, &MaskRecipe::id);
  if (selected == view.masks.end()) return;
  MaskRecipe recipe = *selected;
  draw_use_buttons(canvas, state, recipe);
  draw_multiplies(canvas, recipe);
  recipe.follows =
      draw_switch(canvas, "Follow the land", "mask.follows", recipe.follows,
                  "On: the layers are computed again every 16 steps. The mask then follows the land and loses what "
                  "you have painted. Off: the values stay as they are. Painting switches this off.");
  std::size_t number = 0;
  std::erase_if(recipe.layers, [&](MaskLayer& layer) { return !draw_layer(canvas, editor, view, layer, ++number); });
  draw_layer_menu(canvas, recipe, view);
  if (recipe != *selected) MaskChange(state, view).set(std::move(recipe));
}

}  // namespace

std::string new_mask_id(std::span<MaskRecipe const> masks, std::string_view stem) {
  std::string id(stem);
  for (int number = 2; std::ranges::find(masks, id, &MaskRecipe::id) != masks.end(); ++number) {
    id = fmt::format("{}_{}", stem, number);
  }
  return id;
}

void draw_mask_section(Canvas const& canvas, EditorState& state, ValueEditor& editor, TerrainView const& view) {
  ImGui::PushFont(canvas.fonts.small_print);
  draw_add_menu(canvas, state, view);
  draw_list(canvas, state, view);
  draw_recipe(canvas, state, editor, view);
  ImGui::PopFont();
}

}  // namespace barchan::ui
