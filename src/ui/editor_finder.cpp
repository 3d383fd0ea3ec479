// The editor lists what can be found, and goes to what the user has found.
#include <algorithm>

#include <fmt/core.h>

#include "ui/editor.hpp"
#include "world/fields.hpp"

namespace barchan::ui {

namespace {

/// The first sentence of a text.
std::string first_sentence(std::string_view text) {
  const std::size_t end = text.find(". ");
  return std::string(text.substr(0, end == std::string_view::npos ? text.size() : end + 1));
}

std::vector<Findable> findable_parameters() {
  std::vector<Findable> things;
  for (ParameterGroup const& group : parameter_catalog()) {
    for (ParameterRow const& row : group.rows) {
      things.push_back({FoundKind::parameter, fmt::format("{}.{}", group.id, row.key), std::string(row.label),
                        fmt::format("Parameter, {}", group.title), first_sentence(row.help)});
    }
  }
  return things;
}

/// Commands have the titles that they have in the menus.
std::vector<Findable> findable_actions() {
  std::vector<Findable> things;
  for (MenuRow const& row : menu_table()) {
    if (row.kind != MenuKind::action || row.action == Action::cancel || row.action == Action::find) continue;
    KeyRow const& key = *std::ranges::find(key_table(), row.action, &KeyRow::action);
    things.push_back({FoundKind::action, fmt::format("action {}", static_cast<int>(row.action)), std::string(row.title),
                      "Command", std::string(key.help), chord_label(key.chord)});
  }
  return things;
}

}  // namespace

std::vector<Findable> Editor::findable() const {
  std::vector<Findable> things = findable_actions();
  for (auto const& tool : toolbox_.tools()) {
    ToolInfo const& info = tool->info();
    const std::string key = info.key.key != Key::none ? chord_label(info.key) : std::string();
    things.push_back(
        {FoundKind::tool, std::string(info.id), std::string(info.title), "Tool", std::string(info.help), key});
  }
  const std::vector<Findable> rows = findable_parameters();
  things.insert(things.end(), rows.begin(), rows.end());
  for (PanelSection const& one : panel_sections()) {
    things.push_back({FoundKind::section, std::string(one.id), std::string(one.title), "Section of the panel",
                      std::string(one.help)});
  }
  for (ParameterGroup const& group : parameter_catalog()) {
    things.push_back({FoundKind::section, std::string(group.id), std::string(group.title), "Section of the panel",
                      std::string(group.help)});
  }
  for (FieldFacts const& field : runner_.facts().fields) {
    things.push_back({FoundKind::overlay, std::string(field.row.id), std::string(field.row.title), "Overlay",
                      std::string(field.row.help)});
  }
  for (Preset const& preset : presets()) {
    things.push_back({FoundKind::preset, preset.id, preset.title, "Preset", preset.help});
  }
  for (PresetFile const& one : shelf_.presets()) {
    things.push_back({FoundKind::preset, one.file.string(), one.preset.title, "Preset of your own", one.preset.help});
  }
  for (ScenarioInfo const& scenario : shipped_scenarios()) {
    things.push_back({FoundKind::scenario, scenario.id, scenario.title, "Scenario", scenario.description});
  }
  return things;
}

void Editor::go_to(Findable const& thing) {
  switch (thing.kind) {
    case FoundKind::action: {
      constexpr std::string_view kHead = "action ";
      return perform(static_cast<Action>(std::stoi(thing.id.substr(kHead.size()))), false);
    }
    case FoundKind::tool:
      return choose_tool(thing.id);
    case FoundKind::overlay:
      state_.overlay = thing.id;
      return say("Overlay: " + thing.title);
    case FoundKind::preset: {
      if (thing.id.ends_with(kPresetEnding)) return open_preset(thing.id);
      apply_preset(preset(thing.id), store_);
      return say("Preset applied: " + thing.title);
    }
    case FoundKind::scenario:
      return open({thing.id, {}, {}, {}});
    case FoundKind::parameter:
    case FoundKind::section:
      state_.panels = true;
      show_settings(state_);
      state_.sought = Sought{thing.id};
      return;
  }
}

}  // namespace barchan::ui
