#include "ui/panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "ui/obstacle_panel.hpp"
#include "ui/preset_buttons.hpp"

namespace barchan::ui {

namespace {

constexpr float kWidth = 264.0f;       // of the panel on a large window, 96-dpi pixels
constexpr float kLeastWidth = 190.0f;  // still readable
constexpr float kWidthShare = 0.235f;  // most of the window's width
constexpr float kAreaShare = 0.20f;    // most of the window's area
constexpr float kMargin = 10.0f;
constexpr float kStatusBar = 26.0f;  // kept free at the foot
constexpr float kDialSize = 66.0f;
constexpr float kRoomBesideDial = 220.0f;
constexpr float kLongLabel = 70.0f;   // width that "New land" needs
constexpr float kStrongWind = 20.0f;  // m/s at which the dial's arrow is full

struct ParameterName {
  std::string_view group, key;
};

constexpr ParameterName kDirection{"wind", "direction"};
constexpr ParameterName kSpeed{"wind", "speed"};
/// Always in reach, in this order, below the wind.
constexpr std::array kFirst = {ParameterName{"wind_particles", "suspension"},
                               ParameterName{"wind_particles", "abrasion"}, ParameterName{"cascade", "roughness"},
                               ParameterName{"cascade", "settling"}};
constexpr ParameterName kRain{"water_particles", "enabled"};

bool is(ParameterName name, std::string_view group, std::string_view key) {
  return name.group == group && name.key == key;
}

bool always_in_reach(std::string_view group, std::string_view key) {
  return is(kDirection, group, key) || is(kSpeed, group, key) || is(kRain, group, key) ||
         std::any_of(kFirst.begin(), kFirst.end(), [&](ParameterName name) { return is(name, group, key); });
}

ValueStyle style_of(std::string_view group, std::string_view key) {
  return group == "cascade" && key == "roughness" ? ValueStyle::slope : ValueStyle::plain;
}

// Choices about the picture, described like parameters so that they look and behave alike.
const ParameterRow kSunAzimuth{.key = "azimuth",
                               .label = "Sun direction",
                               .unit = "degrees",
                               .help = "Where the sun stands, anticlockwise from east.",
                               .minimum = 0,
                               .maximum = 360,
                               .default_value = 200};
const ParameterRow kSunElevation{.key = "elevation",
                                 .label = "Sun height",
                                 .unit = "degrees",
                                 .help = "Height of the sun above the horizon. A low sun shows every ripple.",
                                 .minimum = 2,
                                 .maximum = 90,
                                 .default_value = 16};
const ParameterRow kExposure{.key = "exposure",
                             .label = "Exposure",
                             .unit = "stops",
                             .help = "Brightens or darkens the picture.",
                             .minimum = -3,
                             .maximum = 3,
                             .default_value = 0};
const ParameterRow kDetail{.key = "detail",
                           .label = "Mesh detail",
                           .unit = "",
                           .help = "Mesh cells along the longer side of the land. 0 chooses by itself.",
                           .kind = ParameterKind::integer,
                           .minimum = 0,
                           .maximum = 1024,
                           .default_value = 0};
const ParameterRow kStepsAFrame{.key = "steps_a_frame",
                                .label = "Steps a frame",
                                .unit = "",
                                .help = "Steps of the simulation between two pictures. 0: as many as fit into 12 ms.",
                                .kind = ParameterKind::integer,
                                .minimum = 0,
                                .maximum = 200,
                                .default_value = 0};

constexpr std::string_view kNoOverlay = "No overlay";

/// Text cut to two lines of `width`, with an ellipsis.
std::string two_lines(std::string const& text, float width, ImFont const& font) {
  std::string cut = text;
  const float limit = 2.0f * font.FontSize + 0.5f;
  while (!cut.empty() && font.CalcTextSizeA(font.FontSize, FLT_MAX, width, (cut + "…").c_str()).y > limit) {
    const auto space = cut.find_last_of(' ');
    cut.resize(space == std::string::npos ? 0 : space);
  }
  return cut == text ? text : cut + "…";
}

}  // namespace

float Panel::draw(Canvas const& canvas, DeskState& state, SimulationRunner const& runner, ParameterStore& store,
                  float camera_azimuth) {
  const float width =
      std::max(canvas.px(kLeastWidth), std::min(canvas.px(kWidth), std::floor(kWidthShare * canvas.size.x)));
  const float room = canvas.size.y - canvas.px(2.0f * kMargin + kStatusBar);
  const float height = std::min(room, kAreaShare * canvas.size.x * canvas.size.y / width);
  const float margin = canvas.px(kMargin);
  ImGui::SetNextWindowPos({margin, margin});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, std::max(height, 1.0f)});
  ImGui::Begin("panel", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  draw_scenario(canvas, state, runner);
  draw_buttons(canvas, state);
  draw_preset_buttons(canvas, store);
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  draw_first_five(canvas, store, camera_azimuth);
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  draw_view(canvas, state, runner, store);
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  draw_groups(canvas, runner, store);
  if (section(canvas, "obstacle", "Obstacles")) draw_obstacle_section(canvas, state, editor_);
  if (section(canvas, "measure", "Measure")) measure_.draw(canvas, runner);
  draw_light(canvas, state);
  draw_reset(canvas, store);
  ImGui::End();
  for (auto error = editor_.take_error(); error; error = editor_.take_error()) {
    state.toasts.push_back({*error, true, 0.0});
  }
  return margin + width;
}

void Panel::draw_scenario(Canvas const& canvas, DeskState& state, SimulationRunner const& runner) {
  WorldFacts const& facts = runner.facts();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(), pad = ImGui::GetStyle().FramePadding;
  const float width = ImGui::GetContentRegionAvail().x;
  const bool open = ImGui::BeginCombo("##scenario", "", ImGuiComboFlags_HeightLargest);
  // Not by PushFont: an open menu is another window, on whose list the font would be popped.
  draw.PushClipRect(at, {at.x + width - ImGui::GetFrameHeight(), at.y + ImGui::GetFrameHeight()}, true);
  draw.AddText(canvas.fonts.bold, canvas.fonts.bold->FontSize, {at.x + pad.x, at.y + pad.y}, packed(colors::kText),
               facts.title.c_str());
  draw.PopClipRect();
  canvas.book.record("scenario", at, {width, ImGui::GetFrameHeight()}, draw);
  if (open) {
    for (ScenarioEntry const& entry : scenarios_) {
      ImGui::PushID(entry.id.c_str());
      const ImVec2 corner = ImGui::GetCursorPos();
      ImFont& small = *canvas.fonts.small_print;
      const float wrap = std::max(width, canvas.px(300.0f));
      const float text = small.CalcTextSizeA(small.FontSize, FLT_MAX, wrap, entry.description.c_str()).y;
      const float height = ImGui::GetTextLineHeight() + text + canvas.px(6.0f);
      if (ImGui::Selectable("##entry", entry.id == facts.source, 0, {wrap, height})) state.wanted_source = entry.id;
      canvas.book.record("scenario/" + entry.id);
      const ImVec2 after = ImGui::GetCursorPos();
      ImGui::SetCursorPos({corner.x + canvas.px(3.0f), corner.y + canvas.px(2.0f)});
      ImGui::TextUnformatted(entry.title.c_str());
      ImGui::SetCursorPosX(corner.x + canvas.px(3.0f));
      ImGui::SetCursorPosY(corner.y + canvas.px(3.0f) + ImGui::GetTextLineHeight());
      ImGui::PushFont(canvas.fonts.small_print);
      ImGui::PushTextWrapPos(corner.x + wrap);
      ImGui::TextColored(colors::kQuietText, "%s", entry.description.c_str());
      ImGui::PopTextWrapPos();
      ImGui::PopFont();
      ImGui::SetCursorPos(after);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::PushFont(canvas.fonts.small_print);
  const std::string text = two_lines(facts.description, ImGui::GetContentRegionAvail().x, *canvas.fonts.small_print);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, colors::kQuietText);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", facts.description.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

void Panel::draw_buttons(Canvas const& canvas, DeskState& state) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  const auto button = [&](char const* label, char const* name, Action action, char const* help) {
    if (ImGui::Button(label, {width, 0.0f})) state.actions.push_back(action);
    canvas.book.record(name);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", help);
  };
  button(state.paused ? "Go on###pause" : "Pause###pause", "pause", Action::pause, "Space");
  ImGui::SameLine();
  button("Step", "step", Action::single_step, "One step (N)");
  ImGui::SameLine();
  button(ImGui::GetContentRegionAvail().x < canvas.px(kLongLabel) ? "New###new" : "New land###new", "new_land",
         Action::new_land, "The next seed, with your settings (R)");
}

void Panel::draw_reset(Canvas const& canvas, ParameterStore& store) {
  // Always there, so that nothing moves under the hand with the first change.
  const int changes = store.changed_count();
  const std::string label = changes == 0
                                ? "Nothing changed###reset_all"
                                : fmt::format("Reset {} change{}###reset_all", changes, changes == 1 ? "" : "s");
  ImGui::BeginDisabled(changes == 0);
  if (ImGui::Button(label.c_str(), {ImGui::GetContentRegionAvail().x, 0.0f})) store.reset_all();
  ImGui::EndDisabled();
  canvas.book.record("reset_all");
  if (changes > 0 && ImGui::IsItemHovered()) ImGui::SetTooltip("Every parameter back to the scenario's value");
}

void Panel::draw_first_five(Canvas const& canvas, ParameterStore& store, float camera_azimuth) {
  if (store.find(kDirection.group, kDirection.key) != nullptr && store.find(kSpeed.group, kSpeed.key) != nullptr) {
    const double speed = store.value(kSpeed.group, kSpeed.key);
    const float dial = canvas.px(kDialSize), available = ImGui::GetContentRegionAvail().x;
    // A narrow panel has no room beside the dial.
    const bool narrow = available < canvas.px(kRoomBesideDial);
    if (narrow) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.5f * (available - dial));
    const auto turned = editor_.dial("wind.dial", store.value(kDirection.group, kDirection.key), camera_azimuth,
                                     static_cast<float>(speed) / kStrongWind, dial, canvas.book);
    if (turned) store.set(kDirection.group, kDirection.key, *turned);
    if (!narrow) ImGui::SameLine();
    ImGui::BeginGroup();
    const float rows = 2.0f * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    if (!narrow) ImGui::Dummy({0.0f, std::max(0.0f, 0.5f * (dial - rows) - ImGui::GetStyle().ItemSpacing.y)});
    draw_parameter(canvas, store, kSpeed.group, kSpeed.key);
    draw_parameter(canvas, store, kDirection.group, kDirection.key);
    ImGui::EndGroup();
  }
  for (ParameterName name : kFirst) draw_parameter(canvas, store, name.group, name.key);
}

void Panel::draw_parameter(Canvas const& canvas, ParameterStore& store, std::string_view group, std::string_view key) {
  ParameterRow const* row = store.find(group, key);
  if (row == nullptr) return;
  const auto wanted =
      editor_.edit(fmt::format("{}.{}", group, key), *row, {store.value(group, key), store.start_value(group, key)},
                   canvas.fonts, canvas.book, style_of(group, key));
  if (wanted) store.set(group, key, *wanted);
}

void Panel::draw_view(Canvas const& canvas, DeskState& state, SimulationRunner const& runner, ParameterStore& store) {
  std::string title(kNoOverlay);
  for (FieldRow const& row : runner.facts().fields) {
    if (row.id == state.overlay) title = "Overlay: " + std::string(row.title);
  }
  ImDrawList const& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::SetNextItemWidth(size.x);
  const bool open = ImGui::BeginCombo("##overlay", title.c_str(), ImGuiComboFlags_HeightLarge);
  canvas.book.record("overlay", at, size, draw);
  if (open) {
    if (ImGui::Selectable(kNoOverlay.data(), state.overlay.empty())) state.overlay.clear();
    canvas.book.record("overlay/none");
    for (FieldRow const& row : runner.facts().fields) {
      const std::string label(row.title);
      if (ImGui::Selectable(label.c_str(), row.id == state.overlay)) state.overlay = row.id;
      canvas.book.record("overlay/" + std::string(row.id));
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", std::string(row.help).c_str());
    }
    ImGui::EndCombo();
  }
  if (store.find(kRain.group, kRain.key) != nullptr) {
    bool rain = store.value(kRain.group, kRain.key) != 0.0;
    if (ImGui::Checkbox("Rain", &rain)) state.actions.push_back(Action::rain);
    canvas.book.record("rain");
    canvas.book.record(fmt::format("{}.{}", kRain.group, kRain.key));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Drops that carve valleys (W)");
    ImGui::SameLine(0.0f, canvas.px(16.0f));
  }
  ImGui::Checkbox("Map", &state.render.inset_map);
  canvas.book.record("map");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Map of sand and wind path (M)");
  ImGui::SameLine(0.0f, canvas.px(16.0f));
  ImGui::Checkbox("Wind", &state.render.wind_field);
  canvas.book.record("picture.wind_field");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Arrows of the wind all over the land (V)");
}

bool Panel::section(Canvas const& canvas, std::string_view id, std::string const& title) {
  const bool open = ImGui::CollapsingHeader(fmt::format("{}###section_{}", title, id).c_str());
  canvas.book.record(fmt::format("section/{}", id));
  return open;
}

void Panel::draw_groups(Canvas const& canvas, SimulationRunner const& runner, ParameterStore& store) {
  for (GroupRows const& group : runner.facts().groups) {
    int rows = 0, changes = 0;
    for (ParameterRow const& row : group.rows) {
      if (always_in_reach(group.id, row.key)) continue;
      ++rows;
      if (store.changed(group.id, row.key)) ++changes;
    }
    if (rows == 0) continue;
    const std::string title =
        changes == 0 ? std::string(group.title) : fmt::format("{}  ·  {} changed", group.title, changes);
    if (!section(canvas, group.id, title)) continue;
    for (ParameterRow const& row : group.rows) {
      if (!always_in_reach(group.id, row.key)) draw_parameter(canvas, store, group.id, row.key);
    }
    ImGui::Dummy({0.0f, canvas.px(3.0f)});
  }
}

void Panel::draw_light(Canvas const& canvas, DeskState& state) {
  if (!section(canvas, "picture", "Light and picture")) return;
  RenderSettings& render = state.render;
  const auto edit = [&](ParameterRow const& row, double now) {
    return editor_.edit(fmt::format("picture.{}", row.key), row, {now, row.default_value}, canvas.fonts, canvas.book);
  };
  const auto edit_float = [&](ParameterRow const& row, float& member) {
    if (const auto wanted = edit(row, static_cast<double>(member))) member = static_cast<float>(*wanted);
  };
  const auto edit_int = [&](ParameterRow const& row, int& member) {
    if (const auto wanted = edit(row, member)) member = static_cast<int>(*wanted);
  };
  edit_float(kSunAzimuth, render.sun_azimuth);
  edit_float(kSunElevation, render.sun_elevation);
  edit_float(kExposure, render.exposure);
  edit_int(kDetail, render.detail);
  edit_int(kStepsAFrame, state.steps_a_frame);
  const auto toggle = [&](char const* label, char const* name, bool& value) {
    ImGui::Checkbox(label, &value);
    canvas.book.record(name);
  };
  toggle("Shadows", "picture.shadows", render.shadows);
  toggle("Dust in the air", "picture.dust", render.show_dust);
  toggle("Ripples", "picture.ripples", render.ripples);
  toggle("Go on to the horizon", "picture.repeat", render.repeat_world);
  toggle("Wind arrow on the land", "picture.arrow", render.wind_arrow);
  toggle("Wait for the display (vsync)", "picture.vsync", state.vsync);
}

}  // namespace barchan::ui
