#include "ui/desk.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include "ui/hud.hpp"
#include "ui/obstacle_panel.hpp"

namespace barchan::ui {

namespace {

constexpr std::size_t kToastsKept = 4;
constexpr float kWheelNotchLimit = 6.0f;  // a touchpad's burst counts as no more than this
constexpr float kFastFlight = 3.0f;       // Shift while flying
constexpr float kPickReach = 12.0f;       // in extents of the land
constexpr float kClickReach = 4.0f;       // pixels that a click may move between press and release
/// Steps of the simulation that make a second of the picture's own clock: about what fits 12 ms at 60 frames/s.
constexpr double kStepsPerSecond = 480.0;
constexpr double kLongestFrame = 0.1;  // s; a hitch does not make the camera jump

Camera start_camera(WorldFacts const& facts, LandShape const& land, TerrainView const& view) {
  if (!facts.camera) return home_view(land, view.wind_direction);
  CameraStart const& start = *facts.camera;
  Camera camera;
  camera.azimuth = start.azimuth;
  camera.elevation = start.elevation;
  camera.distance = start.distance * land.extent();
  const glm::vec2 target = glm::vec2(start.target_x, start.target_y) * land.size();
  camera.target = {target.x, target.y, land.height_at(target)};
  return camera;
}

constexpr double kOpeningShown = 0.4;  // s; what opens faster needs no word
/// Lands up to this size have the light of the whole sky in every view; larger ones gather it over several.
constexpr std::size_t kWholeSkyCells = 512 * 512;
constexpr int kWindArrows = 24;  // along the longer side of the land

bool works_while_typing(Key key) { return key >= Key::f1 && key <= Key::f12; }

}  // namespace

Desk::Desk(WorldSource const& source, SimulationRunner& runner)
    : source_(source), runner_(runner), store_(runner), panel_(source.scenarios()) {
  request_ = wanted_request();
  runner_.set_request(request_);
  take_up_world();
}

void Desk::set_fonts(Fonts const& fonts, float scale) {
  fonts_ = fonts;
  scale_ = scale;
}

// -- worlds --------------------------------------------------------------------------------------------------------

void Desk::open(std::string const& source) { new_world(source, std::nullopt, false); }

void Desk::new_world(std::string source, std::optional<std::uint64_t> seed, bool keep) {
  const std::vector<SetParameter> changes = keep ? store_.changes() : std::vector<SetParameter>{};
  opening_ = std::filesystem::path(source).filename().string();
  opening_age_ = 0.0;
  runner_.replace([&from = source_, source = std::move(source), seed] { return from.open(source, seed); });
  for (SetParameter const& change : changes) store_.set(change.group, change.key, change.value);
  keep_camera_ = keep;
  seed_before_.reset();
  state_.single_steps = 0;
}

void Desk::take_up_world() {
  WorldFacts const& facts = runner_.facts();
  land_.update(runner_.view(), state_.render.repeat_world);
  if (generation_ == facts.generation) return;
  generation_ = facts.generation;
  opening_.clear();
  home_ = start_camera(facts, land_, runner_.view());
  if (!std::exchange(keep_camera_, false)) rig_.jump_to(home_);
  state_.previous_seed = std::exchange(seed_before_, std::nullopt);
  const bool has_overlay = std::any_of(facts.fields.begin(), facts.fields.end(),
                                       [&](FieldRow const& row) { return row.id == state_.overlay; });
  if (!has_overlay) state_.overlay.clear();
  for (std::string const& notice : facts.notices) say(notice);
}

// -- input ---------------------------------------------------------------------------------------------------------

void Desk::say(std::string text, bool error) {
  state_.toasts.push_back({std::move(text), error, 0.0});
  while (state_.toasts.size() > kToastsKept) state_.toasts.pop_front();
}

void Desk::key(Chord chord, bool down) {
  held_[static_cast<std::size_t>(chord.key)] = down;
  shift_held_ = chord.modifiers.shift;
  if (!down) return;
  const bool typing = ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput;
  if (typing && !works_while_typing(chord.key)) return;
  if (flying() && !works_while_typing(chord.key)) return;
  if (const auto action = find_action(chord)) perform(*action, chord.modifiers.shift);
}

void Desk::release_keys() {
  std::fill(std::begin(held_), std::end(held_), false);
  shift_held_ = false;
}

bool Desk::flying() const {
  if (ImGui::GetCurrentContext() == nullptr) return false;
  return mouse_on_land_ && ImGui::IsMouseDown(ImGuiMouseButton_Right);
}

void Desk::perform(Action action, bool shift) {
  RenderSettings& render = state_.render;
  switch (action) {
    case Action::pause:
      state_.paused = !state_.paused;
      state_.single_steps = 0;
      if (state_.paused) runner_.interrupt();
      break;
    case Action::single_step:
      if (!state_.paused) runner_.interrupt();
      state_.paused = true;
      ++state_.single_steps;
      break;
    case Action::new_land: {
      const std::uint64_t seed = runner_.view().seed;
      new_world(runner_.facts().source, seed + 1, true);
      seed_before_ = seed;
      break;
    }
    case Action::same_land:
      // A saved world goes back to where it was saved.
      new_world(runner_.facts().source, runner_.facts().resumed ? std::nullopt : std::optional(runner_.view().seed),
                true);
      seed_before_ = state_.previous_seed;
      break;
    case Action::slower:
    case Action::faster: {
      const int step = action == Action::faster ? 1 : -1;
      state_.speed = std::clamp(state_.speed + step, kSlowestSpeed, kFastestSpeed);
      say(state_.speed == 0  ? "Ordinary speed"
          : state_.speed > 0 ? fmt::format("{} times as fast", 1 << state_.speed)
                             : fmt::format("1/{} of the ordinary speed", 1 << -state_.speed));
      break;
    }
    case Action::frame_land:
      rig_.move_to(frame_all(land_, rig_.goal()));
      break;
    case Action::home_view:
      rig_.move_to(home_);
      break;
    case Action::top_view:
      rig_.move_to(top_view(land_));
      break;
    case Action::next_overlay:
      next_overlay(shift ? -1 : 1);
      break;
    case Action::inset_map:
      render.inset_map = !render.inset_map;
      break;
    case Action::wind_field:
      render.wind_field = !render.wind_field;
      break;
    case Action::repeat_world:
      if (TerrainView const& view = runner_.view();
          can_go_on(view.grid, view.elevation_maximum - view.elevation_minimum)) {
        render.repeat_world = !render.repeat_world;
      } else {
        say("This land ends at its edges.");
      }
      break;
    case Action::rain:
      if (store_.find("water_particles", "enabled") != nullptr) {
        const bool on = store_.value("water_particles", "enabled") != 0.0;
        store_.set("water_particles", "enabled", on ? 0.0 : 1.0);
        say(on ? "Rain off" : "Rain on");
      }
      break;
    case Action::place_obstacles:
      change_tool(ObstacleMode::place);
      break;
    case Action::remove_obstacles:
      change_tool(ObstacleMode::remove);
      break;
    case Action::panels:
      state_.panels = !state_.panels;
      break;
    case Action::help:
      state_.help = !state_.help;
      break;
    case Action::fullscreen:
      wishes_.fullscreen = true;
      break;
    case Action::screenshot:
      wishes_.screenshot = true;
      break;
    case Action::cancel:
      state_.help = false;
      state_.obstacle.mode = ObstacleMode::off;
      break;
  }
}

void Desk::change_tool(ObstacleMode mode) {
  ObstacleTool& tool = state_.obstacle;
  tool.mode = tool.mode == mode ? ObstacleMode::off : mode;
  if (tool.mode == ObstacleMode::place) {
    say(fmt::format("Click on the land to place a {}; Esc ends", obstacle_shape_id(tool.body.shape)));
  } else if (tool.mode == ObstacleMode::remove) {
    say("Click on the land to take obstacles away; Esc ends");
  }
}

void Desk::use_tool(Canvas const& canvas, bool clicked) {
  if (state_.obstacle.mode == ObstacleMode::off) return;
  const auto point = land_under_cursor();
  if (!point) return;
  draw_obstacle_outline(canvas, state_.obstacle, camera(), land_, *point);
  if (!clicked) return;
  // Beyond the edges of a periodic land stands the land again; an endless plain around an open one is no land.
  const glm::vec2 share = glm::vec2(*point) / land_.size();
  const glm::vec2 inside = runner_.view().grid.periodic() ? share - glm::floor(share) : share;
  if (inside != glm::clamp(inside, 0.0f, 1.0f)) return say("Here is no land to stand on.");
  give(state_.obstacle.command(inside.x, inside.y));
}

void Desk::next_overlay(int direction) {
  const auto& fields = runner_.facts().fields;
  const int count = static_cast<int>(fields.size());
  int at = -1;  // no overlay
  for (int i = 0; i < count; ++i) {
    if (fields[static_cast<std::size_t>(i)].id == state_.overlay) at = i;
  }
  at += direction;
  if (at < -1) at = count - 1;
  state_.overlay = at < 0 || at >= count ? std::string() : std::string(fields[static_cast<std::size_t>(at)].id);
}

void Desk::move_camera(double seconds) {
  ImGuiIO const& io = ImGui::GetIO();
  const bool any = ImGui::IsAnyMouseDown();
  if (!any) mouse_on_land_ = false;
  for (int button = 0; button < 3; ++button) {
    if (ImGui::IsMouseClicked(button) && !io.WantCaptureMouse) mouse_on_land_ = true;
  }
  const glm::vec2 moved(io.MouseDelta.x, io.MouseDelta.y);
  const auto held = [&](Key key) { return held_[static_cast<std::size_t>(key)] ? 1.0f : 0.0f; };
  const glm::vec3 flight(held(Key::d) - held(Key::a), held(Key::w) - held(Key::s), held(Key::e) - held(Key::q));
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left), right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
  const bool middle = ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  if (mouse_on_land_) {
    if (right && flight != glm::vec3(0.0f)) {
      rig_.look(moved, size_.y);
      rig_.fly(flight * (shift_held_ ? kFastFlight : 1.0f), static_cast<float>(seconds));
    } else if (middle || (left && io.KeyShift)) {
      rig_.pan(moved, size_.y);
    } else if (left || right) {
      rig_.orbit(moved, size_.y);
    }
  }
  if (io.MouseWheel != 0.0f && !io.WantCaptureMouse) {
    rig_.zoom(std::clamp(io.MouseWheel, -kWheelNotchLimit, kWheelNotchLimit), land_under_cursor());
  }
  rig_.update(static_cast<float>(seconds), land_);
}

// -- a frame -------------------------------------------------------------------------------------------------------

void Desk::build(double seconds, Measured const& measured, unsigned inset_texture) {
  if (!fonts_) throw std::logic_error("Desk::build before set_fonts");
  ImGuiIO const& io = ImGui::GetIO();
  size_ = io.DisplaySize;
  const bool clicked = mouse_on_land_ && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                       io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] <= kClickReach * kClickReach;
  move_camera(std::min(seconds, kLongestFrame));

  book_.begin_frame();
  const Canvas canvas{*fonts_, book_, scale_, size_};
  use_tool(canvas, clicked);
  TerrainView const& view = runner_.view();
  if (state_.paused) draw_paused_mark(canvas);
  if (state_.panels) {
    const float left = panel_.draw(canvas, state_, runner_, store_, camera().azimuth);
    draw_status_bar(canvas, state_, runner_, measured);
    if (state_.render.inset_map) draw_inset_map(canvas, view, inset_texture);
    draw_legend(canvas, view, value_under_cursor(), left);
  }
  draw_health_banner(canvas, view);
  if (state_.panels) draw_hint(canvas, state_, seconds);
  opening_age_ += seconds;
  if (!opening_.empty() && opening_age_ > kOpeningShown) draw_notice(canvas, "Opening " + opening_ + " …");
  draw_toasts(canvas, state_, seconds);
  if (state_.help) draw_help(canvas, state_);

  for (const Action action : std::exchange(state_.actions, {})) perform(action, false);
  for (Command const& command : std::exchange(state_.commands, {})) give(command);
  if (auto wanted = std::exchange(state_.wanted_source, std::nullopt)) open(*wanted);
  const ViewRequest request = wanted_request();
  state_.render.overlay = !state_.overlay.empty();
  state_.render.still = state_.paused;
  if (request.overlay != request_.overlay || request.sun_azimuth != request_.sun_azimuth ||
      request.sun_elevation != request_.sun_elevation || request.light != request_.light ||
      request.whole_sky != request_.whole_sky || request.arrows != request_.arrows) {
    request_ = request;
    runner_.set_request(request);
  }
}

bool Desk::advance(bool hold) {
  const bool by_frames = runner_.mode() == SimulationRunner::Mode::synchronous;
  const double mean =
      runner_.steps_done() > 0 ? runner_.step_seconds() / static_cast<double>(runner_.steps_done()) : 0.0;
  std::optional<BatchPlan> plan;
  if (!hold && !runner_.busy()) plan = pace_.next(state_, mean, by_frames);
  if (plan && state_.stop_at_step) limit_to_stop(plan);
  const bool changed = runner_.advance(plan);
  if (changed) {
    store_.refresh();
    take_up_world();
  }
  for (std::string const& error : runner_.take_errors()) {
    say(error, true);
    opening_.clear();
  }
  return changed;
}

void Desk::limit_to_stop(std::optional<BatchPlan>& plan) {
  const std::uint64_t stop = *state_.stop_at_step, step = runner_.view().step;
  if (step >= stop) {
    state_.paused = true;
    state_.stop_at_step.reset();
    plan.reset();
    return;
  }
  plan->steps = plan->steps == 0 ? stop - step : std::min(plan->steps, stop - step);
}

Wishes Desk::take_wishes() { return std::exchange(wishes_, {}); }

double Desk::clock() const { return static_cast<double>(runner_.view().step) / kStepsPerSecond; }

ViewRequest Desk::wanted_request() const {
  ViewRequest request;
  request.overlay = state_.overlay;
  request.sun_azimuth = state_.render.sun_azimuth;
  request.sun_elevation = state_.render.sun_elevation;
  request.light = state_.render.shadows;
  request.arrows = state_.render.wind_field ? kWindArrows : 0;
  request.whole_sky = runner_.view().grid.cells() <= kWholeSkyCells;
  return request;
}

std::optional<glm::vec3> Desk::land_under_cursor() const {
  ImGuiIO const& io = ImGui::GetIO();
  if (io.WantCaptureMouse || !ImGui::IsMousePosValid()) return std::nullopt;
  const float aspect = size_.x / std::max(size_.y, 1.0f);
  const glm::vec2 point(2.0f * io.MousePos.x / size_.x - 1.0f, 1.0f - 2.0f * io.MousePos.y / size_.y);
  return land_.pick(camera().ray(point, aspect), kPickReach * land_.extent());
}

std::optional<float> Desk::value_under_cursor() const {
  TerrainView const& view = runner_.view();
  const auto hit = view.overlay.empty() ? std::nullopt : land_under_cursor();
  if (!hit) return std::nullopt;
  const auto cell = land_.cell_at({hit->x, hit->y});
  if (!cell || *cell >= view.overlay.size()) return std::nullopt;
  return view.overlay[*cell];
}

}  // namespace barchan::ui
