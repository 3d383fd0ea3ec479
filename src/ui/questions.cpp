// What scripts may ask a desk.
#include <algorithm>
#include <utility>

#include "ui/desk.hpp"

namespace barchan::ui {

namespace {

constexpr std::string_view kObstacleGroup = "obstacle";

}  // namespace

std::vector<std::pair<std::string_view, Answer>> Desk::answers() const {
  TerrainView const& view = runner_.view();
  Camera const& eye = camera();
  RenderSettings const& render = state_.render;
  const auto number = [](auto value) { return Answer(static_cast<double>(value)); };
  const auto flag = [](bool value) { return Answer(std::string(value ? "true" : "false")); };
  const Answer none = std::string("none");
  auto const& figures = panel_.figures();
  const auto figure = [&](bool defined, double value) { return figures && defined ? Answer(value) : none; };
  const DuneSurvey survey = figures ? figures->survey : DuneSurvey{};
  return {
      {"step", number(view.step)},
      {"seed", number(view.seed)},
      {"previous_seed", state_.previous_seed ? number(*state_.previous_seed) : none},
      {"time", number(view.time)},
      {"particles", number(view.particles)},
      {"budget_error", number(view.budget_error)},
      {"health", number(view.health)},
      {"scenario", runner_.facts().source},
      {"paused", flag(state_.paused)},
      {"speed", number(state_.speed)},
      {"changes", number(store_.changed_count())},
      {"overlay", state_.overlay.empty() ? none : Answer(state_.overlay)},
      {"map", flag(render.inset_map)},
      {"panels", flag(state_.panels)},
      {"help", flag(state_.help)},
      {"typing", flag(panel_.typing())},
      {"tool", std::string(mode_name(state_.obstacle.mode))},
      {"obstacles", number(std::count(view.base_soil.begin(), view.base_soil.end(), kObstacle))},
      {"message", state_.toasts.empty() ? none : Answer(state_.toasts.back().text)},
      {"measure.class", figures ? Answer(std::string(dune_class_name(survey.dune_class))) : none},
      {"measure.step", figure(true, figures ? static_cast<double>(figures->step) : 0.0)},
      {"measure.crest", figure(survey.measures.crest.anisotropy > 0.0, survey.measures.crest.degrees)},
      {"measure.anisotropy", figure(true, survey.measures.crest.anisotropy)},
      {"measure.spacing", figure(survey.spacing.median > 0.0, survey.spacing.median)},
      {"measure.height", figure(survey.height > 0.0, survey.height)},
      {"measure.cover", figure(true, survey.separate.cover)},
      {"measure.dunes", figure(true, static_cast<double>(survey.separate.dunes.size()))},
      {"measure.migration", figure(figures && figures->migration.found, figures ? figures->migration.along_wind : 0.0)},
      {"camera.azimuth", number(eye.azimuth)},
      {"camera.elevation", number(eye.elevation)},
      {"camera.distance", number(eye.distance)},
      {"camera.x", number(eye.target.x)},
      {"camera.y", number(eye.target.y)},
      {"picture.azimuth", number(render.sun_azimuth)},
      {"picture.elevation", number(render.sun_elevation)},
      {"picture.exposure", number(render.exposure)},
      {"picture.detail", number(render.detail)},
      {"picture.steps_a_frame", number(state_.steps_a_frame)},
      {"picture.shadows", flag(render.shadows)},
      {"picture.dust", flag(render.show_dust)},
      {"picture.ripples", flag(render.ripples)},
      {"picture.repeat", flag(render.repeat_world)},
      {"picture.arrow", flag(render.wind_arrow)},
      {"picture.wind_field", flag(render.wind_field)},
      {"picture.vsync", flag(state_.vsync)},
  };
}

std::optional<Answer> Desk::ask(std::string_view name) const {
  for (auto& [known, answer] : answers()) {
    if (known == name) return answer;
  }
  ParameterRow const* const known = row(name);
  if (known == nullptr) return std::nullopt;
  const auto dot = name.find('.');
  Obstacle body = state_.obstacle.body;
  if (name.substr(0, dot) == kObstacleGroup) return obstacle_group(body).get(*known);
  return store_.value(name.substr(0, dot), name.substr(dot + 1));
}

ParameterRow const* Desk::row(std::string_view name) const {
  const auto dot = name.find('.');
  if (dot == std::string_view::npos) return nullptr;
  Obstacle body;
  if (name.substr(0, dot) == kObstacleGroup) return obstacle_group(body).find(name.substr(dot + 1));
  return store_.find(name.substr(0, dot), name.substr(dot + 1));
}

}  // namespace barchan::ui
