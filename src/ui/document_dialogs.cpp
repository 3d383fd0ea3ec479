// What scripts may ask a editor.
#include <algorithm>
#include <iterator>
#include <vector>

#include "ui/editor.hpp"
#include "ui/hud.hpp"
#include "ui/inspector.hpp"
#include "ui/section_water.hpp"
#include "ui/soil_panel.hpp"

namespace barchan::ui {

namespace {

constexpr std::string_view kSourceGroup = "source", kStormGroup = "storm";
constexpr std::string_view kObstacleGroup = "obstacle", kSoilGroup = "soil", kPictureGroup = "picture";

template <class Value>
Answer number(Value value) {
  return static_cast<double>(value);
}
Answer flag(bool value) { return std::string(value ? "true" : "false"); }
Answer text_or_none(std::string const& text) { return text.empty() ? "none" : text; }

Answers measure_answers(std::optional<MeasureFigures> const& figures) {
  const DuneSurvey survey = figures ? figures->survey : DuneSurvey{};
  const Migration migration = figures ? figures->migration : Migration{};
  const auto figure = [&](bool defined, double value) {
    return figures && defined ? Answer(value) : Answer(std::string("none"));
  };
  return {
      {"measure.class", text_or_none(figures ? std::string(dune_class_name(survey.dune_class)) : "")},
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
      {"camera.azimuth", number(eye.azimuth)},   {"camera.elevation", number(eye.elevation)},
      {"camera.distance", number(eye.distance)}, {"camera.x", number(eye.target.x)},
      {"camera.y", number(eye.target.y)},        {"picture.wind_field", flag(render.wind_field)},
      {"picture.vsync", flag(state.vsync)},      {"map", flag(render.inset_map)},
      {"picture.tour", flag(state.tour)},
  };
  for (auto const& [name, label, of] : kPictureSwitches) answers.emplace_back(name, flag(render.*of));
  std::vector<ParameterGroup> groups{slice_group(state)};
  std::ranges::copy(picture_groups(state), std::back_inserter(groups));
  for (ParameterGroup const& group : groups) {
    for (ParameterRow const& row : group.rows) answers.emplace_back("picture." + std::string(row.key), group.get(row));
  }
  return answers;
}

Answers layer_answers(TerrainView const& view, EditorState const& state) {
  Section const& cut = view.section;
  SectionTool const& tool = state.section;
  std::string layers, faces;
  for (LayerLine const& line : layer_lines(view)) layers += line.name + " " + line.thickness + "; ";
  for (LayerLine const& line : face_lines(view)) faces += line.name + " " + line.thickness + "; ";
  const Answer none = std::string("none");
  std::string wet, ground;
  for (WaterLine const& line : water_lines(view)) wet += line.what + " " + line.figure + "; ";
  for (WaterLine const& line : ground_lines(view)) ground += line.what + " " + line.figure + "; ";
  return {
      {"cell.water", text_or_none(wet)},
      {"cell.ground", text_or_none(ground)},
      {"inspector", flag(state.inspector)},
      {"soil", text_or_none(state.soil)},
      {"graph", flag(state.graph.shown)},
      {"graph.says", text_or_none(state.graph.says)},
      {"cell.layers", text_or_none(layers)},
      {"cell.elevation", view.column ? number(view.datum + to_metres(view.column->surface)) : none},
      {"cell.slope", view.column ? number(slope_degrees(*view.column)) : none},
      {"cell.tangent", view.column ? number(view.column->slope) : none},
      {"cell.open", view.column ? number(to_metres(view.column->faces.height)) : none},
      {"cell.face", text_or_none(faces)},
      {"section", std::string(tool.state())},
      {"section.exaggeration", number(tool.exaggeration)},
      {"section.length", cut.columns.empty() ? none : number(cut.length)},
      {"section.distance", tool.spot ? number(tool.spot->distance) : none},
      {"section.elevation", tool.spot ? number(tool.spot->elevation) : none},
      {"section.water", tool.spot ? text_or_none(tool.spot->water) : none},
      {"section.moist", tool.spot ? number(tool.spot->moist) : none},
      {"section.flow", number(kSecondsADay * tool.flow)},
      {"section.soil", tool.spot ? text_or_none(tool.spot->soil) : none},
  };
}

Answers gauge_answers(GaugeTool const& tool) {
  const Answer none = std::string("none");
  const auto series = tool.log.series();
  GaugePoint const* const last =
      series.empty() || series.back().points.empty() ? nullptr : &series.back().points.back();
  return {
      {"gauges", number(series.size())},
      {"gauges.placing", flag(tool.placing)},
      {"gauges.last", series.empty() ? none : Answer(series.back().placed.gauge.name)},
      {"gauges.points", series.empty() ? none : number(series.back().points.size())},
      {"gauges.discharge", last == nullptr ? none : number(last->reading.discharge)},
      {"gauges.depth", last == nullptr ? none : number(last->reading.depth)},
      {"gauges.level", last == nullptr ? none : number(last->reading.level)},
  };
}

Answers world_answers(TerrainView const& view, OverlayScale const& scale) {
  return {
      {"step", number(view.step)},
      {"seed", number(view.seed)},
      {"time", number(view.time)},
      {"cells", number(view.grid.cell_size)},
      {"boundary", std::string(boundary_word(view.grid.boundary))},
      {"particles", number(view.particles)},
      {"budget_error", number(view.budget_error)},
      {"health", number(view.health)},
      {"sources", number(view.rain.sources.size())},
      {"storms", number(view.rain.storms)},
      {"rain_map", flag(view.rain.mapped)},
      {"obstacles", number(std::count(view.base_soil.begin(), view.base_soil.end(), kObstacle))},
      {"legend.low", number(scale.low)},
      {"legend.high", number(scale.high)},
      {"legend.lowest", number(scale.lowest)},
      {"legend.highest", number(scale.highest)},
      {"legend.logarithmic", flag(scale.logarithmic)},
  };
}

}  // namespace

Answers Editor::answers() const {
  WidgetPlace const* const at = widgets_.find("toast");
  WidgetPlace const* const hint = widgets_.find("hint");
  Answers all = {
      {"previous_seed", state_.previous_seed ? number(*state_.previous_seed) : Answer(std::string("none"))},
      {"scenario", runner_.facts().order.source},
      {"paused", flag(state_.paused)},
      {"speed", number(state_.tempo.speed)},
      {"changes", number(store_.changed_count())},
      {"overlay", text_or_none(state_.overlay)},
      {"legend.empty", text_or_none(empty_text())},
      {"panels", flag(state_.panels)},
      {"help", flag(state_.help)},
      {"typing", flag(typing())},
      {"menu", flag(any_popup_open())},
      {"dialog", std::string(document_.dialog())},
      {"trouble", text_or_none(document_.trouble())},
      {"unsaved", flag(document_.unsaved())},
      {"file", text_or_none(document_.file().string())},
      {"title", title()},
      {"guess", flag(state_.guesses.has_value())},
      {"paused_mark", flag(widgets_.find("paused_mark") != nullptr)},
      {"source.placing", flag(state_.rain.placing)},
      {"tool", std::string(mode_name(state_.obstacle.mode))},
      {"message.bottom", at == nullptr ? Answer(std::string("none")) : number(at->maximum.y)},
      {"hint.top", hint == nullptr ? Answer(std::string("none")) : number(hint->minimum.y)},
      {"message", text_or_none(state_.toasts.empty() ? "" : state_.toasts.back().text)},
  };
  for (Answers const& more :
       {world_answers(runner_.view(), runner_.overlay_scale()), picture_answers(camera(), state_),
        measure_answers(panel_.figures()), layer_answers(runner_.view(), state_), gauge_answers(state_.gauges)}) {
    all.insert(all.end(), more.begin(), more.end());
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
  Obstacle body = state_.obstacle.body;
  if (name.substr(0, dot) == kObstacleGroup) return obstacle_group(body).get(*known);
  RainTool rain = state_.rain;
  if (name.substr(0, dot) == kSourceGroup) return source_group(rain.source).get(*known);
  if (name.substr(0, dot) == kStormGroup) return storm_group(rain.storm).get(*known);
  if (name.substr(0, dot) == kSoilGroup) {
    const Soils soils = soils_.soils();
    return known->get(&soils[edited_soil(state_, soils)]);
  }
  return store_.value(name.substr(0, dot), name.substr(dot + 1));
}

ParameterRow const* Editor::row(std::string_view name) const {
  const auto dot = name.find('.');
  if (dot == std::string_view::npos) return nullptr;
  EditorState picture;
  if (name.substr(0, dot) == kPictureGroup) return slice_group(picture).find(name.substr(dot + 1));
  Obstacle body;
  if (name.substr(0, dot) == kObstacleGroup) return obstacle_group(body).find(name.substr(dot + 1));
  if (name.substr(0, dot) == kSourceGroup) return source_group(picture.rain.source).find(name.substr(dot + 1));
  if (name.substr(0, dot) == kStormGroup) return storm_group(picture.rain.storm).find(name.substr(dot + 1));
  if (name.substr(0, dot) == kSoilGroup) {
    const auto rows = soil_properties();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](SoilProperty const& one) { return one.row.key == name.substr(dot + 1); });
    return row == rows.end() ? nullptr : &row->row;
  }
  return store_.find(name.substr(0, dot), name.substr(dot + 1));
}

}  // namespace barchan::ui
