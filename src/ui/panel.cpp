#include "ui/panel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "io/text.hpp"
#include "ui/column.hpp"
#include "ui/inspector.hpp"
#include "ui/mask_panel.hpp"
#include "ui/panel_head.hpp"
#include "ui/rain_panel.hpp"
#include "ui/soil_panel.hpp"
#include "world/fields.hpp"

namespace barchan::ui {

namespace {

constexpr float kWidth = 264.0f;       // of the column on a large window, 96-dpi pixels
constexpr float kLeastWidth = 220.0f;  // the panel is still readable, and the dial has room beside its sliders
constexpr float kWidthShare = 0.235f;  // largest fraction of the window's width
constexpr float kAreaShare = 0.20f;    // largest fraction of the window's area
// In settings lower than this, the first sliders come before the buttons for files and presets, and there is no
// description. Such settings may cover more of the window.
constexpr float kLowPanel = 400.0f;
constexpr float kLowAreaShare = 0.24f;
constexpr float kLowestPanel = 235.0f;  // in settings lower than this, the first sliders come before everything else
constexpr float kPanelGap = 4.0f;       // between windows of the column
// The options of a tool have at most this share of the height, and leave room for the first sliders.
constexpr float kToolShare = 0.5f, kSlidersHeight = 178.0f, kLeastTool = 60.0f, kLeastPanel = 90.0f;
constexpr float kLeastLand = 500.0f;                    // width; with less, the settings make room for a large window
constexpr float kDialSize = 66.0f, kDialShare = 0.26f;  // at most; as a fraction of the panel's width
constexpr float kRoomyPanel = 215.0f;                   // width in which three switches have room for wide gaps
constexpr float kRoomBesideDial = 176.0f;
constexpr float kStrongWind = 20.0f;  // m/s at which the dial's arrow has its full length

constexpr ParameterName kDirection{"wind", "direction"}, kSpeed{"wind", "speed"};
constexpr ParameterName kRain{"water_particles", "enabled"}, kTimeStep{"world", "time_step"};

ValueStyle style_of(ParameterName name) {
  constexpr std::pair<ParameterName, ValueStyle> kStyles[] = {
      {{"gravity", "repose_slope"}, ValueStyle::slope},
      {{"picture", "hour"}, ValueStyle::clock},
      {{"picture", "detail"}, ValueStyle::automatic},
      {{"picture", "steps_a_frame"}, ValueStyle::automatic},
  };
  for (auto const& [one, style] : kStyles) {
    if (one == name) return style;
  }
  return ValueStyle::plain;
}

constexpr char const* kNoOverlay = "No overlay";

EditedRow edited_row(ParameterStore const& store, ParameterName name) {
  return {fmt::format("{}.{}", name.group, name.key), *store.find(name.group, name.key),
          store.value(name.group, name.key), store.start_value(name.group, name.key), style_of(name)};
}

/// Marks the last item, to which the finder leads, and scrolls to it once.
void mark_sought(Canvas const& canvas, Sought& sought) {
  if (!std::exchange(sought.reached, true)) ImGui::SetScrollHereY(0.3f);
  const auto fades = static_cast<float>(std::clamp(kSoughtShown - sought.age, 0.0, 1.0));
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRect({low.x - canvas.px(2.0f), low.y - canvas.px(1.0f)},
                                      {high.x + canvas.px(2.0f), high.y + canvas.px(1.0f)},
                                      packed(colors::kAccent, fades), canvas.px(3.0f), 0, canvas.px(2.0f));
}

/// Marks the row of a parameter if the finder leads to it.
void mark_row(Canvas const& canvas, EditorState& state, ParameterName name) {
  if (state.sought && state.sought->name == fmt::format("{}.{}", name.group, name.key))
    mark_sought(canvas, *state.sought);
}

void draw_first_sliders(Canvas const& canvas, PanelSources const& sources, ValueEditor& editor,
                        std::vector<FirstSlider> const& sliders) {
  ParameterStore& store = sources.store;
  const float available = ImGui::GetContentRegionAvail().x;
  const float dial = std::min(canvas.px(kDialSize), std::floor(kDialShare * available));
  const DialLook look{.up = sources.camera_azimuth,
                      .north = static_cast<float>(north_of(sources.runner.view().place)),
                      .strength = static_cast<float>(store.value(kSpeed.group, kSpeed.key)) / kStrongWind,
                      .diameter = dial,
                      .live = sliders[0].live};
  // A narrow panel has no room beside the dial.
  const bool narrow = available < canvas.px(kRoomBesideDial);
  if (narrow) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.5f * (available - dial));
  const auto turned = editor.dial(canvas, "wind.dial", store.value(kDirection.group, kDirection.key), look);
  if (turned) store.set(kDirection.group, kDirection.key, *turned);
  if (!narrow) ImGui::SameLine();
  ImGui::BeginGroup();
  const float rows = 2.0f * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  if (!narrow) ImGui::Dummy({0.0f, std::max(0.0f, 0.5f * (dial - rows) - ImGui::GetStyle().ItemSpacing.y)});
  for (std::size_t i = 0; i < sliders.size(); ++i) {
    FirstSlider const& slider = sliders[i];
    EditedRow edited = edited_row(store, slider.drives);
    edited.label = slider.label;
    edited.note = slider.note;
    edited.live = slider.live;
    if (const auto wanted = editor.edit(canvas, edited)) store.set(slider.drives.group, slider.drives.key, *wanted);
    mark_row(canvas, sources.context.state(), slider.drives);
    if (i == 1) ImGui::EndGroup();  // the wind is beside its dial
  }
}

void draw_overlay_menu(Canvas const& canvas, EditorState& state, ParameterStore const& store, TerrainView const& view) {
  FieldFacts const* const shown = store.facts().field(state.overlay);
  const bool mask = state.overlay.starts_with(kMaskField);
  const std::string title =
      shown != nullptr ? std::string(shown->row.title) : "Mask " + state.overlay.substr(mask ? kMaskField.size() : 0);
  const bool none = shown == nullptr && !mask;
  if (!begin_menu(canvas, "overlay", none ? kNoOverlay : title, ImGuiComboFlags_HeightLarge)) return;
  if (ImGui::Selectable(kNoOverlay, state.overlay.empty())) state.overlay.clear();
  canvas.widgets.record("overlay/none");
  for (FieldFacts const& field : store.facts().fields) {
    const std::string why = why_empty(field, store), label(field.row.title), help(field.row.help);
    if (!why.empty()) ImGui::PushStyleColor(ImGuiCol_Text, colors::kQuietText);
    if (ImGui::Selectable(label.c_str(), field.row.id == state.overlay)) state.overlay = field.row.id;
    if (!why.empty()) ImGui::PopStyleColor();
    canvas.widgets.record("overlay/" + std::string(field.row.id));
    tooltip(why.empty() ? help : help + "\n" + why);
  }
  for (MaskRecipe const& one : view.masks) {
    const std::string id = std::string(kMaskField) + one.id;
    if (store.facts().field(id) != nullptr) continue;  // it was there when the land was opened
    if (ImGui::Selectable(("Mask " + one.id).c_str(), id == state.overlay)) state.overlay = id;
    canvas.widgets.record("overlay/" + id);
  }
  ImGui::EndCombo();
}

/// The menu stays narrow, so that the menu of overlays fits beside it.
void draw_view_menu(Canvas const& canvas, EditorState& state, Views const& views) {
  constexpr std::array kActions{Action::first_view, Action::second_view, Action::third_view, Action::fourth_view};
  static_assert(kActions.size() == kMostViews);
  constexpr float kShare = 0.4f;  // of the panel's width
  const float width = kShare * ImGui::GetContentRegionAvail().x;
  if (!begin_menu(canvas, "view", state.view ? views[*state.view].name : "View", 0, width)) return;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (ImGui::Selectable(fmt::format("{}  {}", i + 1, views[i].name).c_str(), state.view == i)) {
      state.actions.push_back(kActions[i]);
    }
    canvas.widgets.record(fmt::format("view/{}", i + 1));
  }
  ImGui::EndCombo();
}

void draw_view(Canvas const& canvas, EditorState& state, ParameterStore& store, ValueEditor& editor,
               TerrainView const& view) {
  draw_view_menu(canvas, state, store.facts().info.views);
  ImGui::SameLine();
  draw_overlay_menu(canvas, state, store, view);
  const float gap = ImGui::GetContentRegionAvail().x < canvas.px(kRoomyPanel) ? 6.0f : 16.0f;
  const auto toggle = [&](char const* label, char const* name, bool on, char const* help) {
    on = draw_switch(canvas, label, name, on, help);
    ImGui::SameLine(0.0f, canvas.px(gap));
    return on;
  };
  const bool rains = store.is_on(kRain.group);
  if (toggle("Rain", "rain", rains, "Switches rain on or off. Its droplets carve valleys. (W)") != rains)
    state.actions.push_back(Action::rain);
  canvas.widgets.record("water_particles.enabled");
  render::RenderSettings& render = state.render;
  render.inset_map = toggle("Map", "map", render.inset_map,
                            "Shows or hides a map of the sand and of the paths of wind particles. (M)");
  render.wind_field = toggle("Wind", "picture.wind_field", render.wind_field,
                             "Shows or hides the wind as arrows over the whole land. (V)");
  ImGui::NewLine();
  const ParameterGroup slice = slice_group(state);
  for (ParameterRow const& row : slice.rows.first(render.slice.on() ? 2 : 1)) editor.edit(canvas, slice, row);
}

constexpr PanelSection kSections[] = {
    {"soils", "Soils", "The soils of the land and their colours."},
    {"soil", "Materials", "The properties of one soil, new soils, and conversions of soils."},
    {"own_preset", "Presets of your own", "Saves parameters under a name, and applies them to any land."},
    {"mask", "Masks", "Maps of values that multiply the strengths of processes and limit the brush."},
    {"storm", "Storms and rain map", "Starts storms, and distributes the rain in proportion to a raster."},
    {"measure", "Measure", "Measures the dunes of the land."},
    {"picture", "Light and picture", "The sun, the exposure, shadows, clouds and detail of the picture."},
};

/// Facts in the header of a section besides its title.
struct HeaderFacts {
  int changes = 0;           ///< parameters that differ from the scenario
  std::optional<bool> on{};  ///< the state of its process, if it has one
};

/// Title of a section and number of changes, as far as there is room.
std::string header_text(std::string const& title, int changes, float room) {
  std::string text = title;
  if (changes > 0) text = fmt::format("{}  ·  {} changed", title, changes);
  if (changes > 0 && ImGui::CalcTextSize(text.c_str()).x > room) text = fmt::format("{}  ·  {}", title, changes);
  return shortened(text, {std::max(room, 1.0f), 1}, *ImGui::GetFont());
}

bool draw_section(Canvas const& canvas, EditorState& state, std::string_view id, std::string const& title,
                  HeaderFacts const& facts = {}) {
  auto const& [changes, on] = facts;
  const bool off = on && !*on;
  ImFont& font = *canvas.fonts.small_print;
  char const* const word = off ? "off" : "on";
  const ImVec2 size = on ? font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, word) : ImVec2{};
  const float arrow = ImGui::GetFontSize() + 2.0f * ImGui::GetStyle().FramePadding.x;
  const float room = ImGui::GetContentRegionAvail().x - arrow - (on ? size.x + canvas.px(8.0f) : 0.0f);
  const bool sought = state.sought && state.sought->name == id;
  if (state.sought && !state.sought->reached && (sought || state.sought->name.starts_with(std::string(id) + "."))) {
    ImGui::SetNextItemOpen(true);
  }
  if (off) ImGui::PushStyleColor(ImGuiCol_Text, colors::kQuietText);
  const std::string text = header_text(title, changes, room);
  const bool open = ImGui::CollapsingHeader(fmt::format("{}###section_{}", text, id).c_str());
  if (off) ImGui::PopStyleColor();
  canvas.widgets.record(fmt::format("section/{}", id));
  if (sought) mark_sought(canvas, *state.sought);
  if (!on) return open;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize,
                                      {high.x - size.x - canvas.px(8.0f), 0.5f * (low.y + high.y - size.y)},
                                      packed(*on ? colors::kAccent : colors::kQuietText), word);
  return open;
}

/// Draws the header of one of panel_sections().
bool draw_own_section(Canvas const& canvas, EditorState& state, std::string_view id) {
  const auto found = std::ranges::find(kSections, id, &PanelSection::id);
  return draw_section(canvas, state, found->id, std::string(found->title));
}

void draw_verify(Canvas const& canvas, EditorState& state, SimulationRunner const& runner) {
  state.verify = draw_switch(
      canvas, "Verify each step", "verify", state.verify,
      "Simulates each step a second time, on another number of threads, from a copy of the world that was saved to "
      "memory and restored. Reports the first cell that differs. Steps take at least four times as long.");
  if (runner.verified_steps() == 0) return;
  ImGui::PushFont(canvas.fonts.small_print);
  const std::uint64_t steps = runner.verified_steps();
  ImGui::TextColored(colors::kQuietText, "%s",
                     fmt::format("{} step{} verified", grouped_digits(steps), steps == 1 ? "" : "s").c_str());
  ImGui::PopFont();
}

void draw_groups(Canvas const& canvas, EditorState& state, PanelSources const& sources, ValueEditor& editor,
                 std::vector<FirstSlider> const& sliders) {
  ParameterStore& store = sources.store;
  for (ParameterGroup const& group : parameter_catalog()) {
    const auto in_reach = [&](ParameterRow const& row) {
      const ParameterName name{group.id, row.key};
      return name == kRain || std::any_of(sliders.begin(), sliders.end(),
                                          [&](FirstSlider const& slider) { return slider.drives == name; });
    };
    int rows = 0, changes = 0;
    for (ParameterRow const& row : group.rows) {
      if (in_reach(row)) continue;
      ++rows;
      if (store.changed(group.id, row.key)) ++changes;
    }
    if (rows == 0) continue;
    HeaderFacts facts{.changes = changes};
    if (store.find(group.id, "enabled") != nullptr) facts.on = store.is_on(group.id);
    if (!draw_section(canvas, state, group.id, std::string(group.title), facts)) continue;
    for (ParameterRow const& row : group.rows) {
      if (in_reach(row)) continue;
      if (const auto wanted = editor.edit(canvas, edited_row(store, {group.id, row.key}))) {
        store.set(group.id, row.key, *wanted);
      }
      mark_row(canvas, state, {group.id, row.key});
    }
    if (group.id == kTimeStep.group) draw_verify(canvas, state, sources.runner);
    for (auto const& tool : sources.toolbox.tools()) tool->draw_in_group(sources.context, canvas, group.id);
    ImGui::Dummy({0.0f, canvas.px(3.0f)});
  }
}

/// Draws the section of a tool, with the options of all tools that share it.
void draw_section_of(Canvas const& canvas, PanelSources const& sources, ValueEditor& editor, ToolInfo const& info) {
  EditorState& state = sources.context.state();
  if (!draw_section(canvas, state, info.section, std::string(info.section_title))) return;
  for (auto const& tool : sources.toolbox.tools()) {
    if (tool->info().section == info.section) tool->draw_options(sources.context, canvas, editor);
  }
}

/// Draws the sections that stay in the panel while their tools are not active.
void draw_sections_of_others(Canvas const& canvas, PanelSources const& sources, ValueEditor& editor) {
  std::string_view last = sources.toolbox.active().info().section;
  for (auto const& tool : sources.toolbox.tools()) {
    ToolInfo const& info = tool->info();
    if (!info.section_stays || info.section == last || info.section == sources.toolbox.active().info().section)
      continue;
    draw_section_of(canvas, sources, editor, info);
    last = info.section;
  }
}

void draw_light(Canvas const& canvas, EditorState& state, ValueEditor& editor) {
  if (!draw_own_section(canvas, state, "picture")) return;
  const auto groups = picture_groups(state);
  const float hour = state.time.hour;
  for (ParameterGroup const& group : groups) {
    for (ParameterRow const& row : group.rows) editor.edit(canvas, group, row, style_of({group.id, row.key}));
  }
  if (state.time.hour != hour) state.render.sun = sun_at(state.time);
  for (auto const& [name, label, of] : kPictureSwitches) {
    state.render.*of = draw_switch(canvas, label, name, state.render.*of);
  }
  state.tour = draw_switch(canvas, "Tour: fly around the land (K)", "picture.tour", state.tour);
  state.vsync = draw_switch(canvas, "Wait for the display (vsync)", "picture.vsync", state.vsync);
}

}  // namespace

std::span<PanelSection const> panel_sections() { return kSections; }

std::string why_empty(FieldFacts const& field, ParameterStore const& store) {
  auto const& sources = field.sources;
  const bool filled = std::any_of(sources.begin(), sources.end(), [&](auto id) { return store.is_on(id); });
  return sources.empty() || filled ? std::string() : "Empty: " + off_text(sources) + ".";
}

void Panel::draw_soils(Canvas const& canvas, EditorState& state, PanelSources const& sources) {
  TerrainView const& view = sources.runner.view();
  if (generation_ != sources.runner.facts().generation) {
    generation_ = sources.runner.facts().generation;
    // A land with only the default soils needs no legend.
    ImGui::SetNextItemOpen(view.soils.size() > default_soils().size());
  }
  if (draw_own_section(canvas, state, "soils")) draw_soil_legend(canvas, state, view);
  if (!draw_own_section(canvas, state, "soil")) return;
  const Soils soils = sources.soils.soils();
  draw_soil_editor(canvas, state, {soils, sources.soils.start(), view.soil_figures}, editor_);
}

/// `height`: that the settings may have, 96-dpi pixels.
void Panel::draw_settings(Canvas const& canvas, EditorState& state, PanelSources const& sources, float height) {
  auto const& [runner, store, soils, toolbox, context, shelf, azimuth] = sources;
  const std::vector<FirstSlider> sliders = first_sliders(store);
  const auto draw_sliders = [&] { draw_first_sliders(canvas, sources, editor_, sliders); };
  const bool low = height < kLowPanel, lowest = height < kLowestPanel;
  if (lowest) draw_sliders();
  draw_scenario(canvas, state, runner, !low);
  draw_run_buttons(canvas, state);
  if (low && !lowest) draw_sliders();
  draw_file_buttons(canvas, state);
  draw_undo_buttons(canvas, state, runner, store);
  draw_presets(canvas, store);
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  if (!low) draw_sliders();
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  draw_view(canvas, state, store, editor_, runner.view());
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  draw_soils(canvas, state, sources);
  draw_groups(canvas, state, sources, editor_, sliders);
  draw_sections_of_others(canvas, sources, editor_);
  if (draw_own_section(canvas, state, "own_preset")) shelf.draw_section(canvas, store);
  if (draw_own_section(canvas, state, "mask")) draw_mask_section(canvas, state, editor_, runner.view());
  if (draw_own_section(canvas, state, "storm")) draw_storm_section(canvas, state, editor_);
  if (draw_own_section(canvas, state, "measure")) draw_measure_section(canvas, runner, measure_);
  draw_light(canvas, state, editor_);
}

/// Draws the options of the active tool. Returns the y below which the settings have room.
float Panel::draw_tool(Canvas const& canvas, PanelSources const& sources, ImVec2 corner, ImVec2 most) {
  ToolInfo const& active = sources.toolbox.active().info();
  const bool fresh = sources.toolbox.take_fresh();
  if (active.section.empty()) return corner.y;
  begin_part("tool", {corner, most.x, most.y});
  if (fresh) ImGui::SetNextItemOpen(true);
  draw_section_of(canvas, sources, editor_, active);
  return end_part(canvas, "tool").y + canvas.px(kPanelGap);
}

float Panel::draw(Canvas const& canvas, EditorState& state, PanelSources const& sources) {
  const float width =
      std::max(canvas.px(kLeastWidth), std::min(canvas.px(kWidth), std::floor(kWidthShare * canvas.size.x)));
  const float top = top_of_room(canvas) + canvas.px(kPanelGap);
  const float room = canvas.size.y - canvas.px(kStatusBar + kPanelGap) - top;
  const float area = canvas.size.x * canvas.size.y / width;
  const bool low = kAreaShare * area < canvas.px(kLowPanel);
  float height = std::min(room, (low ? kLowAreaShare : kAreaShare) * area);
  // While a tool has options, they and the settings may take the whole height.
  if (!sources.toolbox.active().info().section.empty()) height = room;
  begin_strip(canvas, "toolbar", {canvas.px(kPanelGap), top});
  sources.toolbox.draw_bar(sources.context, canvas);
  const float left = end_strip(canvas, "toolbar").x + canvas.px(kPanelGap);

  const float most = std::min(kToolShare * height, height - canvas.px(kSlidersHeight));
  const float below = draw_tool(canvas, sources, {left, top}, {width, std::max(canvas.px(kLeastTool), most)});
  state.crowded = (state.history || state.graph.shown) && canvas.size.x - left - width < canvas.px(kLeastLand);
  ImVec2 end;
  if (state.settings && !state.crowded) {
    const float left_over = std::max(canvas.px(kLeastPanel), height - (below - top));
    begin_part("panel", {{left, below}, width, left_over});
    draw_settings(canvas, state, sources, left_over / canvas.scale);
    end = end_part(canvas, "panel");
  } else {
    begin_strip(canvas, "panel", {left, below});
    draw_fold(canvas, state);
    end = end_strip(canvas, "panel");
  }
  if (below > top) end.x = left + width;
  if (state.sought && (state.sought->age += static_cast<double>(ImGui::GetIO().DeltaTime)) > kSoughtShown) {
    state.sought.reset();
  }
  for (auto error = editor_.take_error(); error; error = editor_.take_error()) {
    state.toasts.push_back({*error, true, 0.0});
  }
  return end.x;
}

}  // namespace barchan::ui
