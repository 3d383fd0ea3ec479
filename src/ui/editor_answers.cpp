// The values that scripts can ask the editor for.
#include <algorithm>
#include <iterator>
#include <vector>

#include "ui/editor.hpp"
#include "ui/hud.hpp"
#include "ui/inspector.hpp"
#include "ui/soil_panel.hpp"

namespace barchan::ui {

namespace {

constexpr std::string_view kStormGroup = "storm", kSoilGroup = "soil", kPictureGroup = "picture",
                           kNewLandGroup = "new_land";

Answers measure_answers(std::optional<MeasureFigures> const& figures) {
  const DuneSurvey survey = figures ? figures->survey : DuneSurvey{};
  const Migration migration = figures ? figures->migration : Migration{};
  const auto figure = [&](bool defined, double value) {
    return figures && defined ? Answer(value) : Answer(std::string("none"));
  };
  return {
      {"measure.class", text_answer(figures ? std::string(dune_class_name(survey.dune_class)) : "")},
      {"measure.step", figure(true, figures ? static_cast<double>(figures->step) : 0.0)},
      {"measure.crest", figure(survey.measures.crest.anisotropy > 0.0, survey.measures.crest.degrees)},
      {"measure.anisotropy", figure(true, survey.measures.crest.anisotropy)},
      {"measure.spacing", figure(survey.spacing.median > 0.0, survey.spacing.median)},
      {"measure.height", figure(survey.height > 0.0, survey.height)},
      {"measure.cover", figure(true, survey.separate.cover)},
      {"measure.dunes", figure(true, static_cast<double>(survey.separate.dunes.size()))},
      {"measure.migration", figure(migration.found, migration.along_wind)},
  };
}

Answers picture_answers(render::Camera const& eye, EditorState state) {
  render::RenderSettings const& render = state.render;
  Answers answers = {
      {"camera.azimuth", number_answer(eye.azimuth)},   {"camera.elevation", number_answer(eye.elevation)},
      {"camera.distance", number_answer(eye.distance)}, {"camera.x", number_answer(eye.target.x)},
      {"camera.y", number_answer(eye.target.y)},        {"picture.wind_field", flag_answer(render.wind_field)},
      {"picture.vsync", flag_answer(state.vsync)},      {"map", flag_answer(render.inset_map)},
      {"picture.tour", flag_answer(state.tour)},
  };
  for (auto const& [name, label, of] : kPictureSwitches) answers.emplace_back(name, flag_answer(render.*of));
  std::vector<ParameterGroup> groups{slice_group(state)};
  std::ranges::copy(picture_groups(state), std::back_inserter(groups));
  for (ParameterGroup const& group : groups) {
    for (ParameterRow const& row : group.rows) answers.emplace_back("picture." + std::string(row.key), group.get(row));
  }
  return answers;
}

Answers layer_answers(TerrainView const& view, EditorState const& state) {
  std::string layers, faces;
  for (LayerLine const& line : layer_lines(view)) layers += line.name + " " + line.thickness + "; ";
  for (LayerLine const& line : face_lines(view)) faces += line.name + " " + line.thickness + "; ";
  const Answer none = std::string("none");
  std::string wet, ground;
  for (WaterLine const& line : water_lines(view)) wet += line.what + " " + line.figure + "; ";
  for (WaterLine const& line : ground_lines(view)) ground += line.what + " " + line.figure + "; ";
  return {
      {"cell.water", text_answer(wet)},
      {"cell.ground", text_answer(ground)},
      {"soil", text_answer(state.soil)},
      {"graph", flag_answer(state.graph.shown)},
      {"graph.says", text_answer(state.graph.says)},
      {"cell.layers", text_answer(layers)},
      {"cell.elevation", view.column ? number_answer(view.datum + to_metres(view.column->surface)) : none},
      {"cell.slope", view.column ? number_answer(slope_degrees(*view.column)) : none},
      {"cell.tangent", view.column ? number_answer(view.column->slope) : none},
      {"cell.open", view.column ? number_answer(to_metres(view.column->faces.height)) : none},
      {"cell.face", text_answer(faces)},
  };
}

/// "Windy, Wet": the presets that the user has saved.
std::string preset_titles(std::vector<PresetFile> const& presets) {
  std::string titles;
  for (PresetFile const& one : presets) titles += (titles.empty() ? "" : ", ") + one.preset.title;
  return titles;
}

/// "town, dry x wind.speed": the masks, each with what it multiplies.
std::string mask_names(TerrainView const& view) {
  std::string names;
  for (MaskRecipe const& mask : view.masks) {
    names += (names.empty() ? "" : ", ") + mask.id;
    for (std::string const& parameter : mask.multiplies) names += " x " + parameter;
  }
  return names;
}

Answers world_answers(TerrainView const& view, OverlayScale const& scale) {
  return {
      {"step", number_answer(view.step)},
      {"seed", number_answer(view.seed)},
      {"time", number_answer(view.time)},
      {"cells", number_answer(view.grid.cell_size)},
      {"calendar", text_answer(calendar_text(view.calendar))},
      {"calendar.years", number_answer(view.calendar.years)},
      {"calendar.clocks", calendar_help(view.calendar)},
      {"boundary", std::string(boundary_word(view.grid.boundary))},
      {"particles", number_answer(view.particles)},
      {"budget_error", number_answer(view.budget_error)},
      {"health", number_answer(faults_of(view.health))},
      {"sources", number_answer(view.rain.sources.size())},
      {"storms", number_answer(view.rain.storms)},
      {"rain_map", flag_answer(view.rain.mapped)},
      {"masks", text_answer(mask_names(view))},
      {"obstacles", number_answer(std::count(view.base_soil.begin(), view.base_soil.end(), kObstacle))},
      {"legend.low", number_answer(scale.low)},
      {"legend.high", number_answer(scale.high)},
      {"legend.lowest", number_answer(scale.lowest)},
      {"legend.highest", number_answer(scale.highest)},
      {"legend.logarithmic", flag_answer(scale.logarithmic)},
  };
}

}  // namespace

/// Name of the dialog that is open, or "none".
std::string_view Editor::dialog_name() const {
  for (const std::string_view name : {document_.dialog(), new_land_dialog_.name(state_)}) {
    if (name != "none") return name;
  }
  return export_dialog_.name();
}

/// The error that this dialog shows.
std::string Editor::dialog_trouble() const {
  if (state_.new_land.shown) return new_land_dialog_.trouble(state_);
  return export_dialog_.shown() ? export_dialog_.trouble() : document_.trouble();
}

Answers Editor::answers() const {
  // A script must not depend on how fast files are written.
  if (autosaver_ && runner_.mode() == SimulationRunner::Mode::synchronous) autosaver_->wait();
  WidgetPlace const* const at = widgets_.find("toast");
  WidgetPlace const* const hint = widgets_.find("hint");
  Answers all = {
      {"previous_seed", state_.previous_seed ? number_answer(*state_.previous_seed) : Answer(std::string("none"))},
      {"scenario", runner_.facts().order.source},
      {"paused", flag_answer(state_.paused)},
      {"verify", flag_answer(state_.verify)},
      {"verified_steps", number_answer(runner_.verified_steps())},
      {"speed", number_answer(state_.tempo.speed)},
      {"changes", number_answer(store_.changed_count())},
      {"overlay", text_answer(state_.overlay)},
      {"view", text_answer(state_.view ? runner_.facts().info.views[*state_.view].name : "")},
      {"legend.empty", text_answer(empty_text())},
      {"panels", flag_answer(state_.panels)},
      {"settings", flag_answer(state_.settings)},
      {"directions", std::string(directions_id(state_.directions()))},
      {"theme", std::string(state_.light_theme ? "light" : "dark")},
      {"keyboard", text_answer(keyboard_.window())},
      {"keyboard.at", text_answer(keyboard_.on() ? widgets_.focused() : std::string())},
      {"hints", text_answer(hints_.present())},
      {"help", flag_answer(state_.help)},
      {"typing", flag_answer(typing())},
      {"menu", flag_answer(any_popup_open())},
      {"dialog", std::string(dialog_name())},
      {"trouble", text_answer(dialog_trouble())},
      {"unsaved", flag_answer(document_.unsaved())},
      {"autosaves", number_answer(autosaver_ ? autosaver_->written() : 0)},
      {"recovery", number_answer(recovery_.count())},
      {"file", text_answer(document_.file().string())},
      {"title", title()},
      {"guess", flag_answer(state_.guesses.has_value())},
      {"paused_mark", flag_answer(widgets_.find("paused_mark") != nullptr)},
      {"tool", std::string(state_.tool)},
      {"find", finder_.shown() ? text_answer(std::string(finder_.selected())) : Answer(std::string("closed"))},
      {"find.count", number_answer(finder_.count())},
      {"sought", text_answer(state_.sought ? state_.sought->name : std::string())},
      {"text_size", number_answer(state_.text_size)},
      {"presets", text_answer(preset_titles(shelf_.presets()))},
      {"brush.material", text_answer(state_.brush_material)},
      {"brush.picks_level", flag_answer(state_.brush_picks_level)},
      {"brush.stencil", text_answer(state_.stencil_name)},
      {"brush.within", text_answer(state_.brush_within)},
      {"message.bottom", at == nullptr ? Answer(std::string("none")) : number_answer(at->maximum.y)},
      {"hint.top", hint == nullptr ? Answer(std::string("none")) : number_answer(hint->minimum.y)},
      {"message", text_answer(state_.toasts.empty() ? "" : state_.toasts.back().text)},
  };
  for (Answers const& more : {new_land_dialog_.answers(state_), export_dialog_.answers(), history_answers(),
                              world_answers(runner_.view(), runner_.overlay_scale()), picture_answers(camera(), state_),
                              measure_answers(panel_.figures()), layer_answers(runner_.view(), state_)}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  for (auto const& tool : toolbox_.tools()) {
    for (auto& answer : tool->answers(*this)) all.push_back(std::move(answer));
  }
  return all;
}

std::optional<Answer> Editor::ask(std::string_view name) const {
  for (auto& [known, answer] : answers()) {
    if (known == name) return answer;
  }
  const auto dot = name.find('.');
  if (name == "soil.name") {
    const Soils soils = soils_.soils();
    return soils[edited_soil(state_, soils)].name;
  }
  for (SoilConversion const& way : soil_conversions()) {
    if (name.substr(0, dot) != kSoilGroup || dot == name.npos || name.substr(dot + 1) != way.key) continue;
    const Soils soils = soils_.soils();
    return soils[soils[edited_soil(state_, soils)].*way.target].id;
  }
  ParameterRow const* const known = row(name);
  if (known == nullptr) return std::nullopt;
  EditorState state = state_;
  if (const auto group = settings_group(state, name.substr(0, dot))) return group->get(*known);
  if (name.substr(0, dot) == kSoilGroup) {
    const Soils soils = soils_.soils();
    return known->get(&soils[edited_soil(state_, soils)]);
  }
  return store_.value(name.substr(0, dot), name.substr(dot + 1));
}

/// Numbers of the tools and of the next storm.
std::optional<ParameterGroup> Editor::settings_group(EditorState& state, std::string_view id) const {
  if (id == kStormGroup) return storm_group(state.storm);
  if (id == kNewLandGroup) return new_land_group(state.new_land.land().numbers);
  for (auto const& tool : toolbox_.tools()) {
    if (auto group = tool->settings(state); group && group->id == id) return group;
  }
  return std::nullopt;
}

ParameterRow const* Editor::row(std::string_view name) const {
  const auto dot = name.find('.');
  if (dot == std::string_view::npos) return nullptr;
  EditorState picture;
  if (name.substr(0, dot) == kPictureGroup) {
    for (ParameterGroup const& group : picture_groups(picture)) {
      if (ParameterRow const* const found = group.find(name.substr(dot + 1))) return found;
    }
    return slice_group(picture).find(name.substr(dot + 1));
  }
  if (const auto group = settings_group(picture, name.substr(0, dot))) return group->find(name.substr(dot + 1));
  if (name.substr(0, dot) == kSoilGroup) {
    const auto rows = soil_properties();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](SoilProperty const& one) { return one.row.key == name.substr(dot + 1); });
    return row == rows.end() ? nullptr : &row->row;
  }
  return store_.find(name.substr(0, dot), name.substr(dot + 1));
}

}  // namespace barchan::ui
